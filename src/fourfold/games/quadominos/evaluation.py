"""Opinions about Quad-Ominos: points, tempo, what fits, bonus chances, and what a hand costs at the end. Never rules.

The expected points of each seat at the end of the round are compared with how much chance is still to come.
"""

import numpy as np

from fourfold.games.quadominos.rules.hands import hand_total
from fourfold.games.quadominos.rules.layout import (
    DRAW,
    FRONTIER,
    HANDS,
    HELD,
    MOVER,
    PASS,
    PHASE,
    PLAYING,
    PLUS_2,
    PLUS_25,
    ROUND,
    ROUNDS,
    SCORES,
    SEATS,
    SPOTS,
    TARGET,
)
from fourfold.games.quadominos.rules.tables import CODE_MASK, EARNS_BONUS, FITS_ANY, TOTAL
from fourfold.kernel.evaluation import share_chances
from fourfold.kernel.jit import Row, compiled, popcount

# In tenths of a point.
TILE = 5  # for each tile in hand
NUMBER = 6  # for each number in hand
FITTING = 99  # for each tile that fits somewhere, up to
MOST_FITTING = 6
STUCK = -55  # for having none that fits
BONUS = 222  # for a tile that fits where a bonus is earned
TURN = -28  # for being the next to move
TWO_MORE = 24  # points, for two more tiles
SPREAD = 500  # how far the points of one whole round are spread
SURE_SPREAD = 200  # the same where nothing is to come any more: a clear win counts a little more
ROUND_POINTS = 1000  # what a seat scores in a round, about
ROOTS = np.rint(np.sqrt(np.arange(4001) / 100) * 100).astype(np.int64)  # of hundredths, in hundredths

# What the limited levels get: nodes, and how many of 1024 moves they overlook.
GRADES = ((0, 1000), (0, 700), (0, 450), (0, 200), (0, 0), (600, 0), (6_000, 0))


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare expected points, the more surely the less is still to come."""
    seats = state[SEATS]
    low = high = bonus_low = bonus_high = 0
    for i in range(FRONTIER, FRONTIER + state[SPOTS]):
        code = state[i] & CODE_MASK
        low |= FITS_ANY[code, 0]
        high |= FITS_ANY[code, 1]
        if EARNS_BONUS[code]:
            bonus_low |= FITS_ANY[code, 0]
            bonus_high |= FITS_ANY[code, 1]
    playing = state[PHASE] == PLAYING
    most_held = 0
    highest = state[SCORES]
    for seat in range(seats):
        points = 10 * state[SCORES + seat]
        highest = max(highest, state[SCORES + seat])
        if playing:
            held_low, held_high = state[HANDS + 2 * seat], state[HANDS + 2 * seat + 1]
            fitting = popcount(held_low & low) + popcount(held_high & high)
            points += TILE * state[HELD + seat] + NUMBER * hand_total(state, seat)
            points += FITTING * min(fitting, MOST_FITTING) if fitting else STUCK
            if held_low & bonus_low | held_high & bonus_high:
                points += BONUS
            most_held = max(most_held, state[HELD + seat])
        out[seat] = points
    if playing:
        out[state[MOVER]] += TURN
    # How much is still to come, in hundredths of a round.
    rounds = 100 * (state[ROUNDS] - state[ROUND])
    if state[TARGET]:
        rounds = 1000 * (state[TARGET] - highest) // ROUND_POINTS
    to_come = min(max(rounds, 0) + (10 + 6 * min(most_held, 15) if playing else 0), 4000)
    spread = max(SPREAD * ROOTS[to_come] // 100, SURE_SPREAD)
    for seat in range(seats):
        out[seat] = out[seat] * 1000 // spread
    share_chances(out)


@compiled
def promise(state: Row, move: int) -> int:
    """The points that a move scores; two more tiles are worth somewhat less than they score."""
    if move in (DRAW, PASS):
        return 0
    return int(TOTAL[move >> 4 & 127]) + (25 if move & PLUS_25 else 0) + (TWO_MORE if move & PLUS_2 else 0)
