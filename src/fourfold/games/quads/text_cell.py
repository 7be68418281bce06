"""Quads on cells of text: the four edges of a tile, hatched."""

from collections.abc import Sequence

from fourfold.picture.formats.styled_text import Line, Span, Style, piece
from fourfold.picture.shapes import Face

SIZES = ((9, 5, True), (9, 3, True), (7, 3, False))
IS_CHEQUERED = True
TILE = Style("number", "tile")


def paint(faces: Sequence[Face], width: int, height: int, is_touched: bool) -> list[Line]:
    """Draw the four edges; a dot in the middle marks the last move."""
    owner, *edges = (str(faces[-1].values[name]) for name in ("owner", "north", "east", "south", "west"))
    north, east, south, west = edges
    side = (width - 3) // 2
    inner = []
    for y in range(1, height - 1):
        dot = "●" if is_touched and y == height // 2 else " "
        middle = Span(dot.center(width - 2 * side), TILE)
        inner.append((_edge(west, owner, side, False), middle, _edge(east, owner, side, False)))
    return [
        (Span("╲", TILE), _edge(north, owner, width - 2, True), Span("╱", TILE)),
        *inner,
        (Span("╱", TILE), _edge(south, owner, width - 2, True), Span("╲", TILE)),
    ]


def _edge(letter: str, owner: str, count: int, is_level: bool) -> Span:
    """An edge: solid with its letter, double lines along it (P), or single lines towards the middle (T)."""
    if letter == "S":
        return Span(("s" if owner == "dark" else "S").center(count), piece(owner))
    if letter == "P":
        return Span(("═" if is_level else "║") * count, TILE)
    return Span(("│" if is_level else "─") * count, TILE)
