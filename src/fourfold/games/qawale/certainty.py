"""Static proofs in Qawale: immediate wins, results that the last placements cannot change, and the easier game."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale import kernel
from fourfold.games.qawale.line_table import EVEN, LONGEST, can_complete, pattern_of, transpose
from fourfold.kernel.evaluation import CANNOT_LOSE, CANNOT_WIN, WINS
from fourfold.kernel.jit import Row, compiled, word

LINE_CELLS = [*(0xF << 4 * row for row in range(4)), *(0x1111 << column for column in range(4)), 0x8421, 0x1248]
NO_WAY = -1
ON_DARK = 32
TALLEST_JUDGED = LONGEST - 1  # what the table of lines knows


def _within_reach() -> NDArray[np.int32]:
    """For each set of tops, how many more pebbles on light and on dark squares can complete a line.

    Bit 5 * light + dark is set if these numbers, up to four each, are enough.
    """
    sets = np.arange(1 << 16)
    dark = 0x5A5A
    table = np.zeros(1 << 16, np.int32)
    for line in LINE_CELLS:
        lacks_light, lacks_dark = np.bitwise_count(line & ~dark & ~sets), np.bitwise_count(line & dark & ~sets)
        for lights, darks in product(range(5), repeat=2):
            table |= ((lacks_light <= lights) & (lacks_dark <= darks)).astype(np.int32) << (5 * lights + darks)
    return table


WITHIN_REACH = _within_reach()


@compiled
def is_dark(cell: int) -> bool:
    """Tell whether a square is dark, as on a chessboard."""
    return (cell + (cell >> 2)) & 1 != 0


@compiled
def split_stack(state: Row, origin: int, colour: int) -> int:
    """Count the pebbles of a colour that a sown stack drops on light squares, plus ON_DARK for each on a dark one."""
    stack = state[origin]
    found = 0
    on_dark = is_dark(origin)
    while stack:
        on_dark = not on_dark
        if stack & 3 == colour:
            found += ON_DARK if on_dark else 1
        stack >>= 2
    return found


@compiled
def split_sowing(state: Row, origin: int, colour: int) -> int:
    """The same with a pebble of that colour on top."""
    ends_dark = is_dark(origin) ^ (kernel.height(state[origin]) & 1 == 0)
    return split_stack(state, origin, colour) + (ON_DARK if ends_dark else 1)


@compiled
def is_within_reach(tops: int, split: int) -> bool:
    """Tell whether these pebbles on light and on dark squares can complete a line."""
    return (WITHIN_REACH[tops] >> (5 * min(split & 31, 4) + min(split >> 5, 4))) & 1 != 0


@compiled
def sow_line(cell: int, last: int, stack: int, split: int, own: int, others: int, colour: int, alone: bool) -> int:
    """Find steps that sow the rest of a stack so that a colour gets a line, or only that colour (`alone`); or NO_WAY.

    `split` counts its pebbles of the colour by the squares on which they fall (see `split_stack`), to prune the search.
    """
    if stack == 0:
        return 1 if kernel.has_line(own) and not (alone and kernel.has_line(others)) else NO_WAY
    if not is_within_reach(own, split):
        return NO_WAY
    pebble = stack & 3
    drops = word(pebble == colour)
    other = word(pebble != colour and pebble != kernel.NEUTRAL)
    if drops:
        split -= 1 if is_dark(cell) else ON_DARK  # the next square has the other colour
    for d in range(4):
        to = kernel.NEIGHBOUR[cell, d]
        if to >= 0 and d ^ 2 != last:
            gone = ~(1 << to)
            way = sow_line(
                to, d, stack >> 2, split, own & gone | drops << to, others & gone | other << to, colour, alone
            )
            if way != NO_WAY:
                return way << 2 | d
    return NO_WAY


@compiled
def tallest(state: Row) -> int:
    """The height of the tallest stack."""
    stacks = word(0)
    for cell in range(kernel.CELLS):
        stacks |= state[cell]
    return kernel.height(stacks)


@compiled
def find_line(state: Row, colour: int) -> int:
    """Find a move that wins at once for the seat to move, which has this colour, or NO_WAY."""
    tops, others = state[kernel.FIRST_TOPS + colour - kernel.FIRST], state[kernel.SECOND_TOPS + kernel.FIRST - colour]
    across = transpose(tops)
    alone = state[kernel.OPTIONS] & kernel.DOUBLE_DRAWS != 0
    for origin in range(kernel.CELLS):
        stack = state[origin]
        if stack and can_complete(origin, kernel.height(stack), pattern_of(stack, colour), tops, across):
            split = split_sowing(state, origin, colour)
            stack |= word(colour) << 2 * kernel.height(stack)
            gone = ~(1 << origin)
            way = sow_line(origin, kernel.NOWHERE, stack, split, tops & gone, others & gone, colour, alone)
            if way != NO_WAY:
                return way << 4 | origin
    return NO_WAY


@compiled
def has_stack_without(state: Row, colour: int) -> bool:
    """Tell whether there is a stack without a pebble of a colour: sowing it makes no line of that colour."""
    origin = 0
    while origin < kernel.CELLS and (state[origin] == 0 or split_stack(state, origin, colour)):
        origin += 1
    return origin < kernel.CELLS


@compiled
def can_force(state: Row, colour: int) -> bool:
    """Tell whether a sowing of this colour might leave the opponent only sowings that complete its line.

    The opponent escapes with a stack whose pebbles, together with those of the sowing, cannot complete a line, and
    with one without the colour; unless a pebble of the colour fell on it. Each pebble falls on one stack.
    """
    tops = state[kernel.FIRST_TOPS + colour - kernel.FIRST]
    for origin in range(kernel.CELLS):
        if state[origin]:
            sown = split_sowing(state, origin, colour)
            ways_out = -(sown & 31) - (sown >> 5)
            rest = tops & ~(1 << origin)
            for other in range(kernel.CELLS):
                if other != origin and state[other]:
                    split = split_stack(state, other, colour)
                    ways_out += split == 0 or not is_within_reach(rest & ~(1 << other), sown + split)
            if ways_out <= 0:
                return True
    return False


@compiled
def judge(state: Row, asked: int, out: Row) -> int:
    """Tell whether the seat to move can win at once, and what else is certain with one or two placements left."""
    placed = state[kernel.PLY] - state[kernel.SWAPPED]
    left = (state[kernel.OPTIONS] & kernel.PLACEMENTS) - placed
    own = kernel.FIRST + (placed & 1)
    other = kernel.FIRST + kernel.SECOND - own
    if asked & CANNOT_LOSE and left == 1 and not kernel.may_swap(state) and has_stack_without(state, other):
        return CANNOT_LOSE
    if tallest(state) > TALLEST_JUDGED:
        return 0
    out[0] = find_line(state, own)
    if out[0] != NO_WAY:
        return WINS
    if left > 2 or kernel.may_swap(state):
        return 0
    if left == 1:
        return CANNOT_WIN | CANNOT_LOSE if has_stack_without(state, other) else CANNOT_WIN
    return 0 if can_force(state, own) else CANNOT_WIN


@compiled
def relax(state: Row, seat: int) -> None:
    """Make the other's pebbles neutral: its lines are forgotten. Not while colours may be exchanged (Qawale R4)."""
    if state[kernel.OPTIONS] & kernel.MAY_SWAP and state[kernel.PLY] < 2:
        return
    if seat == state[kernel.SWAPPED]:  # it has the first colour
        for cell in range(kernel.CELLS):
            state[cell] |= state[cell] >> 1 & EVEN
        state[kernel.SECOND_TOPS] = 0
    else:
        for cell in range(kernel.CELLS):
            state[cell] |= (state[cell] & EVEN) << 1
        state[kernel.FIRST_TOPS] = 0
