"""Forced wins by threats: the attacker only makes moves that threaten to win at once, the defender tries everything.

What is proved here is proved by the rules alone: the game's `threaten` only chooses which moves of the attacker are
tried. Two seats that see everything; repetitions do not occur in a forced win that is looked for in rising length.
"""

from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import RUNNING, Row, Rules, Table, Threaten, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit

LEFT, ALARM, HALTED, DESK_WORDS = range(4)
LONGEST = 21  # plies of a forced win
NONE = -1
WIDEST = 2048  # of more moves only the first are tried by the attacker; a defender with more is not beaten


@compiled
def wins_at_once(rules: Rules, states: Table, work: Table, answers: Row, desk: Row, ply: int) -> int:
    """A move that wins at once, the one that did last time first; or NONE."""
    state, after = states[ply], states[ply + 1]
    seat = rules.to_move(state)
    if answers[ply] != NONE and rules.refuse(state, answers[ply], work[ply]) == 0:
        copy_row(state, after)
        rules.play(after, answers[ply])
        desk[LEFT] -= 1
        if rules.status(after) == seat + 1:
            return answers[ply]
    for i in range(min(rules.count(state, work[ply]), WIDEST)):
        move = rules.nth(state, i, work[ply])
        copy_row(state, after)
        rules.play(after, move)
        desk[LEFT] -= 1
        if rules.status(after) == seat + 1:
            answers[ply] = move
            return move
    return NONE


@compiled
def attack(
    rules: Rules, threaten: Threaten, states: Table, work: Table, answers: Row, lines: Table, desk: Row, stop: Row,
    ply: int, plies: int,
) -> bool:  # fmt: skip
    """Tell whether the seat to move wins by force in so many plies; lines[ply] has how, and the longest defence."""
    state, after, later = states[ply], states[ply + 1], states[ply + 2]
    seat = rules.to_move(state)
    line = lines[ply]
    line[0] = wins_at_once(rules, states, work, answers, desk, ply)
    line[1] = NONE
    if line[0] != NONE:
        return True
    if plies < 3:
        return False
    width = min(rules.count(state, work[ply]), WIDEST)
    for i in range(width):
        if desk[LEFT] <= 0 or stop[0] or desk[ALARM]:
            desk[HALTED] = 1
            return False
        move = rules.nth(state, i, work[ply])
        copy_row(state, after)
        rules.play(after, move)
        desk[LEFT] -= 1
        other = rules.to_move(after)
        if rules.status(after) != RUNNING or other == seat or threaten(after, seat) == 0:
            continue
        if wins_at_once(rules, states, work, answers, desk, ply + 1) != NONE:
            continue
        replies = rules.count(after, work[ply + 1])
        holds = replies > WIDEST
        longest = 0
        reply = 0
        while reply < replies and not holds:
            answer = rules.nth(after, reply, work[ply + 1])
            copy_row(after, later)
            rules.play(later, answer)
            desk[LEFT] -= 1
            status = rules.status(later)
            if status == RUNNING:
                holds = rules.to_move(later) != seat or not attack(
                    rules, threaten, states, work, answers, lines, desk, stop, ply + 2, plies - 2
                )
                if not holds:
                    length = 0
                    while lines[ply + 2, length] != NONE:
                        length += 1
                    if length > longest:
                        longest = length
                        line[1] = answer
                        for place in range(length + 1):
                            line[2 + place] = lines[ply + 2, place]
            else:
                holds = status != seat + 1
            reply += 1
        if not holds and not desk[HALTED]:
            line[0] = move
            if longest == 0:
                line[1] = NONE
            return True
    line[0] = NONE
    return False


@compiled
def _attack(
    words: Row, threaten: Threaten,
    states: Table, work: Table, answers: Row, lines: Table, desk: Row, stop: Row, plies: int,
) -> bool:  # fmt: skip
    rules = rules_at(words)
    return attack(rules, threaten, states, work, answers, lines, desk, stop, 0, plies)


@dataclass(frozen=True)
class Force:
    """A forced win, as the codes of its moves with the longest defence; none where none was found."""

    moves: tuple[int, ...]
    nodes: int


def find_force(game: Game, row: Row, limit: Limit) -> Force:
    """Look for a forced win by threats of the seat to move, the shortest first.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/2rrr4/1bb1b3/7/6/5:0:6")
    >>> force = find_force(position.game, position.row.copy(), Limit(nodes=100_000))
    >>> len(force.moves)
    3
    """
    rows = LONGEST + 3
    states, work = np.zeros((rows, len(row)), np.int64), np.zeros((rows, game.work_words), np.int64)
    states[0] = row
    desk = np.zeros(DESK_WORDS, np.int64)
    desk[LEFT] = limit.most_nodes
    answers, lines = np.full(rows, NONE), np.full((rows, rows + 2), NONE)
    found = False
    with limit.ringing(desk, ALARM):
        for plies in range(1, min(limit.depth or LONGEST, LONGEST) + 1, 2):
            found = _attack(game.rule_words, game.threaten, states, work, answers, lines, desk, limit.flag, plies)
            if found or desk[HALTED]:
                break
    moves = lines[0].tolist()
    return Force(tuple(moves[: moves.index(NONE)]) if found else (), limit.most_nodes - int(desk[LEFT]))
