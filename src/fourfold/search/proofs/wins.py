"""Wins within so many plies, by trying everything: what is found is all that there is.

Two seats that see everything. No table, no estimate, no move left out; only which move is tried first is learnt on the
way. Slower than the other searches, and the one to ask whether a win is the only one.
"""

from dataclasses import dataclass

import numpy as np

from fourfold.core.errors import BadValue
from fourfold.core.game import Game
from fourfold.kernel.jit import RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit

LEFT, ALARM, HALTED, DESK_WORDS = range(4)
LONGEST = 15  # plies
NONE = -1


@compiled
def _wins_at_once(rules: Rules, states: Table, work: Table, tries: Table, desk: Row, ply: int) -> bool:
    """Tell whether a move wins at once; the one that did last time is tried first."""
    state, after, latest = states[ply], states[ply + 1], tries[0, ply]
    seat = rules.to_move(state)
    if latest != NONE and rules.refuse(state, latest, work[ply]) == 0:
        copy_row(state, after)
        rules.play(after, latest)
        desk[LEFT] -= 1
        if rules.status(after) == seat + 1:
            return True
    for i in range(rules.count(state, work[ply])):
        move = rules.nth(state, i, work[ply])
        copy_row(state, after)
        rules.play(after, move)
        desk[LEFT] -= 1
        if rules.status(after) == seat + 1:
            tries[0, ply] = move
            return True
    return False


@compiled
def _falls(rules: Rules, states: Table, work: Table, tries: Table, desk: Row, stop: Row, ply: int, plies: int) -> bool:
    """Tell whether the seat to move loses within so many plies, whatever it does; a reply that held is tried first."""
    if _wins_at_once(rules, states, work, tries, desk, ply):
        return False
    state, after, later, latest = states[ply], states[ply + 1], states[ply + 2], tries[1, ply]
    seat = rules.to_move(state)
    first = -1 if latest != NONE and rules.refuse(state, latest, work[ply]) == 0 else 0
    for i in range(first, rules.count(state, work[ply])):
        if desk[LEFT] <= 0 or stop[0] or desk[ALARM]:
            desk[HALTED] = 1
            return False
        reply = latest if i < 0 else rules.nth(state, i, work[ply])
        copy_row(state, after)
        rules.play(after, reply)
        desk[LEFT] -= 1
        status = rules.status(after)
        is_lost = status == 2 - seat
        if status == RUNNING and rules.to_move(after) != seat:
            is_lost = _wins_at_once(rules, states, work, tries, desk, ply + 1)
            width = rules.count(after, work[ply + 1]) if plies >= 4 else 0
            k = 0
            while k < width and not is_lost:
                copy_row(after, later)
                rules.play(later, rules.nth(after, k, work[ply + 1]))
                desk[LEFT] -= 1
                if rules.status(later) == RUNNING and rules.to_move(later) == seat:
                    is_lost = _falls(rules, states, work, tries, desk, stop, ply + 2, plies - 2)
                k += 1
        if not is_lost:
            tries[1, ply] = reply
            return False
    return True


@compiled
def _find(
    words: Row,
    states: Table, work: Table, tries: Table, desk: Row, stop: Row, plies: int, found: Row,
) -> None:  # fmt: skip
    """Note for every move whether it wins. The tuple is assembled inside: else it would not survive the cache."""
    rules = rules_at(words)
    state, after = states[0], states[1]
    seat = rules.to_move(state)
    for i in range(len(found)):
        rules.count(state, work[0])
        copy_row(state, after)
        rules.play(after, rules.nth(state, i, work[0]))
        desk[LEFT] -= 1
        if rules.status(after) != RUNNING:
            found[i] = rules.status(after) == seat + 1
        elif plies > 1 and rules.to_move(after) != seat:
            found[i] = _falls(rules, states, work, tries, desk, stop, 1, plies - 1)
        if desk[HALTED]:
            return


@dataclass(frozen=True)
class Wins:
    """The codes of all moves that win by force within so many plies; `is_whole` unless the limit came first."""

    moves: tuple[int, ...]
    is_whole: bool
    nodes: int


def find_wins(game: Game, row: Row, plies: int, limit: Limit) -> Wins:
    """Find every move of the seat to move that wins by force within so many plies.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/2rrr4/1bb1b3/7/6/5:0:6")
    >>> wins = find_wins(position.game, position.row.copy(), 3, Limit(nodes=100_000))
    >>> [position.game.format_move(position.row, move) for move in wins.moves], wins.is_whole
    (['e2', 'e6'], True)
    """
    if not 1 <= plies <= LONGEST:
        raise BadValue("search.bad_depth", value=str(plies), deepest=LONGEST)
    rows = plies + 3
    states, work = np.zeros((rows, len(row)), np.int64), np.zeros((rows, game.work_words), np.int64)
    states[0] = row
    desk = np.zeros(DESK_WORDS, np.int64)
    desk[LEFT] = limit.most_nodes
    found = np.zeros(int(game.rules.count(row, work[0])), np.int64)
    with limit.ringing(desk, ALARM):
        _find(game.rule_words, states, work, np.full((2, rows), NONE), desk, limit.flag, plies, found)
    game.rules.count(row, work[0])
    moves = tuple(int(game.rules.nth(row, int(place), work[0])) for place in np.flatnonzero(found))
    return Wins(moves, not desk[HALTED], limit.most_nodes - int(desk[LEFT]))
