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
    box = reduce(Box.joined, (drawing.box for drawing in drawings))
    return join_frames([render_frame(drawing, box, palette, width) for drawing in drawings])


def render_frame(drawing: Drawing, box: Box, palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Render one frame with these bounds, as a PNG in the colours of the animation."""
    image = Image.open(BytesIO(png(replace(drawing, box=box), palette, width)))
    file = BytesIO()
    image.convert("RGB").quantize(palette=_colour_table(palette), dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def join_frames(drawn: Sequence[bytes]) -> bytes:
    """Join frames to an animation."""
    frames = [Image.open(BytesIO(frame)) for frame in drawn]
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
