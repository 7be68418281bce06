"""PUCT: tree search guided by a neural net, for two seats that see everything.

A step goes down the tree, at each entry to the child with the best sum of its worth and its prior, until it comes to a
*leaf*. Leaves are gathered, evaluated by the net together, and absorbed: the net's likings become the priors of the
leaf's children, its chances are counted on the way back. Entries that wait for the net count as lost meanwhile (virtual
loss), so that several leaves of one tree can be gathered at once. What the rules decide is *settled* (MCTS-Solver): a
win in one move is seen before the net is asked, and settled entries settle those above them.

Many trees, each of its own game, can be grown side by side: see `Forest`.
"""

from math import exp, sqrt
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourfold.core.game import Game
from fourfold.core.net_features import MOST_MARKS
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import (
    DRAWN,
    RUNNING,
    Features,
    FeatureTable,
    FlagTable,
    Numbers,
    Row,
    Rules,
    Sight,
    Table,
    compiled,
    local_numbers,
    local_row,
    rules_at,
    sight_at,
)
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import forget_key, note_key
from fourfold.search.state import EARLIER, REPETITION, STATE_WORDS, sampled

DEEPEST = 64  # steps down a tree
MOST_LISTED = 2048  # moves that are looked at in one position; of more, an even sample
MOST_CHILDREN = 64  # those that the net likes best
EXPLORATION = 1.6  # how much a prior counts against what was found
CAUTION = 0.1  # by how much a move that was not tried is thought worse than those that were

# Words of an entry: its move; its first child and how many there are (0: none yet); whether these are all legal moves;
# the seat to move; how often it was tried; how many of its leaves wait for the net; whether the rules decide it; what
# seat 0 got by it, added up; its prior.
MOVE, CHILD, CHILDREN, IS_WHOLE, SEAT, VISITS, WAITING, SETTLED, TOTAL, PRIOR, ENTRY_WORDS = range(11)
UNSETTLED, LOST, DRAW, WON = range(4)  # for seat 0
ROOT = 0
MADE, CONTROL_WORDS = STATE_WORDS, STATE_WORDS + 1  # a further control word: how many entries the tree has
DEPTH, FIRST_STEP, PATH_WORDS = 0, 1, DEEPEST + 2  # a path: how many steps, then the entries from the root on
IS_LEAF, IS_FINISHED, IS_TAKEN = range(3)


Trees = Annotated[NDArray[np.int64], 3]  # one table a game


class Forest(NamedTuple):
    """One tree for each game.

    `states`, `paths` and `seen` have places for the leaves of each game; `filled` of these wait for the net. Before
    leaves are gathered `seen` is all zeros.
    """

    trees: Trees
    controls: Table
    keys: Table
    roots: Table
    states: Table
    paths: Table
    seen: FlagTable
    filled: Row


class Scratch(NamedTuple):
    """What a thread writes on: two states, and what the rules need."""

    state: Row
    after: Row
    work: Row


def make_scratch(game: Game, words: int) -> Scratch:
    """Make what one thread needs for a game whose rows have so many words."""
    return Scratch(*(np.zeros(size, np.int64) for size in (words, words, game.work_words)))


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
def begin_tree(tree: Table, control: Row) -> None:
    """Leave nothing but the root."""
    tree[ROOT] = 0
    control[MADE] = 1


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
            bound = mean - CAUTION + spread * tree[child, PRIOR]
        else:
            got = tree[child, TOTAL] if seat == 0 else visits * CERTAIN - tree[child, TOTAL]
            bound = got / (tried * CERTAIN) + spread * tree[child, PRIOR] / (1 + tried)
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
def wins_at_once(rules: Rules, state: Row, scratch: Scratch) -> bool:
    """Tell whether the seat to move has a move that wins."""
    after, work = scratch.after, scratch.work
    winning = rules.to_move(state) + 1
    width = rules.count(state, work)
    tried = min(width, MOST_LISTED)
    for i in range(tried):
        copy_row(state, after)
        rules.play(after, rules.nth(state, sampled(i, tried, width), work))
        if rules.status(after) == winning:
            return True
    return False


@compiled
def settle_by_rules(rules: Rules, sight: Sight, tree: Table, entry: int, state: Row, scratch: Scratch) -> None:
    """Settle an entry that has no children yet, where its game is over or the seat to move wins at once."""
    status = rules.status(state)
    if status != RUNNING:
        tree[entry, SETTLED] = settled_as(status)
    elif not tree[entry, WAITING] and sight.may_win(state) and wins_at_once(rules, state, scratch):
        tree[entry, SETTLED] = WON if rules.to_move(state) == 0 else LOST


@compiled
def descend(rules: Rules, sight: Sight, forest: Forest, scratch: Scratch, game: int, place: int) -> int:
    """Go down a tree once: to a leaf, which then waits at its place of the forest; or to an end, which is counted."""
    tree, control, keys = forest.trees[game], forest.controls[game], forest.keys[game]
    state, path = scratch.state, forest.paths[place]
    copy_row(forest.roots[game], state)
    entry, depth, noted = ROOT, 0, 0
    path[FIRST_STEP] = ROOT
    found = IS_FINISHED
    value = CERTAIN // 2
    while True:
        if entry != ROOT and not tree[entry, SETTLED] and not tree[entry, CHILDREN]:
            settle_by_rules(rules, sight, tree, entry, state, scratch)
        if tree[entry, SETTLED]:
            value = worth_of(tree[entry, SETTLED])
            break
        if depth == DEEPEST:
            break
        if control[REPETITION]:
            noted += 1
            if note_key(keys, control[EARLIER] + depth, rules.key(state), control[REPETITION]):
                break
        if not tree[entry, CHILDREN]:
            found = IS_TAKEN if tree[entry, WAITING] else IS_LEAF
            break
        entry = select(tree, entry)
        depth += 1
        path[FIRST_STEP + depth] = entry
        rules.play(state, tree[entry, MOVE])
    for earlier in range(noted):
        forget_key(keys, control[EARLIER] + earlier)
    path[DEPTH] = depth
    if found == IS_FINISHED:
        count_back(tree, path, value, 0)
        settle_upwards(tree, path)
    elif found == IS_LEAF:
        for step in range(depth + 1):
            tree[path[FIRST_STEP + step], WAITING] += 1
        copy_row(state, forest.states[place])
        sight.look(state, forest.seen[place])
    return found


@compiled
def sink(moves: Row, liked: Numbers, place: int, count: int) -> None:
    """Let a move sink to its place in a heap of so many, the first of which is liked least."""
    move, value = moves[place], liked[place]
    while 2 * place + 1 < count:
        child = 2 * place + 1
        if child + 1 < count and liked[child + 1] < liked[child]:
            child += 1
        if value <= liked[child]:
            break
        moves[place], liked[place] = moves[child], liked[child]
        place = child
    moves[place], liked[place] = move, value


@compiled
def list_liked(
    rules: Rules, sight: Sight, state: Row, width: int, work: Row, likings: Features, moves: Row, liked: Numbers
) -> int:
    """List the moves that the net likes best, as many as there is room for, with how much; return how many."""
    marks = local_row(MOST_MARKS)
    tried = min(width, MOST_LISTED)
    kept = min(tried, len(moves))
    for i in range(tried):
        move = rules.nth(state, sampled(i, tried, width), work)
        value = 0.0
        for place in range(sight.mark(state, move, marks)):
            value += likings[marks[place]]
        if i < kept:
            moves[i], liked[i] = move, value
        elif value > liked[0]:
            moves[0], liked[0] = move, value
            sink(moves, liked, 0, kept)
        if i == kept - 1 and kept < tried:
            for place in range(kept // 2 - 1, -1, -1):
                sink(moves, liked, place, kept)
    return kept


@compiled
def make_priors(liked: Numbers, count: int) -> None:
    """Make priors of likings (softmax)."""
    total, highest = 0.0, liked[0]
    for place in range(count):
        highest = max(highest, liked[place])
    for place in range(count):
        liked[place] = exp(liked[place] - highest)
        total += liked[place]
    for place in range(count):
        liked[place] /= total


@compiled
def add_children(
    rules: Rules, sight: Sight, tree: Table, control: Row, entry: int, scratch: Scratch, likings: Features
) -> None:
    """Give a leaf its children with their priors, and settle what the rules decide; a full tree grows no more."""
    state, work = scratch.state, scratch.work
    moves, liked = local_row(MOST_CHILDREN), local_numbers(MOST_CHILDREN)
    width = rules.count(state, work)
    kept = list_liked(rules, sight, state, width, work, likings, moves, liked)
    make_priors(liked, kept)
    first = control[MADE]
    if first + kept > len(tree):
        return
    control[MADE] = first + kept
    tree[entry, CHILD] = first
    tree[entry, CHILDREN] = kept
    tree[entry, IS_WHOLE] = kept == width
    tree[entry, SEAT] = rules.to_move(state)
    for place in range(kept):
        child = tree[first + place]
        child[:] = 0
        child[MOVE] = moves[place]
        child[PRIOR] = int(liked[place] * CERTAIN)
        copy_row(state, scratch.after)
        rules.play(scratch.after, moves[place])
        status = rules.status(scratch.after)
        if status != RUNNING:
            child[SETTLED] = settled_as(status)
    tree[entry, SETTLED] = settled_by_children(tree, entry)


@compiled
def absorb(
    rules: Rules, sight: Sight, forest: Forest, scratch: Scratch, game: int, place: int, likings: Features, worth: float
) -> None:
    """Give a leaf its children as the net likes them, and count the net's chances for the seat to move there."""
    tree, path = forest.trees[game], forest.paths[place]
    entry = path[FIRST_STEP + path[DEPTH]]
    copy_row(forest.states[place], scratch.state)
    add_children(rules, sight, tree, forest.controls[game], entry, scratch, likings)
    value = for_seat(int(worth * CERTAIN), rules.to_move(scratch.state))
    if tree[entry, SETTLED]:
        value = worth_of(tree[entry, SETTLED])
    count_back(tree, path, value, 1)
    if tree[entry, SETTLED]:
        settle_upwards(tree, path)


@compiled
def gather_leaves(
    words: Row, eyes: Row, forest: Forest, scratch: Scratch, leaves: int, most: int, goal: int, first: int, end: int
) -> None:
    """In each tree from the first up to the end go down until so many leaves wait.

    No more than so many times, and not where the root is settled or was tried as often as the goal says.
    """
    rules, sight = rules_at(words), sight_at(eyes)
    for game in range(first, end):
        root = forest.trees[game, ROOT]
        forest.filled[game] = 0
        tries = 0
        while tries < most and not root[SETTLED] and root[VISITS] + root[WAITING] < goal:
            found = descend(rules, sight, forest, scratch, game, game * leaves + forest.filled[game])
            tries += 1
            forest.filled[game] += found == IS_LEAF
            if found == IS_TAKEN or forest.filled[game] == leaves:
                break


@compiled
def absorb_leaves(
    words: Row, eyes: Row, forest: Forest, scratch: Scratch, likings: FeatureTable, chances: Features, leaves: int,
    first: int, end: int,
) -> None:  # fmt: skip
    """Let the leaves that waited go on with what the net says of each."""
    rules, sight = rules_at(words), sight_at(eyes)
    for game in range(first, end):
        for place in range(game * leaves, game * leaves + forest.filled[game]):
            absorb(rules, sight, forest, scratch, game, place, likings[place], float(chances[place]))
