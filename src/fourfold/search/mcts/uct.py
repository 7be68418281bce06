"""Plain UCT: a tree grown by random games, nothing else. The yardstick that other players are measured with.

Each step down the tree takes the child with the highest upper confidence bound for the seat to move there (so it
serves any number of seats); the first move that the tree lacks is added, and the game is finished by random moves. No
heuristics, no evaluation, no ordering. What the seat cannot see comes as *worlds*: full rows that agree with its view,
all with the same moves for the seat to move. The worlds take turns; they share the figures of the first moves, and each
has its own tree below them. Deals end the tree: beyond them is chance. Earlier positions are not known, so only
repetitions within the search are seen.
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.hashes import random_below, scramble, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.playouts import LONGEST
from fourfold.search.repetition import BUCKETS, note_key

MOST_ENTRIES = 1 << 20  # of the tree, 72 MB; a full tree goes on counting, but grows no more
DEEPEST = 256  # steps down the tree
WIN = 840  # what a won game is worth; a draw is an equal share, and 840 has one for 2 to 8 seats
EXPLORATION = 250  # what the bound adds for moves tried seldom, in thousandths; the best of those measured

MOVE, VISITS, TOTAL = 0, 1, 2  # words of an entry: its move, how often it was tried, what the mover got by it
NEXT, FIRST = 3, 4  # the next move of the same position in the tree, and the first one after this move
KNOWN, PASSED = 5, 6  # how many of the moves after it are in the tree, and how often one of them was played
BEGIN, STEP = 7, 8  # the order in which they are added: numbers of moves, from BEGIN on in steps, around
WORDS = 9
ROOT = 0
LEFT, ALARM, DESK_WORDS = range(3)


@compiled
def has_common_divisor(first: int, second: int) -> bool:
    """Tell whether a number above 1 divides both."""
    while second:
        first, second = second, first % second
    return first > 1


@compiled
def add_entry(
    rules: Rules, state: Row, work: Row, width: int, tree: Table, parent: int, child: int, random: Row
) -> None:
    """Add the next move of a position to the tree; in an order by chance that needs no list of them."""
    above = tree[parent]
    if above[KNOWN] == 0:
        above[BEGIN] = random_below(random, width)
        above[STEP] = 1 + random_below(random, width)
        while has_common_divisor(above[STEP], width):
            above[STEP] = 1 + random_below(random, width)
    tree[child, MOVE] = rules.nth(state, (above[BEGIN] + above[KNOWN] * above[STEP]) % width, work)
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
def try_game(
    rules: Rules, state: Row, world: int, worlds: int, seats: int, work: Row, order: Row, keys: Row, repetition: int,
    tree: Table, made: Row, path: Table, exploration: int, random: Row, desk: Row,
) -> None:  # fmt: skip
    """Play one game down the tree and on by chance, and count its result; one that comes to no end is not counted."""
    entry, depth, ply = ROOT, 0, 0
    is_tree = True
    status = rules.status(state)
    while status == RUNNING:
        seat = rules.to_move(state)
        if seat == CHANCE:
            shuffle(order, random)
            rules.deal(state, order)
            is_tree = False
        else:
            if repetition and note_key(keys, ply, rules.key(state), repetition):
                status = DRAWN
                break
            if desk[LEFT] <= 0:
                return
            width = rules.count(state, work)
            share = worlds if entry == ROOT else 1  # below the first moves each world has a tree of its own
            is_new = tree[entry, KNOWN] < width
            if not is_tree or depth == len(path) or (is_new and made[0] + share > len(tree)):
                move = rules.nth(state, random_below(random, width), work)
                is_tree = False
            else:
                tree[entry, PASSED] += 1
                if is_new:
                    child = made[0]
                    made[0] += share
                    add_entry(rules, state, work, width, tree, entry, child, random)
                    is_tree = False
                else:
                    child = find_best(tree, entry, exploration)
                move = tree[child, MOVE]
                path[depth, 0], path[depth, 1] = child, seat
                depth += 1
                entry = child + (world if share > 1 else 0)
            rules.play(state, move)
            desk[LEFT] -= 1
            ply += 1
        status = rules.status(state)
    for i in range(depth):
        tree[path[i, 0], VISITS] += 1
        tree[path[i, 0], TOTAL] += WIN // seats if status == DRAWN else WIN * (status == path[i, 1] + 1)


@compiled
def _grow(
    words: Row,
    worlds: Table, state: Row, work: Row, order: Row, keys: Row, repetition: int, seats: int, tree: Table, made: Row,
    path: Table, exploration: int, random: Row, games: Row, desk: Row, stop: Row,
) -> None:  # fmt: skip
    rules = rules_at(words)
    while desk[LEFT] > 0 and not stop[0] and not (desk[ALARM] and games[0]):
        world = games[0] % len(worlds)
        copy_row(worlds[world], state)
        if repetition:
            for bucket in range(BUCKETS):
                keys[bucket] = 0
        try_game(
            rules, state, world, len(worlds), seats, work, order, keys, repetition, tree, made, path, exploration,
            random, desk,
        )  # fmt: skip
        games[0] += 1


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
    >>> position.game.format_move(position.row.copy(), growth.move)
    'e1'
    """
    work = np.zeros(game.work_words, np.int64)
    width = int(game.rules.count(worlds[0], work))
    if width == 1:
        return UctResult(int(game.rules.nth(worlds[0], 0, work)), 0, 0, 1 / seats)
    tree = np.zeros((min(MOST_ENTRIES, max(limit.most_nodes, 1) + len(worlds) + 1), WORDS), np.int64)
    made, games, desk = np.array([1]), np.zeros(1, np.int64), np.zeros(DESK_WORDS, np.int64)
    desk[LEFT] = limit.most_nodes
    random = np.array([scramble(scramble(limit.seed) ^ worlds[0, game.ply_word])], np.int64)  # its own for each ply
    state, order = worlds[0].copy(), np.zeros(int(game.rules.deck(worlds[0])), np.int64)
    keys = np.zeros(BUCKETS + LONGEST if game.repetition else 0, np.int64)
    path = np.zeros((DEEPEST, 2), np.int64)
    with limit.ringing(desk, ALARM):
        _grow(
            game.rule_words, worlds, state, work, order, keys, game.repetition, seats, tree, made, path, exploration,
            random, games, desk, limit.flag,
        )  # fmt: skip
    child, best = int(tree[ROOT, FIRST]), 0
    while child:
        if best == 0 or tuple(tree[child, [VISITS, TOTAL]]) > tuple(tree[best, [VISITS, TOTAL]]):
            best = child
        child = int(tree[child, NEXT])
    if best == 0:  # stopped before the first game
        return UctResult(int(game.rules.nth(worlds[0], int(random_below(random, width)), work)), 0, 0, 1 / seats)
    share = int(tree[best, TOTAL]) / (WIN * max(int(tree[best, VISITS]), 1))
    return UctResult(int(tree[best, MOVE]), int(games[0]), limit.most_nodes - int(desk[LEFT]), share)
