"""The rules of Exago, as kernels. They are written nowhere else.

State, one row of words: the set of tiles of each seat, two words each (see `tables`); the tiles in each
hand; the set of all tiles on the board; the options; the seat to move; the winner's seat + 1, or 0; the ply.

Move: the target cell in the low 7 bits; the lifted cell + 1, or 0 for a tile from the hand, in the next 7;
the first cell of the group that stays + 1, or 0 where no largest groups tie, in the next 7.

Work: `count` leaves *bundles* there. A bundle is all the moves of one source and one choice of the group that
stays; its set of targets says which they are.
"""

import numpy as np

from fourfold.games.exago.tables import (
    AHEAD_HIGH,
    AHEAD_LOW,
    AXES,
    BEFORE_HIGH,
    BEFORE_LOW,
    CENTRE,
    FIRST_ENTRY,
    NEAR_HIGH,
    NEAR_LOW,
    NEXT_HIGH,
    NEXT_LOW,
    RUNS,
    STEPS,
    TURN_ABOVE,
    TURN_BELOW,
    TURN_WEST,
    WORD,
)
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.jit import DRAWN, Row, Rules, compiled, leading_zeros, popcount, trailing_zeros
from fourfold.kernel.mixing import scramble

# The words of a row.
TILES = 0  # + 2 * seat
HAND = 12  # + seat
BOARD, BOARD_HIGH = 18, 19
SIDE, SEATS, EARLY, LATE, BLOCKING, MOVER, WINNER, PLY, WORDS = range(20, 29)

MOST_SEATS = 6
PLIES_A_SEAT = 100  # Exago R5

# The fields of a move.
FIELD = 127
SOURCE_SHIFT, KEEP_SHIFT = 7, 14
NO_CELL = -1

# The words of `work`: up to three groups with the cells they touch, a set of gaps, a set of stopping targets, the
# duty that R4 lays on the mover, then the bundles, then two sets a bundle for R4b.
GROUP, GROUP_HIGH, TOUCH, TOUCH_HIGH, SIZE, GROUP_WORDS = range(6)
GAPS, STOPS, DUTY, DUTY_SEAT, BUNDLES = 15, 17, 19, 20, 21
BUNDLE = 22
BEFORE, MOVES, TARGETS, TARGETS_HIGH, KEPT, KEPT_HIGH, BUNDLE_WORDS = range(7)
MOST_BUNDLES = 62  # one for the hand, five for each of twelve sources, one to close the list
MUST = BUNDLE + MOST_BUNDLES * BUNDLE_WORDS
SOME = MUST + 2 * MOST_BUNDLES
WORK_WORDS = SOME + 2 * MOST_BUNDLES

# Flags of a bundle, beside the source and the cell kept.
MOVED_GROUP = 1 << 21  # the group of the tile put down stays: its first cell depends on the target
BY_TARGET = 1 << 22  # what stays depends on the target (Exago F7, late)

# What `refuse` says.
F3_CENTRE = 1
F3_OCCUPIED = 2
F3_NO_CONTACT = 3
F4_MUST_LIFT = 4
F4_HAND_FIRST = 5
F4_NOT_YOURS = 6
F4_SAME_CELL = 7
F5_CONTACT_LOST = 8
F5_CHOOSE = 9
F5_NO_CHOICE = 10
F5_NO_SUCH_GROUP = 11
R4A = 12
R4B = 13
F1_OFF_BOARD = 14

SMALL_CELLS, SMALL_CENTRE, LARGE_CENTRE, LARGE_CELLS = 61, CENTRE[5], CENTRE[6], 91
LARGE_ENTRY = FIRST_ENTRY[6]


@compiled
def low_bit(cell: int) -> int:
    """The low word of a set of one cell."""
    return bit(cell) if cell < WORD else np.int64(0)


@compiled
def high_bit(cell: int) -> int:
    """The high word of a set of one cell."""
    return bit(cell - WORD) if cell >= WORD else np.int64(0)


@compiled
def has(low: int, high: int, cell: int) -> bool:
    """Tell whether a cell is in a set."""
    return ((low >> cell if cell < WORD else high >> (cell - WORD)) & 1) != 0


@compiled
def lowest(low: int, high: int) -> int:
    """The first cell of a set that is not empty."""
    return trailing_zeros(low) if low else WORD + trailing_zeros(high)


@compiled
def first_entry(state: Row) -> int:
    """Where the tables for this board begin."""
    return LARGE_ENTRY if state[SIDE] == 6 else 0


@compiled
def count_runs(low: int, high: int, entry: int) -> int:
    """Count the runs of tiles around a cell: lifting its tile can cut only if there is more than one.

    Neighbours lie within 11 of the cell, so the two words laid over each other do not mix them up.
    """
    near = (NEAR_LOW[entry] & low) | (NEAR_HIGH[entry] & high)
    west = TURN_WEST[entry]
    below = TURN_BELOW[entry]
    above = TURN_ABOVE[entry]
    ring = ((near >> west) | (near << (WORD - west))) & 7
    ring |= (((near >> below) | (near << (WORD - below))) & 3) << 3
    ring |= (((near >> above) | (near << (WORD - above))) & 3) << 5
    return RUNS[ring]


@compiled
def split(low: int, high: int, source: int, runs: int, first: int, room: Row) -> int:
    """Write the groups of tiles after a lift to `room`, and the cells that each touches; give their number.

    Every group has at least one of the runs of tiles around the source. If there is only one group, nothing of use is
    written.
    """
    around_low = NEAR_LOW[first + source] & low
    around_high = NEAR_HIGH[first + source] & high
    groups = 0
    at = 0
    while low | high:
        touch_low = np.int64(0)
        touch_high = np.int64(0)
        edge_low = low
        edge_high = high
        if groups < runs - 1:  # else what is left has one run, and is one group
            cell = lowest(low, high)
            edge_low = low_bit(cell)
            edge_high = high_bit(cell)
        rest_low = low ^ edge_low
        rest_high = high ^ edge_high
        while edge_low | edge_high:
            # Two at a time, the lowest and the highest: the chain of loads is what takes the time.
            if edge_low:
                entry = first + trailing_zeros(edge_low)
                other = first + 63 - leading_zeros(edge_low)
                edge_low &= edge_low - 1
                edge_low &= ~bit(other - first)
            else:
                entry = first + WORD + trailing_zeros(edge_high)
                other = first + WORD + 63 - leading_zeros(edge_high)
                edge_high &= edge_high - 1
                edge_high &= ~bit(other - first - WORD)
            near_low = NEAR_LOW[entry] | NEAR_LOW[other]
            near_high = NEAR_HIGH[entry] | NEAR_HIGH[other]
            touch_low |= near_low
            touch_high |= near_high
            near_low &= rest_low
            near_high &= rest_high
            edge_low |= near_low
            edge_high |= near_high
            rest_low ^= near_low
            rest_high ^= near_high
            if groups == 0 and not (rest_low & around_low | rest_high & around_high):
                return 1
        room[at + GROUP] = low ^ rest_low
        room[at + GROUP_HIGH] = high ^ rest_high
        room[at + TOUCH] = touch_low
        room[at + TOUCH_HIGH] = touch_high
        room[at + SIZE] = popcount(low ^ rest_low) + popcount(high ^ rest_high)
        groups += 1
        at += GROUP_WORDS
        low = rest_low
        high = rest_high
    return groups


@compiled
def settle(low: int, high: int, source: int, runs: int, keep: int, first: int, room: Row) -> int:
    """Give where in `room` the group that stays begins, or -1 if all is joined (Exago F5, R2).

    It is the group with the cell `keep`, or with NO_CELL the largest.
    """
    groups = split(low, high, source, runs, first, room)
    if groups == 1:
        return -1
    best = 0
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        if keep != NO_CELL:
            if has(room[at + GROUP], room[at + GROUP_HIGH], keep):
                best = at
        elif room[at + SIZE] > room[best + SIZE]:
            best = at
    return best


@compiled
def add_bundle(work: Row, moves: int, low: int, high: int, kept_low: int, kept_high: int) -> None:
    """Append a bundle; the number of moves before the next one closes the list."""
    at = BUNDLE + work[BUNDLES] * BUNDLE_WORDS
    work[at + MOVES] = moves
    work[at + TARGETS] = low
    work[at + TARGETS_HIGH] = high
    work[at + KEPT] = kept_low
    work[at + KEPT_HIGH] = kept_high
    work[at + BUNDLE_WORDS + BEFORE] = work[at + BEFORE] + popcount(low) + popcount(high)
    work[BUNDLES] += 1


@compiled
def add_late_bundles(work: Row, moves: int, low: int, high: int) -> None:
    """Append the lifts from one source that cuts, where the cut waits for the tile to be put down (Exago F7).

    The groups after the lift are in `work`; the tile joins those that it touches. For each way to join some of
    them the sizes are known, and so is which groups are the largest.
    """
    alone_low = np.int64(0)
    alone_high = np.int64(0)
    moved_low = np.int64(0)
    moved_high = np.int64(0)
    for choice in range(3):  # sets of targets that leave this group, untouched, as one of the largest
        work[MUST + 2 * choice] = 0
        work[MUST + 2 * choice + 1] = 0
    for joined in range(1, 8):
        targets_low = ~low
        targets_high = ~high
        size = 1
        best = 0
        for group in range(3):
            at = group * GROUP_WORDS
            if joined >> group & 1:
                targets_low &= work[at + TOUCH]
                targets_high &= work[at + TOUCH_HIGH]
                size += work[at + SIZE]
            else:
                targets_low &= ~work[at + TOUCH]
                targets_high &= ~work[at + TOUCH_HIGH]
                best = max(best, work[at + SIZE])
        if not targets_low | targets_high:
            continue
        ties = 1 if size >= best else 0
        best = max(best, size)
        for group in range(3):
            if not joined >> group & 1 and work[group * GROUP_WORDS + SIZE] == best:
                ties += 1
        if ties == 1:
            alone_low |= targets_low
            alone_high |= targets_high
            continue
        if size == best:
            moved_low |= targets_low
            moved_high |= targets_high
        for group in range(3):
            if not joined >> group & 1 and work[group * GROUP_WORDS + SIZE] == best:
                work[MUST + 2 * group] |= targets_low
                work[MUST + 2 * group + 1] |= targets_high
    add_bundle(work, moves | BY_TARGET, alone_low, alone_high, 0, 0)
    if moved_low | moved_high:
        add_bundle(work, moves | BY_TARGET | MOVED_GROUP, moved_low, moved_high, 0, 0)
    for group in range(3):
        targets_low = work[MUST + 2 * group]
        targets_high = work[MUST + 2 * group + 1]
        if targets_low | targets_high:
            keep = lowest(work[group * GROUP_WORDS + GROUP], work[group * GROUP_WORDS + GROUP_HIGH])
            add_bundle(work, moves | BY_TARGET | (keep + 1) << KEEP_SHIFT, targets_low, targets_high, 0, 0)


@compiled
def add_cut_bundles(state: Row, work: Row, source: int, runs: int) -> bool:
    """Append the lifts from one source if its lift cuts; else say so and append nothing (Exago F5, R2)."""
    first = first_entry(state)
    low = state[BOARD]
    high = state[BOARD_HIGH]
    rest_low = low & ~low_bit(source)
    rest_high = high & ~high_bit(source)
    groups = split(rest_low, rest_high, source, runs, first, work)
    if groups == 1:
        return False
    moves = (source + 1) << SOURCE_SHIFT
    if state[LATE]:
        if groups == 2:
            for word in range(2 * GROUP_WORDS, 3 * GROUP_WORDS):
                work[word] = 0
        add_late_bundles(work, moves, low, high)
        return True
    best = max(work[SIZE], work[GROUP_WORDS + SIZE])
    if groups == 3:
        best = max(best, work[2 * GROUP_WORDS + SIZE])
    ties = 0
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        ties += work[at + SIZE] == best
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        if work[at + SIZE] == best:
            kept_low = work[at + GROUP]
            kept_high = work[at + GROUP_HIGH]
            keep = lowest(kept_low, kept_high) + 1 if ties > 1 else 0
            targets_low = work[at + TOUCH] & ~low
            targets_high = work[at + TOUCH_HIGH] & ~high
            add_bundle(work, moves | keep << KEEP_SHIFT, targets_low, targets_high, kept_low, kept_high)
    return True


@compiled
def list_bundles(state: Row, work: Row) -> None:
    """Write all moves of the seat to move, as if nobody had to be blocked, to `work`."""
    first = first_entry(state)
    mover = state[MOVER]
    low = state[BOARD]
    high = state[BOARD_HIGH]
    work[BUNDLES] = 0
    work[BUNDLE + BEFORE] = 0
    if not low | high:
        centre = LARGE_CENTRE if state[SIDE] == 6 else SMALL_CENTRE
        add_bundle(work, 0, low_bit(centre), high_bit(centre), 0, 0)
        return
    once_low = np.int64(0)
    once_high = np.int64(0)
    twice_low = np.int64(0)
    twice_high = np.int64(0)
    left = low
    entry = first
    while left:
        entry = first + trailing_zeros(left)
        left &= left - 1
        twice_low |= once_low & NEAR_LOW[entry]
        twice_high |= once_high & NEAR_HIGH[entry]
        once_low |= NEAR_LOW[entry]
        once_high |= NEAR_HIGH[entry]
    left = high
    while left:
        entry = first + WORD + trailing_zeros(left)
        left &= left - 1
        twice_low |= once_low & NEAR_LOW[entry]
        twice_high |= once_high & NEAR_HIGH[entry]
        once_low |= NEAR_LOW[entry]
        once_high |= NEAR_HIGH[entry]
    if state[HAND + mover]:
        add_bundle(work, 0, once_low & ~low, once_high & ~high, low, high)
        if not state[EARLY]:
            return
    own_low = state[TILES + 2 * mover]
    own_high = state[TILES + 2 * mover + 1]
    while own_low | own_high:
        source = lowest(own_low, own_high)
        if own_low:
            own_low &= own_low - 1
        else:
            own_high &= own_high - 1
        entry = first + source
        runs = count_runs(low, high, entry)
        if runs > 1 and add_cut_bundles(state, work, source, runs):
            continue
        # The lift cuts nothing: all cells that some other tile touches will do.
        targets_low = (twice_low | once_low & ~NEAR_LOW[entry]) & ~low
        targets_high = (twice_high | once_high & ~NEAR_HIGH[entry]) & ~high
        rest_low = low & ~low_bit(source)
        rest_high = high & ~high_bit(source)
        add_bundle(work, (source + 1) << SOURCE_SHIFT, targets_low, targets_high, rest_low, rest_high)


@compiled
def find_gaps(own_low: int, own_high: int, first: int, work: Row) -> bool:
    """Write the cells that lack only the colour's tile to make four in a line; tell whether there are any (Exago R3).

    Each three of a four are found from the lowest of them: the gap is ahead of it, or just before it.
    """
    gaps_low = np.int64(0)
    gaps_high = np.int64(0)
    left_low = own_low
    left_high = own_high
    while left_low | left_high:
        entry = AXES * (first + lowest(left_low, left_high))
        if left_low:
            left_low &= left_low - 1
        else:
            left_high &= left_high - 1
        for line in range(entry, entry + AXES):
            ahead_low = AHEAD_LOW[line]
            ahead_high = AHEAD_HIGH[line]
            if popcount(own_low & ahead_low) + popcount(own_high & ahead_high) >= 2:
                gaps_low |= ahead_low & ~own_low
                gaps_high |= ahead_high & ~own_high
                if not (NEXT_LOW[line] & ~own_low | NEXT_HIGH[line] & ~own_high):
                    gaps_low |= BEFORE_LOW[line]
                    gaps_high |= BEFORE_HIGH[line]
    work[GAPS] = gaps_low
    work[GAPS + 1] = gaps_high
    return (gaps_low | gaps_high) != 0


@compiled
def has_gap(own_low: int, own_high: int, low: int, high: int, first: int, work: Row) -> bool:
    """Tell whether one more tile on a cell outside a set makes four in a line."""
    return find_gaps(own_low, own_high, first, work) and (work[GAPS] & ~low | work[GAPS + 1] & ~high) != 0


@compiled
def can_win(low: int, high: int, own_low: int, own_high: int, hand: int, late: int, first: int, work: Row) -> bool:
    """Tell whether a colour, were it to move, could make four in a line on the board with these tiles.

    A cell that completes a line touches a tile of it, so it is always open to a tile.
    """
    if not has_gap(own_low, own_high, low, high, first, work):
        return False
    if hand:
        return True
    left_low = own_low
    left_high = own_high
    while left_low | left_high:
        source = lowest(left_low, left_high)
        if left_low:
            left_low &= left_low - 1
        else:
            left_high &= left_high - 1
        source_low = low_bit(source)
        source_high = high_bit(source)
        if not has_gap(own_low ^ source_low, own_high ^ source_high, low, high, first, work):
            continue
        runs = count_runs(low, high, first + source)
        if runs < 2:
            return True
        if late:
            gaps_low = work[GAPS] & ~low
            gaps_high = work[GAPS + 1] & ~high
            while gaps_low | gaps_high:
                target = lowest(gaps_low, gaps_high)
                if gaps_low:
                    gaps_low &= gaps_low - 1
                else:
                    gaps_high &= gaps_high - 1
                after_low = low ^ source_low | low_bit(target)
                after_high = high ^ source_high | high_bit(target)
                groups = split(after_low, after_high, source, runs, first, work)
                if groups == 1:
                    return True
                moved = 0
                best = 0
                for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
                    best = max(best, work[at + SIZE])
                    if has(work[at + GROUP], work[at + GROUP_HIGH], target):
                        moved = work[at + SIZE]
                if moved == best:
                    return True
            continue
        groups = split(low ^ source_low, high ^ source_high, source, runs, first, work)
        if groups == 1:
            return True
        best = 0
        for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
            best = max(best, work[at + SIZE])
        for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
            if work[at + SIZE] == best:
                kept_low = own_low & work[at + GROUP]
                kept_high = own_high & work[at + GROUP_HIGH]
                if has_gap(kept_low, kept_high, low, high, first, work):
                    return True
    return False


@compiled
def seat_can_win(state: Row, seat: int, work: Row) -> bool:
    """Tell whether a seat could win were it its turn now."""
    return can_win(
        state[BOARD],
        state[BOARD_HIGH],
        state[TILES + 2 * seat],
        state[TILES + 2 * seat + 1],
        state[HAND + seat],
        state[LATE],
        first_entry(state),
        work,
    )


@compiled
def find_stops(state: Row, bundle: int, seat: int, work: Row) -> bool:
    """Write the targets of a bundle after which a seat could not win; tell whether there are any (Exago R4)."""
    first = first_entry(state)
    late = state[LATE]
    own_low = state[TILES + 2 * seat]
    own_high = state[TILES + 2 * seat + 1]
    moves = work[bundle + MOVES]
    left_low = work[bundle + TARGETS]
    left_high = work[bundle + TARGETS_HIGH]
    kept_low = work[bundle + KEPT]
    kept_high = work[bundle + KEPT_HIGH]
    rest_low = np.int64(0)
    rest_high = np.int64(0)
    source = NO_CELL
    runs = 0
    keep = NO_CELL
    if moves & BY_TARGET:
        source = (moves >> SOURCE_SHIFT & FIELD) - 1
        keep = (moves >> KEEP_SHIFT & FIELD) - 1
        rest_low = state[BOARD] ^ low_bit(source)
        rest_high = state[BOARD_HIGH] ^ high_bit(source)
        runs = count_runs(state[BOARD], state[BOARD_HIGH], first + source)
    else:
        hand = state[HAND + seat] + ((own_low & ~kept_low | own_high & ~kept_high) != 0)
        own_low &= kept_low
        own_high &= kept_high
        if not has_gap(own_low, own_high, kept_low, kept_high, first, work):
            work[STOPS] = left_low
            work[STOPS + 1] = left_high
            return (left_low | left_high) != 0
        if hand:
            # A seat with a tile in hand fills any gap; only a tile in the one and only gap stops it.
            gaps_low = work[GAPS] & ~kept_low
            gaps_high = work[GAPS + 1] & ~kept_high
            if popcount(gaps_low) + popcount(gaps_high) > 1:
                return False
            work[STOPS] = left_low & gaps_low
            work[STOPS + 1] = left_high & gaps_high
            return (work[STOPS] | work[STOPS + 1]) != 0
    stops_low = np.int64(0)
    stops_high = np.int64(0)
    while left_low | left_high:
        target = lowest(left_low, left_high)
        target_low = low_bit(target)
        target_high = high_bit(target)
        left_low ^= target_low
        left_high ^= target_high
        if moves & BY_TARGET:
            kept_low = rest_low | target_low
            kept_high = rest_high | target_high
            stays = target if moves & MOVED_GROUP else keep
            at = settle(kept_low, kept_high, source, runs, stays, first, work)
            if at >= 0:
                kept_low = work[at + GROUP]
                kept_high = work[at + GROUP_HIGH]
        after_low = kept_low
        after_high = kept_high
        if not moves & BY_TARGET:
            after_low = kept_low | target_low
            after_high = kept_high | target_high
        hand = state[HAND + seat] + ((own_low & ~kept_low | own_high & ~kept_high) != 0)
        if not can_win(after_low, after_high, own_low & kept_low, own_high & kept_high, hand, late, first, work):
            stops_low |= target_low
            stops_high |= target_high
    work[STOPS] = stops_low
    work[STOPS + 1] = stops_high
    return (stops_low | stops_high) != 0


@compiled
def apply_blocking(state: Row, work: Row) -> None:
    """Strike out of the bundles what Exago R4 forbids; leave in `work` which part of it binds, and to stop whom."""
    mover = state[MOVER]
    seats = state[SEATS]
    threats = 0
    for seat in range(seats):
        if seat != mover and seat_can_win(state, seat, work):
            threats |= 1 << seat
    if not threats or seat_can_win(state, mover, work):
        return
    bundles = work[BUNDLES]
    for distance in range(1, seats):
        seat = (mover + distance) % seats
        if not threats >> seat & 1:
            continue
        stoppable = False
        for number in range(bundles):
            work[STOPS] = 0
            work[STOPS + 1] = 0
            if find_stops(state, BUNDLE + number * BUNDLE_WORDS, seat, work):
                stoppable = True
            if work[DUTY] == 0:
                work[MUST + 2 * number] = work[STOPS]
                work[MUST + 2 * number + 1] = work[STOPS + 1]
                work[SOME + 2 * number] = 0
                work[SOME + 2 * number + 1] = 0
            else:
                work[SOME + 2 * number] |= work[STOPS]
                work[SOME + 2 * number + 1] |= work[STOPS + 1]
        if stoppable and work[DUTY] == 0:
            work[DUTY] = R4A if distance == 1 else R4B
            work[DUTY_SEAT] = seat
            if distance == 1:
                break
    if work[DUTY] == 0:
        return
    for number in range(bundles):
        bundle = BUNDLE + number * BUNDLE_WORDS
        allowed_low = work[MUST + 2 * number]
        allowed_high = work[MUST + 2 * number + 1]
        if work[DUTY] == R4B:  # what stops nobody stays legal
            allowed_low |= ~work[SOME + 2 * number]
            allowed_high |= ~work[SOME + 2 * number + 1]
        work[bundle + TARGETS] &= allowed_low
        work[bundle + TARGETS_HIGH] &= allowed_high
        moves = popcount(work[bundle + TARGETS]) + popcount(work[bundle + TARGETS_HIGH])
        work[bundle + BUNDLE_WORDS + BEFORE] = work[bundle + BEFORE] + moves


@compiled
def count(state: Row, work: Row) -> int:
    """Count the legal moves, and leave them in `work` for `nth`."""
    work[DUTY] = 0
    list_bundles(state, work)
    if state[BLOCKING]:
        apply_blocking(state, work)
    return work[BUNDLE + work[BUNDLES] * BUNDLE_WORDS + BEFORE]


@compiled
def first_of_moved(state: Row, source: int, target: int, work: Row) -> int:
    """The first cell of the group that a tile joins when it is moved."""
    first = first_entry(state)
    low = state[BOARD] ^ low_bit(source) | low_bit(target)
    high = state[BOARD_HIGH] ^ high_bit(source) | high_bit(target)
    runs = count_runs(state[BOARD], state[BOARD_HIGH], first + source)
    at = settle(low, high, source, runs, target, first, work)
    return lowest(work[at + GROUP], work[at + GROUP_HIGH])


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    """The index-th of the moves just counted."""
    at = BUNDLE
    while index >= work[at + BUNDLE_WORDS + BEFORE]:
        at += BUNDLE_WORDS
    index -= work[at + BEFORE]
    in_low = popcount(work[at + TARGETS])
    if index < in_low:
        target = nth_bit(work[at + TARGETS], index)
    else:
        target = WORD + nth_bit(work[at + TARGETS_HIGH], index - in_low)
    moves = work[at + MOVES]
    move = moves & (1 << 21) - 1 | target
    if moves & MOVED_GROUP:
        move |= (first_of_moved(state, (moves >> SOURCE_SHIFT & FIELD) - 1, target, work) + 1) << KEEP_SHIFT
    return move


@compiled
def makes_line(state: Row, seat: int, cell: int) -> bool:
    """Tell whether a seat's tile on a cell is part of a line long enough to win (Exago F2, R3)."""
    first = first_entry(state)
    low = state[TILES + 2 * seat]
    high = state[TILES + 2 * seat + 1]
    length = 5 if state[SEATS] == 2 else 4
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


@compiled
def play(state: Row, move: int) -> None:
    """Make a legal move."""
    mover = state[MOVER]
    own = TILES + 2 * mover
    target = move & FIELD
    source = (move >> SOURCE_SHIFT & FIELD) - 1
    target_low = low_bit(target)
    target_high = high_bit(target)
    low = state[BOARD]
    high = state[BOARD_HIGH]
    if source < 0:
        state[HAND + mover] -= 1
        low |= target_low
        high |= target_high
        state[own] |= target_low
        state[own + 1] |= target_high
    else:
        first = first_entry(state)
        runs = count_runs(low, high, first + source)
        low ^= low_bit(source)
        high ^= high_bit(source)
        state[own] = state[own] ^ low_bit(source) | target_low
        state[own + 1] = state[own + 1] ^ high_bit(source) | target_high
        if state[LATE]:
            low |= target_low
            high |= target_high
        if runs > 1:
            room = np.empty(3 * GROUP_WORDS, np.int64)
            keep = (move >> KEEP_SHIFT & FIELD) - 1
            at = settle(low, high, source, runs, keep, first, room)
            if at >= 0:
                low = room[at + GROUP]
                high = room[at + GROUP_HIGH]
        if not state[LATE]:
            low |= target_low
            high |= target_high
        if runs > 1:
            for seat in range(state[SEATS]):
                tiles = TILES + 2 * seat
                state[HAND + seat] += popcount(state[tiles] & ~low) + popcount(state[tiles + 1] & ~high)
                state[tiles] &= low
                state[tiles + 1] &= high
    state[BOARD] = low
    state[BOARD_HIGH] = high
    if has(low, high, target) and makes_line(state, mover, target):
        state[WINNER] = mover + 1
    state[MOVER] = mover + 1 if mover + 1 < state[SEATS] else 0
    state[PLY] += 1


@compiled
def to_move(state: Row) -> int:
    """The seat whose turn it is."""
    return state[MOVER]


@compiled
def status(state: Row) -> int:
    """The winner's seat + 1; else a draw when the plies are used up (Exago R5)."""
    if state[WINNER]:
        return state[WINNER]
    return DRAWN if state[PLY] >= PLIES_A_SEAT * state[SEATS] else 0


@compiled
def scores(state: Row, out: Row) -> None:
    """One for the winner, nothing for the others or for a draw."""
    for seat in range(state[SEATS]):
        out[seat] = state[WINNER] == seat + 1


@compiled
def key(state: Row) -> int:
    """Mix all words but the ply, which is no part of what repeats (Exago R5)."""
    mixed = np.int64(0)
    for word in range(PLY):
        mixed = scramble(mixed ^ state[word]) + word
    return mixed


@compiled
def refuse_target(state: Row, source: int, target: int) -> int:
    """What is wrong with putting a tile on a cell, whichever groups stay (Exago F3, F4)."""
    first = first_entry(state)
    low = state[BOARD]
    high = state[BOARD_HIGH]
    if target >= (LARGE_CELLS if state[SIDE] == 6 else SMALL_CELLS):
        return F1_OFF_BOARD
    if not low | high:
        return 0 if target == (LARGE_CENTRE if state[SIDE] == 6 else SMALL_CENTRE) else F3_CENTRE
    if target == source:
        return F4_SAME_CELL
    if has(low, high, target):
        return F3_OCCUPIED
    if source >= 0:
        low ^= low_bit(source)
        high ^= high_bit(source)
    if not NEAR_LOW[first + target] & low | NEAR_HIGH[first + target] & high:
        return F3_NO_CONTACT
    return 0


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    """Zero for a legal move, else the ruling that forbids it."""
    mover = state[MOVER]
    target = move & FIELD
    source = (move >> SOURCE_SHIFT & FIELD) - 1
    keep = (move >> KEEP_SHIFT & FIELD) - 1
    if source < 0:
        if not state[HAND + mover]:
            return F4_MUST_LIFT
    else:
        if state[HAND + mover] and not state[EARLY]:
            return F4_HAND_FIRST
        if not has(state[TILES + 2 * mover], state[TILES + 2 * mover + 1], source):
            return F4_NOT_YOURS
    wrong = refuse_target(state, source, target)
    if wrong:
        return wrong
    list_bundles(state, work)
    ruling = F5_CONTACT_LOST
    found = False
    for number in range(work[BUNDLES]):
        bundle = BUNDLE + number * BUNDLE_WORDS
        moves = work[bundle + MOVES]
        if (moves >> SOURCE_SHIFT & FIELD) - 1 != source:
            continue
        stays = (moves >> KEEP_SHIFT & FIELD) - 1
        reaches = has(work[bundle + TARGETS], work[bundle + TARGETS_HIGH], target)
        if reaches and moves & MOVED_GROUP:
            stays = first_of_moved(state, source, target, work)
        if stays == keep and reaches:
            found = True
        elif reaches and keep == NO_CELL:
            ruling = F5_CHOOSE
        elif reaches and stays == NO_CELL:
            ruling = F5_NO_CHOICE
        elif reaches and ruling == F5_CONTACT_LOST:
            ruling = F5_NO_SUCH_GROUP
    if not found:
        return ruling
    return 0


@compiled
def hide(state: Row, seat: int) -> None:
    """Everything lies open."""


@compiled
def fill(state: Row, seat: int, seed: int) -> None:
    """Nothing was hidden."""


@compiled
def deck(state: Row) -> int:
    """Nothing is dealt."""
    return 0


@compiled
def deal(state: Row, order: Row) -> None:
    """Nothing is dealt."""


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide, fill, deck, deal)
