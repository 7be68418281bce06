"""The tree of max-n search: its entries, and how they are added (expansion), chosen (UCB) and settled (MCTS-Solver)."""

from math import log, sqrt
from typing import NamedTuple

from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import RUNNING, Opinions, Row, Rules, Table, compiled
from fourfold.kernel.rows import copy_row
from fourfold.search.state import STATE_WORDS, ending_share, is_overlooked, sampled, try_move

MOST_CHILDREN = 400  # of more moves an even sample is added
EXPLORATION = 0.35  # how much the bound trusts what was tried seldom

# Words of an entry: its move; how often it was tried; its next sibling; its first child (0: none yet); whether what
# it is worth is settled by the rules; then what each seat got by it, added up.
MOVE, VISITS, NEXT, FIRST, SETTLED, TOTAL = range(6)
UNSETTLED, IS_SETTLED = 0, 1
ROOT = 0
MADE, CONTROL_WORDS = STATE_WORDS, STATE_WORDS + 1  # a further control word: how many entries the tree has


class MaxnSpace(NamedTuple):
    """The row to begin with, and what the search writes on."""

    row: Row
    states: Table  # two: where the search is, and one move on
    work: Table
    tree: Table
    path: Table  # the entries on the way down, who moved there, and the entries above them
    keys: Row
    out: Row
    best: Row  # each seat's chances at the end of the way down
    control: Row
    stop: Row


@compiled
def share_ending(status: int, out: Row) -> None:
    """Write what an ended game is worth to each seat."""
    for seat in range(len(out)):
        out[seat] = ending_share(status, seat, len(out))


@compiled
def settle(tree: Table, entry: int, values: Row) -> None:
    """Note that the rules have decided what an entry is worth."""
    tree[entry, SETTLED] = IS_SETTLED
    for seat in range(len(values)):
        tree[entry, TOTAL + seat] = values[seat] * max(tree[entry, VISITS], 1)


@compiled
def add_child(space: MaxnSpace, entry: int, last: int, move: int) -> int:
    """Add a child with the chances in `out` behind the last one (0: it is the first); return its place."""
    tree, child = space.tree, space.control[MADE]
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
def expand(rules: Rules, opinions: Opinions, space: MaxnSpace, entry: int) -> None:
    """Add the children of an entry with their chances, and write to `best` those of the best one for the mover."""
    state, after, work, out, best = space.states[0], space.states[1], space.work, space.out, space.best
    seat = rules.to_move(state)
    width = rules.count(state, work[0])
    tried = min(width, MOST_CHILDREN)
    settled = tried == width
    last = 0
    for i in range(tried):
        move = rules.nth(state, sampled(i, tried, width), work[0])
        if is_overlooked(space.control, move) and not (i == tried - 1 and not last):
            settled = False
            continue
        status = try_move(rules, state, move, after, space.control)
        if status == RUNNING:
            opinions.evaluate(after, work[1], out)
            settled = False
        else:
            share_ending(status, out)
        is_best = not last or out[seat] > best[seat]
        last = add_child(space, entry, last, move)
        space.tree[last, SETTLED] = status != RUNNING
        if is_best:
            copy_row(out, best)
            if status == seat + 1:
                settled = True
                break
    if settled:
        settle(space.tree, entry, best)


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
