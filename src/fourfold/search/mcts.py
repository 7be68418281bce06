"""Tree search for any number of seats, also where something is hidden: a tree grown by chances instead of games.

Each step down the tree takes the child with the highest upper confidence bound for the seat to move there. Where the
tree ends, all children are added at once, each with the chances that the game's `evaluate` gives it, and the best of
these for the seat to move is counted on the way back. What the rules have decided is passed upwards as *settled*.

What a seat cannot see comes as *worlds*: full rows that agree with its view, all with the same moves for the seat to
move. The worlds take turns; they share the figures of the first moves, and each has its own tree below them. Deals end
the tree: beyond them is chance.
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import (
    CHANCE,
    DRAWN,
    RUNNING,
    Count,
    Deal,
    Deck,
    Evaluate,
    Fill,
    Hide,
    Key,
    Nth,
    Play,
    Refuse,
    Row,
    Rules,
    Scores,
    Status,
    Table,
    ToMove,
    compiled,
)
from fourfold.kernel.mixing import scramble
from fourfold.kernel.opinions import CERTAIN
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.repetition import forget_key, note_key

MOST_ENTRIES = 1 << 20  # a full tree goes on counting, but grows no more
MOST_CHILDREN = 400  # of more moves an even sample is added
DEEPEST = 64  # steps down the tree
EXPLORATION = 0.35  # how much the bound trusts what was tried seldom
NODES_A_SECOND = 1_500_000  # for the size of the tree, where time limits

# Words of an entry: its move; how often it was tried; its next sibling; its first child (0: none yet); whether what
# it is worth is settled by the rules; then what each seat got by it, added up.
MOVE, VISITS, NEXT, FIRST, SETTLED, TOTAL = range(6)
UNSETTLED, IS_SETTLED = 0, 1
ROOT = 0
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
    rules: Rules, evaluate: Evaluate, state: Row, after: Row, work: Table, tree: Table, entry: int, copies: int,
    desk: Row, out: Row, best: Row,
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
        desk[MADE] += copies
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
    if settled and copies == 1:
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
def descend(
    rules: Rules, evaluate: Evaluate, states: Table, work: Table, tree: Table, world: int, worlds: int, path: Table,
    keys: Row, desk: Row, out: Row, best: Row,
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
        copies = worlds if entry == ROOT else 1  # below the first moves each world has a tree of its own
        if tree[entry, FIRST] == 0 or depth == DEEPEST:
            if depth < DEEPEST and desk[MADE] + copies * MOST_CHILDREN < len(tree):
                expand(rules, evaluate, state, after, work, tree, entry, copies, desk, out, best)
            else:
                evaluate(state, work[1], best)
                desk[LEFT] -= 1
            break
        seat = rules.to_move(state)
        child = select(tree, entry, seat)
        path[depth, 0], path[depth, 1], path[depth, 2] = child, seat, entry
        depth += 1
        entry = child
        if copies > 1 and world:
            entry += world
            tree[entry, VISITS] += 1
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
        if tree[child, SETTLED] and not tree[parent, SETTLED] and (i > 0 or worlds == 1):
            settle_upwards(tree, parent, child, seat, out)


@compiled
def _grow(
    count: Count, nth: Nth, play: Play, to_move: ToMove, status: Status, scores: Scores, key: Key, refuse: Refuse,
    hide: Hide, fill: Fill, deck: Deck, deal: Deal, evaluate: Evaluate,
    worlds: Table, states: Table, work: Table, tree: Table, path: Table, keys: Row, desk: Row, out: Row, best: Row,
    stop: Row,
) -> None:  # fmt: skip
    """The tuple is assembled inside: passed in from Python it would not survive the cache."""
    rules = Rules(count, nth, play, to_move, status, scores, key, refuse, hide, fill, deck, deal)
    turn = 0
    while turn == 0 or (desk[LEFT] > 0 and not stop[0] and not desk[ALARM] and not tree[ROOT, SETTLED]):
        copy_row(worlds[turn % len(worlds)], states[0])
        descend(rules, evaluate, states, work, tree, turn % len(worlds), len(worlds), path, keys, desk, out, best)
        turn += 1


@dataclass(frozen=True)
class Branch:
    """A first move: its code, how often it was tried, each seat's chances after it, and whether they are settled."""

    moves: tuple[int, ...]
    visits: int
    chances: tuple[float, ...]
    is_settled: bool


@dataclass(frozen=True)
class Growth:
    """The first moves, the most promising first, each seat's chances, whether they are settled, and the nodes."""

    branches: tuple[Branch, ...]
    chances: tuple[float, ...]
    is_settled: bool
    nodes: int


def grow_chances(
    game: Game, worlds: Table, seats: int, keys: Row, first: int, limit: Limit, *, overlooked: int = 0
) -> Growth:
    """Grow a tree for the seat that is to move in all the worlds.

    >>> import fourfold
    >>> from fourfold.search.repetition import begin_keys
    >>> position = fourfold.read("exago:seats=3:blocking=off@5/6/7/3br3/4rr3/1yyyb3/3b3/6/5:0:9")
    >>> keys = begin_keys(position, DEEPEST)
    >>> growth = grow_chances(position.game, position.row.copy()[None], 3, *keys, Limit(nodes=20_000))
    >>> position.game.format_move(position.row, growth.branches[0].moves[0])
    'd2'
    """
    nodes = limit.most_nodes if limit.seconds is None else min(limit.most_nodes, int(limit.seconds * NODES_A_SECOND))
    entries = min(MOST_ENTRIES, 2 * nodes) + len(worlds) * (MOST_CHILDREN + 2)
    tree = np.zeros((entries, TOTAL + seats), np.int64)
    desk = np.zeros(DESK_WORDS, np.int64)
    salt = int(scramble(scramble(limit.seed) ^ int(worlds[0, game.ply_word])))
    desk[[LEFT, OVERLOOKED, SALT]] = limit.most_nodes, overlooked, salt
    desk[[REPETITION, EARLIER, MADE]] = game.repetition, first, 1
    out, best = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    with limit.ringing(desk, ALARM):
        _grow(
            *game.rules, game.evaluate, worlds, np.zeros((2, worlds.shape[1]), np.int64),
            np.zeros((2, game.work_words), np.int64), tree, np.zeros((DEEPEST, 3), np.int64), keys, desk, out, best,
            limit.flag,
        )  # fmt: skip
    seat = int(game.rules.to_move(worlds[0]))
    branches = sorted(_branches(tree, seats, len(worlds)), key=lambda b: _rank(b, seat), reverse=True)
    return Growth(
        tuple(branches),
        _chances(tree, ROOT, seats) if len(worlds) > 1 or not tree[ROOT, SETTLED] else branches[0].chances,
        bool(tree[ROOT, SETTLED]),
        limit.most_nodes - int(desk[LEFT]),
    )


def _rank(branch: Branch, seat: int) -> tuple[bool, int, float]:
    """A settled win comes first, what is settled otherwise as it is worth; else what was tried most."""
    return (branch.is_settled and branch.chances[seat] > 0.999, branch.visits, branch.chances[seat])


def _chances(tree: Table, entry: int, seats: int) -> tuple[float, ...]:
    visits = max(int(tree[entry, VISITS]), 1)
    return tuple(round(int(total) / visits / CERTAIN, 6) for total in tree[entry, TOTAL : TOTAL + seats])


def _branches(tree: Table, seats: int, worlds: int) -> list[Branch]:
    found = []
    child = int(tree[ROOT, FIRST])
    while child:
        moves = [int(tree[child, MOVE])]
        below = int(tree[child, FIRST]) if worlds == 1 else 0
        while below:
            most = below
            while below:
                most = below if tree[below, VISITS] > tree[most, VISITS] else most
                below = int(tree[below, NEXT])
            moves.append(int(tree[most, MOVE]))
            below = int(tree[most, FIRST])
        found.append(
            Branch(tuple(moves), int(tree[child, VISITS]), _chances(tree, child, seats), bool(tree[child, SETTLED]))
        )
        child = int(tree[child, NEXT])
    return found
