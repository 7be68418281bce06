"""Max-n tree search for any number of seats that see everything: UCT with an evaluation instead of random games.

Each step down the tree takes the child with the highest upper confidence bound for the seat to move there. Where the
tree ends, all children are added at once, each with the chances that the game's `evaluate` gives it; those of the best
one for the seat to move are counted on the way back. What the rules have decided is passed upwards as *settled*
(MCTS-Solver). Deals end the tree: beyond them is chance.
"""

from dataclasses import dataclass, replace

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Opinions, Row, Rules, Table, compiled, opinions_at, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.mcts.tree import (
    CONTROL_WORDS,
    FIRST,
    MADE,
    MOST_CHILDREN,
    MOVE,
    NEXT,
    ROOT,
    SETTLED,
    TOTAL,
    VISITS,
    MaxnSpace,
    expand,
    select,
    settle_upwards,
    share_ending,
)
from fourfold.search.repetition import forget_key, note_key
from fourfold.search.state import EARLIER, NODES_LEFT, REPETITION, begin_search, is_stopped, nodes_of

MOST_ENTRIES = 1 << 20  # a full tree goes on counting, but grows no more
DEEPEST = 64  # steps down the tree
NODES_A_SECOND = 1_500_000  # for the size of the tree, where time limits


@compiled
def descend(rules: Rules, opinions: Opinions, space: MaxnSpace) -> int:
    """Go down the tree, let it grow where it ends, and write to `best` what that is worth; return the steps taken."""
    state, tree, path, control, best = space.states[0], space.tree, space.path, space.control, space.best
    entry, depth, noted = ROOT, 0, 0
    while True:
        status = rules.status(state)
        if status != RUNNING:
            share_ending(status, best)
            break
        if rules.to_move(state) == CHANCE:
            opinions.evaluate(state, space.work[1], best)
            break
        if control[REPETITION] and depth < DEEPEST:
            noted += 1
            if note_key(space.keys, control[EARLIER] + depth, rules.key(state), control[REPETITION]):
                share_ending(DRAWN, best)
                break
        if tree[entry, FIRST] == 0 or depth == DEEPEST:
            if depth < DEEPEST and control[MADE] + MOST_CHILDREN < len(tree):
                expand(rules, opinions, space, entry)
            else:
                opinions.evaluate(state, space.work[1], best)
                control[NODES_LEFT] -= 1
            break
        seat = rules.to_move(state)
        child = select(tree, entry, seat)
        path[depth, 0], path[depth, 1], path[depth, 2] = child, seat, entry
        depth += 1
        entry = child
        rules.play(state, tree[child, MOVE])
        control[NODES_LEFT] -= 1
    for place in range(noted):
        forget_key(space.keys, control[EARLIER] + place)
    return depth


@compiled
def count_back(space: MaxnSpace, depth: int) -> None:
    """Count the worth of the way down at each entry that was passed (backpropagation)."""
    tree, path, best = space.tree, space.path, space.best
    tree[ROOT, VISITS] += 1
    for seat in range(len(best)):
        tree[ROOT, TOTAL + seat] += best[seat]
    for i in range(depth - 1, -1, -1):
        child, mover, parent = path[i, 0], path[i, 1], path[i, 2]
        tree[child, VISITS] += 1
        settled = tree[child, SETTLED]
        for seat in range(len(best)):
            total = tree[child, TOTAL + seat]
            tree[child, TOTAL + seat] += total // (tree[child, VISITS] - 1) if settled else best[seat]
        if settled and not tree[parent, SETTLED]:
            settle_upwards(tree, parent, child, mover, space.out)


@compiled
def _grow(words: Row, space: MaxnSpace) -> None:
    rules, opinions, root = rules_at(words), opinions_at(words), space.tree[ROOT]
    while root[VISITS] == 0 or not (root[SETTLED] or is_stopped(space.control, space.stop)):
        copy_row(space.row, space.states[0])
        count_back(space, descend(rules, opinions, space))


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
    entries = min(MOST_ENTRIES, 2 * limit.expect_nodes(NODES_A_SECOND)) + MOST_CHILDREN + 2
    tree = np.zeros((entries, TOTAL + seats), np.int64)
    states, work = np.zeros((2, len(row)), np.int64), np.zeros((2, game.work_words), np.int64)
    out, best = np.zeros((2, seats), np.int64)
    path = np.zeros((DEEPEST, 3), np.int64)
    begun = begin_search(limit, game, row, words=CONTROL_WORDS, overlooked=overlooked, earlier=first)
    with begun as control:
        control[MADE] = 1
        space = MaxnSpace(row, states, work, tree, path, keys, out, best, control, limit.flag)
        _grow(game.search_words, space)
    seat = int(game.rules.to_move(row))
    branches = sorted(_branches(tree, seats), key=lambda found: _rank(found[1], seat), reverse=True)
    lines = [replace(branch, moves=tuple(_follow(tree, entry))) for entry, branch in branches[:wanted]]
    others = [branch for _, branch in branches[wanted:]]
    return MaxnResult((*lines, *others), bool(tree[ROOT, SETTLED]), nodes_of(limit, control))


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
