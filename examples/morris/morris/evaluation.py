"""Static evaluation of Nine Men's Morris: men, and points to go to."""

from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.evaluation import CERTAIN, chances_of
from fourfold.kernel.jit import Row, compiled, popcount
from morris.kernel import ALL, BLACK, NEIGHBOURS, NO_POINT, TAKEN, WHITE

MAN, STEP = 700, 40


@compiled
def mobility(men: int, empty: int) -> int:
    """The number of steps that men can make."""
    steps = 0
    while men:
        steps += popcount(NEIGHBOURS[lowest_bit(men)] & empty)
        men &= men - 1
    return steps


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare the men and their freedom."""
    white, black = state[WHITE], state[BLACK]
    empty = ALL & ~(white | black)
    advantage = MAN * (popcount(white) - popcount(black)) + STEP * (mobility(white, empty) - mobility(black, empty))
    out[0] = chances_of(advantage)
    out[1] = CERTAIN - out[0]


@compiled
def promise(state: Row, move: int) -> int:
    """Captures first."""
    return int(move >> TAKEN != NO_POINT)
