"""Static evaluation of Exago: open lines, threats, and the order of turns.

A *window* is a possible line: as many adjacent cells as win. It is open to a seat while it holds no other tile.
A *gap* is the last empty cell of a window: a threat.
"""

import numpy as np
from numpy.typing import NDArray

from fourfold.games.exago.rules.layout import BOARD, MOVER, SEATS, SIDE, TILES
from fourfold.games.exago.rules.tables import AXES, GRIDS, LARGE, LINE_LENGTH, words
from fourfold.kernel.bitboard import intersection, load, size
from fourfold.kernel.evaluation import CERTAIN, chances_of, share_chances
from fourfold.kernel.jit import Row, compiled, popcount

LENGTHS = (4, 5)
LARGE_SIDE = LARGE.side
MOST_SEATS = 6

# The value of an open window by the tiles in it, for lines of four and of five.
WINDOW = np.array([[0, 10, 60, 300, 0, 0], [0, 6, 30, 120, 500, 0]])
TURN = 150  # for the seat to move
SURE, NEARLY = 4000, 2500  # for an immediate win, and for more gaps than the others can fill

# For each limited level its nodes, and how many of 1024 moves it overlooks.
GRADES = ((36, 870), (50, 795), (84, 698), (215, 525), (560, 388), (1450, 270), (5000, 130))


def _windows() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """List all windows: low words, high words, and where those of each side and length begin."""
    sets: list[tuple[int, int]] = []
    begins = []
    for grid in GRIDS.values():
        number = {place: cell for cell, place in enumerate(grid.axial)}
        for length in LENGTHS:
            begins.append(len(sets))
            for q, r in grid.axial:
                for x, y in grid.DIRECTIONS[:AXES]:
                    cells = [number.get((q + i * x, r + i * y)) for i in range(length)]
                    if None not in cells:
                        sets.append(words([cell for cell in cells if cell is not None]))
    begins.append(len(sets))
    table = np.array(sets)
    return table[:, 0].copy(), table[:, 1].copy(), np.array(begins)


LOW, HIGH, BEGINS = _windows()


@compiled
def kind_of_window(state: Row) -> int:
    """The number of the table of windows for this board and number of seats."""
    return 2 * (state[SIDE] == LARGE_SIDE) + (LINE_LENGTH[state[SEATS]] == 5)


@compiled
def threaten(state: Row, seat: int) -> int:
    """Count the gaps of a seat."""
    kind = kind_of_window(state)
    length = LINE_LENGTH[state[SEATS]]
    own_low, own_high = state[TILES + 2 * seat], state[TILES + 2 * seat + 1]
    gaps_low = gaps_high = 0
    for window in range(BEGINS[kind], BEGINS[kind + 1]):
        if popcount(own_low & LOW[window]) + popcount(own_high & HIGH[window]) == length - 1:
            gaps_low |= LOW[window]
            gaps_high |= HIGH[window]
    return popcount(gaps_low & ~state[BOARD]) + popcount(gaps_high & ~state[BOARD + 1])


@compiled
def weigh(state: Row, seat: int, kind: int, length: int) -> int:
    """Add up the open windows of a seat, and count its gaps: 65536 * gaps + windows."""
    own_low, own_high = state[TILES + 2 * seat], state[TILES + 2 * seat + 1]
    low, high = state[BOARD], state[BOARD + 1]
    others_low, others_high = low ^ own_low, high ^ own_high
    gaps_low = gaps_high = 0
    total = 0
    for window in range(BEGINS[kind], BEGINS[kind + 1]):
        window_low, window_high = LOW[window], HIGH[window]
        if (own_low & window_low) | (own_high & window_high) and not (
            (others_low & window_low) | (others_high & window_high)
        ):
            tiles = popcount(own_low & window_low) + popcount(own_high & window_high)
            total += WINDOW[kind & 1, tiles]
            if tiles == length - 1:
                gaps_low |= window_low
                gaps_high |= window_high
    return (popcount(gaps_low & ~low) + popcount(gaps_high & ~high)) << 16 | total


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare the open windows, unless a seat has more gaps than the others can fill before its turn."""
    kind = kind_of_window(state)
    seats, mover = state[SEATS], state[MOVER]
    length = LINE_LENGTH[seats]
    winner = -1
    certainty = NEARLY
    for distance in range(seats):
        seat = (mover + distance) % seats
        weight = weigh(state, seat, kind, length)
        out[seat] = weight & 0xFFFF
        gaps = weight >> 16
        if gaps > distance and winner < 0:  # each seat before can fill one
            winner = seat
            certainty = SURE if distance == 0 else NEARLY
    if winner >= 0:
        out[winner] += certainty
    if seats > 2:
        out[mover] += TURN
        share_chances(out)
    else:
        advantage = out[0] - out[1] + (TURN if mover == 0 else -TURN)
        out[0] = chances_of(advantage)
        out[1] = CERTAIN - out[0]


TUNING = {"overlooked": 150}  # without oversights most games are drawn


def features(row: Row) -> list[float]:
    """Open windows with two to four tiles, and the seat to move; for two seats."""
    kind = 2 * int(row[SIDE] == LARGE_SIDE) + 1
    counts = np.zeros(6)
    for window in range(BEGINS[kind], BEGINS[kind + 1]):
        cells = LOW[window], HIGH[window]
        first, second = (size(intersection(load(row, TILES + 2 * seat), cells)) for seat in range(2))
        if not (first and second):
            counts[first] += 1
            counts[second] -= 1
    return [*counts[2:5].tolist(), 1.0 if row[MOVER] == 0 else -1.0]
