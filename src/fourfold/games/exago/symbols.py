"""Symbols of Exago: tiles with the colour and the sign of their seat."""

from functools import cache

from fourfold.games.exago.notation import COLOURS
from fourfold.picture.formats.styled_text import Span, piece
from fourfold.picture.paths import ellipse, hexagon, rounded
from fourfold.picture.shapes import Face, Shape, Symbol
from fourfold.picture.signs import sign

RADIUS = 50.0  # of a cell
CENTRE = Symbol("exago-centre", (Shape(ellipse((0, 0), 7), stroke="line", width=3),))  # where the game starts


def tile(seat: int) -> Symbol:
    """The tile of a seat: its colour and its sign."""
    body = Shape(rounded(hexagon((0, 0), RADIUS - 5), 5), f"seat-{seat}", f"seat-{seat}-edge", 2.5)
    face = Face((Span(COLOURS[seat], piece(f"seat-{seat}")),), "piece.tile", {"seat": str(seat)})
    return Symbol(f"exago-{seat}", (body, *sign(seat, 17, f"seat-{seat}-sign")), (face,))


@cache
def symbols() -> dict[str, Symbol]:
    """All symbols that can occur, by their ids."""
    return {symbol.id: symbol for symbol in (CENTRE, *map(tile, range(len(COLOURS))))}
