"""Themes of Exago's puzzles."""

from collections.abc import Iterator, Sequence

from fourfold.core.position import Position
from fourfold.games.exago.evaluation import threaten
from fourfold.games.exago.rules import layout

TWO_WAYS = 2  # gaps that cannot both be filled


def find_themes(line: Sequence[Position]) -> Iterator[str]:
    """What the first move does: it lifts, cuts, blocks on the way to a win, or opens two ways at once."""
    before, after = line[0].row.copy(), line[1].row.copy()
    seat = int(before[layout.MOVER])
    if "-" in str(line[1].last):
        yield "lift"
    tiles = [int(row[layout.BOARD]).bit_count() + int(row[layout.BOARD + 1]).bit_count() for row in (before, after)]
    if tiles[1] < tiles[0]:
        yield "cut"
    others = [other for other in range(int(before[layout.SEATS])) if other != seat]
    end = line[-1].outcome
    if end is not None and any(threaten(after, other) < threaten(before, other) for other in others):
        yield "block"
    if line[1].outcome is None and threaten(after, seat) >= TWO_WAYS:
        yield "fork"
