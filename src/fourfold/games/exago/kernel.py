"""The rules of Exago, as kernels. They are written nowhere else; `layout` says what the words mean.

The moves are found in `bundles`, what a lift cuts apart in `groups`, whom to block in `blocking`.
"""

import numpy as np

from fourfold.games.exago.rules.block_duty import apply_blocking
from fourfold.games.exago.rules.cells import centre, first_entry, has, high_bit, low_bit, lowest
from fourfold.games.exago.rules.groups import count_runs, settle
from fourfold.games.exago.rules.layout import (
    BEFORE,
    BLOCKING,
    BOARD,
    BOARD_HIGH,
    BUNDLE_WORDS,
    DUTY,
    EARLY,
    F1_OFF_BOARD,
    F3_CENTRE,
    F3_NO_CONTACT,
    F3_OCCUPIED,
    F4_HAND_FIRST,
    F4_MUST_LIFT,
    F4_NOT_YOURS,
    F4_SAME_CELL,
    F5_CHOOSE,
    F5_CONTACT_LOST,
    F5_NO_CHOICE,
    F5_NO_SUCH_GROUP,
    FIELD,
    FIRST_BUNDLE,
    GROUP,
    GROUP_HIGH,
    GROUP_WORDS,
    HAND,
    KEEP,
    LATE,
    MOST_GROUPS,
    MOVE_BITS,
    MOVED_STAYS,
    MOVER,
    MOVES,
    NO_CELL,
    PLY,
    SEATS,
    SOURCE,
    TARGETS,
    TARGETS_HIGH,
    TILES,
    WINNER,
)
from fourfold.games.exago.rules.move_bundles import list_bundles
from fourfold.games.exago.rules.tables import AXES, LINE_LENGTH, NEAR_HIGH, NEAR_LOW, STEPS, WORD
from fourfold.kernel.bits import nth_bit
from fourfold.kernel.defaults import fill_nothing, hide_nothing, no_deal, no_deck
from fourfold.kernel.hashes import hash_words
from fourfold.kernel.jit import DRAWN, RUNNING, Row, Rules, allocating, compiled, popcount

PLIES_A_SEAT = 100  # Exago R5


@compiled
def count(state: Row, work: Row) -> int:
    end = list_bundles(state, work)
    if state[BLOCKING]:
        apply_blocking(state, end, work)
    return work[end + BEFORE]


@compiled
def first_of_moved(state: Row, source: int, target: int, work: Row) -> int:
    """The first cell of the group that a moved tile joins, where its lift cuts."""
    first = first_entry(state)
    runs = count_runs(state[BOARD], state[BOARD_HIGH], first + source)
    low = state[BOARD] ^ low_bit(source) ^ low_bit(target)
    high = state[BOARD_HIGH] ^ high_bit(source) ^ high_bit(target)
    at = settle(low, high, runs, target, first, work)
    return lowest(work[at + GROUP], work[at + GROUP_HIGH])


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    at = FIRST_BUNDLE
    while index >= work[at + BUNDLE_WORDS + BEFORE]:
        at += BUNDLE_WORDS
    index -= work[at + BEFORE]
    in_low = popcount(work[at + TARGETS])
    if index < in_low:
        target = nth_bit(work[at + TARGETS], index)
    else:
        target = WORD + nth_bit(work[at + TARGETS_HIGH], index - in_low)
    moves = work[at + MOVES]
    move = moves & ((1 << MOVE_BITS) - 1) | target
    if moves & MOVED_STAYS:
        move |= (first_of_moved(state, (moves >> SOURCE & FIELD) - 1, target, work) + 1) << KEEP
    return move


@compiled
def makes_line(state: Row, seat: int, cell: int) -> bool:
    """Tell whether a seat's tile on a cell is part of a line that wins (Exago F2, R3)."""
    first = first_entry(state)
    low = state[TILES + 2 * seat]
    high = state[TILES + 2 * seat + 1]
    length = LINE_LENGTH[state[SEATS]]
    for axis in range(AXES):
        tiles = 1
        for direction in range(axis, 2 * AXES, AXES):
            step = STEPS[first + cell, direction]
            while has(low, high, step):
                tiles += 1
                step = STEPS[first + step, direction]
        if tiles >= length:
            return True
    return False


@allocating
def play(state: Row, move: int) -> None:
    mover = state[MOVER]
    own = TILES + 2 * mover
    target = move & FIELD
    source = (move >> SOURCE & FIELD) - 1
    target_low = low_bit(target)
    target_high = high_bit(target)
    state[own] |= target_low
    state[own + 1] |= target_high
    low = state[BOARD]
    high = state[BOARD_HIGH]
    if source == NO_CELL:
        state[HAND + mover] -= 1
    else:
        first = first_entry(state)
        runs = count_runs(low, high, first + source)
        low ^= low_bit(source)
        high ^= high_bit(source)
        state[own] ^= low_bit(source)
        state[own + 1] ^= high_bit(source)
        if runs > 1:
            if state[LATE]:  # Exago F7: the tile is part of what may be cut
                low |= target_low
                high |= target_high
            room = np.empty(MOST_GROUPS * GROUP_WORDS, np.int64)
            at = settle(low, high, runs, (move >> KEEP) - 1, first, room)
            if at >= 0:
                low = room[at + GROUP]
                high = room[at + GROUP_HIGH]
                kept_low = low
                kept_high = high
                if not state[LATE]:
                    kept_low |= target_low
                    kept_high |= target_high
                for seat in range(state[SEATS]):
                    tiles = TILES + 2 * seat
                    lost = popcount(state[tiles] & ~kept_low) + popcount(state[tiles + 1] & ~kept_high)
                    state[HAND + seat] += lost
                    state[tiles] &= kept_low
                    state[tiles + 1] &= kept_high
    state[BOARD] = low | state[own] & target_low
    state[BOARD_HIGH] = high | state[own + 1] & target_high
    if has(state[own], state[own + 1], target) and makes_line(state, mover, target):
        state[WINNER] = mover + 1
    state[MOVER] = mover + 1 if mover + 1 < state[SEATS] else 0
    state[PLY] += 1


@compiled
def to_move(state: Row) -> int:
    return state[MOVER]


@compiled
def status(state: Row) -> int:
    """Exago R5: a line made on the last ply wins."""
    if state[WINNER]:
        return state[WINNER]
    return DRAWN if state[PLY] >= PLIES_A_SEAT * state[SEATS] else RUNNING


@compiled
def scores(state: Row, out: Row) -> None:
    for seat in range(state[SEATS]):
        out[seat] = state[WINNER] == seat + 1


@compiled
def key(state: Row) -> int:
    """The ply is no part of it: repetitions are found by it (Exago R5)."""
    return hash_words(state, PLY + 1, len(state))


@compiled
def refuse_target(state: Row, source: int, target: int) -> int:
    """What forbids a target, whichever group stays (Exago F3, F4)."""
    first = first_entry(state)
    low = state[BOARD]
    high = state[BOARD_HIGH]
    if not low | high:
        return 0 if target == centre(state) else F3_CENTRE
    if target == source:
        return F4_SAME_CELL
    if has(low, high, target):
        return F3_OCCUPIED
    if source != NO_CELL:
        low ^= low_bit(source)
        high ^= high_bit(source)
    if not NEAR_LOW[first + target] & low | NEAR_HIGH[first + target] & high:
        return F3_NO_CONTACT
    return 0


@compiled
def refuse_source(state: Row, source: int) -> int:
    """What forbids lifting a tile, or taking one from the hand (Exago F4)."""
    mover = state[MOVER]
    if source == NO_CELL:
        return 0 if state[HAND + mover] else F4_MUST_LIFT
    if state[HAND + mover] and not state[EARLY]:
        return F4_HAND_FIRST
    return 0 if has(state[TILES + 2 * mover], state[TILES + 2 * mover + 1], source) else F4_NOT_YOURS


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    target = move & FIELD
    source = (move >> SOURCE & FIELD) - 1
    keep = (move >> KEEP & FIELD) - 1
    cells = 2 * centre(state) + 1
    if target >= cells or source >= cells or keep >= cells:
        return F1_OFF_BOARD
    ruling = refuse_source(state, source)
    if ruling == 0:
        ruling = refuse_target(state, source, target)
    if ruling:
        return ruling
    end = list_bundles(state, work)
    ruling = F5_CONTACT_LOST
    named = 0
    for bundle in range(FIRST_BUNDLE, end, BUNDLE_WORDS):
        moves = work[bundle + MOVES]
        if (moves >> SOURCE & FIELD) - 1 != source:
            continue
        stays = (moves >> KEEP & FIELD) - 1
        if not has(work[bundle + TARGETS], work[bundle + TARGETS_HIGH], target):
            named += stays == keep
            continue
        if moves & MOVED_STAYS:
            stays = first_of_moved(state, source, target, work)
        if stays == keep:
            if state[BLOCKING]:
                apply_blocking(state, end, work)
                if not has(work[bundle + TARGETS], work[bundle + TARGETS_HIGH], target):
                    return work[DUTY]
            return 0
        ruling = F5_NO_CHOICE if stays == NO_CELL else F5_CHOOSE if keep == NO_CELL else F5_NO_SUCH_GROUP
    if ruling == F5_NO_SUCH_GROUP and named and not state[LATE]:
        return F5_CONTACT_LOST  # the group named can stay, but the tile touches another one
    return ruling


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide_nothing, fill_nothing, no_deck, no_deal)
