"""All moves of the seat to move, in bundles, the duty to block left aside (Exago F3, F4, F5, F7)."""

from fourfold.games.exago.rules.cells import centre, first_entry, high_bit, low_bit, lowest
from fourfold.games.exago.rules.groups import count_runs, largest, split
from fourfold.games.exago.rules.layout import (
    BEFORE,
    BOARD,
    BOARD_HIGH,
    BUNDLE_WORDS,
    EARLY,
    FIRST_BUNDLE,
    GROUP,
    GROUP_HIGH,
    GROUP_WORDS,
    HAND,
    KEEP,
    KEPT,
    KEPT_HIGH,
    LATE,
    MOST_GROUPS,
    MOVED_STAYS,
    MOVER,
    MOVES,
    MUST,
    SIZE,
    SOURCE,
    TARGETS,
    TARGETS_HIGH,
    TILES,
    TOUCH,
    TOUCH_HIGH,
    WAITS,
)
from fourfold.games.exago.rules.tables import NEAR_HIGH, NEAR_LOW, WORD
from fourfold.kernel.jit import Row, compiled, popcount, trailing_zeros


@compiled
def add_bundle(work: Row, at: int, moves: int, low: int, high: int, kept_low: int, kept_high: int) -> int:
    """Write a bundle at a place, and behind it how many moves there are so far; give the next place."""
    work[at + MOVES] = moves
    work[at + TARGETS] = low
    work[at + TARGETS_HIGH] = high
    work[at + KEPT] = kept_low
    work[at + KEPT_HIGH] = kept_high
    work[at + BUNDLE_WORDS + BEFORE] = work[at + BEFORE] + popcount(low) + popcount(high)
    return at + BUNDLE_WORDS


@compiled
def add_waiting(work: Row, end: int, moves: int, low: int, high: int) -> int:
    """Append the lifts from one source where the cut waits until the tile is put down (Exago F7, `late`).

    The three groups after the lift are in `work`, an empty one last where there are two. The tile joins those that it
    touches: for each choice of them the sizes are known, and so is which groups are the largest.
    """
    sole_low = 0
    sole_high = 0
    moved_low = 0
    moved_high = 0
    for word in range(MUST, MUST + 2 * MOST_GROUPS):  # for each group the targets that leave it among the largest
        work[word] = 0
    for joined in range(1, 1 << MOST_GROUPS):
        targets_low = ~low
        targets_high = ~high
        moved = 1
        best = 0
        for group in range(MOST_GROUPS):
            at = group * GROUP_WORDS
            if joined >> group & 1:
                targets_low &= work[at + TOUCH]
                targets_high &= work[at + TOUCH_HIGH]
                moved += work[at + SIZE]
            else:
                targets_low &= ~work[at + TOUCH]
                targets_high &= ~work[at + TOUCH_HIGH]
                best = max(best, work[at + SIZE])
        best = max(best, moved)
        largest_groups = 1 if moved == best else 0
        for group in range(MOST_GROUPS):
            if not joined >> group & 1 and work[group * GROUP_WORDS + SIZE] == best:
                largest_groups += 1
        if largest_groups == 1:
            sole_low |= targets_low
            sole_high |= targets_high
            continue
        if moved == best:
            moved_low |= targets_low
            moved_high |= targets_high
        for group in range(MOST_GROUPS):
            if not joined >> group & 1 and work[group * GROUP_WORDS + SIZE] == best:
                work[MUST + 2 * group] |= targets_low
                work[MUST + 2 * group + 1] |= targets_high
    end = add_bundle(work, end, moves | WAITS, sole_low, sole_high, 0, 0)
    if moved_low | moved_high:
        end = add_bundle(work, end, moves | WAITS | MOVED_STAYS, moved_low, moved_high, 0, 0)
    for group in range(MOST_GROUPS):
        targets_low = work[MUST + 2 * group]
        targets_high = work[MUST + 2 * group + 1]
        if targets_low | targets_high:
            keep = lowest(work[group * GROUP_WORDS + GROUP], work[group * GROUP_WORDS + GROUP_HIGH])
            end = add_bundle(work, end, moves | WAITS | (keep + 1) << KEEP, targets_low, targets_high, 0, 0)
    return end


@compiled
def add_cutting(state: Row, source: int, runs: int, end: int, work: Row) -> int:
    """Append the lifts from one source if its lift cuts, else nothing; give the end of the bundles."""
    low = state[BOARD]
    high = state[BOARD_HIGH]
    moves = (source + 1) << SOURCE
    groups = split(low ^ low_bit(source), high ^ high_bit(source), runs, first_entry(state), work)
    if groups == 1:
        return end
    if state[LATE]:
        for word in range(groups * GROUP_WORDS, MOST_GROUPS * GROUP_WORDS):
            work[word] = 0
        return add_waiting(work, end, moves, low, high)
    size = largest(groups, work)
    ties = -1
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        ties += work[at + SIZE] == size
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        if work[at + SIZE] == size:
            kept_low = work[at + GROUP]
            kept_high = work[at + GROUP_HIGH]
            keep = lowest(kept_low, kept_high) + 1 if ties else 0
            targets_low = work[at + TOUCH] & ~low
            targets_high = work[at + TOUCH_HIGH] & ~high
            end = add_bundle(work, end, moves | keep << KEEP, targets_low, targets_high, kept_low, kept_high)
    return end


@compiled
def add_puts(state: Row, end: int, work: Row) -> int:
    """Append the moves with a tile from the hand; give the end of the bundles (Exago F3)."""
    first = first_entry(state)
    low = state[BOARD]
    high = state[BOARD_HIGH]
    if not low | high:
        return add_bundle(work, end, 0, low_bit(centre(state)), high_bit(centre(state)), 0, 0)
    targets_low = 0
    targets_high = 0
    left = low
    while left:
        entry = first + trailing_zeros(left)
        left &= left - 1
        targets_low |= NEAR_LOW[entry]
        targets_high |= NEAR_HIGH[entry]
    left = high
    while left:
        entry = first + WORD + trailing_zeros(left)
        left &= left - 1
        targets_low |= NEAR_LOW[entry]
        targets_high |= NEAR_HIGH[entry]
    return add_bundle(work, end, 0, targets_low & ~low, targets_high & ~high, low, high)


@compiled
def add_lifts(state: Row, end: int, work: Row) -> int:
    """Append the moves that lift a tile; give the end of the bundles (Exago F4, F5)."""
    first = first_entry(state)
    late = state[LATE]
    low = state[BOARD]
    high = state[BOARD_HIGH]
    # Which cells are touched by a tile, by two or more, by three or more.
    once_low = 0
    once_high = 0
    twice_low = 0
    twice_high = 0
    thrice_low = 0
    thrice_high = 0
    left = low
    while left:
        entry = first + trailing_zeros(left)
        left &= left - 1
        thrice_low |= twice_low & NEAR_LOW[entry]
        thrice_high |= twice_high & NEAR_HIGH[entry]
        twice_low |= once_low & NEAR_LOW[entry]
        twice_high |= once_high & NEAR_HIGH[entry]
        once_low |= NEAR_LOW[entry]
        once_high |= NEAR_HIGH[entry]
    left = high
    while left:
        entry = first + WORD + trailing_zeros(left)
        left &= left - 1
        thrice_low |= twice_low & NEAR_LOW[entry]
        thrice_high |= twice_high & NEAR_HIGH[entry]
        twice_low |= once_low & NEAR_LOW[entry]
        twice_high |= once_high & NEAR_HIGH[entry]
        once_low |= NEAR_LOW[entry]
        once_high |= NEAR_HIGH[entry]
    own_low = state[TILES + 2 * state[MOVER]]
    own_high = state[TILES + 2 * state[MOVER] + 1]
    while own_low | own_high:
        source = lowest(own_low, own_high)
        source_low = low_bit(source)
        source_high = high_bit(source)
        own_low ^= source_low
        own_high ^= source_high
        near_low = NEAR_LOW[first + source]
        near_high = NEAR_HIGH[first + source]
        gone_low = 0
        gone_high = 0
        leaf_low = 0
        leaf_high = 0
        runs = count_runs(low, high, first + source)
        if runs > 1:
            # Often all that is cut off is one tile, which touches no other than the lifted one.
            leaf_low = near_low & low & ~twice_low
            leaf_high = near_high & high & ~twice_high
            if runs == 2 and not late and popcount(leaf_low) + popcount(leaf_high) == 1:
                leaf = first + lowest(leaf_low, leaf_high)
                gone_low = NEAR_LOW[leaf]
                gone_high = NEAR_HIGH[leaf]
            else:
                leaf_low = 0
                leaf_high = 0
                begin = end
                end = add_cutting(state, source, runs, begin, work)
                if end > begin:
                    continue
        # All cells are open that a tile touches other than the lifted one and the one that is cut off.
        open_low = thrice_low | twice_low & ~(near_low & gone_low) | once_low & ~(near_low | gone_low)
        open_high = thrice_high | twice_high & ~(near_high & gone_high) | once_high & ~(near_high | gone_high)
        kept_low = low ^ source_low ^ leaf_low
        kept_high = high ^ source_high ^ leaf_high
        end = add_bundle(work, end, (source + 1) << SOURCE, open_low & ~low, open_high & ~high, kept_low, kept_high)
    return end


@compiled
def list_bundles(state: Row, work: Row) -> int:
    """Write all moves of the seat to move to `work`; give the end of the bundles."""
    hand = state[HAND + state[MOVER]]
    end = FIRST_BUNDLE
    work[end + BEFORE] = 0
    if hand:
        end = add_puts(state, end, work)
    if not hand or state[EARLY]:
        end = add_lifts(state, end, work)
    return end
