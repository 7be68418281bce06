"""Action and observation encoding of Exago: a move is its source, if any, its target, and the group that stays.

Cells are places of a square of 11 x 11 that holds both boards, the centre in the middle: row r + 5, column q + 5 of
the axial coordinates. A choice is such a place, 11 * row + column. An observation lists the seats in turn
order, the observer's first.

    cells  (7, 11, 11)  the cells of the board; then each seat's tiles
    hands  (6,)         each seat's tiles in hand, in twelfths
    mover  (6,)         which seat is to move
    facts  (6,)         early, late, blocking; side 6; the seats, in sixths; the plies played, out of those that end it
"""

import numpy as np

from fourfold.core.encoding import Encoding, Piece
from fourfold.games.exago import FACTS
from fourfold.games.exago.kernel import PLIES_A_SEAT
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import LARGE_SIDE, cells_of, first_entry, has
from fourfold.games.exago.rules.tables import GRIDS, LARGE
from fourfold.kernel.bitboard import load
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled

ACROSS = 2 * LARGE.side - 1
PLACES = ACROSS * ACROSS
MOST_SEATS = FACTS.seats[-1]
MOST_TILES = 12
PLACE = np.array(
    [ACROSS * (r + LARGE.side - 1) + q + LARGE.side - 1 for grid in GRIDS.values() for q, r in grid.axial]
)  # of each cell, those of side 5 first

HANDS_AT = (1 + MOST_SEATS) * PLACES
MOVER_AT = HANDS_AT + MOST_SEATS
FACTS_AT = MOVER_AT + MOST_SEATS


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The source, the target and the first cell of the group that stays, as far as the move has them."""
    cell, source, keep = cells_of(move)
    if source >= 0:
        depth -= 1
    if depth == -1:
        cell = source
    elif depth == 1 and source >= 0:
        cell = keep
    elif depth != 0:
        return NO_CHOICE
    return PLACE[first_entry(state) + cell] if cell >= 0 else NO_CHOICE


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat."""
    first = first_entry(state)
    seats = state[layout.SEATS]
    for cell in range(3 * state[layout.SIDE] * (state[layout.SIDE] - 1) + 1):
        place = PLACE[first + cell]
        out[place] = 1
        for near in range(seats):
            if has(load(state, layout.TILES + 2 * ((seat + near) % seats)), cell):
                out[(1 + near) * PLACES + place] = 1
    for near in range(seats):
        out[HANDS_AT + near] = state[layout.HAND + (seat + near) % seats] / MOST_TILES
    out[MOVER_AT + (state[layout.MOVER] - seat + seats) % seats] = 1
    out[FACTS_AT] = state[layout.EARLY]
    out[FACTS_AT + 1] = state[layout.LATE]
    out[FACTS_AT + 2] = state[layout.BLOCKING]
    out[FACTS_AT + 3] = state[layout.SIDE] == LARGE_SIDE
    out[FACTS_AT + 4] = seats / MOST_SEATS
    out[FACTS_AT + 5] = state[layout.PLY] / (PLIES_A_SEAT * seats)


def describe(number: int) -> str:
    """Name a place by its axial coordinates: the cell's name depends on the board."""
    return f"{number % ACROSS - LARGE.side + 1:+d},{number // ACROSS - LARGE.side + 1:+d}"


ENCODING = Encoding(
    Coding(choice, observe),
    choices=PLACES,
    longest=3,
    plies=PLIES_A_SEAT * MOST_SEATS,
    own=(
        Piece("cells", (1 + MOST_SEATS, ACROSS, ACROSS)),
        Piece("hands", (MOST_SEATS,)),
        Piece("mover", (MOST_SEATS,)),
        Piece("facts", (6,)),
    ),
    describe=describe,
)
