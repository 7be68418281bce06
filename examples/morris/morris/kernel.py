"""The rules of Nine Men's Morris as kernels.

A row holds the men of each seat as a set of points, the men still to be placed by both, the seat to move, the option,
and the ply. A move is its target, its source (NO_POINT for a placement) and the man that it takes (NO_POINT for none).
"""

import numpy as np

from fourfold.core.grids import PointGrid
from fourfold.kernel.bits import bit, lowest_bit
from fourfold.kernel.defaults import fill_nothing, hide_nothing, no_deal, no_deck
from fourfold.kernel.hashes import hash_words
from fourfold.kernel.jit import DRAWN, RUNNING, Row, Rules, compiled, popcount

MILLS = (
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
    "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
)  # fmt: skip
GRID = PointGrid(sorted({name for line in MILLS for name in line.split()}), MILLS)
POINTS = GRID.cells
MEN = 9  # of each seat
FEW = 3  # with so many men left one may fly; with fewer one has lost
PLIES = 400  # that end a game

WHITE, BLACK, TO_PLACE, MOVER, FLYING, PLY = range(6)
WORDS = 6
NO_POINT = 31
SOURCE, TAKEN = 5, 10  # shifts of a move's parts
WORK_WORDS = 512  # more than the most moves: three flying men that close a mill each time, and nine men to take

ALL = (1 << POINTS) - 1
NEIGHBOURS = np.array([sum(1 << other for other in near) for near in GRID.neighbours])
OTHERS = [[set(line) - {point} for line in GRID.lines if point in line] for point in range(POINTS)]
MILLS_OF = np.array([[sum(1 << other for other in pair) for pair in pairs] for pairs in OTHERS])  # two for each point

F2_PLACE_FIRST, F2_ALL_PLACED, F2_POINT_TAKEN, F3_NOT_YOURS, F3_NOT_NEXT = range(1, 6)
F4_MUST_TAKE, F4_NO_MILL, F4_NOT_THEIRS, F4_IN_MILL = range(6, 10)


@compiled
def in_mill(men: int, point: int) -> bool:
    """Whether the point would be in a mill of these men."""
    first, second = MILLS_OF[point, 0], MILLS_OF[point, 1]
    return men & first == first or men & second == second


@compiled
def open_to_capture(men: int) -> int:
    """F4: the men outside mills, or all where all are in mills."""
    free, left = 0, men
    while left:
        point = lowest_bit(left)
        left &= left - 1
        if not in_mill(men, point):
            free |= bit(point)
    return free or men


@compiled
def targets_of(state: Row, source: int) -> int:
    """F3: the points that a man may move to."""
    empty = ALL & ~(state[WHITE] | state[BLACK])
    if state[FLYING] and popcount(state[state[MOVER]]) == FEW:
        return empty
    return empty & NEIGHBOURS[source]


@compiled
def add_moves(state: Row, source: int, targets: int, work: Row, total: int) -> int:
    """List the moves of one man to all targets, with all captures; give the new total."""
    own = state[state[MOVER]]
    if source != NO_POINT:
        own &= ~bit(source)
    while targets:
        target = lowest_bit(targets)
        targets &= targets - 1
        move = target | source << SOURCE
        takes = open_to_capture(state[1 - state[MOVER]]) if in_mill(own, target) else 0
        if not takes:
            work[total] = move | NO_POINT << TAKEN
            total += 1
        while takes:
            work[total] = move | lowest_bit(takes) << TAKEN
            takes &= takes - 1
            total += 1
    return total


@compiled
def count(state: Row, work: Row) -> int:
    if state[TO_PLACE]:
        return add_moves(state, NO_POINT, ALL & ~(state[WHITE] | state[BLACK]), work, 0)
    total, men = 0, state[state[MOVER]]
    while men:
        source = lowest_bit(men)
        men &= men - 1
        total = add_moves(state, source, targets_of(state, source), work, total)
    return total


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    return work[index]


@compiled
def play(state: Row, move: int) -> None:
    mover = state[MOVER]
    target, source, taken = move & 31, move >> SOURCE & 31, move >> TAKEN
    state[mover] |= bit(target)
    if source == NO_POINT:
        state[TO_PLACE] -= 1
    else:
        state[mover] &= ~bit(source)
    if taken != NO_POINT:
        state[1 - mover] &= ~bit(taken)
    state[MOVER] = 1 - mover
    state[PLY] += 1


@compiled
def to_move(state: Row) -> int:
    return state[MOVER]


@compiled
def can_move(state: Row) -> bool:
    """Whether a man of the seat to move has a point to go to."""
    men = state[state[MOVER]]
    while men:
        if targets_of(state, lowest_bit(men)):
            return True
        men &= men - 1
    return False


@compiled
def status(state: Row) -> int:
    """F5: who has two men left, or cannot move, has lost."""
    mover = state[MOVER]
    if not state[TO_PLACE] and (popcount(state[mover]) < FEW or not can_move(state)):
        return 2 - mover
    return DRAWN if state[PLY] >= PLIES else RUNNING


@compiled
def scores(state: Row, out: Row) -> None:
    winner = status(state)
    out[0] = winner == 1
    out[1] = winner == 2


@compiled
def key(state: Row) -> int:
    return hash_words(state, 0, PLY)


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    own, other = state[state[MOVER]], state[1 - state[MOVER]]
    target, source, taken = move & 31, move >> SOURCE & 31, move >> TAKEN
    if source == NO_POINT and not state[TO_PLACE]:
        return F2_ALL_PLACED
    if source != NO_POINT and state[TO_PLACE]:
        return F2_PLACE_FIRST
    if source != NO_POINT and not own & bit(source):
        return F3_NOT_YOURS
    if (own | other) & bit(target):
        return F2_POINT_TAKEN
    if source != NO_POINT:
        if not targets_of(state, source) & bit(target):
            return F3_NOT_NEXT
        own &= ~bit(source)
    is_mill = in_mill(own, target) and other != 0
    if taken == NO_POINT:
        return F4_MUST_TAKE if is_mill else 0
    if not is_mill:
        return F4_NO_MILL
    if not other & bit(taken):
        return F4_NOT_THEIRS
    return 0 if open_to_capture(other) & bit(taken) else F4_IN_MILL


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide_nothing, fill_nothing, no_deck, no_deal)
