"""Action and observation encoding of Nine Men's Morris: a choice is a point.

men    (2, 24)  the own men, then the other's
facts  (4,)     the men to place, in eighteenths; whether one may fly; the observer is to move; the plies played
"""

from itertools import product

import numpy as np

from fourfold.core.encoding import Encoding, Piece, tabulate_choices
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled
from morris import kernel
from morris.clicks import CLICKS

POINTS = range(kernel.POINTS)
NAMES = [kernel.GRID.name(point) for point in POINTS]
CODES = [
    target | source << kernel.SOURCE | taken << kernel.TAKEN
    for target, source, taken in product(POINTS, (*POINTS, kernel.NO_POINT), (*POINTS, kernel.NO_POINT))
]
CHOICES = tabulate_choices(CLICKS, np.zeros(kernel.WORDS, np.int64), CODES, NAMES)
LONGEST = 3
FACTS_AT = 2 * kernel.POINTS


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The points of a move in the order of its clicks."""
    return CHOICES[move, depth] if depth < LONGEST else NO_CHOICE


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat."""
    for point in range(kernel.POINTS):
        out[point] = state[seat] >> point & 1
        out[kernel.POINTS + point] = state[1 - seat] >> point & 1
    out[FACTS_AT] = state[kernel.TO_PLACE] / (2 * kernel.MEN)
    out[FACTS_AT + 1] = state[kernel.FLYING]
    out[FACTS_AT + 2] = state[kernel.MOVER] == seat
    out[FACTS_AT + 3] = state[kernel.PLY] / kernel.PLIES


def most_moves(start: Row) -> int:
    """As the limit of plies says."""
    return kernel.PLIES


ENCODING = Encoding(
    Coding(choice, observe),
    choices=kernel.POINTS,
    longest=LONGEST,
    plies=most_moves,
    own=(Piece("men", (2, kernel.POINTS)), Piece("facts", (4,))),
    describe=NAMES.__getitem__,
)
