"""Wins within so many plies, proved by exhaustive search: what is found is all that there is.

Two seats that see everything. No table, no estimate, no move left out; only which move is tried first is learnt on the
way (killer moves). Slower than the other searches, and the one that tells whether a win is the only one.
"""

from dataclasses import dataclass

import numpy as np

from fourfold.core.errors import BadValue
from fourfold.core.game import Game
from fourfold.kernel.jit import RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.search.limit import ENDLESS, Limit
from fourfold.search.state import NO_MOVE, STOPPED, Space, begin_search, is_stopped, list_moves, nodes_of, try_move

LONGEST = 15  # plies
WINS, REPLIES = 0, 1  # killer moves of each ply: the last that won at once, and the last reply that held


@compiled
def find_win(rules: Rules, space: Space, killers: Table, ply: int, widest: int) -> int:
    """A move that wins at once, or NO_MOVE; the one that did last time is tried first, of the others so many."""
    state, after, work, latest = space.states[ply], space.states[ply + 1], space.work[ply], killers[WINS, ply]
    winning = rules.to_move(state) + 1
    is_legal = latest != NO_MOVE and rules.refuse(state, latest, work) == 0
    if is_legal and try_move(rules, state, latest, after, space.control) == winning:
        return latest
    for i in range(min(rules.count(state, work), widest)):
        move = rules.nth(state, i, work)
        if try_move(rules, state, move, after, space.control) == winning:
            killers[WINS, ply] = move
            return move
    return NO_MOVE


@compiled
def _loses(rules: Rules, space: Space, killers: Table, ply: int, plies: int) -> bool:
    """Tell whether the seat to move loses within so many plies, whatever it does; a reply that held is tried first."""
    if find_win(rules, space, killers, ply, ENDLESS) != NO_MOVE:
        return False
    state, after, later = space.states[ply], space.states[ply + 1], space.states[ply + 2]
    work, latest = space.work[ply], killers[REPLIES, ply]
    seat = rules.to_move(state)
    first = -1 if latest != NO_MOVE and rules.refuse(state, latest, work) == 0 else 0
    for i in range(first, rules.count(state, work)):
        if is_stopped(space.control, space.stop):
            return False
        reply = latest if i < 0 else rules.nth(state, i, work)
        status = try_move(rules, state, reply, after, space.control)
        is_lost = status == 2 - seat
        if status == RUNNING and rules.to_move(after) != seat:
            is_lost = find_win(rules, space, killers, ply + 1, ENDLESS) != NO_MOVE
            width = rules.count(after, space.work[ply + 1]) if plies >= 4 else 0
            k = 0
            while k < width and not is_lost and not is_stopped(space.control, space.stop):
                move = rules.nth(after, k, space.work[ply + 1])
                is_running = try_move(rules, after, move, later, space.control) == RUNNING
                if is_running and rules.to_move(later) == seat:
                    is_lost = _loses(rules, space, killers, ply + 2, plies - 2)
                k += 1
        if not is_lost:
            killers[REPLIES, ply] = reply
            return False
    return True


@compiled
def _find(words: Row, space: Space, killers: Table, plies: int, moves: Row, found: Row, most: int) -> None:
    """Write for every move whether it wins, until so many are found."""
    rules, state, after = rules_at(words), space.states[0], space.states[1]
    seat = rules.to_move(state)
    for i in range(len(moves)):
        status = try_move(rules, state, moves[i], after, space.control)
        if status != RUNNING:
            found[i] = status == seat + 1
        elif plies > 1 and rules.to_move(after) != seat:
            found[i] = _loses(rules, space, killers, 1, plies - 1)
        most -= found[i]
        if space.control[STOPPED] or most <= 0:
            return


@dataclass(frozen=True)
class Wins:
    """The codes of all moves that win by force within so many plies; `is_whole` unless the limit came first."""

    moves: tuple[int, ...]
    is_whole: bool
    nodes: int


def find_wins(game: Game, row: Row, plies: int, limit: Limit, most: int = ENDLESS) -> Wins:
    """Find every move of the seat to move that wins by force within so many plies; or only the first `most`.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/2rrr4/1bb1b3/7/6/5:0:6")
    >>> wins = find_wins(position.game, position.row.copy(), 3, Limit(nodes=100_000))
    >>> [position.game.notation.format_move(position.row, move) for move in wins.moves], wins.is_whole
    (['e2', 'e6'], True)
    """
    if not 1 <= plies <= LONGEST:
        raise BadValue("search.bad_depth", value=str(plies), deepest=LONGEST)
    moves = list_moves(game, row)
    found, killers = np.zeros(len(moves), np.int64), np.full((2, plies + 3), NO_MOVE)
    with begin_search(limit, game, row, rows=plies + 3) as space:
        _find(game.rule_words, space, killers, plies, moves, found, most)
    return Wins(tuple(moves[found != 0].tolist()), not space.control[STOPPED], nodes_of(limit, space))
