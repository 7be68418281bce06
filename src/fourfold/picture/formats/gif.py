"""Animated GIF from a sequence of drawings."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from io import BytesIO

from PIL import Image

from fourfold.picture.formats.png import png
from fourfold.picture.palette import LIGHT, Palette, mixed, parse
from fourfold.picture.shapes import Box, Drawing

WIDTH = 640
STEP, END = 900, 3_000  # milliseconds of a frame, and of the last one
COLOURS = 256


def gif(drawings: Sequence[Drawing], palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Render drawings as frames with common bounds; the animation repeats for ever."""
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
    """The colours of the palette, and mixtures with common backgrounds for smooth edges."""
    colours = list(dict.fromkeys(palette.colours.values()))
    between = [mixed(colour, palette[ground], 0.5) for ground in ("ink", "tile", "cell") for colour in colours]
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in [*colours, *between][:COLOURS] for part in parse(colour)])
    return table
