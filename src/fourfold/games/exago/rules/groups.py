"""What a lift cuts apart, and which group stays (Exago F5, R2)."""

from fourfold.games.exago.rules.cells import has, high_bit, low_bit, lowest
from fourfold.games.exago.rules.layout import GROUP, GROUP_HIGH, GROUP_WORDS, NO_CELL, SIZE, TOUCH, TOUCH_HIGH
from fourfold.games.exago.rules.tables import NEAR_HIGH, NEAR_LOW, RUNS, TURN_ABOVE, TURN_BELOW, TURN_WEST, WORD
from fourfold.kernel.bits import bit
from fourfold.kernel.jit import Row, compiled, leading_zeros, popcount, trailing_zeros


@compiled
def count_runs(low: int, high: int, entry: int) -> int:
    """Count the runs of tiles around a cell: lifting its tile can cut only where there is more than one.

    The numbers of neighbours differ by 11 at most, so the two words laid over each other do not mix them up.
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
def split(low: int, high: int, runs: int, first: int, room: Row) -> int:
    """Write the groups that the tiles form after a lift, and the cells that each touches, to `room`; count them.

    There were so many runs around the lifted tile, two or more; every group has at least one of them.
    """
    groups = 0
    at = 0
    while low | high:
        touch_low = 0
        touch_high = 0
        edge_low = low
        edge_high = high
        if groups < runs - 1:  # else what is left has one run, and is one group
            cell = lowest(low, high)
            edge_low = low_bit(cell)
            edge_high = high_bit(cell)
        rest_low = low ^ edge_low
        rest_high = high ^ edge_high
        while edge_low | edge_high:
            # Two at a time, the lowest and the highest: waiting for the tables is what takes the time.
            if edge_low:
                entry = first + trailing_zeros(edge_low)
                other = 63 - leading_zeros(edge_low)
                edge_low &= (edge_low - 1) & ~bit(other)
                other += first
            else:
                entry = first + WORD + trailing_zeros(edge_high)
                other = 63 - leading_zeros(edge_high)
                edge_high &= (edge_high - 1) & ~bit(other)
                other += first + WORD
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
def largest(groups: int, room: Row) -> int:
    """The size of the largest of the groups that `split` wrote."""
    size = 0
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        size = max(size, room[at + SIZE])
    return size


@compiled
def group_of(cell: int, groups: int, room: Row) -> int:
    """Where in `room` the group with a cell begins."""
    at = 0
    while at < (groups - 1) * GROUP_WORDS and not has(room[at + GROUP], room[at + GROUP_HIGH], cell):
        at += GROUP_WORDS
    return at


@compiled
def settle(low: int, high: int, runs: int, keep: int, first: int, room: Row) -> int:
    """Where in `room` the group that stays begins: the one with the cell `keep`, or the largest. All joined: -1."""
    groups = split(low, high, runs, first, room)
    if groups == 1:
        return -1
    if keep != NO_CELL:
        return group_of(keep, groups, room)
    at = 0
    size = largest(groups, room)
    while room[at + SIZE] < size:
        at += GROUP_WORDS
    return at
