"""Tree search for any number of seats that see everything: a tree grown by chances instead of games.

Each step down the tree takes the child with the highest upper confidence bound for the seat to move there. Where the
tree ends, all children are added at once, each with the chances that the game's `evaluate` gives it, and the best of
these for the seat to move is counted on the way back. What the rules have decided is passed upwards as *settled*.
Deals end the tree: beyond them is chance.
"""

from dataclasses import dataclass, replace

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Evaluate, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.mcts.tree import (
    ALARM,
    DESK_WORDS,
    EARLIER,
    FIRST,
    LEFT,
    MADE,
    MOST_CHILDREN,
    MOVE,
    NEXT,
    OVERLOOKED,
    REPETITION,
    ROOT,
    SALT,
    SETTLED,
    TOTAL,
    VISITS,
    expand,
    select,
    settle_upwards,
    share_ending,
)
from fourfold.search.repetition import forget_key, note_key

MOST_ENTRIES = 1 << 20  # a full tree goes on counting, but grows no more
DEEPEST = 64  # steps down the tree
NODES_A_SECOND = 1_500_000  # for the size of the tree, where time limits


@compiled
def descend(
    rules: Rules, evaluate: Evaluate, states: Table, work: Table, tree: Table, path: Table, keys: Row, desk: Row,
    out: Row, best: Row,
) -> None:  # fmt: skip
    """Go down the tree once, let it grow where it ends, and count what that is worth on the way back."""
    state, after = states[0], states[1]
    seats = len(out)
    entry, depth, noted = ROOT, 0, 0
    while True:
        status = rules.status(state)
        if status != RUNNING:
            share_ending(status, best)
            break
        if rules.to_move(state) == CHANCE:
            evaluate(state, work[1], best)
            break
        if desk[REPETITION] and depth < DEEPEST:
            noted += 1
            if note_key(keys, desk[EARLIER] + depth, rules.key(state), desk[REPETITION]):
                share_ending(DRAWN, best)
                break
        if tree[entry, FIRST] == 0 or depth == DEEPEST:
            if depth < DEEPEST and desk[MADE] + MOST_CHILDREN < len(tree):
                expand(rules, evaluate, state, after, work, tree, entry, desk, out, best)
            else:
                evaluate(state, work[1], best)
                desk[LEFT] -= 1
            break
        seat = rules.to_move(state)
        child = select(tree, entry, seat)
        path[depth, 0], path[depth, 1], path[depth, 2] = child, seat, entry
        depth += 1
        entry = child
        rules.play(state, tree[child, MOVE])
        desk[LEFT] -= 1
    for place in range(noted):
        forget_key(keys, desk[EARLIER] + place)
    tree[ROOT, VISITS] += 1
    for seat in range(seats):
        tree[ROOT, TOTAL + seat] += best[seat]
    for i in range(depth - 1, -1, -1):
        child, seat, parent = path[i, 0], path[i, 1], path[i, 2]
        tree[child, VISITS] += 1
        if tree[child, SETTLED]:
            for other in range(seats):
                tree[child, TOTAL + other] += tree[child, TOTAL + other] // (tree[child, VISITS] - 1)
        else:
            for other in range(seats):
                tree[child, TOTAL + other] += best[other]
        if tree[child, SETTLED] and not tree[parent, SETTLED]:
            settle_upwards(tree, parent, child, seat, out)


@compiled
def _grow(
    words: Row, evaluate: Evaluate,
    row: Row, states: Table, work: Table, tree: Table, path: Table, keys: Row, desk: Row, out: Row, best: Row,
    stop: Row,
) -> None:  # fmt: skip
    rules = rules_at(words)
    while tree[ROOT, VISITS] == 0 or (desk[LEFT] > 0 and not stop[0] and not desk[ALARM] and not tree[ROOT, SETTLED]):
        copy_row(row, states[0])
        descend(rules, evaluate, states, work, tree, path, keys, desk, out, best)


@dataclass(frozen=True)
class MaxnBranch:
    """A first move and the best play after it, how often it was tried, each seat's chances, and if these are settled.

    The play after it is known only of the best branches, as many as were asked for.
    """

    moves: tuple[int, ...]
    visits: int
    chances: tuple[float, ...]
    is_settled: bool


@dataclass(frozen=True)
class MaxnResult:
    """The first moves, the most promising first; whether the best one's chances are settled; and the nodes."""

    branches: tuple[MaxnBranch, ...]
    is_settled: bool
    nodes: int


def grow_chances(
    game: Game, row: Row, seats: int, keys: Row, first: int, limit: Limit, *, wanted: int = 1, overlooked: int = 0
) -> MaxnResult:
    """Grow a tree for the seat that is to move; `keys` are those of the earlier rows, `first` of them.

    >>> import fourfold
    >>> from fourfold.search.repetition import begin_keys
    >>> position = fourfold.read("exago:seats=3:blocking=off@5/6/7/3br3/4rr3/1yyyb3/3b3/6/5:0:9")
    >>> keys = begin_keys(position, DEEPEST)
    >>> growth = grow_chances(position.game, position.row.copy(), 3, *keys, Limit(nodes=20_000))
    >>> position.game.format_move(position.row, growth.branches[0].moves[0])
    'd2'
    """
    nodes = limit.most_nodes if limit.seconds is None else min(limit.most_nodes, int(limit.seconds * NODES_A_SECOND))
    tree = np.zeros((min(MOST_ENTRIES, 2 * nodes) + MOST_CHILDREN + 2, TOTAL + seats), np.int64)
    desk = np.zeros(DESK_WORDS, np.int64)
    salt = int(scramble(scramble(limit.seed) ^ int(row[game.ply_word])))
    desk[[LEFT, OVERLOOKED, SALT]] = limit.most_nodes, overlooked, salt
    desk[[REPETITION, EARLIER, MADE]] = game.repetition, first, 1
    out, best = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    with limit.ringing(desk, ALARM):
        _grow(
            game.rule_words, game.evaluate, row, np.zeros((2, len(row)), np.int64),
            np.zeros((2, game.work_words), np.int64), tree, np.zeros((DEEPEST, 3), np.int64), keys, desk, out, best,
            limit.flag,
        )  # fmt: skip
    seat = int(game.rules.to_move(row))
    branches = sorted(_branches(tree, seats), key=lambda found: _rank(found[1], seat), reverse=True)
    lines = [replace(branch, moves=tuple(_follow(tree, entry))) for entry, branch in branches[:wanted]]
    others = [branch for _, branch in branches[wanted:]]
    return MaxnResult((*lines, *others), bool(tree[ROOT, SETTLED]), limit.most_nodes - int(desk[LEFT]))


def _rank(branch: MaxnBranch, seat: int) -> tuple[bool, int, float]:
    """A settled win comes first, what is settled otherwise as it is worth; else what was tried most."""
    return (branch.is_settled and branch.chances[seat] > 0.999, branch.visits, branch.chances[seat])


def _chances(tree: Table, entry: int, seats: int) -> tuple[float, ...]:
    visits = max(int(tree[entry, VISITS]), 1)
    return tuple(round(int(total) / visits / CERTAIN, 6) for total in tree[entry, TOTAL : TOTAL + seats])


def _branches(tree: Table, seats: int) -> list[tuple[int, MaxnBranch]]:
    """All first moves, each with its place in the tree."""
    found = []
    child = int(tree[ROOT, FIRST])
    while child:
        chances = _chances(tree, child, seats)
        branch = MaxnBranch((int(tree[child, MOVE]),), int(tree[child, VISITS]), chances, bool(tree[child, SETTLED]))
        found.append((child, branch))
        child = int(tree[child, NEXT])
    return found


def _follow(tree: Table, entry: int) -> list[int]:
    """The moves from an entry on, its own first, each time the one that was tried most."""
    moves = []
    while entry:
        moves.append(int(tree[entry, MOVE]))
        most = below = int(tree[entry, FIRST])
        while below:
            most = below if tree[below, VISITS] > tree[most, VISITS] else most
            below = int(tree[below, NEXT])
        entry = most
    return moves
