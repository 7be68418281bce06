"""PUCT with priors from the game's hints, and playouts in which wins are taken and threats are stopped.

Any number of seats that see everything. A playout that is too long counts as a draw.
"""

from math import sqrt

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.hashes import random_below
from fourfold.kernel.jit import DRAWN, RUNNING, Hints, Row, Rules, Table, compiled, hints_at, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit
from fourfold.search.repetition import BUCKETS, note_key, stack_keys
from fourfold.search.state import (
    ALARM,
    EARLIER,
    NODES_LEFT,
    REPETITION,
    STATE_WORDS,
    Space,
    begin_search,
    is_stopped,
    sampled,
)

MOVE, PRIOR, VISITS, TOTAL, FIRST, CHILDREN, ENTRY_WORDS = range(7)  # words of an entry of the tree
ROOT = 0
MADE, GAMES, SEATS, CONTROL_WORDS = range(STATE_WORDS, STATE_WORDS + 4)
MOST_ENTRIES = 1 << 20
MOST_CHILDREN = 512  # of more moves, an even sample
DEEPEST = 128  # plies in the tree
LONGEST_PLAYOUT = 60  # plies
EXPLORATION = 1.5
UNVISITED = 0.1  # by how much less a move that was not tried is worth than its position
WIN = 1 << 20  # what a won game counts
UNIT = 1 << 20  # of priors


@compiled
def _expand(rules: Rules, hints: Hints, space: Space, tree: Table, entry: int) -> None:
    """Add the moves of a position to the tree with their priors; one that wins at once alone."""
    state, after, work = space.states[1], space.states[2], space.work[0]
    width = rules.count(state, work)
    urgent = hints.urge(state, work, width, after)
    tried = min(width, MOST_CHILDREN)
    first = space.control[MADE]
    if first + tried > len(tree):
        return
    if urgent >= 0:
        move = rules.nth(state, urgent, work)
        copy_row(state, after)
        rules.play(after, move)
        if rules.status(after) == rules.to_move(state) + 1:
            tree[first, MOVE], tree[first, PRIOR] = move, UNIT
            tree[entry, FIRST], tree[entry, CHILDREN] = first, 1
            space.control[MADE] = first + 1
            return
    total = 0
    for place in range(tried):
        move = rules.nth(state, sampled(place, tried, width), work)
        liking = 1 + hints.prefer(state, move)
        tree[first + place, MOVE], tree[first + place, PRIOR] = move, liking
        total += liking
    for place in range(tried):
        tree[first + place, PRIOR] = tree[first + place, PRIOR] * UNIT // total
    tree[entry, FIRST], tree[entry, CHILDREN] = first, tried
    space.control[MADE] = first + tried


@compiled
def _select(tree: Table, entry: int) -> int:
    """The child with the highest upper confidence bound (PUCT)."""
    first, children = tree[entry, FIRST], tree[entry, CHILDREN]
    visits, total = 0, 0
    for child in range(first, first + children):
        visits += tree[child, VISITS]
        total += tree[child, TOTAL]
    usual = total / (visits * WIN) - UNVISITED if visits else 0.0
    spread = EXPLORATION * sqrt(float(visits + 1)) / UNIT
    best: int = first
    highest = -1e9
    for child in range(first, first + children):
        tried = tree[child, VISITS]
        mean = tree[child, TOTAL] / (tried * WIN) if tried else usual
        bound = mean + spread * tree[child, PRIOR] / (1 + tried)
        if bound > highest:
            best, highest = child, bound
    return best


@compiled
def _finish(rules: Rules, hints: Hints, space: Space) -> int:
    """Play on by chance, but take wins and stop threats; return the status, DRAWN where there is no end."""
    state, after, work, random = space.states[1], space.states[2], space.work[0], space.random
    for _ in range(LONGEST_PLAYOUT):
        status = rules.status(state)
        if status != RUNNING:
            return status
        width = rules.count(state, work)
        index = hints.urge(state, work, width, after)
        if index < 0:
            index = random_below(random, width)
        rules.play(state, rules.nth(state, index, work))
        space.control[NODES_LEFT] -= 1
    status = rules.status(state)
    return DRAWN if status == RUNNING else status


@compiled
def _try_game(rules: Rules, hints: Hints, space: Space, tree: Table, path: Table) -> None:
    """Go down the tree, expand it where it ends, finish the game, and count its result."""
    state, control = space.states[1], space.control
    entry, depth = ROOT, 0
    status = rules.status(state)
    while status == RUNNING and depth < len(path):
        if control[REPETITION] and note_key(
            space.keys, control[EARLIER] + depth, rules.key(state), control[REPETITION]
        ):
            status = DRAWN
            break
        if tree[entry, CHILDREN] == 0:
            _expand(rules, hints, space, tree, entry)
            if entry != ROOT or tree[entry, CHILDREN] == 0:
                break
        path[depth, 1] = rules.to_move(state)
        entry = _select(tree, entry)
        path[depth, 0] = entry
        depth += 1
        rules.play(state, tree[entry, MOVE])
        control[NODES_LEFT] -= 1
        status = rules.status(state)
    if status == RUNNING:
        status = _finish(rules, hints, space)
    for step in range(depth):
        tree[path[step, 0], VISITS] += 1
        tree[path[step, 0], TOTAL] += WIN // control[SEATS] if status == DRAWN else WIN * (status == path[step, 1] + 1)


@compiled
def _grow(words: Row, space: Space, begun: Row, tree: Table, path: Table) -> None:
    rules, hints, control = rules_at(words), hints_at(words), space.control
    while not (is_stopped(control, space.stop) and control[GAMES]):
        copy_row(space.states[0], space.states[1])
        copy_row(begun, space.keys)
        _try_game(rules, hints, space, tree, path)
        control[GAMES] += 1
        if tree[ROOT, CHILDREN] == 1 or control[ALARM]:
            break


def choose(view: View, words: Row, limit: Limit) -> int:
    """Choose the move that was tried most often."""
    seat, game = view.to_move, view.game
    assert seat is not None
    row = imagine(view, seat, [0])[0]
    keys, first = stack_keys(view.earlier, DEEPEST + 1)
    tree = np.zeros((MOST_ENTRIES, ENTRY_WORDS), np.int64)
    path = np.zeros((DEEPEST, 2), np.int64)
    begun = begin_search(limit, game, row, rows=3, seats=view.seats, words=CONTROL_WORDS, keys=keys, earlier=first)
    with begun as space:
        space.control[[MADE, SEATS]] = 1, view.seats
        _grow(words, space, keys[:BUCKETS].copy(), tree, path)
    begin, end = int(tree[ROOT, FIRST]), int(tree[ROOT, FIRST] + tree[ROOT, CHILDREN])
    best = max(range(begin, end), key=lambda child: tuple(tree[child, [VISITS, TOTAL, PRIOR]].tolist()))
    return int(tree[best, MOVE])
