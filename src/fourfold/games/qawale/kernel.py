"""The rules of Qawale, as kernels: move generation, legality, status, hash key. They are written nowhere else.

State, one row of 21 words: the stacks of cells a1, b1 … d4; the two masks of cells whose top
pebble is a colour's; the plies played; whether the seats exchanged colours; the options. A stack
is a number in base 4 with the bottom pebble in the lowest digit: 1 first colour, 2 second
colour, 3 neutral. The first colour is seat 0's unless the seats exchanged colours.

Move: the origin in the low four bits, two bits a step from the fourth bit on, and a one above
the last step. SWAP is a move of its own.
"""

import numpy as np
from numpy.typing import NDArray

from fourfold.core.grids import SquareGrid
from fourfold.kernel.defaults import fill_nothing, hide_nothing, no_deal, no_deck
from fourfold.kernel.hashes import hash_words
from fourfold.kernel.jit import DRAWN, RUNNING, Row, Rules, compiled, leading_zeros, word

FIRST_TOPS, SECOND_TOPS, PLY, SWAPPED, OPTIONS, WORDS = 16, 17, 18, 19, 20, 21
PLACEMENTS, DOUBLE_DRAWS, MAY_SWAP = 0xFF, 0x100, 0x200  # the parts of the options' word
FIRST, SECOND, NEUTRAL = 1, 2, 3
CELLS = 16
TALLEST = 28  # all neutrals, and ten pebbles of each colour
NOWHERE = 4  # the last direction before the first step
SWAP = -1

F2_NO_STACK, F2_LENGTH, F2_OFF_BOARD, F3_STEP_BACK, R1_BACK_TO_ORIGIN, R4_NO_SWAP, R4_LATE_SWAP = range(1, 8)

GRID = SquareGrid(4)
NEIGHBOUR = GRID.neighbours


def _ways() -> NDArray[np.int64]:
    """Count the walks of a length from a cell after a step in a direction; none turns straight back."""
    ways = np.zeros((TALLEST + 2, CELLS, 5), np.int64)
    ways[0] = 1
    for length in range(1, TALLEST + 2):
        for cell in range(CELLS):
            for last in range(5):
                ways[length, cell, last] = sum(
                    ways[length - 1, NEIGHBOUR[cell, d], d]
                    for d in range(4)
                    if NEIGHBOUR[cell, d] >= 0 and d ^ 2 != last
                )
    return ways


def _sowings() -> NDArray[np.int64]:
    """Count the ways to sow a stack of a height, plus the added pebble, from a cell."""
    sowings = np.zeros((TALLEST + 1, CELLS), np.int64)
    sowings[1:] = WAYS[2:, :, NOWHERE]
    return sowings


SHORT = 6  # walks up to this length are listed in a table


def _short_walks() -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """List the short walks of each length and origin in the order of `unrank`, and where each list begins."""
    begins = np.zeros((SHORT + 1, CELLS), np.int64)
    walks: list[int] = []
    for length in range(1, SHORT + 1):
        for origin in range(CELLS):
            begins[length, origin] = len(walks)
            ends = [(origin, NOWHERE, 0)]
            for step in range(length):
                ends = [
                    (int(NEIGHBOUR[cell, d]), d, walk | d << 2 * step)
                    for cell, last, walk in ends
                    for d in range(4)
                    if NEIGHBOUR[cell, d] >= 0 and d ^ 2 != last
                ]
            walks += [walk for _, _, walk in ends]
    return begins, np.array(walks, np.int16)


ROWS = tuple(0xF << 4 * row for row in range(4))
COLUMNS = tuple(0x1111 << column for column in range(4))
LINE_SETS = (*ROWS, *COLUMNS, 0x8421, 0x1248)  # Qawale F4: rows, columns and the long diagonals as sets of cells


def _lines() -> NDArray[np.int64]:
    """One bit for each set of cells: whether it holds a line."""
    sets = np.arange(1 << CELLS)
    lines = np.any([sets & line == line for line in LINE_SETS], axis=0)
    return np.packbits(lines, bitorder="little").view(np.int64)


WAYS = _ways()
SOWINGS = _sowings()
SHORT_BEGINS, SHORT_WALKS = _short_walks()
LINES = _lines()


@compiled
def height(stack: int) -> int:
    return (65 - leading_zeros(stack)) >> 1


@compiled
def has_line(cells: int) -> bool:
    return (LINES[cells >> 6] >> (cells & 63)) & 1 != 0


@compiled
def may_swap(state: Row) -> bool:
    """Qawale R4: only as the second player's first turn."""
    return state[PLY] == 1 and state[OPTIONS] & MAY_SWAP != 0


@compiled
def count(state: Row, work: Row) -> int:
    total = 0
    for origin in range(CELLS):
        total += SOWINGS[height(state[origin]), origin]
    return total + may_swap(state)


@compiled
def unrank(origin: int, length: int, index: int) -> int:
    """Compute the walk of a number, without a list; exact at any height."""
    walk, cell, last = 0, origin, NOWHERE
    for step in range(length):
        for d in range(4):
            if NEIGHBOUR[cell, d] >= 0 and d ^ 2 != last:
                ways = WAYS[length - 1 - step, NEIGHBOUR[cell, d], d]
                if index < ways:
                    walk |= word(d) << 2 * step
                    cell, last = NEIGHBOUR[cell, d], d
                    break
                index -= ways
    return walk


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    for origin in range(CELLS):
        tall = height(state[origin])
        ways = SOWINGS[tall, origin]
        if index < ways:
            length = tall + 1
            if length <= SHORT:
                walk = word(SHORT_WALKS[SHORT_BEGINS[length, origin] + index])
            else:
                walk = unrank(origin, length, index)
            return origin | walk << 4 | word(1) << (4 + 2 * length)
        index -= ways
    return SWAP


@compiled
def play(state: Row, move: int) -> None:
    if move == SWAP:
        state[SWAPPED] = 1
        state[PLY] += 1
        return
    cell = move & 15
    own = FIRST + ((state[PLY] - state[SWAPPED]) & 1)
    stack = state[cell] | word(own) << 2 * height(state[cell])
    state[cell] = 0
    first = state[FIRST_TOPS] & ~(word(1) << cell)
    second = state[SECOND_TOPS] & ~(word(1) << cell)
    steps = move >> 4
    while stack:  # the bottom pebble drops first
        cell = NEIGHBOUR[cell, steps & 3]
        pebble = stack & 3
        state[cell] |= pebble << 2 * height(state[cell])
        first = first & ~(word(1) << cell) | word(pebble == FIRST) << cell
        second = second & ~(word(1) << cell) | word(pebble == SECOND) << cell
        stack >>= 2
        steps >>= 2
    state[FIRST_TOPS] = first
    state[SECOND_TOPS] = second
    state[PLY] += 1


@compiled
def to_move(state: Row) -> int:
    """The colours take turns; after a swap they belong to the other seats, and seat 0 goes on."""
    return ((state[PLY] - state[SWAPPED]) & 1) ^ state[SWAPPED]


@compiled
def status(state: Row) -> int:
    """Qawale R3: both lines at once are the mover's win, or a draw by option; a line of the other's alone, his."""
    first, second = has_line(state[FIRST_TOPS]), has_line(state[SECOND_TOPS])
    placed = state[PLY] - state[SWAPPED]
    if first or second:
        colour = word(second)
        if first and second:
            if state[OPTIONS] & DOUBLE_DRAWS:
                return DRAWN
            colour = (placed - 1) & 1
        return (colour ^ state[SWAPPED]) + 1
    return DRAWN if placed == state[OPTIONS] & PLACEMENTS else RUNNING


@compiled
def scores(state: Row, out: Row) -> None:
    winner = status(state)
    out[0] = winner == 1
    out[1] = winner == 2


@compiled
def key(state: Row) -> int:
    return hash_words(state, 0, WORDS)


@compiled
def steps_of(move: int) -> int:
    """The number of steps of a move: a set bit lies above the last step."""
    return (59 - leading_zeros(move)) >> 1


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    if move == SWAP:
        if not state[OPTIONS] & MAY_SWAP:
            return R4_NO_SWAP
        return 0 if may_swap(state) else R4_LATE_SWAP
    cell = move & 15
    if not state[cell]:
        return F2_NO_STACK
    last = NOWHERE
    steps = move >> 4
    for step in range(steps_of(move)):
        d = steps & 3
        if d ^ 2 == last:
            return R1_BACK_TO_ORIGIN if step == 1 else F3_STEP_BACK
        if NEIGHBOUR[cell, d] < 0:
            return F2_OFF_BOARD
        cell, last = NEIGHBOUR[cell, d], d
        steps >>= 2
    return 0 if steps_of(move) == height(state[move & 15]) + 1 else F2_LENGTH


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide_nothing, fill_nothing, no_deck, no_deal)
