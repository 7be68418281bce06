"""The tree of a search by chances: its entries, how they are added, chosen and settled."""

from math import log, sqrt

from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import DRAWN, RUNNING, Evaluate, Row, Rules, Table, compiled
from fourfold.kernel.rows import copy_row

MOST_CHILDREN = 400  # of more moves an even sample is added
EXPLORATION = 0.35  # how much the bound trusts what was tried seldom

# Words of an entry: its move; how often it was tried; its next sibling; its first child (0: none yet); whether what
# it is worth is settled by the rules; then what each seat got by it, added up.
MOVE, VISITS, NEXT, FIRST, SETTLED, TOTAL = range(6)
UNSETTLED, IS_SETTLED = 0, 1
ROOT = 0
# The words of a desk: what a search has before it.
LEFT, ALARM, OVERLOOKED, SALT, REPETITION, EARLIER, MADE, DESK_WORDS = range(8)


@compiled
def share_ending(status: int, out: Row) -> None:
    """Write what an ended game is worth to each seat."""
    for seat in range(len(out)):
        out[seat] = CERTAIN // len(out) if status == DRAWN else CERTAIN * (status == seat + 1)


@compiled
def settle(tree: Table, entry: int, values: Row) -> None:
    """Note that the rules have decided what an entry is worth."""
    tree[entry, SETTLED] = IS_SETTLED
    for seat in range(len(values)):
        tree[entry, TOTAL + seat] = values[seat] * max(tree[entry, VISITS], 1)


@compiled
def expand(
    rules: Rules, evaluate: Evaluate, state: Row, after: Row, work: Table, tree: Table, entry: int, desk: Row,
    out: Row, best: Row,
) -> None:  # fmt: skip
    """Add the children of an entry with their chances, and write to `best` those of the best one for the mover."""
    seats = len(out)
    seat = rules.to_move(state)
    width = rules.count(state, work[0])
    tried = min(width, MOST_CHILDREN)
    found = False
    settled = tried == width
    last = 0
    for i in range(tried):
        move = rules.nth(state, i if tried == width else i * width // tried, work[0])
        overlooks = desk[OVERLOOKED] != 0 and (scramble(move ^ desk[SALT]) & 1023) < desk[OVERLOOKED]
        if overlooks and not (i == tried - 1 and not found):
            settled = False
            continue
        copy_row(state, after)
        rules.play(after, move)
        desk[LEFT] -= 1
        status = rules.status(after)
        child = desk[MADE]
        desk[MADE] += 1
        if status == RUNNING:
            evaluate(after, work[1], out)
            settled = False
        else:
            share_ending(status, out)
            tree[child, SETTLED] = IS_SETTLED
        tree[child, MOVE] = move
        tree[child, VISITS] = 1
        for other in range(seats):
            tree[child, TOTAL + other] = out[other]
        if last:
            tree[last, NEXT] = child
        else:
            tree[entry, FIRST] = child
        last = child
        if not found or out[seat] > best[seat]:
            found = True
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
