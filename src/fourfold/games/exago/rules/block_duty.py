"""Whom the mover has to block (Exago F6, R4). Three seats or more: four in a line win."""

from fourfold.games.exago.rules.cells import first_entry, high_bit, low_bit, lowest
from fourfold.games.exago.rules.groups import count_runs, group_of, largest, settle, split
from fourfold.games.exago.rules.layout import (
    BEFORE,
    BOARD,
    BOARD_HIGH,
    BUNDLE_WORDS,
    DUTY,
    DUTY_SEAT,
    FIELD,
    FIRST_BUNDLE,
    GAPS,
    GROUP,
    GROUP_HIGH,
    GROUP_WORDS,
    HAND,
    KEEP,
    KEPT,
    KEPT_HIGH,
    LATE,
    MOVED_STAYS,
    MOVER,
    MOVES,
    MUST,
    R4A,
    R4B,
    SEATS,
    SIZE,
    SOME,
    SOURCE,
    STOPS,
    TARGETS,
    TARGETS_HIGH,
    TILES,
    WAITS,
)
from fourfold.games.exago.rules.tables import (
    AHEAD_HIGH,
    AHEAD_LOW,
    AXES,
    BEFORE_HIGH,
    BEFORE_LOW,
    NEXT_HIGH,
    NEXT_LOW,
)
from fourfold.kernel.jit import Row, compiled, popcount


@compiled
def find_gaps(own_low: int, own_high: int, low: int, high: int, first: int, work: Row) -> bool:
    """Write the cells outside a set where a tile would make four in a line; tell whether there are any.

    Three of a four are found from the lowest of them: the gap is ahead of it, or just before it.
    """
    gaps_low = 0
    gaps_high = 0
    left_low = own_low
    left_high = own_high
    while left_low | left_high:
        cell = lowest(left_low, left_high)
        left_low &= ~low_bit(cell)
        left_high &= ~high_bit(cell)
        for line in range(AXES * (first + cell), AXES * (first + cell + 1)):
            if popcount(own_low & AHEAD_LOW[line]) + popcount(own_high & AHEAD_HIGH[line]) >= 2:
                gaps_low |= AHEAD_LOW[line]
                gaps_high |= AHEAD_HIGH[line]
                if not (NEXT_LOW[line] & ~own_low | NEXT_HIGH[line] & ~own_high):
                    gaps_low |= BEFORE_LOW[line]
                    gaps_high |= BEFORE_HIGH[line]
    work[GAPS] = gaps_low & ~low
    work[GAPS + 1] = gaps_high & ~high
    return (work[GAPS] | work[GAPS + 1]) != 0


@compiled
def wins_by_cut(low: int, high: int, own_low: int, own_high: int, groups: int, first: int, work: Row) -> bool:
    """Tell whether a lift that cuts wins: in a largest group there must be three of a four."""
    size = largest(groups, work)
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        if work[at + SIZE] == size:
            kept_low = own_low & work[at + GROUP]
            kept_high = own_high & work[at + GROUP_HIGH]
            if find_gaps(kept_low, kept_high, low, high, first, work):
                return True
    return False


@compiled
def wins_by_late_cut(low: int, high: int, source: int, runs: int, first: int, work: Row) -> bool:
    """Tell whether a lift wins on one of the gaps with `late`: the group of the new line must be a largest one."""
    gaps_low = work[GAPS]
    gaps_high = work[GAPS + 1]
    while gaps_low | gaps_high:
        target = lowest(gaps_low, gaps_high)
        target_low = low_bit(target)
        target_high = high_bit(target)
        gaps_low ^= target_low
        gaps_high ^= target_high
        after_low = low ^ low_bit(source) ^ target_low
        after_high = high ^ high_bit(source) ^ target_high
        groups = split(after_low, after_high, runs, first, work)
        if groups == 1 or work[group_of(target, groups, work) + SIZE] == largest(groups, work):
            return True
    return False


@compiled
def can_win(low: int, high: int, own_low: int, own_high: int, hand: int, late: int, first: int, work: Row) -> bool:
    """Tell whether a colour could make four in a line were it its turn, on a board with these tiles.

    A cell that completes a line touches a tile of it, so it is always open to a tile.
    """
    if not find_gaps(own_low, own_high, low, high, first, work):
        return False
    if hand:
        return True
    left_low = own_low
    left_high = own_high
    while left_low | left_high:
        source = lowest(left_low, left_high)
        source_low = low_bit(source)
        source_high = high_bit(source)
        left_low ^= source_low
        left_high ^= source_high
        if not find_gaps(own_low ^ source_low, own_high ^ source_high, low, high, first, work):
            continue
        runs = count_runs(low, high, first + source)
        if runs < 2:
            return True
        if late:
            if wins_by_late_cut(low, high, source, runs, first, work):
                return True
            continue
        groups = split(low ^ source_low, high ^ source_high, runs, first, work)
        if groups == 1 or wins_by_cut(low, high, own_low, own_high, groups, first, work):
            return True
    return False


@compiled
def seat_can_win(state: Row, seat: int, work: Row) -> bool:
    """Tell whether a seat could win were it its turn now."""
    own_low = state[TILES + 2 * seat]
    own_high = state[TILES + 2 * seat + 1]
    hand = state[HAND + seat]
    return can_win(state[BOARD], state[BOARD_HIGH], own_low, own_high, hand, state[LATE], first_entry(state), work)


@compiled
def find_sure_gaps(low: int, high: int, own_low: int, own_high: int, hand: int, first: int, work: Row) -> int:
    """Write the gaps that a colour can fill without a cut, and count them.

    One more tile elsewhere changes nothing about them: it touches the tiles that stay, or is alone when they are cut.
    """
    if not find_gaps(own_low, own_high, low, high, first, work) or hand:
        return popcount(work[GAPS]) + popcount(work[GAPS + 1])
    gaps_low = 0
    gaps_high = 0
    left_low = own_low
    left_high = own_high
    while left_low | left_high:
        source = lowest(left_low, left_high)
        source_low = low_bit(source)
        source_high = high_bit(source)
        left_low ^= source_low
        left_high ^= source_high
        if find_gaps(own_low ^ source_low, own_high ^ source_high, low, high, first, work):
            runs = count_runs(low, high, first + source)
            if runs < 2 or split(low ^ source_low, high ^ source_high, runs, first, work) == 1:
                gaps_low |= work[GAPS]
                gaps_high |= work[GAPS + 1]
    work[GAPS] = gaps_low
    work[GAPS + 1] = gaps_high
    return popcount(gaps_low) + popcount(gaps_high)


@compiled
def is_stopped(state: Row, bundle: int, target: int, seat: int, work: Row) -> bool:
    """Tell whether a seat could not win after a move of a bundle, were it its turn then."""
    first = first_entry(state)
    moves = work[bundle + MOVES]
    if moves & WAITS:
        source = (moves >> SOURCE & FIELD) - 1
        keep = target if moves & MOVED_STAYS else (moves >> KEEP & FIELD) - 1
        runs = count_runs(state[BOARD], state[BOARD_HIGH], first + source)
        low = state[BOARD] ^ low_bit(source) ^ low_bit(target)
        high = state[BOARD_HIGH] ^ high_bit(source) ^ high_bit(target)
        at = settle(low, high, runs, keep, first, work)
        if at >= 0:
            low = work[at + GROUP]
            high = work[at + GROUP_HIGH]
    else:
        low = work[bundle + KEPT] | low_bit(target)
        high = work[bundle + KEPT_HIGH] | high_bit(target)
    own_low = state[TILES + 2 * seat]
    own_high = state[TILES + 2 * seat + 1]
    hand = state[HAND + seat] + ((own_low & ~low | own_high & ~high) != 0)
    return not can_win(low, high, own_low & low, own_high & high, hand, state[LATE], first, work)


@compiled
def find_stops(state: Row, bundle: int, seat: int, work: Row) -> bool:
    """Write the targets of a bundle that stop a seat, and tell whether there are any."""
    left_low = work[bundle + TARGETS]
    left_high = work[bundle + TARGETS_HIGH]
    if not work[bundle + MOVES] & WAITS:
        # Two sure gaps cannot be stopped, one only by a tile in it.
        low = work[bundle + KEPT]
        high = work[bundle + KEPT_HIGH]
        own_low = state[TILES + 2 * seat]
        own_high = state[TILES + 2 * seat + 1]
        hand = state[HAND + seat] + ((own_low & ~low | own_high & ~high) != 0)
        gaps = find_sure_gaps(low, high, own_low & low, own_high & high, hand, first_entry(state), work)
        if gaps > 1:
            left_low = 0
            left_high = 0
        elif gaps == 1:
            left_low &= work[GAPS]
            left_high &= work[GAPS + 1]
    stops_low = 0
    stops_high = 0
    while left_low | left_high:
        target = lowest(left_low, left_high)
        target_low = low_bit(target)
        target_high = high_bit(target)
        left_low ^= target_low
        left_high ^= target_high
        if is_stopped(state, bundle, target, seat, work):
            stops_low |= target_low
            stops_high |= target_high
    work[STOPS] = stops_low
    work[STOPS + 1] = stops_high
    return (stops_low | stops_high) != 0


@compiled
def find_duty(state: Row, threats: int, bundles: int, work: Row) -> None:
    """Find whom the mover has to stop, and by which ruling; write what targets stop him, and what stop others."""
    mover = state[MOVER]
    seats = state[SEATS]
    for distance in range(1, seats):
        seat = (mover + distance) % seats
        if not threats >> seat & 1:
            continue
        stoppable = False
        for number in range(bundles):
            if find_stops(state, FIRST_BUNDLE + number * BUNDLE_WORDS, seat, work):
                stoppable = True
            if work[DUTY]:
                work[SOME + 2 * number] |= work[STOPS]
                work[SOME + 2 * number + 1] |= work[STOPS + 1]
            else:
                work[MUST + 2 * number] = work[STOPS]
                work[MUST + 2 * number + 1] = work[STOPS + 1]
                work[SOME + 2 * number] = 0
                work[SOME + 2 * number + 1] = 0
        if stoppable and not work[DUTY]:
            work[DUTY] = R4A if distance == 1 else R4B
            work[DUTY_SEAT] = seat
        if work[DUTY] == R4A:
            return


@compiled
def apply_blocking(state: Row, end: int, work: Row) -> None:
    """Strike out of the bundles what Exago R4 forbids."""
    work[DUTY] = 0
    threats = 0
    for seat in range(state[SEATS]):
        if seat != state[MOVER] and seat_can_win(state, seat, work):
            threats |= 1 << seat
    if not threats or seat_can_win(state, state[MOVER], work):
        return
    bundles = (end - FIRST_BUNDLE) // BUNDLE_WORDS
    find_duty(state, threats, bundles, work)
    if not work[DUTY]:
        return
    for number in range(bundles):
        bundle = FIRST_BUNDLE + number * BUNDLE_WORDS
        legal_low = work[MUST + 2 * number]
        legal_high = work[MUST + 2 * number + 1]
        if work[DUTY] == R4B:  # what stops nobody stays legal
            legal_low |= ~work[SOME + 2 * number]
            legal_high |= ~work[SOME + 2 * number + 1]
        work[bundle + TARGETS] &= legal_low
        work[bundle + TARGETS_HIGH] &= legal_high
        moves = popcount(work[bundle + TARGETS]) + popcount(work[bundle + TARGETS_HIGH])
        work[bundle + BUNDLE_WORDS + BEFORE] = work[bundle + BEFORE] + moves
