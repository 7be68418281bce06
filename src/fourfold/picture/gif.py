"""Drawings as frames of an animated GIF."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from io import BytesIO

from PIL import Image

from fourfold.picture.drawing import Box, Drawing
from fourfold.picture.palette import LIGHT, Palette
from fourfold.picture.png import png

WIDTH = 640
STEP, END = 900, 3_000  # how long a frame, and the last one, stays, in thousandths of a second
COLOURS = 128


def gif(drawings: Sequence[Drawing], palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Show drawings one after another, all in one frame that holds each of them; it repeats for ever."""
    frame = reduce(Box.joined, (drawing.box for drawing in drawings))
    frames = []
    for drawing in drawings:
        image = Image.open(BytesIO(png(replace(drawing, box=frame), palette, width)))
        frames.append(image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE))
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
