"""Drawings as frames of an animated GIF."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from io import BytesIO

from PIL import Image

from fourfold.picture.formats.png import png
from fourfold.picture.palette import LIGHT, Palette, mixed, parse
from fourfold.picture.shapes import Box, Drawing

WIDTH = 640
STEP, END = 900, 3_000  # how long a frame, and the last one, stays, in thousandths of a second
COLOURS = 256


def gif(drawings: Sequence[Drawing], palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Show drawings one after another, all in one frame that holds each of them; it repeats for ever."""
    frame = reduce(Box.joined, (drawing.box for drawing in drawings))
    table = _colour_table(palette)
    frames = []
    for drawing in drawings:
        image = Image.open(BytesIO(png(replace(drawing, box=frame), palette, width)))
        frames.append(image.convert("RGB").quantize(palette=table, dither=Image.Dither.NONE))
    file = BytesIO()
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[*([STEP] * (len(frames) - 1)), END],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _colour_table(palette: Palette) -> Image.Image:
    """The colours of the palette, and those between them and their grounds that smooth edges are made of."""
    colours = list(dict.fromkeys(palette.colours.values()))
    between = [mixed(colour, palette[ground], 0.5) for ground in ("ink", "tile", "cell") for colour in colours]
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in [*colours, *between][:COLOURS] for part in parse(colour)])
    return table
