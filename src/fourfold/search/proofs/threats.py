"""Threat-space search: forced wins in which the attacker only makes moves that threaten to win at once.

The defender tries everything, so what is proved is proved by the rules alone: the game's `threaten` only chooses which
moves of the attacker are tried. Two seats that see everything; repetitions do not occur in a forced win that is looked
for in rising length.
"""

from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import RUNNING, Opinions, Row, Rules, Table, compiled, opinions_at, rules_at
from fourfold.search.limit import Limit
from fourfold.search.proofs.wins import find_win
from fourfold.search.state import NO_MOVE, STOPPED, Space, begin_search, is_stopped, nodes_of, try_move

LONGEST = 21  # plies of a forced win
WIDEST = 2048  # of more moves only the first are tried by the attacker; a defender with more is not beaten


@compiled
def is_threat(rules: Rules, opinions: Opinions, space: Space, killers: Table, ply: int, move: int) -> bool:
    """Play a move; tell whether it threatens to win, and the other seat cannot win first."""
    state, after = space.states[ply], space.states[ply + 1]
    seat = rules.to_move(state)
    if try_move(rules, state, move, after, space.control) != RUNNING:
        return False
    if rules.to_move(after) == seat or opinions.threaten(after, seat) == 0:
        return False
    return find_win(rules, space, killers, ply + 1, WIDEST) == NO_MOVE


@compiled
def keep_longest(lines: Table, ply: int, reply: int, longest: int) -> int:
    """Keep a reply with the line that wins against it, if it is the longest so far; return the greatest length."""
    length = 0
    while lines[ply + 2, length] != NO_MOVE:
        length += 1
    if length <= longest:
        return longest
    lines[ply, 1] = reply
    for place in range(length + 1):
        lines[ply, 2 + place] = lines[ply + 2, place]
    return length


@compiled
def attack(rules: Rules, opinions: Opinions, space: Space, killers: Table, lines: Table, ply: int, plies: int) -> bool:
    """Tell whether the seat to move wins by force in so many plies; lines[ply] has how, and the longest defence."""
    state, after, later = space.states[ply], space.states[ply + 1], space.states[ply + 2]
    line, work = lines[ply], space.work[ply]
    seat = rules.to_move(state)
    line[0] = find_win(rules, space, killers, ply, WIDEST)
    line[1] = NO_MOVE
    if line[0] != NO_MOVE:
        return True
    width = min(rules.count(state, work), WIDEST) if plies >= 3 else 0
    for i in range(width):
        if is_stopped(space.control, space.stop):
            return False
        move = rules.nth(state, i, work)
        if not is_threat(rules, opinions, space, killers, ply, move):
            continue
        replies = rules.count(after, space.work[ply + 1])
        holds = replies > WIDEST
        longest, k = 0, 0
        while k < replies and not holds and not is_stopped(space.control, space.stop):
            reply = rules.nth(after, k, space.work[ply + 1])
            status = try_move(rules, after, reply, later, space.control)
            if status != RUNNING:
                holds = status != seat + 1
            elif rules.to_move(later) != seat or not attack(rules, opinions, space, killers, lines, ply + 2, plies - 2):
                holds = True
            else:
                longest = keep_longest(lines, ply, reply, longest)
            k += 1
        if not holds and not space.control[STOPPED]:
            line[0] = move
            if longest == 0:
                line[1] = NO_MOVE
            return True
    line[0] = NO_MOVE
    return False


@compiled
def _attack(words: Row, space: Space, killers: Table, lines: Table, plies: int) -> bool:
    return attack(rules_at(words), opinions_at(words), space, killers, lines, 0, plies)


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
    rows, found = LONGEST + 3, False
    killers, lines = np.full((2, rows), NO_MOVE), np.full((rows, rows + 2), NO_MOVE)
    with begin_search(limit, game, row, rows=rows) as space:
        for plies in range(1, min(limit.depth or LONGEST, LONGEST) + 1, 2):
            found = bool(_attack(game.search_words, space, killers, lines, plies))
            if found or space.control[STOPPED]:
                break
    moves = lines[0].tolist()
    return Force(tuple(moves[: moves.index(NO_MOVE)]) if found else (), nodes_of(limit, space))
