"""PNG from drawings, rendered by resvg."""

import resvg_py

from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import LIGHT, Palette
from fourfold.picture.shapes import Drawing

WIDTH = 900  # pixels


def png(drawing: Drawing, palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Render a drawing. No system font is used, so the result is the same everywhere."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(drawing, palette, width), skip_system_fonts=True))
