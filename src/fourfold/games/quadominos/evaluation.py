"""Static evaluation of Quad-Ominos: points, tempo, fitting tiles, bonus chances, and the cost of a hand.

It compares the expected points of the seats at the end of the round; the less chance is to come, the more they weigh.
"""

import numpy as np

from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.hands import hand_total
from fourfold.games.quadominos.rules.placement import fitting_any
from fourfold.games.quadominos.rules.tables import CODE_MASK, EARNS_BONUS, TOTAL
from fourfold.kernel.bitboard import EMPTY, has_any, intersection, load, size, union
from fourfold.kernel.evaluation import share_chances
from fourfold.kernel.jit import Row, compiled

# In tenths of a point.
TILE = 5  # for each tile in hand
NUMBER = 6  # for each number in hand
FITTING = 99  # for each tile that fits somewhere, up to
MOST_FITTING = 6
STUCK = -55  # for having none that fits
BONUS = 222  # for a tile that fits where a bonus is earned
TURN = -28  # for being the next to move
TWO_MORE = 24  # points, for two more tiles
SPREAD = 500  # the spread of the points of one round
SURE_SPREAD = 200  # the least spread, so that a clear win counts a little more
ROUND_POINTS = 1000  # the usual score of a seat in a round
ROOTS = np.rint(np.sqrt(np.arange(4001) / 100) * 100).astype(np.int64)  # of hundredths, in hundredths

# For each limited level its nodes, and how many of 1024 moves it overlooks.
GRADES = ((0, 1000), (0, 700), (0, 450), (0, 200), (0, 0), (600, 0), (6_000, 0))


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare expected points, scaled by how much is still to come."""
    seats = state[layout.SEATS]
    fitting = earning = EMPTY  # the tiles that fit somewhere, and those that earn a bonus somewhere
    for i in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        code = state[i] & CODE_MASK
        fitting = union(fitting, fitting_any(code))
        if EARNS_BONUS[code]:
            earning = union(earning, fitting_any(code))
    playing = state[layout.PHASE] == layout.PLAYING
    most_held = 0
    highest = state[layout.SCORES]
    for seat in range(seats):
        points = 10 * state[layout.SCORES + seat]
        highest = max(highest, state[layout.SCORES + seat])
        if playing:
            hand = load(state, layout.HANDS + 2 * seat)
            fits = size(intersection(hand, fitting))
            points += TILE * state[layout.HELD + seat] + NUMBER * hand_total(state, seat)
            points += FITTING * min(fits, MOST_FITTING) if fits else STUCK
            if has_any(intersection(hand, earning)):
                points += BONUS
            most_held = max(most_held, state[layout.HELD + seat])
        out[seat] = points
    if playing:
        out[state[layout.MOVER]] += TURN
    # What is still to come, in hundredths of a round.
    rounds = 100 * (state[layout.ROUNDS] - state[layout.ROUND])
    if state[layout.TARGET]:
        rounds = 1000 * (state[layout.TARGET] - highest) // ROUND_POINTS
    to_come = min(max(rounds, 0) + (10 + 6 * min(most_held, 15) if playing else 0), 4000)
    spread = max(SPREAD * ROOTS[to_come] // 100, SURE_SPREAD)
    for seat in range(seats):
        out[seat] = out[seat] * 1000 // spread
    share_chances(out)


@compiled
def promise(state: Row, move: int) -> int:
    """The points that a move scores, plus a value for two more tiles."""
    if move in (layout.DRAW, layout.PASS):
        return 0
    return (
        int(TOTAL[move >> 4 & 127]) + (25 if move & layout.PLUS_25 else 0) + (TWO_MORE if move & layout.PLUS_2 else 0)
    )


TUNING = {"options": {"rounds": 1}}


def features(row: Row) -> list[float]:
    """Tiles and numbers in hand, tiles that fit, whether none fits, whether one earns a bonus, and the seat to move."""
    fitting = earning = EMPTY
    for code in row[layout.FRONTIER : layout.FRONTIER + row[layout.SPOTS]] & CODE_MASK:
        fitting = union(fitting, fitting_any(code))
        earning = union(earning, fitting_any(code)) if EARNS_BONUS[code] else earning
    sides = []
    for seat in range(2):
        hand = load(row, layout.HANDS + 2 * seat)
        fits, earns = size(intersection(hand, fitting)), has_any(intersection(hand, earning))
        sides.append([row[layout.HELD + seat], hand_total(row, seat), min(fits, MOST_FITTING), fits == 0, earns])
    return [*(float(one - other) for one, other in zip(*sides, strict=True)), 1.0 if row[layout.MOVER] == 0 else -1.0]
