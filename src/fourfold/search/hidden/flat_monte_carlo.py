"""Flat Monte Carlo with elimination, for hidden hands: the moves race against each other in games that are played out.

What the seat cannot see is dealt anew for every lap (determinization). In a lap each move that is still in the race is
played in the same world, and all seats go on, each with the most promising of a few random moves: two for some turns,
more to the end or the next deal. Then the game's `evaluate` says what the position is worth. Moves that are clearly
behind fall out.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import GOLDEN, random_below, scramble
from fourfold.kernel.jit import CHANCE, RUNNING, Opinions, Row, Rules, Table, compiled, opinions_at, rules_at, word
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.state import (
    SALT,
    Space,
    begin_search,
    count_node,
    ending_share,
    is_interrupted,
    is_overlooked,
    is_stopped,
    list_moves,
    nodes_of,
)

MOST_RUNNERS = 256  # the most promising moves race
FEWEST_LAPS = 32  # before any move falls out
CAUTION = 3.0  # by how many standard errors a move must be behind
SHORT, LONG = 10, 400  # plies that are played before two seats, and more of them, are judged
GLANCES = 3  # moves that a seat looks at in a game that is played out

MOVE, LAPS, LEAD, SQUARES, RUNS, TOTAL = range(6)  # words of a runner; then what each seat got, added up
UNIT = 1000  # leads are kept in thousandths of a win, so that their squares do not overflow


@compiled
def play_out(rules: Rules, opinions: Opinions, space: Space) -> None:
    """Play on, at most to the next deal, and write each seat's chances there."""
    state, work, random, out = space.states[2], space.work[0], space.random, space.out
    status = rules.status(state)
    plies = SHORT if len(out) == 2 else LONG
    while status == RUNNING and plies > 0 and rules.to_move(state) != CHANCE:
        plies -= 1
        width = rules.count(state, work)
        move = rules.nth(state, random_below(random, width), work)
        if width > 1:
            best = opinions.promise(state, move)
            for _ in range(GLANCES - 1):
                other = rules.nth(state, random_below(random, width), work)
                looks = opinions.promise(state, other)
                if looks > best:
                    best, move = looks, other
        rules.play(state, move)
        count_node(space.control)
        status = rules.status(state)
    opinions.evaluate(state, work, out)
    if status != RUNNING:  # half of it by how clearly it was won: that tells moves apart sooner
        for seat in range(len(out)):
            out[seat] = (out[seat] + ending_share(status, seat, len(out))) // 2


@compiled
def drop_behind(runners: Table) -> int:
    """Eliminate the moves that are clearly behind the best; return how many are left."""
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
def run_lap(rules: Rules, opinions: Opinions, space: Space, runners: Table, values: Row, seat: int, chance: int) -> int:
    """Play every move that is in the race in one world; return the sum of what they are worth to the seat."""
    world, state = space.states[1], space.states[2]
    copy_row(space.states[0], world)
    rules.fill(world, seat, chance)
    total = 0
    for i in range(len(runners)):
        runner = runners[i]
        if runner[RUNS] and not is_interrupted(space.control, space.stop):
            copy_row(world, state)
            rules.play(state, runner[MOVE])
            count_node(space.control)
            space.random[0] = chance  # the same luck for all
            play_out(rules, opinions, space)
            values[i] = space.out[seat] // UNIT
            total += values[i]
            for other in range(len(space.out)):
                runner[TOTAL + other] += space.out[other]
    return total


@compiled
def _race(words: Row, space: Space, runners: Table, values: Row, seat: int) -> None:
    rules, opinions, control = rules_at(words), opinions_at(words), space.control
    lap, racing = 0, len(runners)
    while racing > 1 and not is_stopped(control, space.stop):
        total = run_lap(rules, opinions, space, runners, values, seat, scramble(control[SALT] + lap * word(GOLDEN)))
        if is_interrupted(control, space.stop):
            return
        for i in range(len(runners)):
            if runners[i, RUNS]:
                lead = values[i] - total // racing
                runners[i, LAPS] += 1
                runners[i, LEAD] += lead
                runners[i, SQUARES] += lead * lead
        lap += 1
        if lap >= FEWEST_LAPS:
            racing = drop_behind(runners)


@dataclass(frozen=True)
class Candidate:
    """A first move: its code, each seat's chances after it, and whether it was not eliminated."""

    move: int
    chances: tuple[float, ...]
    is_running: bool


@dataclass(frozen=True)
class Race:
    """The moves, the best first, and the nodes."""

    runners: tuple[Candidate, ...]
    nodes: int


def race(view: View, limit: Limit, *, overlooked: int = 0) -> Race:
    """Let the moves of the seat to move race; where the limit allows no lap, the most promising is the best.

    >>> import fourfold
    >>> view = fourfold.game("quadominos").start(rounds=1, seed=3).view(0)
    >>> ran = race(view, Limit(nodes=5000)) if view.to_move == 0 else None
    """
    game, seat, row = view.game, view.seat, view.row.copy()
    assert seat is not None
    moves = list_moves(game, row).tolist()
    with begin_search(limit, game, row, rows=3, seats=view.seats, overlooked=overlooked) as space:
        salt = int(space.control[SALT])
        seen = [move for move in moves if not is_overlooked(space.control, move)]
        promise = game.opinions.promise
        order = sorted(seen or moves[:1], key=lambda move: (-promise(row, move), int(scramble(move + salt))))
        runners = np.zeros((min(len(order), MOST_RUNNERS), TOTAL + view.seats), np.int64)
        runners[:, MOVE], runners[:, RUNS] = order[:MOST_RUNNERS], 1
        _race(game.search_words, space, runners, np.zeros(len(runners), np.int64), seat)
    even = (1 / view.seats,) * view.seats
    ranked = sorted(runners.tolist(), key=lambda r: (-r[RUNS], -r[LEAD] / max(r[LAPS], 1)))
    found = [
        Candidate(r[MOVE], tuple(t / r[LAPS] / CERTAIN for t in r[TOTAL:]) if r[LAPS] else even, bool(r[RUNS]))
        for r in ranked
    ]
    return Race(tuple(found), nodes_of(limit, space))
