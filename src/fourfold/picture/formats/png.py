"""PNG from drawings, rendered by resvg."""

import re

import resvg_py

from fourfold.picture.formats.svg import svg
from fourfold.picture.palette import LIGHT, NAMES, Palette
from fourfold.picture.shapes import Drawing

WIDTH = 900  # pixels


def png(drawing: Drawing, palette: Palette = LIGHT, width: int = WIDTH) -> bytes:
    """Render a drawing. No system font is used, so the result is the same everywhere."""
    return _render(svg(drawing, palette, width))


def page_picture_png(picture: str, palette: Palette, size: int) -> bytes:
    """Render an SVG that is drawn in the colours of a page's style sheet, as a square."""
    names = {variable: palette[name] for name, variable in NAMES.colours.items()}
    coloured = re.sub(r"var\([\w-]+\)", lambda match: names[match[0]], picture)
    return _render(re.sub(r'width="[^"]+" height="[^"]+"', f'width="{size}" height="{size}"', coloured, count=1))


def _render(text: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True))
