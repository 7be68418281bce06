"""Tree search guided by a net, for two seats that see everything: which moves are worth a try, and what they lead to.

A step goes down the tree, at each entry to the child with the best of what it was worth and what the net promised,
until it comes to a *leaf*. Leaves are gathered, looked at by the net together, and absorbed: the net's likings become
the promise of the leaf's children, its chances are counted on the way back. Entries that wait for the net count as
lost meanwhile, so that several leaves of one tree can be gathered at once. What the rules decide is *settled*: a win
in one move is seen before the net is asked, and settled entries settle those above them.

Many trees, each of its own game, can be grown side by side: the arrays have a row, or a block of rows, for each.
"""

from math import exp, sqrt

from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import (
    DRAWN,
    RUNNING,
    Features,
    FeatureTable,
    Flags,
    FlagTable,
    Numbers,
    Row,
    Rules,
    Sight,
    Table,
    compiled,
    rules_at,
    sight_at,
)
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import forget_key, note_key

DEEPEST = 64  # steps down a tree
MOST_LISTED = 2048  # moves that are looked at in one position; of more, an even sample
MOST_CHILDREN = 64  # those that the net likes best
EXPLORATION = 1.6  # how much a promise counts against what was found
CAUTION = 0.1  # by how much a move that was not tried is thought worse than those that were

# Words of an entry: its move; its first child and how many there are (0: none yet); whether these are all legal moves;
# the seat to move; how often it was tried; how many of its leaves wait for the net; whether the rules decide it; what
# seat 0 got by it, added up; what the net promised.
MOVE, CHILD, CHILDREN, IS_WHOLE, SEAT, VISITS, WAITING, SETTLED, TOTAL, PROMISE, ENTRY_WORDS = range(11)
UNSETTLED, LOST, DRAW, WON = range(4)  # for seat 0
ROOT = 0
MADE, REPETITION, EARLIER, DESK_WORDS = range(4)  # words of a tree's desk
DEPTH, FIRST_STEP, PATH_WORDS = 0, 1, DEEPEST + 2  # a path: how many steps, then the entries from the root on
IS_LEAF, IS_FINISHED, IS_TAKEN = range(3)


@compiled
def settled_as(status: int) -> int:
    """How an ended game settles an entry."""
    return DRAW if status == DRAWN else WON if status == 1 else LOST


@compiled
def worth_of(settled: int) -> int:
    """What seat 0 gets by a settled entry."""
    return (settled - LOST) * CERTAIN // 2


@compiled
def for_seat(value: int, seat: int) -> int:
    """What a seat gets where seat 0 gets this."""
    return CERTAIN - value if seat else value


@compiled
def begin_tree(tree: Table, desk: Row) -> None:
    """Leave nothing but the root."""
    for place in range(ENTRY_WORDS):
        tree[ROOT, place] = 0
    desk[MADE] = 1


@compiled
def select(tree: Table, entry: int) -> int:
    """The child to go on with; one that is settled needs no try unless it is the best."""
    seat = tree[entry, SEAT]
    spread = EXPLORATION * sqrt(float(tree[entry, VISITS] + tree[entry, WAITING])) / CERTAIN
    mean = for_seat(tree[entry, TOTAL] // max(tree[entry, VISITS], 1), seat) / CERTAIN
    first = tree[entry, CHILD]
    best, highest = first, -2.0
    for child in range(first, first + tree[entry, CHILDREN]):
        visits = tree[child, VISITS]
        tried = visits + tree[child, WAITING]
        if tree[child, SETTLED]:
            bound = for_seat(worth_of(tree[child, SETTLED]), seat) / CERTAIN
            if bound < 0.25:
                bound = -1.0
        elif tried == 0:
            bound = mean - CAUTION + spread * tree[child, PROMISE]
        else:
            got = tree[child, TOTAL] if seat == 0 else visits * CERTAIN - tree[child, TOTAL]
            bound = got / (tried * CERTAIN) + spread * tree[child, PROMISE] / (1 + tried)
        if bound > highest:
            best, highest = child, bound
    return best


@compiled
def settled_by_children(tree: Table, entry: int) -> int:
    """How the children of an entry settle it, or UNSETTLED."""
    seat = tree[entry, SEAT]
    win, loss = (WON, LOST) if seat == 0 else (LOST, WON)
    best = loss
    is_sure = tree[entry, IS_WHOLE] != 0
    for child in range(tree[entry, CHILD], tree[entry, CHILD] + tree[entry, CHILDREN]):
        settled = tree[child, SETTLED]
        if settled == win:
            return win
        if settled == UNSETTLED:
            is_sure = False
        elif settled == DRAW:
            best = DRAW
    return best if is_sure else UNSETTLED


@compiled
def settle_upwards(tree: Table, path: Row) -> None:
    """Settle the entries of a path whose children decide: one of these wins for the mover, or all are settled."""
    for step in range(path[DEPTH] - 1, -1, -1):
        entry, child = path[FIRST_STEP + step], path[FIRST_STEP + step + 1]
        if tree[entry, SETTLED] or not tree[child, SETTLED]:
            return
        tree[entry, SETTLED] = settled_by_children(tree, entry)


@compiled
def count_back(tree: Table, path: Row, value: int, waited: int) -> None:
    """Count what seat 0 got along a path, and those that waited no more."""
    for step in range(path[DEPTH] + 1):
        entry = path[FIRST_STEP + step]
        tree[entry, VISITS] += 1
        tree[entry, TOTAL] += value
        tree[entry, WAITING] -= waited


@compiled
def wins_at_once(rules: Rules, state: Row, after: Row, work: Row) -> bool:
    """Tell whether the seat to move has a move that wins."""
    winning = rules.to_move(state) + 1
    width = rules.count(state, work)
    tried = min(width, MOST_LISTED)
    for i in range(tried):
        copy_row(state, after)
        rules.play(after, rules.nth(state, i if tried == width else i * width // tried, work))
        if rules.status(after) == winning:
            return True
    return False


@compiled
def descend(
    rules: Rules, sight: Sight, tree: Table, desk: Row, keys: Row, root: Row, state: Row, after: Row, work: Row,
    path: Row, seen: Flags,
) -> int:  # fmt: skip
    """Go down a tree once: to a leaf, which then waits with its state and what the net shall see; or to an end."""
    copy_row(root, state)
    entry, depth, noted = ROOT, 0, 0
    path[FIRST_STEP] = ROOT
    found = IS_FINISHED
    value = CERTAIN // 2
    while True:
        if entry != ROOT and not tree[entry, SETTLED] and not tree[entry, CHILDREN]:
            status = rules.status(state)
            if status != RUNNING:
                tree[entry, SETTLED] = settled_as(status)
            elif not tree[entry, WAITING] and sight.may_win(state) and wins_at_once(rules, state, after, work):
                tree[entry, SETTLED] = WON if rules.to_move(state) == 0 else LOST
        if tree[entry, SETTLED]:
            value = worth_of(tree[entry, SETTLED])
            break
        if depth == DEEPEST:
            break
        if desk[REPETITION]:
            noted += 1
            if note_key(keys, desk[EARLIER] + depth, rules.key(state), desk[REPETITION]):
                break
        if not tree[entry, CHILDREN]:
            found = IS_TAKEN if tree[entry, WAITING] else IS_LEAF
            break
        entry = select(tree, entry)
        depth += 1
        path[FIRST_STEP + depth] = entry
        rules.play(state, tree[entry, MOVE])
    for place in range(noted):
        forget_key(keys, desk[EARLIER] + place)
    path[DEPTH] = depth
    if found == IS_FINISHED:
        count_back(tree, path, value, 0)
        settle_upwards(tree, path)
    elif found == IS_LEAF:
        for step in range(depth + 1):
            tree[path[FIRST_STEP + step], WAITING] += 1
        for place in range(len(seen)):
            seen[place] = 0
        sight.look(state, seen)
    return found


@compiled
def list_likings(
    rules: Rules, sight: Sight, state: Row, work: Row, marks: Row, likings: Features, moves: Row, liked: Numbers
) -> int:
    """List moves with how much the net likes each, and tell how many."""
    width = rules.count(state, work)
    tried = min(width, MOST_LISTED)
    for i in range(tried):
        moves[i] = rules.nth(state, i if tried == width else i * width // tried, work)
        liked[i] = 0.0
        for place in range(sight.mark(state, moves[i], marks)):
            liked[i] += likings[marks[place]]
    return tried


@compiled
def least_liked(liked: Numbers, count: int) -> int:
    """Which of the first ones the net likes least."""
    least = 0
    for place in range(1, count):
        if liked[place] < liked[least]:
            least = place
    return least


@compiled
def bring_liked(moves: Row, liked: Numbers, listed: int) -> int:
    """Bring the moves that the net likes best to the front, turn their likings into shares, and tell how many."""
    kept = min(listed, MOST_CHILDREN)
    if kept < listed:
        least = least_liked(liked, kept)
        for place in range(kept, listed):
            if liked[place] > liked[least]:
                moves[least], liked[least] = moves[place], liked[place]
                least = least_liked(liked, kept)
    total = 0.0
    highest = liked[0]
    for place in range(kept):
        highest = max(highest, liked[place])
    for place in range(kept):
        liked[place] = exp(liked[place] - highest)
        total += liked[place]
    for place in range(kept):
        liked[place] /= total
    return kept


@compiled
def absorb(
    rules: Rules, sight: Sight, tree: Table, desk: Row, state: Row, after: Row, work: Row, marks: Row, moves: Row,
    liked: Numbers, path: Row, likings: Features, chances: float,
) -> None:  # fmt: skip
    """Give a leaf its children as the net likes them, and count the net's chances for the seat to move there."""
    entry = path[FIRST_STEP + path[DEPTH]]
    seat = rules.to_move(state)
    listed = list_likings(rules, sight, state, work, marks, likings, moves, liked)
    kept = bring_liked(moves, liked, listed)
    first = desk[MADE]
    if first + kept <= len(tree):
        desk[MADE] = first + kept
        tree[entry, CHILD] = first
        tree[entry, CHILDREN] = kept
        tree[entry, IS_WHOLE] = kept == rules.count(state, work)
        tree[entry, SEAT] = seat
        for place in range(kept):
            child = first + place
            for each in range(ENTRY_WORDS):
                tree[child, each] = 0
            tree[child, MOVE] = moves[place]
            tree[child, PROMISE] = int(liked[place] * CERTAIN)
            copy_row(state, after)
            rules.play(after, moves[place])
            status = rules.status(after)
            if status != RUNNING:
                tree[child, SETTLED] = settled_as(status)
        tree[entry, SETTLED] = settled_by_children(tree, entry)
    value = for_seat(int(chances * CERTAIN), seat)
    if tree[entry, SETTLED]:
        value = worth_of(tree[entry, SETTLED])
    count_back(tree, path, value, 1)
    if tree[entry, SETTLED]:
        settle_upwards(tree, path)


@compiled
def gather_leaves(
    words: Row, eyes: Row, trees: Table, entries: int, desks: Table, keys: Table, roots: Table, states: Table,
    after: Row, work: Row, paths: Table, seen: FlagTable, filled: Row, leaves: int, goal: int, first: int, end: int,
) -> None:  # fmt: skip
    """In each tree from the first up to the end go down until so many leaves wait, or the root was tried so often.

    A tree has `entries` rows of `trees`, and `leaves` places in `states`, `paths` and `seen`; `filled` tells how many
    of these wait for the net.
    """
    rules = rules_at(words)
    sight = sight_at(eyes)
    for game in range(first, end):
        tree = trees[game * entries : (game + 1) * entries]
        filled[game] = 0
        tries = 0
        while (
            filled[game] < leaves
            and tries < 4 * leaves
            and not tree[ROOT, SETTLED]
            and tree[ROOT, VISITS] + tree[ROOT, WAITING] < goal
        ):
            place = game * leaves + filled[game]
            found = descend(
                rules, sight, tree, desks[game], keys[game], roots[game], states[place], after, work, paths[place],
                seen[place],
            )  # fmt: skip
            tries += 1
            if found == IS_LEAF:
                filled[game] += 1
            elif found == IS_TAKEN:
                break


@compiled
def absorb_leaves(
    words: Row, eyes: Row, trees: Table, entries: int, desks: Table, states: Table, after: Row, work: Row, marks: Row,
    moves: Row, liked: Numbers, paths: Table, filled: Row, likings: FeatureTable, chances: Features, leaves: int,
    first: int, end: int,
) -> None:  # fmt: skip
    """Let the leaves that waited go on with what the net says of each."""
    rules = rules_at(words)
    sight = sight_at(eyes)
    for game in range(first, end):
        tree = trees[game * entries : (game + 1) * entries]
        for place in range(game * leaves, game * leaves + filled[game]):
            absorb(
                rules, sight, tree, desks[game], states[place], after, work, marks, moves, liked, paths[place],
                likings[place], float(chances[place]),
            )  # fmt: skip
