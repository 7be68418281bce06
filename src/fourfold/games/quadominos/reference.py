"""What the reference opponent knows of Quad-Ominos: a greedy hand plays for points."""

from fourfold.games.quadominos import BONUS
from fourfold.games.quadominos.rules.layout import DRAW, PASS, PLUS_2, PLUS_25
from fourfold.games.quadominos.rules.tables import TOTAL
from fourfold.kernel.jit import Row, compiled

SEARCH = "samples"

TWO_MORE = 22  # points that two more tiles are taken for


@compiled
def prefer(state: Row, move: int) -> int:
    """The points that a move scores."""
    if move in (DRAW, PASS):
        return 0
    sign = move & 3
    points: int = TOTAL[move >> 4 & 127]
    return points + (BONUS if sign & PLUS_25 else 0) + (TWO_MORE if sign & PLUS_2 else 0)
