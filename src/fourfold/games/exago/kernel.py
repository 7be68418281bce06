"""The rules of Exago, as kernels: legality, status, hash key. They are written nowhere else.

`layout` describes the words of a row. Move generation is in `move_bundles`, connected groups are in `groups`, the
duty to block is in `block_duty`.
"""

from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.block_duty import apply_blocking
from fourfold.games.exago.rules.cells import cells_of, centre, first_entry, has, lowest, near, only
from fourfold.games.exago.rules.groups import count_runs, settle
from fourfold.games.exago.rules.move_bundles import list_bundles
from fourfold.games.exago.rules.tables import AXES, LINE_LENGTH, STEPS, WORD
from fourfold.kernel.bitboard import Bitboard, difference, has_any, intersection, load, size, store, union
from fourfold.kernel.bits import nth_bit
from fourfold.kernel.defaults import fill_nothing, hide_nothing, no_deal, no_deck
from fourfold.kernel.hashes import hash_words
from fourfold.kernel.jit import DRAWN, RUNNING, Row, Rules, compiled, local_row, popcount

PLIES_A_SEAT = 100  # Exago R5
GROUPS_WORDS = layout.MOST_GROUPS * layout.GROUP_WORDS


@compiled
def count(state: Row, work: Row) -> int:
    end = list_bundles(state, work)
    if state[layout.BLOCKING]:
        apply_blocking(state, end, work)
    work[layout.BUNDLES_END] = end
    return work[end + layout.BEFORE]


@compiled
def first_of_moved(state: Row, source: int, target: int, work: Row) -> int:
    """The first cell of the group that a moved tile joins, if its lift cuts."""
    first, board = first_entry(state), load(state, layout.BOARD)
    runs = count_runs(board, first + source)
    at = settle(union(difference(board, only(source)), only(target)), runs, target, first, work)
    return lowest(load(work, at + layout.GROUP))


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    at = layout.FIRST_BUNDLE
    while index >= work[at + layout.BUNDLE_WORDS + layout.BEFORE]:
        at += layout.BUNDLE_WORDS
    index -= work[at + layout.BEFORE]
    low, high = load(work, at + layout.TARGETS)
    in_low = popcount(low)
    target = nth_bit(low, index) if index < in_low else WORD + nth_bit(high, index - in_low)
    moves = work[at + layout.MOVES]
    move = moves & ((1 << layout.MOVE_BITS) - 1) | target
    if moves & layout.MOVED_STAYS:
        move |= (first_of_moved(state, cells_of(move)[1], target, work) + 1) << layout.KEEP
    return move


@compiled
def makes_line(state: Row, seat: int, cell: int) -> bool:
    """Tell whether a seat's tile on a cell is part of a line that wins (Exago F2, R3)."""
    first = first_entry(state)
    own = load(state, layout.TILES + 2 * seat)
    length = LINE_LENGTH[state[layout.SEATS]]
    for axis in range(AXES):
        tiles = 1
        for direction in range(axis, 2 * AXES, AXES):
            step = STEPS[first + cell, direction]
            while has(own, step):
                tiles += 1
                step = STEPS[first + step, direction]
        if tiles >= length:
            return True
    return False


@compiled
def cut(state: Row, source: int, keep: int, target: Bitboard) -> Bitboard:
    """Lift a tile, and return the tiles that this cuts off to the hands (Exago F5); give the tiles that stay.

    These do not include the target; with `late`, where the target can be cut off too, they may (Exago F7).
    """
    first, board = first_entry(state), load(state, layout.BOARD)
    runs = count_runs(board, first + source)
    board = difference(board, only(source))
    if runs < 2:
        return board
    if state[layout.LATE]:
        board = union(board, target)
    room = local_row(GROUPS_WORDS)
    at = settle(board, runs, keep, first, room)
    if at < 0:
        return board
    board = load(room, at + layout.GROUP)
    kept = board if state[layout.LATE] else union(board, target)
    for seat in range(state[layout.SEATS]):
        tiles = load(state, layout.TILES + 2 * seat)
        state[layout.HAND + seat] += size(difference(tiles, kept))
        store(state, layout.TILES + 2 * seat, intersection(tiles, kept))
    return board


@compiled
def play(state: Row, move: int) -> None:
    mover = state[layout.MOVER]
    own = layout.TILES + 2 * mover
    cell, source, keep = cells_of(move)
    target = only(cell)
    store(state, own, union(load(state, own), target))
    if source == layout.NO_CELL:
        state[layout.HAND + mover] -= 1
        board = load(state, layout.BOARD)
    else:
        store(state, own, difference(load(state, own), only(source)))
        board = cut(state, source, keep, target)
    target = intersection(load(state, own), target)
    store(state, layout.BOARD, union(board, target))
    if has_any(target) and makes_line(state, mover, cell):
        state[layout.WINNER] = mover + 1
    state[layout.MOVER] = mover + 1 if mover + 1 < state[layout.SEATS] else 0
    state[layout.PLY] += 1


@compiled
def to_move(state: Row) -> int:
    return state[layout.MOVER]


@compiled
def status(state: Row) -> int:
    """Exago R5: a line made on the last ply wins."""
    if state[layout.WINNER]:
        return state[layout.WINNER]
    return DRAWN if state[layout.PLY] >= PLIES_A_SEAT * state[layout.SEATS] else RUNNING


@compiled
def scores(state: Row, out: Row) -> None:
    for seat in range(state[layout.SEATS]):
        out[seat] = state[layout.WINNER] == seat + 1


@compiled
def key(state: Row) -> int:
    """Hash all but the ply: repetition is detected by this key (Exago R5)."""
    return hash_words(state, layout.PLY + 1, len(state))


@compiled
def refuse_target(state: Row, source: int, target: int) -> int:
    """Give the ruling that forbids a target, whichever group stays, or 0 (Exago F3, F4)."""
    board = load(state, layout.BOARD)
    if not has_any(board):
        return 0 if target == centre(state) else layout.F3_CENTRE
    if target == source:
        return layout.F4_SAME_CELL
    if has(board, target):
        return layout.F3_OCCUPIED
    if source != layout.NO_CELL:
        board = difference(board, only(source))
    return 0 if has_any(intersection(near(first_entry(state) + target), board)) else layout.F3_NO_CONTACT


@compiled
def refuse_source(state: Row, source: int) -> int:
    """Give the ruling that forbids a lift, or a tile from the hand, or 0 (Exago F4)."""
    mover = state[layout.MOVER]
    if source == layout.NO_CELL:
        return 0 if state[layout.HAND + mover] else layout.F4_MUST_LIFT
    if state[layout.HAND + mover] and not state[layout.EARLY]:
        return layout.F4_HAND_FIRST
    return 0 if has(load(state, layout.TILES + 2 * mover), source) else layout.F4_NOT_YOURS


@compiled
def refuse_keep(state: Row, move: int, work: Row) -> int:
    """Give the ruling that forbids the group that stays, or the duty that the move neglects, or 0 (F5, R2, R4)."""
    target, source, keep = cells_of(move)
    end = list_bundles(state, work)
    ruling = layout.R2_CONTACT_LOST
    named = 0
    for bundle in range(layout.FIRST_BUNDLE, end, layout.BUNDLE_WORDS):
        moves = work[bundle + layout.MOVES]
        _, lifted, stays = cells_of(moves)
        if lifted != source:
            continue
        if not has(load(work, bundle + layout.TARGETS), target):
            named += stays == keep
            continue
        if moves & layout.MOVED_STAYS:
            stays = first_of_moved(state, source, target, work)
        if stays == keep:
            if state[layout.BLOCKING]:
                apply_blocking(state, end, work)
            return 0 if has(load(work, bundle + layout.TARGETS), target) else work[layout.DUTY]
        if stays == layout.NO_CELL:
            ruling = layout.F5_NO_CHOICE
        else:
            ruling = layout.F5_CHOOSE if keep == layout.NO_CELL else layout.F5_NO_SUCH_GROUP
    if ruling == layout.F5_NO_SUCH_GROUP and named and not state[layout.LATE]:
        return layout.R2_CONTACT_LOST  # the group named can stay, but the tile touches another one
    return ruling


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    target, source, keep = cells_of(move)
    if max(target, source, keep) > 2 * centre(state):
        return layout.F1_OFF_BOARD
    ruling = refuse_source(state, source)
    if ruling == 0:
        ruling = refuse_target(state, source, target)
    return ruling if ruling else refuse_keep(state, move, work)


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide_nothing, fill_nothing, no_deck, no_deal)
