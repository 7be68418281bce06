"""Themes of Quad-Ominos' puzzles."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fourfold.core.position import Position
from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.hands import is_quad

HEAVY = 35  # points of a turn


def find_themes(line: Sequence[Position]) -> Iterator[str]:
    """The bonus that is taken, tiles of four equal numbers, and whether the turn empties the hand."""
    start, end = line[0], line[-1]
    seat = start.to_move
    assert seat is not None
    codes = [before.game.notation.parse_move(before.row.copy(), str(after.last)) for before, after in pairwise(line)]
    tiles = [code for code in codes if code not in (layout.DRAW, layout.PASS)]
    if tiles and tiles[0] & layout.PLUS_25:
        yield "bonus"
    if tiles and tiles[0] & layout.PLUS_2:
        yield "two_more"
    if any(is_quad(code >> 4 & 127) for code in tiles):
        yield "quad"
    if end.row[layout.HELD + seat] == 0 or end.row[layout.ROUND] != start.row[layout.ROUND]:
        yield "last_tile"
    if end.points()[seat] - start.points()[seat] >= HEAVY:
        yield "heavy"
