"""Max-n tree search for any number of seats that see everything: UCT with an evaluation instead of random games.

Each step down the tree takes the child with the highest upper confidence bound for the seat to move there. Where the
tree ends, all children are added at once, each with the chances that the game's `evaluate` gives it; those of the best
one for the seat to move are counted on the way back. What the rules have decided is passed upwards as *settled*
(MCTS-Solver). Deals end the tree: beyond them is chance.
"""

from dataclasses import dataclass, replace
from math import log, sqrt

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Opinions, Row, Rules, Table, compiled, opinions_at, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search import state as search_state
from fourfold.search.limit import Limit
from fourfold.search.repetition import forget_key, note_key

MOST_ENTRIES = 1 << 20  # a full tree goes on counting, but grows no more
DEEPEST = 64  # steps down the tree
NODES_A_SECOND = 1_500_000  # for the size of the tree, where time limits
MOST_CHILDREN = 400  # of more moves an even sample is added
EXPLORATION = 0.35  # how much the bound trusts what was tried seldom

# Words of an entry: its move; how often it was tried; its next sibling; its first child (0: none yet); whether what
# it is worth is settled by the rules; then what each seat got by it, added up.
MOVE, VISITS, NEXT, FIRST, SETTLED, TOTAL = range(6)
UNSETTLED, IS_SETTLED = 0, 1
ROOT = 0
MADE = search_state.STATE_WORDS  # a further control word: how many entries the tree has
CONTROL_WORDS = MADE + 1


@compiled
def share_ending(status: int, out: Row) -> None:
    """Write what an ended game is worth to each seat."""
    for seat in range(len(out)):
        out[seat] = search_state.ending_share(status, seat, len(out))


@compiled
def settle(tree: Table, entry: int, values: Row) -> None:
    """Note that the rules have decided what an entry is worth."""
    tree[entry, SETTLED] = IS_SETTLED
    for seat in range(len(values)):
        tree[entry, TOTAL + seat] = values[seat] * max(tree[entry, VISITS], 1)


@compiled
def add_child(space: search_state.Space, tree: Table, entry: int, last: int, move: int) -> int:
    """Add a child with the chances in `out` behind the last one (0: it is the first); return its place."""
    child = space.control[MADE]
    space.control[MADE] += 1
    tree[child, MOVE] = move
    tree[child, VISITS] = 1
    for seat in range(len(space.out)):
        tree[child, TOTAL + seat] = space.out[seat]
    if last:
        tree[last, NEXT] = child
    else:
        tree[entry, FIRST] = child
    return child


@compiled
def expand(rules: Rules, opinions: Opinions, space: search_state.Space, tree: Table, best: Row, entry: int) -> None:
    """Add the children of an entry with their chances, and write to `best` those of the best one for the mover."""
    state, after, work, out = space.states[1], space.states[2], space.work, space.out
    seat = rules.to_move(state)
    width = rules.count(state, work[0])
    tried = min(width, MOST_CHILDREN)
    settled = tried == width
    last = 0
    for i in range(tried):
        move = rules.nth(state, search_state.sampled(i, tried, width), work[0])
        if search_state.is_overlooked(space.control, move) and not (i == tried - 1 and not last):
            settled = False
            continue
        status = search_state.try_move(rules, state, move, after, space.control)
        if status == RUNNING:
            opinions.evaluate(after, work[1], out)
            settled = False
        else:
            share_ending(status, out)
        is_best = not last or out[seat] > best[seat]
        last = add_child(space, tree, entry, last, move)
        tree[last, SETTLED] = status != RUNNING
        if is_best:
            copy_row(out, best)
            if status == seat + 1:
                settled = True
                break
    if settled:
        settle(tree, entry, best)


@compiled
def select(tree: Table, entry: int, seat: int) -> int:
    """The child with the highest upper confidence bound for a seat; what is settled needs no bound."""
    spread = EXPLORATION * sqrt(log(float(tree[entry, VISITS] + 2)))
    best, highest = 0, -1.0
    child = tree[entry, FIRST]
    while child:
        visits = float(tree[child, VISITS])
        bound = tree[child, TOTAL + seat] / (visits * CERTAIN)
        if tree[child, SETTLED] == UNSETTLED:
            bound += spread / sqrt(visits)
        if bound > highest:
            best, highest = child, bound
        child = tree[child, NEXT]
    return best


@compiled
def settle_upwards(tree: Table, entry: int, child: int, seat: int, out: Row) -> None:
    """Settle an entry where its child's settled worth decides: it wins for the mover, or all children are settled."""
    best = child
    if tree[child, TOTAL + seat] < CERTAIN * tree[child, VISITS]:
        other = tree[entry, FIRST]
        best = other
        while other:
            if tree[other, SETTLED] == UNSETTLED:
                return
            if tree[other, TOTAL + seat] * tree[best, VISITS] > tree[best, TOTAL + seat] * tree[other, VISITS]:
                best = other
            other = tree[other, NEXT]
    for each in range(len(out)):
        out[each] = tree[best, TOTAL + each] // tree[best, VISITS]
    settle(tree, entry, out)


@compiled
def descend(rules: Rules, opinions: Opinions, space: search_state.Space, tree: Table, path: Table, best: Row) -> int:
    """Go down the tree, let it grow where it ends, and write to `best` what that is worth; return the steps taken."""
    state, control = space.states[1], space.control
    repetition, earlier = control[search_state.REPETITION], control[search_state.EARLIER]
    entry, depth, noted = ROOT, 0, 0
    while True:
        status = rules.status(state)
        if status != RUNNING:
            share_ending(status, best)
            break
        if rules.to_move(state) == CHANCE:
            opinions.evaluate(state, space.work[1], best)
            break
        if repetition and depth < DEEPEST:
            noted += 1
            if note_key(space.keys, earlier + depth, rules.key(state), repetition):
                share_ending(DRAWN, best)
                break
        if tree[entry, FIRST] == 0 or depth == DEEPEST:
            if depth < DEEPEST and control[MADE] + MOST_CHILDREN < len(tree):
                expand(rules, opinions, space, tree, best, entry)
            else:
                opinions.evaluate(state, space.work[1], best)
                search_state.count_node(control)
            break
        seat = rules.to_move(state)
        child = select(tree, entry, seat)
        path[depth, 0], path[depth, 1], path[depth, 2] = child, seat, entry
        depth += 1
        entry = child
        rules.play(state, tree[child, MOVE])
        search_state.count_node(control)
    for place in range(noted):
        forget_key(space.keys, earlier + place)
    return depth


@compiled
def count_back(tree: Table, path: Table, best: Row, out: Row, depth: int) -> None:
    """Count the worth of the way down at each entry that was passed (backpropagation)."""
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
            settle_upwards(tree, parent, child, mover, out)


@compiled
def _grow(words: Row, space: search_state.Space, tree: Table, path: Table, best: Row) -> None:
    rules, opinions, root = rules_at(words), opinions_at(words), tree[ROOT]
    while root[VISITS] == 0 or not (root[SETTLED] or search_state.is_stopped(space.control, space.stop)):
        copy_row(space.states[0], space.states[1])
        depth = descend(rules, opinions, space, tree, path, best)
        count_back(tree, path, best, space.out, depth)


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
    >>> position.game.notation.format_move(position.row, growth.branches[0].moves[0])
    'd2'
    """
    entries = min(MOST_ENTRIES, 2 * limit.expect_nodes(NODES_A_SECOND)) + MOST_CHILDREN + 2
    tree = np.zeros((entries, TOTAL + seats), np.int64)
    path, best = np.zeros((DEEPEST, 3), np.int64), np.zeros(seats, np.int64)
    begun = search_state.begin_search(
        limit, game, row, rows=3, seats=seats, words=CONTROL_WORDS, overlooked=overlooked, keys=keys, earlier=first
    )
    with begun as space:
        space.control[MADE] = 1
        _grow(game.search_words, space, tree, path, best)
    seat = int(game.rules.to_move(row))
    branches = sorted(_branches(tree, seats), key=lambda found: _rank(found[1], seat), reverse=True)
    lines = [replace(branch, moves=tuple(_follow(tree, entry))) for entry, branch in branches[:wanted]]
    others = [branch for _, branch in branches[wanted:]]
    return MaxnResult((*lines, *others), bool(tree[ROOT, SETTLED]), search_state.nodes_of(limit, space))


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
