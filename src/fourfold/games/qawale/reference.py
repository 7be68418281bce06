"""What the reference opponent knows of Qawale: the potential of the ten lines, by the tops that show."""

import numpy as np

from fourfold.games.qawale.kernel import FIRST_TOPS, LINE_SETS, SECOND_TOPS, SWAPPED
from fourfold.kernel.jit import Row, compiled, popcount

SEARCH = "alphabeta"

LINES = np.array(LINE_SETS)
# The worth of a line to a colour, by its own tops in it and by those of the other colour.
POTENTIAL = np.array(
    [
        [0, 0, 0, 0, 0],
        [2, 1, 0, 0, 0],
        [9, 4, 1, 0, 0],
        [30, 16, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]
)


@compiled
def weigh(state: Row, seat: int) -> int:
    """Compare the potentials of all lines."""
    first, second = state[FIRST_TOPS], state[SECOND_TOPS]
    total = 0
    for line in range(len(LINES)):
        ours, theirs = popcount(first & LINES[line]), popcount(second & LINES[line])
        total += POTENTIAL[ours, theirs] - POTENTIAL[theirs, ours]
    return total if seat == state[SWAPPED] else -total
