"""Drawings as PNG."""

import resvg_py

from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import LIGHT, Palette
from fourfold.picture.shapes import Drawing

WIDTH = 900  # in pixels, unless said


def png(drawing: Drawing, palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Paint a drawing, so many pixels wide. No font of the machine is used: the picture is the same everywhere."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(drawing, palette, width), skip_system_fonts=True))
