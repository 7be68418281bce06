"""Kernels of self-play at the root of each search tree: solving, Dirichlet-like noise, sampling and playing a move."""

from math import log
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import random_below
from fourfold.kernel.jit import RUNNING, FlagTable, Row, Rules, Table, compiled, rules_at, sight_at
from fourfold.kernel.rows import copy_row
from fourfold.search.mcts.puct import (
    CHILD,
    CHILDREN,
    DRAW,
    LOST,
    MOVE,
    PRIOR,
    ROOT,
    SETTLED,
    TOTAL,
    VISITS,
    WON,
    begin_tree,
    for_seat,
    settled_as,
)
from fourfold.search.repetition import BUCKETS, note_key
from fourfold.search.state import EARLIER, REPETITION

Marks = Annotated[NDArray[np.int16], 2]
Shares = Annotated[NDArray[np.float32], 2]
Sums = Annotated[NDArray[np.float32], 1]

NOISE = 0.25  # weight of the noise in the prior at the root
FINE = 1 << 30


@compiled
def wins(rules: Rules, states: Table, work: Table, depth: int, left: Row) -> bool:
    """Solve a game without draws by exhaustive search: whether the seat to move wins; left[0] nodes are allowed.

    Where they do not suffice, left[0] is below 0 and the result is meaningless.
    """
    state, after = states[depth], states[depth + 1]
    winning = rules.to_move(state) + 1
    width = rules.count(state, work[depth])
    for i in range(width):
        copy_row(state, after)
        rules.play(after, rules.nth(state, i, work[depth]))
        left[0] -= 1
        status = rules.status(after)
        if left[0] < 0 or status == winning:
            return True
        if status == RUNNING and not wins(rules, states, work, depth + 1, left):
            return True
    return False


@compiled
def solve_roots(
    words: Row, trees: Table, entries: int, roots: Table, plies: Row, states: Table, work: Table, left: Row,
    from_ply: int, nodes: int, first: int, end: int,
) -> None:  # fmt: skip
    """Solve the roots near the end of a game, where so many nodes suffice."""
    rules = rules_at(words)
    for game in range(first, end):
        if plies[game] >= from_ply:
            left[0] = nodes
            copy_row(roots[game], states[0])
            is_won = wins(rules, states, work, 0, left)
            if left[0] >= 0:
                is_first = rules.to_move(roots[game]) == 0
                trees[game * entries + ROOT, SETTLED] = WON if is_won == is_first else LOST


@compiled
def stir_roots(trees: Table, entries: int, random: Table, first: int, end: int) -> None:
    """Mix the priors of the root moves with noise, most of which falls to few moves."""
    for game in range(first, end):
        tree = trees[game * entries : (game + 1) * entries]
        begin = tree[ROOT, CHILD]
        count = tree[ROOT, CHILDREN]
        total = 0.0
        seed = random[game, 0]
        for _ in range(count):
            weight = -log((random_below(random[game], FINE) + 1) / FINE)
            total += weight * weight * weight
        random[game, 0] = seed
        for child in range(begin, begin + count):
            weight = -log((random_below(random[game], FINE) + 1) / FINE)
            share = weight * weight * weight / total
            tree[child, PRIOR] = int((1 - NOISE) * tree[child, PRIOR] + NOISE * share * CERTAIN)


@compiled
def choose_child(tree: Table, random: Row, is_open: bool) -> int:
    """Sample a root move by visit count; later in the game with a low temperature."""
    begin = tree[ROOT, CHILD]
    end = begin + tree[ROOT, CHILDREN]
    total = 0
    for child in range(begin, end):
        visits = tree[child, VISITS]
        total += visits if is_open else visits * visits * visits
    drawn = random_below(random, max(total, 1))
    for child in range(begin, end):
        visits = tree[child, VISITS]
        drawn -= visits if is_open else visits * visits * visits
        if drawn < 0:
            return child
    return begin


@compiled
def end_round(
    words: Row, eyes: Row, trees: Table, entries: int, controls: Table, keys: Table, roots: Table, start: Row,
    work: Row, marks: Row, random: Table, plies: Row, opening: int, longest: int, seen: FlagTable, marked: Marks,
    shares: Shares, chances: Sums, seats: Row, results: Row, first: int, end: int,
) -> None:  # fmt: skip
    """Write the training targets of each root, and play a move there; a finished game is restarted.

    `seats` is the seat to move, or -1 where the root was solved and nothing is written. `results` is the result of the
    game after this move, as an entry of a tree stores it. `marked` holds the marks of the root moves one after the
    other, with the same number of places for each column of `shares`; unused places keep their values.
    """
    rules = rules_at(words)
    sight = sight_at(eyes)
    each = marked.shape[1] // shares.shape[1]
    nothing = marked[0, 0] * 0 - 1
    for game in range(first, end):
        tree = trees[game * entries : (game + 1) * entries]
        state = roots[game]
        results[game] = tree[ROOT, SETTLED]
        seats[game] = -1
        if results[game] == 0:
            seat = rules.to_move(state)
            seats[game] = seat
            for place in range(seen.shape[1]):
                seen[game, place] = 0
            sight.look(state, seen[game])
            chances[game] = for_seat(tree[ROOT, TOTAL] // tree[ROOT, VISITS], seat) / CERTAIN
            for place in range(marked.shape[1]):
                marked[game, place] = nothing
            total = 0
            for place in range(tree[ROOT, CHILDREN]):
                total += tree[tree[ROOT, CHILD] + place, VISITS]
            for place in range(shares.shape[1]):
                shares[game, place] = 0
            for place in range(min(tree[ROOT, CHILDREN], shares.shape[1])):
                child = tree[ROOT, CHILD] + place
                shares[game, place] = tree[child, VISITS] / max(total, 1)
                for other in range(min(sight.mark(state, tree[child, MOVE], marks), each)):
                    marked[game, place * each + other] = marks[other]
            child = choose_child(tree, random[game], plies[game] < opening)
            if controls[game, REPETITION]:
                note_key(keys[game], plies[game], rules.key(state), 1 << 30)
            rules.play(state, tree[child, MOVE])
            plies[game] += 1
            controls[game, EARLIER] = plies[game]
            status = rules.status(state)
            if status != RUNNING:
                results[game] = settled_as(status)
            elif plies[game] >= longest:
                results[game] = DRAW
            elif controls[game, REPETITION]:
                if note_key(keys[game], plies[game], rules.key(state), controls[game, REPETITION]):
                    results[game] = DRAW
                keys[game, rules.key(state) & (BUCKETS - 1)] -= 1
        if results[game]:
            copy_row(start, state)
            plies[game] = 0
            controls[game, EARLIER] = 0
            for place in range(keys.shape[1]):
                keys[game, place] = 0
        begin_tree(tree, controls[game])
