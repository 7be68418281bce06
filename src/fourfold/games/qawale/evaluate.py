"""Opinions about Qawale: lines in the making. Never rules.

Only tops count. A line with three tops of a colour mostly needs one more sowing, and the own pebble is always sown
last, so it lies on top wherever the walk ends.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale.kernel import (
    CELLS,
    DOUBLE_DRAWS,
    FIRST,
    FIRST_TOPS,
    NEIGHBOUR,
    NEUTRAL,
    NOWHERE,
    OPTIONS,
    PLACEMENTS,
    PLY,
    SECOND,
    SECOND_TOPS,
    SWAPPED,
    has_line,
    height,
    may_swap,
)
from fourfold.kernel.jit import Row, compiled, word
from fourfold.kernel.opinions import CANNOT_LOSE, CANNOT_WIN, CERTAIN, WINS, chances_of

LINE_CELLS = [*(0xF << 4 * row for row in range(4)), *(0x1111 << column for column in range(4)), 0x8421, 0x1248]
TOPS_IN_LINE = (0, 3, 25, 150, 0)  # what so many tops of one colour in a line count
TEMPO = 60  # what it counts to be the one who has just sown

# What the limited levels get: nodes, and how many of 1024 moves they overlook.
GRADES = ((10, 1000), (40, 900), (90, 720), (230, 500), (750, 300), (1600, 180), (7000, 90))


def _worth() -> NDArray[np.int32]:
    """What the tops of one colour count, for each set of cells."""
    sets = np.arange(1 << 16)
    counts = np.array([np.bitwise_count(sets & line) for line in LINE_CELLS])
    return np.array(TOPS_IN_LINE, np.int32)[counts].sum(axis=0, dtype=np.int32)


def _within_reach() -> NDArray[np.int32]:
    """For each set of tops, with how many more pebbles on light and on dark squares some line can be completed.

    Bit 5 * light + dark tells for up to four of each.
    """
    sets = np.arange(1 << 16)
    dark = 0x5A5A
    table = np.zeros(1 << 16, np.int32)
    for line in LINE_CELLS:
        lacks_light, lacks_dark = np.bitwise_count(line & ~dark & ~sets), np.bitwise_count(line & dark & ~sets)
        for lights, darks in product(range(5), repeat=2):
            table |= ((lacks_light <= lights) & (lacks_dark <= darks)).astype(np.int32) << (5 * lights + darks)
    return table


WORTH = _worth()
WITHIN_REACH = _within_reach()


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare the lines in the making."""
    advantage = int(WORTH[state[FIRST_TOPS]]) - int(WORTH[state[SECOND_TOPS]])
    advantage += -TEMPO if (state[PLY] - state[SWAPPED]) & 1 == 0 else TEMPO
    chances = chances_of(advantage)
    first = state[SWAPPED]
    out[first] = chances
    out[1 - first] = CERTAIN - chances


NO_WAY = -1
TALLEST_JUDGED = 9  # higher stacks have too many sowings to look at


@compiled
def is_dark(cell: int) -> bool:
    """Tell one colour of the squares from the other, as on a chess board."""
    return (cell + (cell >> 2)) & 1 != 0


@compiled
def sow_line(
    cell: int, last: int, stack: int, light: int, dark: int, own: int, others: int, colour: int, alone: bool
) -> int:
    """A way to sow what is left of a stack so that a colour gets a line, or one `alone`; as steps, or NO_WAY.

    So many of its pebbles that are the colour's fall on light and on dark squares; where these cannot complete any
    line nothing is tried.
    """
    if stack == 0:
        return 1 if has_line(own) and not (alone and has_line(others)) else NO_WAY
    if not (WITHIN_REACH[own] >> (5 * min(light, 4) + min(dark, 4))) & 1:
        return NO_WAY
    pebble = stack & 3
    drops = word(pebble == colour)
    other = word(pebble != colour and pebble != NEUTRAL)
    if drops:
        if is_dark(cell):  # the next one is light
            light -= 1
        else:
            dark -= 1
    for d in range(4):
        to = NEIGHBOUR[cell, d]
        if to >= 0 and d ^ 2 != last:
            gone = ~(1 << to)
            way = sow_line(
                to, d, stack >> 2, light, dark, own & gone | drops << to, others & gone | other << to, colour, alone
            )
            if way != NO_WAY:
                return way << 2 | d
    return NO_WAY


@compiled
def find_line(state: Row, colour: int) -> int:
    """A move that wins at once for the seat to move, whose colour it is, or NO_WAY; no stack may be too tall."""
    tops, others = state[FIRST_TOPS + colour - FIRST], state[SECOND_TOPS + FIRST - colour]
    alone = state[OPTIONS] & DOUBLE_DRAWS != 0
    for origin in range(CELLS):
        stack = state[origin]
        if stack:
            stack |= word(colour) << 2 * height(stack)
            light = dark = 0
            rest = stack
            on_dark = is_dark(origin)
            while rest:
                on_dark = not on_dark
                if rest & 3 == colour:
                    light += not on_dark
                    dark += on_dark
                rest >>= 2
            gone = ~(1 << origin)
            way = sow_line(origin, NOWHERE, stack, light, dark, tops & gone, others & gone, colour, alone)
            if way != NO_WAY:
                return way << 4 | origin
    return NO_WAY


@compiled
def count_without(state: Row, colour: int) -> int:
    """Count the stacks without a pebble of a colour, and the most pebbles of it in one stack; 32 times the first."""
    without = 0
    most = 0
    for origin in range(CELLS):
        stack = state[origin]
        if stack:
            pebbles = 0
            while stack:
                pebbles += stack & 3 == colour
                stack >>= 2
            without += pebbles == 0
            most = max(most, pebbles)
    return 32 * without + most


@compiled
def judge(state: Row, out: Row) -> int:
    """Say whether the seat to move can win at once, and what else is sure with one or two placements left.

    Who sows a stack without a pebble of a colour makes no line of that colour. With two left the other one finds such
    a stack if there are enough of them: a sowing takes one away, or puts the colour on as many as it has pebbles of
    it.
    """
    for origin in range(CELLS):
        if height(state[origin]) > TALLEST_JUDGED:
            return 0
    placed = state[PLY] - state[SWAPPED]
    own = FIRST + (placed & 1)
    out[0] = find_line(state, own)
    if out[0] != NO_WAY:
        return WINS
    left = (state[OPTIONS] & PLACEMENTS) - placed
    if left > 2 or may_swap(state):
        return 0
    if left == 1:
        return CANNOT_WIN | CANNOT_LOSE if count_without(state, FIRST + SECOND - own) >= 32 else CANNOT_WIN
    counts = count_without(state, own)
    return CANNOT_WIN if counts >> 5 >= max(3, (counts & 31) + 2) else 0
