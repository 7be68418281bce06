"""Themes of Quads' puzzles."""

from collections.abc import Iterator, Sequence

from fourfold.core.position import Position
from fourfold.games.quads.kernel import EMPTY, GRID, SQUARE_BITS

RIM_SIDES, CORNER_SIDES = 1, 2  # of a square, that are on the rim
HOLE = 3  # sides of a square that tiles or the rim close
FEW = 3  # moves that are left to the other side


def find_themes(line: Sequence[Position]) -> Iterator[str]:
    """Where the first tile lies, and what it leaves to the other side."""
    start, after = line[0], line[1]
    square = start.game.notation.parse_move(start.row.copy(), str(after.last)) & (1 << SQUARE_BITS) - 1
    around = [int(other) for other in GRID.neighbours[square]]
    rim = sum(other < 0 for other in around)
    if rim >= RIM_SIDES:
        yield "corner" if rim == CORNER_SIDES else "rim"
    empty = int(start.row[EMPTY])
    if rim + sum(other >= 0 and not empty >> other & 1 for other in around) >= HOLE:
        yield "hole"
    if after.outcome is None and len(after.moves()) <= FEW:
        yield "squeeze"
