"""Static evaluation of Qawale: incomplete lines.

Only tops count. A line with three tops of a colour mostly needs one more sowing, and the own pebble is always sown
last, so it lies on top wherever the walk ends.
"""

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale.certainty import LINE_CELLS, judge, relax
from fourfold.games.qawale.kernel import FIRST_TOPS, PLY, SECOND_TOPS, SWAPPED
from fourfold.kernel.evaluation import CERTAIN, chances_of
from fourfold.kernel.jit import Row, compiled

__all__ = ["GRADES", "TUNING", "evaluate", "features", "judge", "relax"]

TOPS_IN_LINE = (0, 3, 25, 150, 0)  # for a line, by the tops of one colour in it
TEMPO = 100  # for the player to move; so searches of even and of odd depth agree, and reduced ones can be compared

# For each limited level its nodes, and how many of 1024 moves it overlooks.
GRADES = ((7, 1008), (21, 960), (64, 815), (235, 515), (550, 352), (1080, 252), (4500, 115))


def _worth() -> NDArray[np.int32]:
    """The value of each set of tops of one colour."""
    sets = np.arange(1 << 16)
    counts = np.array([np.bitwise_count(sets & line) for line in LINE_CELLS])
    return np.array(TOPS_IN_LINE, np.int32)[counts].sum(axis=0, dtype=np.int32)


WORTH = _worth()


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare the incomplete lines."""
    advantage = int(WORTH[state[FIRST_TOPS]]) - int(WORTH[state[SECOND_TOPS]])
    advantage += TEMPO if (state[PLY] - state[SWAPPED]) & 1 == 0 else -TEMPO
    chances = chances_of(advantage)
    first = state[SWAPPED]
    out[first] = chances
    out[1 - first] = CERTAIN - chances


TUNING = {"overlooked": 150}  # without oversights most games are drawn


def features(row: Row) -> list[float]:
    """Lines with one, two and three tops, and who has just moved."""
    counts = np.zeros(5)
    for line in LINE_CELLS:
        counts[(int(row[FIRST_TOPS]) & line).bit_count()] += 1
        counts[(int(row[SECOND_TOPS]) & line).bit_count()] -= 1
    return [*counts[1:4].tolist(), 1.0 if row[PLY] & 1 else -1.0]
