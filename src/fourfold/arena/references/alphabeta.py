"""Full-width alpha-beta with iterative deepening and a transposition table of its own; no reductions, no extensions.

For two seats that see everything and take turns.
"""

from typing import NamedTuple

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.jit import DRAWN, RUNNING, Hints, Row, Rules, Table, compiled, hints_at, rules_at
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit
from fourfold.search.state import NO_MOVE, STOPPED, Space, begin_search, is_stopped, sampled, try_move

DEEPEST = 32  # plies
MOST_MOVES = 1 << 14  # that are looked at in one position; of more, an even sample
WIN, DECISIVE, INFINITE = 1 << 40, 1 << 39, 1 << 41
ENTRIES = 1 << 17  # of the transposition table
KEY, MOVE, VALUE, DEPTH_AND_BOUND, ENTRY_WORDS = range(5)
EXACT, LOWER, UPPER = 0, 1, 2
KILLERS = 2


class Tree(NamedTuple):
    """What the search writes on, beside its space: the table, killer moves, and the moves of each ply with ranks."""

    table: Table
    killers: Table
    moves: Table
    ranks: Table


@compiled
def _ending(status: int, seat: int, ply: int) -> int:
    if status == DRAWN:
        return 0
    return WIN - ply if status == seat + 1 else ply - WIN


@compiled
def _bring_best(moves: Row, ranks: Row, place: int, width: int) -> None:
    """Bring the move of the highest rank from a place on to that place."""
    best = place
    for other in range(place + 1, width):
        if ranks[other] > ranks[best]:
            best = other
    moves[place], moves[best] = moves[best], moves[place]
    ranks[place], ranks[best] = ranks[best], ranks[place]


@compiled
def _rank(rules: Rules, hints: Hints, space: Space, tree: Tree, ply: int, known: int) -> int:
    """List the moves of a ply with their ranks: the line potential after each, the table's move and killers first."""
    state, after, moves, ranks = space.states[ply], space.states[ply + 1], tree.moves[ply], tree.ranks[ply]
    seat = rules.to_move(state)
    width = rules.count(state, space.work[ply])
    tried = min(width, MOST_MOVES)
    for place in range(tried):
        move = rules.nth(state, sampled(place, tried, width), space.work[ply])
        status = try_move(rules, state, move, after, space.control)
        rank = hints.weigh(after, seat) if status == RUNNING else _ending(status, seat, ply + 1)
        if rank >= DECISIVE:
            moves[0], ranks[0] = move, rank
            return 1
        if move == known:
            rank += DECISIVE // 2
        elif move == tree.killers[ply, 0] or move == tree.killers[ply, 1]:
            rank += DECISIVE // 4
        moves[place], ranks[place] = move, rank
    return tried


@compiled
def _search_leaves(rules: Rules, hints: Hints, space: Space, ply: int, alpha: int, beta: int) -> int:
    """The best of the potentials after each move."""
    state, after = space.states[ply], space.states[ply + 1]
    seat = rules.to_move(state)
    width = rules.count(state, space.work[ply])
    tried = min(width, MOST_MOVES)
    best = -INFINITE
    for place in range(tried):
        move = rules.nth(state, sampled(place, tried, width), space.work[ply])
        status = try_move(rules, state, move, after, space.control)
        value = hints.weigh(after, seat) if status == RUNNING else _ending(status, seat, ply + 1)
        best = max(best, value)
        if best >= beta:
            break
    return best


@compiled
def _search(
    rules: Rules, hints: Hints, space: Space, tree: Tree, ply: int, depth: int, alpha: int, beta: int
) -> int:  # fmt: skip
    """The value of a ply for the seat to move, exact between alpha and beta, else a bound."""
    if is_stopped(space.control, space.stop):
        return 0
    state, after = space.states[ply], space.states[ply + 1]
    key = rules.key(state)
    entry = tree.table[key & (ENTRIES - 1)]
    known = NO_MOVE
    if entry[KEY] == key:
        known, value, bound = entry[MOVE], entry[VALUE], entry[DEPTH_AND_BOUND] & 3
        if value >= DECISIVE:
            value -= ply
        elif value <= -DECISIVE:
            value += ply
        is_bound = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
        if entry[DEPTH_AND_BOUND] >> 2 >= depth and is_bound:
            return int(value)
    first_alpha, best, best_move = alpha, -INFINITE, NO_MOVE
    if depth <= 1:
        best = _search_leaves(rules, hints, space, ply, alpha, beta)
    else:
        seat = rules.to_move(state)
        width = _rank(rules, hints, space, tree, ply, known)
        for place in range(width):
            _bring_best(tree.moves[ply], tree.ranks[ply], place, width)
            move = tree.moves[ply, place]
            status = try_move(rules, state, move, after, space.control)
            if status != RUNNING:
                value = _ending(status, seat, ply + 1)
            elif place == 0:
                value = -_search(rules, hints, space, tree, ply + 1, depth - 1, -beta, -alpha)
            else:
                value = -_search(rules, hints, space, tree, ply + 1, depth - 1, -alpha - 1, -alpha)
                if alpha < value < beta:
                    value = -_search(rules, hints, space, tree, ply + 1, depth - 1, -beta, -alpha)
            if space.control[STOPPED]:
                return 0
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                if move != tree.killers[ply, 0]:
                    tree.killers[ply, 1], tree.killers[ply, 0] = tree.killers[ply, 0], move
                break
    bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
    entry[KEY], entry[MOVE], entry[DEPTH_AND_BOUND] = key, best_move, depth << 2 | bound
    entry[VALUE] = best + ply if best >= DECISIVE else best - ply if best <= -DECISIVE else best
    return best


@compiled
def _search_root(words: Row, space: Space, tree: Tree, moves: Row, depth: int) -> int:
    """Search the moves of the root, the best so far first; put the best first, and return its value."""
    rules, hints = rules_at(words), hints_at(words)
    state, after = space.states[0], space.states[1]
    seat = rules.to_move(state)
    best = -INFINITE
    for place in range(len(moves)):
        move = moves[place]
        status = try_move(rules, state, move, after, space.control)
        if status != RUNNING:
            value = _ending(status, seat, 1)
        elif depth <= 1:
            value = hints.weigh(after, seat)
        elif place == 0:
            value = -_search(rules, hints, space, tree, 1, depth - 1, -INFINITE, INFINITE)
        else:
            value = -_search(rules, hints, space, tree, 1, depth - 1, -best - 1, -best)
            if value > best:
                value = -_search(rules, hints, space, tree, 1, depth - 1, -INFINITE, -best)
        if is_stopped(space.control, space.stop):
            break
        if value > best:
            best = value
            for back in range(place, 0, -1):
                moves[back] = moves[back - 1]
            moves[0] = move
        if best >= DECISIVE:
            break
    return best


def choose(view: View, words: Row, limit: Limit) -> int:
    """Choose the best move of the deepest search that the limit allows; of one that was cut, the best so far."""
    seat, game = view.to_move, view.game
    assert seat is not None
    row = imagine(view, seat, [0])[0]
    with begin_search(limit, game, row, rows=DEEPEST + 2) as space:
        width = int(game.rules.count(row, space.work[0]))
        tried = min(width, MOST_MOVES)
        chosen = [sampled(place, tried, width) for place in range(tried)]
        moves = np.array([game.rules.nth(row, index, space.work[0]) for index in chosen])
        np.random.default_rng(limit.salt(view.ply) & 0xFFFFFFFF).shuffle(moves)
        listed, ranks = np.zeros((2, DEEPEST + 2, MOST_MOVES), np.int64)
        table = np.zeros((ENTRIES, ENTRY_WORDS), np.int64)
        tree = Tree(table, np.full((DEEPEST + 2, KILLERS), NO_MOVE), listed, ranks)
        last = min(game.plies_left(row) or DEEPEST, DEEPEST)
        for depth in range(1, last + 1):
            value = _search_root(words, space, tree, moves, depth)
            if space.control[STOPPED] or abs(value) >= DECISIVE:
                break
    return int(moves[0])
