"""Connected groups of tiles: what a lift cuts apart, and which group stays (Exago F5, R2)."""

from fourfold.games.exago.rules.cells import has, lowest, only
from fourfold.games.exago.rules.layout import GROUP, GROUP_WORDS, NO_CELL, SIZE, TOUCH
from fourfold.games.exago.rules.tables import NEAR_HIGH, NEAR_LOW, RUNS, TURN_ABOVE, TURN_BELOW, TURN_WEST, WORD
from fourfold.kernel.bitboard import Bitboard, has_any, load, size, store
from fourfold.kernel.bits import bit
from fourfold.kernel.jit import Row, compiled, leading_zeros, trailing_zeros


@compiled
def count_runs(tiles: Bitboard, entry: int) -> int:
    """Count the runs of tiles around a cell: lifting its tile can cut only if there are several.

    The numbers of neighbours differ by 11 at most, so the two words laid over each other do not mix them up.
    """
    near = (NEAR_LOW[entry] & tiles[0]) | (NEAR_HIGH[entry] & tiles[1])
    west = TURN_WEST[entry]
    below = TURN_BELOW[entry]
    above = TURN_ABOVE[entry]
    ring = ((near >> west) | (near << (WORD - west))) & 7
    ring |= (((near >> below) | (near << (WORD - below))) & 3) << 3
    ring |= (((near >> above) | (near << (WORD - above))) & 3) << 5
    return RUNS[ring]


@compiled
def flood(tiles: Bitboard, edge: Bitboard, first: int, at: int, room: Row) -> Bitboard:
    """Flood fill: write the group that grows from an edge, and the cells that it touches; give the tiles left over."""
    edge_low, edge_high = edge
    rest_low, rest_high = tiles[0] ^ edge_low, tiles[1] ^ edge_high
    touch_low = touch_high = 0
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
    group = tiles[0] ^ rest_low, tiles[1] ^ rest_high
    store(room, at + GROUP, group)
    store(room, at + TOUCH, (touch_low, touch_high))
    room[at + SIZE] = size(group)
    return rest_low, rest_high


@compiled
def split(tiles: Bitboard, runs: int, first: int, room: Row) -> int:
    """Write the groups that the tiles form after a lift, and the cells that each touches, to `room`; count them.

    `runs`, two or more, is the number of runs around the lifted tile; every group has at least one of them.
    """
    groups = 0
    while has_any(tiles):
        # The last run is one group with all that is left.
        edge = only(lowest(tiles)) if groups < runs - 1 else tiles
        tiles = flood(tiles, edge, first, groups * GROUP_WORDS, room)
        groups += 1
    return groups


@compiled
def largest(groups: int, room: Row) -> int:
    """The size of the largest of the groups that `split` wrote."""
    best = 0
    for at in range(0, groups * GROUP_WORDS, GROUP_WORDS):
        best = max(best, room[at + SIZE])
    return best


@compiled
def group_of(cell: int, groups: int, room: Row) -> int:
    """Where in `room` the group with a cell begins."""
    at = 0
    while at < (groups - 1) * GROUP_WORDS and not has(load(room, at + GROUP), cell):
        at += GROUP_WORDS
    return at


@compiled
def settle(tiles: Bitboard, runs: int, keep: int, first: int, room: Row) -> int:
    """Where in `room` the group that stays begins: the one with the cell `keep`, or the largest. All joined: -1."""
    groups = split(tiles, runs, first, room)
    if groups == 1:
        return -1
    if keep != NO_CELL:
        return group_of(keep, groups, room)
    at = 0
    best = largest(groups, room)
    while room[at + SIZE] < best:
        at += GROUP_WORDS
    return at
