"""Action and observation encoding of Exago: a move is its source, if any, its target, and the group that stays.

Cells are places of a square of 11 x 11 that holds both boards, the centre in the middle: row r + 5, column q + 5 of
the axial coordinates. A choice is such a place, 11 * row + column. An observation lists the seats in turn
order, the observer's first.

    cells  (7, 11, 11)  the cells of the board; then each seat's tiles
    hands  (6,)         each seat's tiles in hand, in twelfths
    mover  (6,)         which seat is to move
    facts  (6,)         early, late, blocking; side 6; the seats, in sixths; the plies played, out of those that end it
    repetition  (1,)    how often the position occurred before, out of the two times after which the third ends the game
"""

import numpy as np

from fourfold.core.encoding import REPETITION, Encoding, Piece
from fourfold.games.exago import FACTS
from fourfold.games.exago.kernel import PLIES_A_SEAT, count, first_of_moved
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import LARGE_SIDE, cells_of, first_entry, has, lowest, without_lowest
from fourfold.games.exago.rules.groups import count_runs
from fourfold.games.exago.rules.move_bundles import list_lifts_of
from fourfold.games.exago.rules.tables import FIRST_OF_LARGE, GRIDS, LARGE
from fourfold.kernel.bitboard import Bitboard, has_any, load
from fourfold.kernel.defaults import observe_view
from fourfold.kernel.jit import INCOMPLETE, NO_CHOICE, Coding, Features, Flags, Row, Steps, compiled

ACROSS = 2 * LARGE.side - 1
PLACES = ACROSS * ACROSS
MOST_SEATS = FACTS.seats[-1]
MOST_TILES = 12
PLACE = np.array(
    [ACROSS * (r + LARGE.side - 1) + q + LARGE.side - 1 for grid in GRIDS.values() for q, r in grid.axial]
)  # of each cell, those of side 5 first

CELL = np.zeros(2 * PLACES, np.int64)  # at each place of side 5, then of side 6
for _cell, _place in enumerate(PLACE.tolist()):
    _first = FIRST_OF_LARGE if _cell >= FIRST_OF_LARGE else 0
    CELL[_place + (PLACES if _first else 0)] = _cell - _first

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
    for entry in range(first, first + 3 * state[layout.SIDE] * (state[layout.SIDE] - 1) + 1):
        out[PLACE[entry]] = 1
    for near in range(seats):
        left = load(state, layout.TILES + 2 * ((seat + near) % seats))
        while has_any(left):
            out[(1 + near) * PLACES + PLACE[first + lowest(left)]] = 1
            left = without_lowest(left)
    for near in range(seats):
        out[HANDS_AT + near] = state[layout.HAND + (seat + near) % seats] / MOST_TILES
    out[MOVER_AT + (state[layout.MOVER] - seat + seats) % seats] = 1
    out[FACTS_AT] = state[layout.EARLY]
    out[FACTS_AT + 1] = state[layout.LATE]
    out[FACTS_AT + 2] = state[layout.BLOCKING]
    out[FACTS_AT + 3] = state[layout.SIDE] == LARGE_SIDE
    out[FACTS_AT + 4] = seats / MOST_SEATS
    out[FACTS_AT + 5] = state[layout.PLY] / (PLIES_A_SEAT * seats)


@compiled
def erase(state: Row, move: int, seat: int, out: Features) -> None:
    """Erase the tiles and the seat to move; the board and the rest are always written."""
    out[PLACES : (1 + state[layout.SEATS]) * PLACES] = 0
    out[MOVER_AT:FACTS_AT] = 0


@compiled
def cell_at(state: Row, place: int) -> int:
    """The cell at a place of the square."""
    return CELL[PLACES + place] if state[layout.SIDE] == LARGE_SIDE else CELL[place]


@compiled
def mask_cells(cells: Bitboard, first: int, out: Flags) -> None:
    """Write a set of cells."""
    while has_any(cells):
        out[PLACE[first + lowest(cells)]] = 1
        cells = without_lowest(cells)


@compiled
def mask(state: Row, work: Row, path: Row, depth: int, out: Flags) -> None:
    """From the bundles of moves: targets of the hand and sources; then targets; then the groups that may stay."""
    first = first_entry(state)
    source = cell_at(state, path[0]) if depth else layout.NO_CELL
    if depth and state[layout.BLOCKING]:
        count(state, work)
    elif depth:
        work[layout.BUNDLES_END] = list_lifts_of(state, source, work)
    for bundle in range(layout.FIRST_BUNDLE, work[layout.BUNDLES_END], layout.BUNDLE_WORDS):
        moves, targets = work[bundle + layout.MOVES], load(work, bundle + layout.TARGETS)
        _, lifted, keep = cells_of(moves)
        if depth == 0:
            if lifted == layout.NO_CELL:
                mask_cells(targets, first, out)
            elif has_any(targets):
                out[PLACE[first + lifted]] = 1
        elif lifted == source:
            if depth == 1:
                mask_cells(targets, first, out)
            elif has(targets, cell_at(state, path[1])):
                if moves & layout.MOVED_STAYS:
                    keep = first_of_moved(state, source, cell_at(state, path[1]), work)
                out[PLACE[first + keep]] = 1


@compiled
def asks_group(state: Row, source: int, target: int, work: Row) -> bool:
    """Tell whether a lift leaves several largest groups: the mover chooses which one stays (Exago F5)."""
    if count_runs(load(state, layout.BOARD), first_entry(state) + source) < 2:
        return False
    for bundle in range(layout.FIRST_BUNDLE, list_lifts_of(state, source, work), layout.BUNDLE_WORDS):
        moves = work[bundle + layout.MOVES]
        if has(load(work, bundle + layout.TARGETS), target):
            return moves & layout.MOVED_STAYS != 0 or cells_of(moves)[2] != layout.NO_CELL
    return False


@compiled
def complete(state: Row, work: Row, path: Row, depth: int) -> int:
    """An empty cell is a target; a tile is a source, then come the target and, if asked, the group that stays."""
    source = cell_at(state, path[0])
    if depth == 1:
        return INCOMPLETE if has(load(state, layout.BOARD), source) else source
    target = cell_at(state, path[1])
    move = target | source + 1 << layout.SOURCE
    if depth == 2:
        return INCOMPLETE if asks_group(state, source, target, work) else move
    return move | cell_at(state, path[2]) + 1 << layout.KEEP


def most_moves(start: Row) -> int:
    """As many as end a game (Exago R5)."""
    return PLIES_A_SEAT * int(start[layout.SEATS])


def describe(number: int) -> str:
    """Name a place by its axial coordinates: the cell's name depends on the board."""
    return f"{number % ACROSS - LARGE.side + 1:+d},{number // ACROSS - LARGE.side + 1:+d}"


ENCODING = Encoding(
    Coding(choice, observe),
    choices=PLACES,
    longest=3,
    plies=most_moves,
    own=(
        Piece("cells", (1 + MOST_SEATS, ACROSS, ACROSS)),
        Piece("hands", (MOST_SEATS,)),
        Piece("mover", (MOST_SEATS,)),
        Piece("facts", (6,)),
        REPETITION,
    ),
    describe=describe,
    steps=Steps(mask, complete, erase, observe_view),
)
