"""Quad-Ominos on cells of text: the numbers of a tile in its corners."""

from collections.abc import Sequence

from fourfold.picture.formats.styled_text import Line, Span, Style
from fourfold.picture.shapes import Face

SIZES = ((5, 2, True),)
TILE = Style("number", "tile")


def paint(faces: Sequence[Face], width: int, height: int, is_touched: bool) -> list[Line]:
    """Write the numbers in the corners; a dot marks the last move."""
    nw, ne, se, sw = (str(faces[-1].values[corner]) for corner in ("nw", "ne", "se", "sw"))
    dot = Span(("●" if is_touched else " ").center(width - 4), TILE)
    blank: Line = (Span(" " * width, TILE),)
    top = _number(f" {nw}"), dot, _number(f"{ne} ")
    bottom = _number(f" {sw}"), Span(" " * (width - 4), TILE), _number(f"{se} ")
    return [top, *[blank] * (height - 2), bottom]


def _number(text: str) -> Span:
    return Span(text, Style("number", f"number-{text.strip()}", is_bold=True))
