"""Plain UCT (Monte Carlo tree search with UCB1): a tree grown by random games, and no heuristics.

Other players are measured with it. Each step down the tree takes the child with the highest upper confidence bound for
the seat to move there (so it serves any number of seats); the first move that the tree lacks is added, and the game is
finished by random moves. What the seat cannot see comes as *worlds* (determinization): full rows that agree with its
view, all with the same moves for the seat to move. The worlds take turns; they share the figures of the first moves,
and each has its own tree below them. Deals end the tree: beyond them is chance. Earlier positions are not known, so
only repetitions within the search are seen.
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.hashes import random_below, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.playouts import LONGEST
from fourfold.search.repetition import BUCKETS, note_key
from fourfold.search.state import (
    NODES_LEFT,
    REPETITION,
    STATE_WORDS,
    Space,
    begin_search,
    count_node,
    is_interrupted,
    nodes_of,
)

MOST_ENTRIES = 1 << 20  # of the tree, 72 MB; a full tree goes on counting, but grows no more
DEEPEST = 256  # steps down the tree
WIN = 840  # what a won game is worth; a draw is an equal share, and 840 has one for 2 to 8 seats
EXPLORATION = 250  # what the bound adds for moves tried seldom, in thousandths; the best of those measured

MOVE, VISITS, TOTAL = 0, 1, 2  # words of an entry: its move, how often it was tried, what the mover got by it
NEXT, FIRST = 3, 4  # the next move of the same position in the tree, and the first one after this move
KNOWN, PASSED = 5, 6  # how many of the moves after it are in the tree, and how often one of them was played
BEGIN, STEP = 7, 8  # the order in which they are added: numbers of moves, from BEGIN on in steps, around
ENTRY_WORDS = 9
ROOT = 0
# Further control words: how many entries the tree has, how many games were played, and two settings.
MADE, GAMES, SEATS, EXPLORING, CONTROL_WORDS = range(STATE_WORDS, STATE_WORDS + 5)


@compiled
def has_common_divisor(first: int, second: int) -> bool:
    """Tell whether a number above 1 divides both."""
    while second:
        first, second = second, first % second
    return first > 1


@compiled
def add_entry(rules: Rules, space: Space, tree: Table, width: int, parent: int, child: int) -> None:
    """Add the next move of a position to the tree, in a random order that needs no list of moves."""
    random, above = space.random, tree[parent]
    if above[KNOWN] == 0:
        above[BEGIN] = random_below(random, width)
        above[STEP] = 1 + random_below(random, width)
        while has_common_divisor(above[STEP], width):
            above[STEP] = 1 + random_below(random, width)
    tree[child, MOVE] = rules.nth(space.states[1], (above[BEGIN] + above[KNOWN] * above[STEP]) % width, space.work[0])
    tree[child, NEXT] = above[FIRST]
    above[FIRST] = child
    above[KNOWN] += 1


@compiled
def find_best(tree: Table, parent: int, exploration: int) -> int:
    """The move in the tree with the highest upper confidence bound (UCB1)."""
    spread = exploration / 1000 * sqrt(log(float(tree[parent, PASSED] + 1)))
    best, highest = 0, -1.0
    child = tree[parent, FIRST]
    while child:
        visits = float(tree[child, VISITS])
        bound = tree[child, TOTAL] / (visits * WIN) + spread / sqrt(visits)
        if bound > highest:
            best, highest = child, bound
        child = tree[child, NEXT]
    return best


@compiled
def try_game(rules: Rules, space: Space, tree: Table, path: Table, world: int, worlds: int) -> None:
    """Play one game down the tree and on by chance, and count its result; one that comes to no end is not counted."""
    state, work, control = space.states[1], space.work[0], space.control
    entry, depth, ply = ROOT, 0, 0
    is_tree = True
    status = rules.status(state)
    while status == RUNNING:
        seat = rules.to_move(state)
        if seat == CHANCE:
            shuffle(space.order, space.random)
            rules.deal(state, space.order)
            is_tree = False
        else:
            if control[REPETITION] and note_key(space.keys, ply, rules.key(state), control[REPETITION]):
                status = DRAWN
                break
            if control[NODES_LEFT] <= 0:
                return
            width = rules.count(state, work)
            share = worlds if entry == ROOT else 1  # below the first moves each world has its own tree
            is_new = tree[entry, KNOWN] < width
            if not is_tree or depth == len(path) or (is_new and control[MADE] + share > len(tree)):
                move = rules.nth(state, random_below(space.random, width), work)
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
            count_node(control)
            ply += 1
        status = rules.status(state)
    for i in range(depth):
        tree[path[i, 0], VISITS] += 1
        tree[path[i, 0], TOTAL] += WIN // control[SEATS] if status == DRAWN else WIN * (status == path[i, 1] + 1)


@compiled
def _grow(words: Row, space: Space, worlds: Table, tree: Table, path: Table) -> None:
    rules, control = rules_at(words), space.control
    while (
        control[NODES_LEFT] > 0 and not space.stop[0] and not (control[GAMES] and is_interrupted(control, space.stop))
    ):
        world = control[GAMES] % len(worlds)
        copy_row(worlds[world], space.states[1])
        if control[REPETITION]:
            space.keys[:BUCKETS] = 0
        try_game(rules, space, tree, path, world, len(worlds))
        control[GAMES] += 1


@dataclass(frozen=True)
class UctResult:
    """The code of the chosen move, the games played to find it, the moves of these, and the mover's share of wins."""

    move: int
    games: int
    nodes: int
    share: float


def grow(game: Game, worlds: Table, seats: int, limit: Limit, exploration: int = EXPLORATION) -> UctResult:
    """Choose the move tried most often for the seat that is to move in all the worlds.

    >>> import fourfold
    >>> position = fourfold.game("exago").read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> growth = grow(position.game, position.row.copy()[None], 2, Limit(nodes=100_000))
    >>> position.game.notation.format_move(position.row.copy(), growth.move)
    'e1'
    """
    work = np.zeros(game.work_words, np.int64)
    width = int(game.rules.count(worlds[0], work))
    if width == 1:
        return UctResult(int(game.rules.nth(worlds[0], 0, work)), 0, 0, 1 / seats)
    tree = np.zeros((min(MOST_ENTRIES, max(limit.most_nodes, 1) + len(worlds) + 1), ENTRY_WORDS), np.int64)
    keys = np.zeros(BUCKETS + LONGEST if game.repetition else 0, np.int64)
    path = np.zeros((DEEPEST, 2), np.int64)
    with begin_search(limit, game, worlds[0], words=CONTROL_WORDS, keys=keys) as space:
        space.control[[MADE, SEATS, EXPLORING]] = 1, seats, exploration
        _grow(game.rule_words, space, worlds, tree, path)
    child, best = int(tree[ROOT, FIRST]), 0
    while child:
        if best == 0 or tuple(tree[child, [VISITS, TOTAL]]) > tuple(tree[best, [VISITS, TOTAL]]):
            best = child
        child = int(tree[child, NEXT])
    if best == 0:  # stopped before the first game
        return UctResult(int(game.rules.nth(worlds[0], int(random_below(space.random, width)), work)), 0, 0, 1 / seats)
    share = int(tree[best, TOTAL]) / (WIN * max(int(tree[best, VISITS]), 1))
    return UctResult(int(tree[best, MOVE]), int(space.control[GAMES]), nodes_of(limit, space), share)
