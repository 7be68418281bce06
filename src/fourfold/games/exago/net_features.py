"""Network features of Exago with two seats: tiles and open lines.

Planes, the board in a square of 9 x 9 as rows of r and columns of q: the cells; the mover's tiles; the other's; the
empty cells that touch a tile; then, for the mover and the other, for one to four tiles, how many open windows with so
many of its tiles a cell lies in. Facts: one for each number of tiles in the mover's hand, in the other's; early, late.
A move is marked with the cell that a tile is put on from the hand, or with those that it is lifted from and put on.
"""

import numpy as np

from fourfold.core.net_features import Training, Vision
from fourfold.games.exago.evaluation import BEGINS, LOW, kind_of_window, threaten
from fourfold.games.exago.rules.cells import cells_of
from fourfold.games.exago.rules.layout import BOARD, EARLY, HAND, LATE, MOVER, TILES
from fourfold.games.exago.rules.tables import NEAR_LOW, SMALL
from fourfold.kernel.jit import Flags, Row, Sight, compiled, popcount, trailing_zeros

ACROSS = 2 * SMALL.side - 1
PLACES = ACROSS * ACROSS
CELLS = SMALL.cells
PLACE = np.array([ACROSS * (r + SMALL.side - 1) + q + SMALL.side - 1 for q, r in SMALL.axial])
WINDOWS = 4  # the first plane of windows
TILES_IN_WINDOW = 4
PLANES = WINDOWS + 2 * TILES_IN_WINDOW
MOST_TILES = 12
FACTS_AT = PLANES * PLACES
FACTS = 2 * (MOST_TILES + 1) + 2


@compiled
def look(state: Row, out: Flags) -> None:
    """Write the features of a position; the board has side 5, so the high words are empty."""
    mover = state[MOVER]
    board = state[BOARD]
    for cell in range(CELLS):
        place = PLACE[cell]
        out[place] = 1
        out[PLACES + place] = (state[TILES + 2 * mover] >> cell) & 1
        out[2 * PLACES + place] = (state[TILES + 2 * (1 - mover)] >> cell) & 1
        out[3 * PLACES + place] = not (board >> cell) & 1 and NEAR_LOW[cell] & board != 0
    kind = kind_of_window(state)
    for whose in range(2):
        own = state[TILES + 2 * (mover ^ whose)]
        others = board ^ own
        for window in range(BEGINS[kind], BEGINS[kind + 1]):
            tiles = popcount(own & LOW[window])
            if tiles and tiles <= TILES_IN_WINDOW and not others & LOW[window]:
                plane = (WINDOWS + TILES_IN_WINDOW * whose + tiles - 1) * PLACES
                cells = LOW[window] & ~board
                while cells:
                    out[plane + PLACE[trailing_zeros(cells)]] += 1
                    cells &= cells - 1
        out[FACTS_AT + (MOST_TILES + 1) * whose + min(state[HAND + (mover ^ whose)], MOST_TILES)] = 1
    out[FACTS_AT + FACTS - 2] = state[EARLY]
    out[FACTS_AT + FACTS - 1] = state[LATE]


@compiled
def mark(state: Row, move: int, out: Row) -> int:
    """Mark the target of a tile from the hand, or the source and the target of a lifted one."""
    target, source, _ = cells_of(move)
    if source < 0:
        out[0] = PLACE[target]
        return 1
    out[0] = PLACES + PLACE[source]
    out[1] = 2 * PLACES + PLACE[target]
    return 2


@compiled
def may_win(state: Row) -> bool:
    """A tile wins at once only in a gap, whether it comes from the hand or was lifted elsewhere."""
    return threaten(state, state[MOVER]) > 0


VISION = Vision(
    Sight(look, mark, may_win),
    planes=PLANES,
    across=ACROSS,
    facts=FACTS,
    likings=3 * PLACES,
    seats=2,
    options={"side": 5},
)

TRAINING = Training(channels=32, blocks=4, kernel=3, marks=2, opening=8, longest=80, random=6, is_hexagonal=True)
