"""Choice where hands are hidden: the moves race against each other in games that are played out.

What the seat cannot see is dealt anew for every lap. In a lap each move that is still in the race is played in the
same world, and all seats go on for some turns, at most to the next deal, with moves that look good: the most promising
of a few taken by chance. There the game's `evaluate` says what it is worth. Moves that are clearly behind fall out.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import GOLDEN, random_below, scramble
from fourfold.kernel.jit import (
    CHANCE,
    DRAWN,
    RUNNING,
    Evaluate,
    Promise,
    Row,
    Rules,
    Table,
    compiled,
    rules_at,
    word,
)
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit

MOST_RUNNERS = 256  # the most promising moves race
FEWEST_LAPS = 32  # before anyone falls out
CAUTION = 3.0  # by how many standard errors a move must be behind
TURNS = 5  # that each seat has in a game that is played out, before it is judged
GLANCES = 3  # moves that a seat looks at in a game that is played out

MOVE, LAPS, LEAD, SQUARES, RUNS, TOTAL = range(6)  # words of a runner; then what each seat got, added up
LEFT, ALARM, DESK_WORDS = range(3)
UNIT = 1000  # leads are kept in thousandths of a win, so that their squares do not overflow


@compiled
def play_out(
    rules: Rules, evaluate: Evaluate, promise: Promise, state: Row, work: Row, random: Row, desk: Row, out: Row
) -> None:
    """Play on for some turns, at most to the next deal, and write each seat's chances there."""
    status = rules.status(state)
    plies = TURNS * len(out)
    while status == RUNNING and plies > 0 and rules.to_move(state) != CHANCE:
        plies -= 1
        width = rules.count(state, work)
        move = rules.nth(state, random_below(random, width), work)
        if width > 1:
            best = promise(state, move)
            for _ in range(GLANCES - 1):
                other = rules.nth(state, random_below(random, width), work)
                looks = promise(state, other)
                if looks > best:
                    best = looks
                    move = other
        rules.play(state, move)
        desk[LEFT] -= 1
        status = rules.status(state)
    evaluate(state, work, out)
    if status != RUNNING:  # half of it by how clearly it was won: that tells moves apart sooner
        for seat in range(len(out)):
            won = CERTAIN // len(out) if status == DRAWN else CERTAIN * (status == seat + 1)
            out[seat] = (out[seat] + won) // 2


@compiled
def drop_behind(runners: Table) -> int:
    """Let those fall out that are clearly behind the best; tell how many are left."""
    best = 0
    for i in range(len(runners)):
        if runners[i, RUNS] and (not runners[best, RUNS] or runners[i, LEAD] > runners[best, LEAD]):
            best = i
    left = 0
    for i in range(len(runners)):
        if runners[i, RUNS]:
            laps = float(runners[i, LAPS])
            behind = (runners[best, LEAD] - runners[i, LEAD]) / laps
            error = sqrt((runners[best, SQUARES] + runners[i, SQUARES]) / laps / laps)
            if i != best and behind > CAUTION * error:
                runners[i, RUNS] = 0
            else:
                left += 1
    return left


@compiled
def _race(
    words: Row, evaluate: Evaluate, promise: Promise,
    view: Row, world: Row, state: Row, work: Row, runners: Table, values: Row, desk: Row, out: Row, seat: int,
    seed: int, stop: Row,
) -> int:  # fmt: skip
    rules = rules_at(words)
    lap = 0
    racing = len(runners)
    while racing > 1 and desk[LEFT] > 0 and not stop[0] and not desk[ALARM]:
        chance = scramble(seed + lap * word(GOLDEN))
        copy_row(view, world)
        rules.fill(world, seat, chance)
        mean = 0
        for i in range(len(runners)):
            if runners[i, RUNS] and not stop[0] and not desk[ALARM]:
                copy_row(world, state)
                rules.play(state, runners[i, MOVE])
                desk[LEFT] -= 1
                out[len(out) - 1] = chance  # the same luck for all
                play_out(rules, evaluate, promise, state, work, out[len(out) - 1 :], desk, out[: len(out) - 1])
                values[i] = out[seat] // UNIT
                mean += values[i]
                for other in range(len(out) - 1):
                    runners[i, TOTAL + other] += out[other]
        if stop[0] or desk[ALARM]:
            return lap
        mean //= racing
        for i in range(len(runners)):
            if runners[i, RUNS]:
                lead = values[i] - mean
                runners[i, LAPS] += 1
                runners[i, LEAD] += lead
                runners[i, SQUARES] += lead * lead
        lap += 1
        if lap >= FEWEST_LAPS:
            racing = drop_behind(runners)
    return lap


@dataclass(frozen=True)
class Candidate:
    """A first move: its code, each seat's chances after it, and whether it was in the race to the end."""

    move: int
    chances: tuple[float, ...]
    is_running: bool


@dataclass(frozen=True)
class Race:
    """The moves, the best first, and how many were played on the way."""

    runners: tuple[Candidate, ...]
    nodes: int


def race(view: View, limit: Limit, *, overlooked: int = 0) -> Race:
    """Let the moves of the seat to move race; the most promising wins where the limit allows no lap.

    >>> import fourfold
    >>> view = fourfold.game("quadominos").start(rounds=1, seed=3).view(0)
    >>> ran = race(view, Limit(nodes=5000)) if view.to_move == 0 else None
    """
    game, seat, row = view.game, view.seat, view.row.copy()
    assert seat is not None
    salt = int(scramble(scramble(limit.seed) ^ view.ply))
    work = np.zeros(game.work_words, np.int64)
    width = int(game.rules.count(row, work))
    moves = [int(game.rules.nth(row, index, work)) for index in range(width)]
    seen = [move for move in moves if (int(scramble(move ^ salt)) & 1023) >= overlooked]
    order = sorted(seen or moves[:1], key=lambda move: (-game.promise(row, move), int(scramble(move + salt))))
    runners = np.zeros((min(len(order), MOST_RUNNERS), TOTAL + view.seats), np.int64)
    runners[:, MOVE], runners[:, RUNS] = order[:MOST_RUNNERS], 1
    desk = np.zeros(DESK_WORDS, np.int64)
    desk[LEFT] = limit.most_nodes
    with limit.ringing(desk, ALARM):
        _race(
            game.rule_words, game.evaluate, game.promise, row, row.copy(), row.copy(), work, runners,
            np.zeros(len(runners), np.int64), desk, np.zeros(view.seats + 1, np.int64), seat, salt, limit.flag,
        )  # fmt: skip
    even = (1 / view.seats,) * view.seats
    ranked = sorted(runners.tolist(), key=lambda r: (-r[RUNS], -r[LEAD] / max(r[LAPS], 1)))
    found = [
        Candidate(r[MOVE], tuple(t / r[LAPS] / CERTAIN for t in r[TOTAL:]) if r[LAPS] else even, bool(r[RUNS]))
        for r in ranked
    ]
    return Race(tuple(found), limit.most_nodes - int(desk[LEFT]))
