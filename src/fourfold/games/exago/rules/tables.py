"""The geometry of the two boards of Exago, as tables for the kernels.

A set of cells is two words: the first 61 cells (all of side 5) in the low one, the rest in the high one, so no word
is ever negative. The tables hold the cells of side 5 first, then those of side 6; the entry of a cell is its number
plus that of the board's first entry.
"""

import numpy as np
from numpy.typing import NDArray

from fourfold.core.grids import HexGrid
from fourfold.games.exago import FACTS, line_length

SMALL, LARGE = HexGrid(5), HexGrid(6)
GRIDS = {grid.side: grid for grid in (SMALL, LARGE)}
FIRST_OF_LARGE = SMALL.cells
WORD = SMALL.cells  # how many cells a low word holds
NOWHERE = 121  # what is off the board: a bit of the high word that is never set
AXES = 3  # directions that are so far apart are opposite; the first ones lead to cells with higher numbers

Words = tuple[int, int]


def words(cells: list[int]) -> Words:
    """Make the bitboard of a set of cells."""
    return sum(1 << c for c in cells if c < WORD), sum(1 << (c - WORD) for c in cells if WORD <= c < NOWHERE)


def _rays() -> NDArray[np.int64]:
    """For each cell and direction the next three cells, or NOWHERE."""
    rays = []
    for grid in GRIDS.values():
        number = {place: cell for cell, place in enumerate(grid.axial)}
        for q, r in grid.axial:
            rays.append([[number.get((q + i * x, r + i * y), NOWHERE) for i in (1, 2, 3)] for x, y in grid.DIRECTIONS])
    return np.array(rays)


def _turns() -> NDArray[np.int64]:
    """The rotations of a word of 61 bits that bring the neighbours of a cell to its west, below, above lowest.

    The two below, and the two above, have successive numbers. If there are none the rotation leads to bits that no
    neighbour has.
    """
    turns = []
    for grid in GRIDS.values():
        number = {place: cell for cell, place in enumerate(grid.axial)}
        for (q, r), cell in number.items():
            nothing = cell + WORD // 2
            below = number.get((q, r - 1), number.get((q + 1, r - 1), nothing + 1) - 1)
            above = number.get((q - 1, r + 1), number.get((q, r + 1), nothing + 1) - 1)
            turns.append([(cell - 1) % WORD, below % WORD, above % WORD])
    return np.array(turns)


def _runs() -> NDArray[np.int64]:
    """The number of runs of each set of neighbours, in the order of `count_runs`; a full ring has none."""
    walk = (2, 6, 5, 0, 3, 4)  # the bits of the neighbours on a walk around the cell
    rings = [[index >> place & 1 for place in walk] for index in range(128)]
    return np.array([sum(ring[d] > ring[d - 1] for d in range(6)) for ring in rings])


def _pairs(sets: list[Words]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Split bitboards into a table of low words and one of high words."""
    table = np.array(sets)
    return table[:, 0].copy(), table[:, 1].copy()


RAYS = _rays()
STEPS = RAYS[:, :, 0].copy()  # the neighbour in each direction
TURN_WEST, TURN_BELOW, TURN_ABOVE = _turns().T.copy()
RUNS = _runs()
NEAR_LOW, NEAR_HIGH = _pairs([words(steps) for steps in STEPS.tolist()])

# Three entries a cell, one an axis: the next three cells, the next two, the one before.
_LINES = [rays for cell in RAYS.tolist() for rays in zip(cell[:AXES], cell[AXES:], strict=True)]
AHEAD_LOW, AHEAD_HIGH = _pairs([words(ahead) for ahead, _ in _LINES])
NEXT_LOW, NEXT_HIGH = _pairs([words(ahead[:2]) for ahead, _ in _LINES])
BEFORE_LOW, BEFORE_HIGH = _pairs([words(behind[:1]) for _, behind in _LINES])
LINE_LENGTH = np.array([line_length(seats) for seats in range(FACTS.seats.stop)])
