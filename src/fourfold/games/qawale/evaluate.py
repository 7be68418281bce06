"""Opinions about Qawale: lines in the making. Never rules.

Only tops count. A line with three tops of a colour mostly needs one more sowing, and the own pebble is always sown
last, so it lies on top wherever the walk ends.
"""

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


def _worth() -> NDArray[np.int32]:
    """What the tops of one colour count, for each set of cells."""
    sets = np.arange(1 << 16)
    counts = np.array([np.bitwise_count(sets & line) for line in LINE_CELLS])
    return np.array(TOPS_IN_LINE, np.int32)[counts].sum(axis=0, dtype=np.int32)


def _lacking() -> NDArray[np.int8]:
    """How many tops the line that is nearest to completion lacks, for each set of cells."""
    counts = np.array([np.bitwise_count(np.arange(1 << 16) & line) for line in LINE_CELLS])
    return (4 - counts.max(axis=0)).astype(np.int8)


WORTH = _worth()
LACKING = _lacking()


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare the lines in the making."""
    advantage = int(WORTH[state[FIRST_TOPS]]) - int(WORTH[state[SECOND_TOPS]])
    advantage += -TEMPO if (state[PLY] - state[SWAPPED]) & 1 == 0 else TEMPO
    chances = chances_of(advantage)
    first = state[SWAPPED]
    out[first] = chances
    out[1 - first] = CERTAIN - chances


TALLEST_JUDGED = 9  # higher stacks have too many sowings to look at


@compiled
def sows_line(cell: int, last: int, stack: int, left: int, own: int, others: int, colour: int, alone: bool) -> bool:
    """Tell whether what is left of a stack can be sown so that a colour gets a line, or one `alone`.

    `left` of its pebbles are the colour's; where a line lacks more tops than that, nothing more is tried.
    """
    if stack == 0:
        return has_line(own) and not (alone and has_line(others))
    if LACKING[own] > left:
        return False
    pebble = stack & 3
    for d in range(4):
        to = NEIGHBOUR[cell, d]
        if to >= 0 and d ^ 2 != last:
            gone = ~(1 << to)
            drops = word(pebble == colour)
            other = word(pebble != colour and pebble != NEUTRAL)
            if sows_line(
                to, d, stack >> 2, left - drops, own & gone | drops << to, others & gone | other << to, colour, alone
            ):
                return True
    return False


@compiled
def can_line(state: Row, colour: int) -> bool:
    """Tell whether the seat to move, whose colour it is, can win at once; no stack may be too tall to judge."""
    tops, others = state[FIRST_TOPS + colour - FIRST], state[SECOND_TOPS + FIRST - colour]
    alone = state[OPTIONS] & DOUBLE_DRAWS != 0
    for origin in range(CELLS):
        stack = state[origin]
        if stack:
            pebbles = 1
            rest = stack
            while rest:
                pebbles += rest & 3 == colour
                rest >>= 2
            stack |= word(colour) << 2 * height(stack)
            gone = ~(1 << origin)
            if sows_line(origin, NOWHERE, stack, pebbles, tops & gone, others & gone, colour, alone):
                return True
    return False


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
def judge(state: Row) -> int:
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
    if can_line(state, own):
        return WINS
    left = (state[OPTIONS] & PLACEMENTS) - placed
    if left > 2 or may_swap(state):
        return 0
    if left == 1:
        return CANNOT_WIN | CANNOT_LOSE if count_without(state, FIRST + SECOND - own) >= 32 else CANNOT_WIN
    counts = count_without(state, own)
    return CANNOT_WIN if counts >> 5 >= max(3, (counts & 31) + 2) else 0
