"""The geometry of the two Exago boards, as tables for the kernels.

Cells are numbered in the order of the notation: row a first, then by number. A set of cells is two
words: the first 61 cells (all of side 5) in the low one, the rest in the high one, so no word is ever
negative. The tables hold the cells of side 5 first, then those of side 6: a cell's entry is at
FIRST_ENTRY[side] + cell.
"""

import numpy as np
from numpy.typing import NDArray

SIDES = (5, 6)
CELLS = {5: 61, 6: 91}
CENTRE = {5: 30, 6: 45}
FIRST_ENTRY = {5: 0, 6: 61}
WORD = 61  # cells in a low word
NOWHERE = 121  # what is off the board: a bit of the high word that is never set

# In ring order. Opposite directions are three apart; the first three lead to cells with higher numbers.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
AXES = 3
RING_BITS = (2, 6, 5, 0, 3, 4)  # where `ring` in the kernel puts the neighbour in each direction

Words = tuple[int, int]


def axial(side: int) -> list[tuple[int, int]]:
    """List the coordinates (q, r) of the cells of a board, in the order of their numbers.

    >>> axial(5)[0], axial(5)[30]
    ((0, -4), (0, 0))
    """
    reach = range(1 - side, side)
    return [(q, r) for r in reach for q in reach if abs(q + r) < side]


def words(cells: list[int]) -> Words:
    """Give the two words of a set of cells."""
    return sum(1 << c for c in cells if c < WORD), sum(1 << (c - WORD) for c in cells if WORD <= c < NOWHERE)


def _rays() -> NDArray[np.int64]:
    """For each cell and direction the next three cells, or NOWHERE."""
    rays = []
    for side in SIDES:
        number = {place: cell for cell, place in enumerate(axial(side))}
        for q, r in number:
            rays.append([[number.get((q + i * x, r + i * y), NOWHERE) for i in (1, 2, 3)] for x, y in DIRECTIONS])
    return np.array(rays)


def _shifts() -> NDArray[np.int64]:
    """How far to turn a word of 61 bits until a cell's neighbours to the west, below, above come lowest.

    The two below, and the two above, are next to each other in the word. Where there are none the turn
    leads far away from the cell, to bits that no neighbour has.
    """
    shifts = []
    for side in SIDES:
        number = {place: cell for cell, place in enumerate(axial(side))}
        for (q, r), cell in number.items():
            nothing = cell + WORD // 2
            below = number.get((q, r - 1), number.get((q + 1, r - 1), nothing + 1) - 1)
            above = number.get((q - 1, r + 1), number.get((q, r + 1), nothing + 1) - 1)
            shifts.append([(cell - 1) % WORD, below % WORD, above % WORD])
    return np.array(shifts)


def _runs() -> NDArray[np.int64]:
    """For each ring of neighbours: how many runs of tiles there are in it; a full ring has none."""
    table = np.zeros(128, np.int64)
    for index in range(128):
        ring = [index >> place & 1 for place in RING_BITS]
        table[index] = sum(ring[d] and not ring[d - 1] for d in range(6))
    return table


def _pairs(sets: list[Words]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two tables, of the low and of the high words."""
    table = np.array(sets)
    return table[:, 0].copy(), table[:, 1].copy()


RAYS = _rays()
STEPS = RAYS[:, :, 0].copy()  # the neighbour in each direction
TURN_WEST, TURN_BELOW, TURN_ABOVE = (_shifts()[:, i].copy() for i in range(3))
RUNS = _runs()
NEAR_LOW, NEAR_HIGH = _pairs([words(steps) for steps in STEPS.tolist()])

# Three entries a cell, one an axis: the next three cells, the next two, the one before.
_AXES = [rays for cell in RAYS.tolist() for rays in zip(cell[:AXES], cell[AXES:], strict=True)]
AHEAD_LOW, AHEAD_HIGH = _pairs([words(ahead) for ahead, _ in _AXES])
NEXT_LOW, NEXT_HIGH = _pairs([words(ahead[:2]) for ahead, _ in _AXES])
BEFORE_LOW, BEFORE_HIGH = _pairs([words(behind[:1]) for _, behind in _AXES])
