"""A sampling player for hidden hands: determinization, and a greedy model of every hand.

The candidates are the moves that look best. Each is tried in worlds that agree with the view; there all seats go on,
each with the best looking of a few random moves, to the end of the round. The k-th trial of every candidate is in the
same world, so that luck of the deal takes no part in the comparison.
"""

from math import log, sqrt

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.hashes import random_below, scramble
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Hints, Row, Rules, Table, compiled, hints_at, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.state import NODES_LEFT, SALT, STATE_WORDS, Space, begin_search, is_stopped

CANDIDATES = 24
GLANCES = 6  # moves that a seat looks at in a playout
SWING = 300.0  # points by which a round is as good as won
EXPLORATION = 0.3
LONGEST = 400  # plies of a playout
UNIT = 1 << 20  # what a won game counts
MOVE, TRIALS, TOTAL, CANDIDATE_WORDS = range(4)
SEAT, CONTROL_WORDS = STATE_WORDS, STATE_WORDS + 1


@compiled
def _play_greedily(rules: Rules, hints: Hints, space: Space) -> int:
    """Finish the round: each seat plays the best looking of a few random moves; return the status."""
    state, work, random = space.states[1], space.work[0], space.random
    for _ in range(LONGEST):
        status = rules.status(state)
        if status != RUNNING or rules.to_move(state) == CHANCE:
            return status
        width = rules.count(state, work)
        move = rules.nth(state, random_below(random, width), work)
        best = hints.prefer(state, move)
        for _ in range(min(width, GLANCES) - 1):
            other = rules.nth(state, random_below(random, width), work)
            looks = hints.prefer(state, other)
            if looks > best:
                move, best = other, looks
        rules.play(state, move)
        space.control[NODES_LEFT] -= 1
    return rules.status(state)


@compiled
def _worth(rules: Rules, space: Space, status: int) -> float:
    """What the end of a playout is worth to the seat: a win, or its lead in points over the best other seat."""
    seat, out = space.control[SEAT], space.out
    if status == DRAWN:
        return 1.0 / len(out)
    if status != RUNNING:
        return 1.0 if status == seat + 1 else 0.0
    rules.scores(space.states[1], out)
    lead = 1 << 40
    for other in range(len(out)):
        if other != seat:
            lead = min(lead, out[seat] - out[other])
    return 0.5 + min(max(lead / SWING, -1.0), 1.0) / 2


@compiled
def _race(words: Row, space: Space, candidates: Table) -> None:
    """Try the candidate with the highest upper confidence bound (UCB1), again and again."""
    rules, hints, control = rules_at(words), hints_at(words), space.control
    games = 0
    while not is_stopped(control, space.stop):
        best, highest = 0, -1.0
        spread = EXPLORATION * sqrt(log(games + 1.0))
        for place in range(len(candidates)):
            trials = candidates[place, TRIALS]
            bound = candidates[place, TOTAL] / (trials * float(UNIT)) + spread / sqrt(float(trials)) if trials else 9.0
            if bound > highest:
                best, highest = place, bound
        world = scramble(control[SALT] + candidates[best, TRIALS])
        space.random[0] = world
        state = space.states[1]
        copy_row(space.states[0], state)
        rules.fill(state, control[SEAT], world)
        rules.play(state, candidates[best, MOVE])
        control[NODES_LEFT] -= 1
        status = _play_greedily(rules, hints, space)
        candidates[best, TOTAL] += int(_worth(rules, space, status) * UNIT)
        candidates[best, TRIALS] += 1
        games += 1


@compiled
def _prefer(words: Row, state: Row, moves: Row, likings: Row) -> None:
    hints = hints_at(words)
    for place in range(len(moves)):
        likings[place] = hints.prefer(state, moves[place])


def choose(view: View, words: Row, limit: Limit) -> int:
    """Choose the candidate that was tried most often."""
    seat = view.to_move
    assert seat is not None
    with begin_search(limit, view.game, view.row, seats=view.seats, words=CONTROL_WORDS) as space:
        space.control[SEAT] = seat
        moves = np.array([move.code for move in view.moves()], np.int64)
        np.random.default_rng(limit.salt(view.ply) & 0xFFFFFFFF).shuffle(moves)
        likings = np.zeros(len(moves), np.int64)
        _prefer(words, view.row.copy(), moves, likings)
        candidates = np.zeros((min(len(moves), CANDIDATES), CANDIDATE_WORDS), np.int64)
        candidates[:, MOVE] = moves[np.argsort(-likings, kind="stable")[: len(candidates)]]
        _race(words, space, candidates)
    best = max(range(len(candidates)), key=lambda place: (*candidates[place, [TRIALS, TOTAL]].tolist(), -place))
    return int(candidates[best, MOVE])
