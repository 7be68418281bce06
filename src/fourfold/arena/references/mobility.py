"""UCT with mobility playouts, and endings solved.

In a playout the mover looks at a few random moves, and plays the one that leaves the next seat the fewest. Where two
seats see everything and few plies are left, the position is solved by alpha-beta first, with a share of the limit.
"""

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.hashes import random_below, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit
from fourfold.search.mcts.uct import (
    CONTROL_WORDS,
    DEEPEST,
    ENTRY_WORDS,
    EXPLORING,
    FIRST,
    GAMES,
    KNOWN,
    MADE,
    MOVE,
    NEXT,
    PASSED,
    ROOT,
    SEATS,
    TOTAL,
    VISITS,
    WIN,
    add_entry,
    find_best,
)
from fourfold.search.repetition import BUCKETS, note_key
from fourfold.search.state import (
    NO_MOVE,
    NODES_LEFT,
    REPETITION,
    STOPPED,
    Space,
    begin_search,
    is_interrupted,
    is_stopped,
    try_move,
)

WORLDS = 16  # how often what the seat cannot see is dealt anew
GLANCES = 3  # moves that are looked at in a playout
EXPLORATION = 500  # thousandths
MOST_ENTRIES = 1 << 19
LONGEST = 1024  # plies of a game
SOLVED_FROM = 18  # plies before the end
SOLVING_SHARE = 0.4  # of the limit
MOST_MOVES = 512  # of a position that is solved
TABLE_BITS = 17


@compiled
def _pick(rules: Rules, space: Space, width: int) -> int:
    """Of a few random moves, one that wins, or the one that leaves the next seat the fewest moves."""
    state, after, random = space.states[1], space.states[2], space.random
    seat = rules.to_move(state)
    best, fewest = NO_MOVE, 1 << 60
    for _ in range(min(width, GLANCES)):
        move = rules.nth(state, random_below(random, width), space.work[0])
        status = try_move(rules, state, move, after, space.control)
        if status == seat + 1:
            return move
        replies = 1 << 50
        if status == RUNNING and rules.to_move(after) != CHANCE:
            replies = rules.count(after, space.work[1])
        if replies < fewest:
            best, fewest = move, replies
    return best


@compiled
def _try_game(rules: Rules, space: Space, tree: Table, path: Table, world: int, worlds: int) -> None:
    """Play one game down the tree and on by mobility, and count its result."""
    state, work, control = space.states[1], space.work[0], space.control
    entry, depth, ply = ROOT, 0, 0
    is_tree = True
    status = rules.status(state)
    while status == RUNNING and ply < LONGEST:
        seat = rules.to_move(state)
        if seat == CHANCE:
            shuffle(space.order, space.random)
            rules.deal(state, space.order)
            is_tree = False
        else:
            if control[REPETITION] and note_key(space.keys, ply, rules.key(state), control[REPETITION]):
                status = DRAWN
                break
            width = rules.count(state, work)
            share = worlds if entry == ROOT else 1  # below the first moves each world has its own tree
            is_new = tree[entry, KNOWN] < width
            if not is_tree or depth == len(path) or (is_new and control[MADE] + share > len(tree)):
                move = _pick(rules, space, width)
                is_tree = False
            else:
                tree[entry, PASSED] += 1
                if is_new:
                    child = control[MADE]
                    control[MADE] += share
                    add_entry(rules, space, tree, width, entry, child)
                    is_tree = False
                else:
                    child = find_best(tree, entry, control[EXPLORING])
                move = tree[child, MOVE]
                path[depth, 0], path[depth, 1] = child, seat
                depth += 1
                entry = child + (world if share > 1 else 0)
            rules.play(state, move)
            control[NODES_LEFT] -= 1
            ply += 1
        status = rules.status(state)
    status = DRAWN if status == RUNNING else status
    for i in range(depth):
        tree[path[i, 0], VISITS] += 1
        tree[path[i, 0], TOTAL] += WIN // control[SEATS] if status == DRAWN else WIN * (status == path[i, 1] + 1)


@compiled
def _grow(words: Row, space: Space, worlds: Table, tree: Table, path: Table) -> None:
    rules, control = rules_at(words), space.control
    while control[GAMES] == 0 or (control[NODES_LEFT] > 0 and not is_interrupted(control, space.stop)):
        world = control[GAMES] % len(worlds)
        copy_row(worlds[world], space.states[1])
        if control[REPETITION]:
            space.keys[:BUCKETS] = 0
        _try_game(rules, space, tree, path, world, len(worlds))
        control[GAMES] += 1


@compiled
def _solve(rules: Rules, space: Space, table: Row, ply: int, alpha: int, beta: int) -> int:
    """The result for the seat to move: 1, 0 or -1; a bound beyond alpha and beta. Fewest replies are tried first."""
    if is_stopped(space.control, space.stop):
        return 0
    state, after = space.states[ply], space.states[ply + 1]
    key = rules.key(state)
    place = 2 * (key & ((1 << TABLE_BITS) - 1))
    if table[place] == key:  # the value and the kind of bound, in one digit each
        known, bound = (table[place + 1] >> 2) - 1, table[place + 1] & 3
        if bound == 0 or (bound == 1 and known >= beta) or (bound == 2 and known <= alpha):
            return int(known)
    seat = rules.to_move(state)
    width = min(rules.count(state, space.work[ply]), MOST_MOVES)
    # The listed moves with their replies lie behind the words that the game needs of the scratch row.
    room = len(space.work[ply]) - 2 * MOST_MOVES
    listed = space.work[ply]
    best, first_alpha = -1, alpha
    for index in range(width):
        move = rules.nth(state, index, listed)
        status = try_move(rules, state, move, after, space.control)
        if status == seat + 1:
            return 1
        listed[room + 2 * index] = move
        listed[room + 2 * index + 1] = rules.count(after, space.work[ply + 1]) if status == RUNNING else -1
    for turn in range(width):
        least = turn
        for index in range(turn + 1, width):
            if listed[room + 2 * index + 1] < listed[room + 2 * least + 1]:
                least = index
        for part in range(2):
            one, other = room + 2 * turn + part, room + 2 * least + part
            listed[one], listed[other] = listed[other], listed[one]
        status = try_move(rules, state, listed[room + 2 * turn], after, space.control)
        if status == RUNNING:
            value = -_solve(rules, space, table, ply + 1, -beta, -alpha)
        else:
            value = 0 if status == DRAWN else -1
        if space.control[STOPPED]:
            return 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    table[place] = key
    table[place + 1] = (best + 1) << 2 | (1 if best >= beta else 2 if best <= first_alpha else 0)
    return best


@compiled
def _solve_root(words: Row, space: Space, table: Row, moves: Row) -> int:
    """The place of a move that wins, or else that draws for certain when all are solved; -1 where none is found."""
    rules = rules_at(words)
    state, after = space.states[0], space.states[1]
    seat = rules.to_move(state)
    best, found = -1, -1
    for place in range(len(moves)):
        if try_move(rules, state, moves[place], after, space.control) == seat + 1:
            return place
    for place in range(len(moves)):
        status = try_move(rules, state, moves[place], after, space.control)
        lost_or_drawn = 0 if status == DRAWN else -1
        value = -_solve(rules, space, table, 1, -1, -best) if status == RUNNING else lost_or_drawn
        if space.control[STOPPED]:
            return -1
        if value > best:
            best, found = value, place
        if best == 1:
            break
    return found


def _find_solution(view: View, row: Row, words: Row, limit: Limit) -> int | None:
    """A move that keeps the proved result, if there is one to keep and the limit allows to prove it."""
    game = view.game
    left = game.plies_left(row)
    if view.seats != 2 or game.repetition or left is None or left > SOLVED_FROM or game.rules.deck(row):
        return None
    with begin_search(limit.part(SOLVING_SHARE), game, row, rows=left + 2) as space:
        wide = np.zeros((left + 2, game.work_words + 2 * MOST_MOVES), np.int64)
        space = space._replace(work=wide)
        width = int(game.rules.count(row, wide[0]))
        moves = np.array([game.rules.nth(row, index, wide[0]) for index in range(width)], np.int64)
        found = int(_solve_root(words, space, np.zeros(2 << TABLE_BITS, np.int64), moves))
    return None if found < 0 else int(moves[found])


def choose(view: View, words: Row, limit: Limit) -> int:
    """Choose a move that is proved best, or the one that was tried most often."""
    seat, game = view.to_move, view.game
    assert seat is not None
    worlds = imagine(view, seat, [limit.salt(view.ply) + place for place in range(WORLDS)])
    began = limit.now()
    solved = _find_solution(view, worlds[0].copy(), words, limit) if len(worlds) == 1 else None
    if solved is not None:
        return solved
    spent = 0.0 if limit.seconds is None else min((limit.now() - began) / limit.seconds, 0.99)
    tree = np.zeros((MOST_ENTRIES, ENTRY_WORDS), np.int64)
    keys = np.zeros(BUCKETS + LONGEST + 1 if game.repetition else 0, np.int64)
    path = np.zeros((DEEPEST, 2), np.int64)
    with begin_search(limit.part(1 - spent), game, worlds[0], rows=3, words=CONTROL_WORDS, keys=keys) as space:
        space.control[[MADE, SEATS, EXPLORING]] = 1, view.seats, EXPLORATION
        _grow(words, space, worlds, tree, path)
    child, best = int(tree[ROOT, FIRST]), 0
    while child:
        if best == 0 or tuple(tree[child, [VISITS, TOTAL]]) > tuple(tree[best, [VISITS, TOTAL]]):
            best = child
        child = int(tree[child, NEXT])
    return int(tree[best, MOVE])
