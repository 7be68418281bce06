"""The exact table of lines in one sowing: whether some walk completes a line, without trying the walks.

A sowing is known by its length, its origin, and the *pattern* of its pebbles: a bit for each, that of the first to drop
lowest, set for the colour that wants the line. Its own pebble is dropped last, so the highest bit is always set. For
each line the table says which sets of tops in it, of sixteen, some such sowing completes: four rows are one word, four
columns another, the diagonals a third. A line is looked at by itself, so nothing is lost: a walk that completes any
completes one of the ten.
"""

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale.kernel import CELLS, FIRST, GRID, LINE_SETS, NEIGHBOUR
from fourfold.kernel.jit import compiled, popcount, word

LONGEST = 11  # steps of the sowings in the table
LINE_WORDS = 3
FULL = np.array([0x8000_8000_8000_8000, 0x8000_8000_8000_8000, 0x8000_8000], np.uint64)  # all four tops
HAVING = (0xAAAA, 0xCCCC, 0xF0F0, 0xFF00)  # of the sixteen sets, those with the first, second … top
EVEN = 0x5555_5555_5555_5555


def _places(cell: int) -> list[tuple[int, int, int]]:
    """The lines through a cell: the word, the line in it, the place of the cell in the line."""
    x, y = cell % GRID.size, cell // GRID.size
    places = [(0, y, x), (1, x, y)]
    if x == y:
        places.append((2, 0, x))
    if x + y == GRID.size - 1:
        places.append((2, 1, y))
    return places


def _before_drop(completed: NDArray[np.uint64], cell: int, pebble: int) -> NDArray[np.uint64]:
    """The tops before a pebble drops on a cell, of the colour or not, from those after it."""
    before = completed.copy()
    for at, line, place in _places(cell):
        lane, having, apart = np.uint64(0xFFFF << 16 * line), HAVING[place], np.uint64(1 << place)
        kept = completed[:, at] & np.uint64((having if pebble else 0xFFFF ^ having) << 16 * line)
        before[:, at] = completed[:, at] & ~lane | kept | (kept >> apart if pebble else kept << apart)
    return before


def _completed() -> NDArray[np.int64]:
    """By length, origin and pattern, without its highest bit: the tops from which some walk completes each line."""
    steps = [
        [(int(NEIGHBOUR[cell, d]), d) for d in range(4) if NEIGHBOUR[cell, d] >= 0 and d ^ 2 != last]
        for cell in range(CELLS)
        for last in range(5)
    ]
    parts = []
    entered: dict[tuple[int, int], NDArray[np.uint64]] = {}  # by the cell and the direction of the step into it
    for length in range(1, LONGEST + 1):
        before, entered = entered, {}
        for cell in range(CELLS):
            for last in range(4):
                rest = FULL[None]
                if length > 1:
                    rest = np.bitwise_or.reduce([before[step] for step in steps[5 * cell + last]])
                dropped = [_before_drop(rest, cell, pebble) for pebble in (0, 1)]
                entered[cell, last] = dropped[1] if length == 1 else np.stack(dropped, 1).reshape(-1, LINE_WORDS)
        parts += [np.bitwise_or.reduce([entered[step] for step in steps[5 * cell + 4]]) for cell in range(CELLS)]
    return np.concatenate(parts).view(np.int64)


def _lacks() -> NDArray[np.int8]:
    """For each set of tops the least number that a line lacks."""
    sets = np.arange(1 << CELLS)
    return np.min([np.bitwise_count(line & ~sets) for line in LINE_SETS], axis=0).astype(np.int8)


COMPLETED = _completed()
LACKS = _lacks()


@compiled
def pattern_of(stack: int, colour: int) -> int:
    """The pebbles of a colour in a stack of at most sixteen, the bottom one lowest."""
    low, high = stack & EVEN, (stack >> 1) & EVEN
    bits = low & ~high if colour == FIRST else high & ~low
    bits = (bits | bits >> 1) & 0x33333333
    bits = (bits | bits >> 2) & 0x0F0F0F0F
    bits = (bits | bits >> 4) & 0x00FF00FF
    return (bits | bits >> 8) & 0xFFFF


@compiled
def transpose(cells: int) -> int:
    """Exchange rows and columns of a set of cells."""
    swapped = (cells ^ (cells >> 3)) & 0x0A0A
    cells ^= swapped ^ (swapped << 3)
    swapped = (cells ^ (cells >> 6)) & 0x00CC
    return cells ^ swapped ^ (swapped << 6)


@compiled
def can_complete(origin: int, tall: int, pattern: int, tops: int, across: int) -> bool:
    """Tell whether a stack and an own pebble can be sown so that a line stands.

    `tall` and `pattern` are of the stack, `tops` of the board, `across` the same transposed.
    """
    if popcount(pattern) + 1 < LACKS[tops]:
        return False
    tops &= ~(1 << origin)
    across &= ~(1 << ((origin & 3) << 2 | origin >> 2))
    at = (word(CELLS) << tall) - CELLS + (origin << tall) + pattern
    rows, columns, diagonals = COMPLETED[at, 0], COMPLETED[at, 1], COMPLETED[at, 2]
    found = rows >> (tops & 15) | rows >> (16 | tops >> 4 & 15)
    found |= rows >> (32 | tops >> 8 & 15) | rows >> (48 | tops >> 12)
    found |= columns >> (across & 15) | columns >> (16 | across >> 4 & 15)
    found |= columns >> (32 | across >> 8 & 15) | columns >> (48 | across >> 12)
    down = (tops & 1) | (tops >> 4 & 2) | (tops >> 8 & 4) | (tops >> 12 & 8)
    up = (tops >> 3 & 1) | (tops >> 5 & 2) | (tops >> 7 & 4) | (tops >> 9 & 8)
    return (found | diagonals >> down | diagonals >> (16 | up)) & 1 != 0
