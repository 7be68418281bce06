"""Kernels of self-play: games that a net plays against itself, each with a search tree (PUCT).

A *round* plays a move in each game. Before it, and for games in an ending, the root may be solved; then the tree grows
by a leaf at a time, the priors of the root moves mixed with noise. The move is sampled, and what is learned from the
position is written.
"""

from math import log
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourfold.core.net_features import MOST_MARKS
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import random_below, scramble
from fourfold.kernel.jit import (
    RUNNING,
    Features,
    FeatureTable,
    FlagTable,
    Row,
    Rules,
    Table,
    compiled,
    local_row,
    rules_at,
    sight_at,
)
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
    Forest,
    Scratch,
    absorb_leaves,
    begin_tree,
    for_seat,
    gather_leaves,
    settled_as,
)
from fourfold.search.repetition import BUCKETS, note_key
from fourfold.search.state import EARLIER, REPETITION

Marks = Annotated[NDArray[np.int16], 2]

# The words of `facts`: the plies in which moves are sampled by visit count; those after which a game is a draw; the
# ply from which roots are solved; the random plies that a game begins with at most.
OPENING, LONGEST, SOLVED_FROM, RANDOM, FACT_WORDS = range(5)
NOISE = 0.25  # weight of the noise in the prior at the root
FINE = 1 << 30
NEVER = 1 << 30  # plies, or times
NO_MARK = -1
UNKNOWN = -1
STACK = 1 << 11  # words, of an exhaustive search


class SelfPlay(NamedTuple):
    """The arrays of self-play, a row for each game: its tree, and what the last round is learned from.

    `seats` is the seat that was to move, or -1 where the root was solved and nothing is learned; then the rest keeps
    its values. `marked` holds the marks of the root moves one after the other, with the same number of places for each
    column of `shares`, the share of visits; unused places are NO_MARK. `worths` is what the search thought of the
    seat's chances. `results` is the result of the game after this move, as an entry of a tree stores it.
    """

    forest: Forest
    facts: Row
    starts: Table  # the positions that games begin from
    random: Table
    plies: Row
    likings: FeatureTable  # the net's answers
    chances: Features
    seen: FlagTable
    marked: Marks
    shares: FeatureTable
    worths: Features
    seats: Row
    results: Row


@compiled
def gather(words: Row, eyes: Row, play: SelfPlay, scratch: Scratch, goal: int, first: int, end: int) -> None:
    """Go down each tree once, but not where the root was tried as often as the goal says."""
    gather_leaves(words, eyes, play.forest, scratch, 1, 1, goal, first, end)


@compiled
def absorb(words: Row, eyes: Row, play: SelfPlay, scratch: Scratch, first: int, end: int) -> None:
    """Let the leaves go on with the net's answers."""
    absorb_leaves(words, eyes, play.forest, scratch, play.likings, play.chances, 1, first, end)


@compiled
def begin_game(rules: Rules, play: SelfPlay, scratch: Scratch, game: int, most: int) -> None:
    """Begin a game; every second one with random moves, at most so many, that do not end it."""
    state, keys, random = play.forest.roots[game], play.forest.keys[game], play.random[game]
    copy_row(play.starts[random_below(random, len(play.starts))], state)
    keys[:] = 0
    ply = 0
    left = random_below(random, 2 * most + 1) - most
    while ply < left:
        copy_row(state, scratch.after)
        width = rules.count(state, scratch.work)
        rules.play(scratch.after, rules.nth(state, random_below(random, width), scratch.work))
        if rules.status(scratch.after) != RUNNING:
            break
        if play.forest.controls[game, REPETITION]:
            note_key(keys, ply, rules.key(state), NEVER)
        copy_row(scratch.after, state)
        ply += 1
    play.plies[game] = ply
    play.forest.controls[game, EARLIER] = ply
    begin_tree(play.forest.trees[game], play.forest.controls[game])


@compiled
def open_games(
    words: Row, eyes: Row, play: SelfPlay, scratch: Scratch, seed: int, most: int, first: int, end: int
) -> None:
    """Begin all games, with random moves, so that they are in all stages."""
    rules = rules_at(words)
    for game in range(first, end):
        play.random[game, 0] = scramble(scramble(seed) + game)
        begin_game(rules, play, scratch, game, most)


@compiled
def wins(rules: Rules, root: Row, stack: Row, work_words: int, nodes: int) -> int:
    """Solve a game without draws, in which the seats take turns, by exhaustive search: 1 if the seat to move wins.

    UNKNOWN where so many nodes, or the stack, do not suffice. On the stack each depth has its state, its work, how many
    moves it has and how many were tried.
    """
    words = len(root)
    width, tried = words + work_words, words + work_words + 1
    size = tried + 1
    state, work = stack[:words], stack[words:width]
    copy_row(root, state)
    stack[width] = rules.count(state, work)
    stack[tried] = 0
    at = 0
    while True:
        state, work = stack[at : at + words], stack[at + words : at + width]
        is_won = False
        is_known = stack[at + tried] == stack[at + width]
        if not is_known:
            nodes -= 1
            if nodes < 0 or at + 2 * size > len(stack):
                return UNKNOWN
            after = stack[at + size : at + size + words]
            copy_row(state, after)
            rules.play(after, rules.nth(state, stack[at + tried], work))
            stack[at + tried] += 1
            status = rules.status(after)
            is_known = is_won = status == rules.to_move(state) + 1
            if status == RUNNING:
                at += size
                stack[at + width] = rules.count(after, stack[at + words : at + width])
                stack[at + tried] = 0
        while is_known:
            if at == 0:
                return int(is_won)
            at -= size
            is_won = is_known = not is_won  # a lost move leaves the other moves to be tried


@compiled
def solve_roots(words: Row, eyes: Row, play: SelfPlay, scratch: Scratch, nodes: int, first: int, end: int) -> None:
    """Solve the roots near the end of a game, where so many nodes suffice."""
    rules, stack = rules_at(words), local_row(STACK)
    forest = play.forest
    for game in range(first, end):
        if play.plies[game] >= play.facts[SOLVED_FROM]:
            is_won = wins(rules, forest.roots[game], stack, len(scratch.work), nodes)
            if is_won != UNKNOWN:
                is_first = rules.to_move(forest.roots[game]) == 0
                forest.trees[game, ROOT, SETTLED] = WON if (is_won == 1) == is_first else LOST


@compiled
def stir_roots(words: Row, eyes: Row, play: SelfPlay, scratch: Scratch, first: int, end: int) -> None:
    """Mix the priors of the root moves with noise (Dirichlet-like), most of which falls to few moves."""
    for game in range(first, end):
        tree, random = play.forest.trees[game], play.random[game]
        begin = tree[ROOT, CHILD]
        count = tree[ROOT, CHILDREN]
        total = 0.0
        seed = random[0]
        for _ in range(count):
            weight = -log((random_below(random, FINE) + 1) / FINE)
            total += weight * weight * weight
        random[0] = seed
        for child in range(begin, begin + count):
            weight = -log((random_below(random, FINE) + 1) / FINE)
            share = weight * weight * weight / total
            tree[child, PRIOR] = int((1 - NOISE) * tree[child, PRIOR] + NOISE * share * CERTAIN)


@compiled
def choose_child(tree: Table, random: Row, is_open: bool) -> int:
    """Sample a root move by visit count; later in the game with a low temperature."""
    begin: int = tree[ROOT, CHILD]
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
def play_move(rules: Rules, play: SelfPlay, game: int) -> int:
    """Play a move of the root, and return how it settles the game."""
    controls, keys, state = play.forest.controls[game], play.forest.keys[game], play.forest.roots[game]
    tree = play.forest.trees[game]
    child = choose_child(tree, play.random[game], play.plies[game] < play.facts[OPENING])
    if controls[REPETITION]:
        note_key(keys, play.plies[game], rules.key(state), NEVER)
    rules.play(state, tree[child, MOVE])
    play.plies[game] += 1
    controls[EARLIER] = play.plies[game]
    status = rules.status(state)
    if status != RUNNING:
        return settled_as(status)
    if play.plies[game] >= play.facts[LONGEST]:
        return DRAW
    is_draw = False
    if controls[REPETITION]:
        key = rules.key(state)
        is_draw = note_key(keys, play.plies[game], key, controls[REPETITION])
        keys[key & (BUCKETS - 1)] -= 1
    begin_tree(tree, controls)
    return DRAW if is_draw else 0


@compiled
def finish_round(words: Row, eyes: Row, play: SelfPlay, scratch: Scratch, first: int, end: int) -> None:
    """Write what is learned from each root, and play a move there; a finished game is followed by a new one."""
    rules, sight = rules_at(words), sight_at(eyes)
    marks = local_row(MOST_MARKS)
    most = play.shares.shape[1]
    each = play.marked.shape[1] // most
    for game in range(first, end):
        tree, state = play.forest.trees[game], play.forest.roots[game]
        seen, marked, shares = play.seen[game], play.marked[game], play.shares[game]
        seat = rules.to_move(state)
        play.results[game] = tree[ROOT, SETTLED]
        play.seats[game] = -1
        if not tree[ROOT, SETTLED]:
            play.seats[game] = seat
            play.worths[game] = for_seat(tree[ROOT, TOTAL] // tree[ROOT, VISITS], seat) / CERTAIN
            seen[:] = 0
            sight.look(state, seen)
            marked[:] = NO_MARK
            shares[:] = 0
            count = min(tree[ROOT, CHILDREN], most)
            begin = tree[ROOT, CHILD]
            total = 0
            for child in range(begin, begin + count):
                total += tree[child, VISITS]
            for place in range(count):
                child = begin + place
                shares[place] = tree[child, VISITS] / max(total, 1)
                for other in range(min(sight.mark(state, tree[child, MOVE], marks), each)):
                    marked[place * each + other] = marks[other]
            play.results[game] = play_move(rules, play, game)
        if play.results[game]:
            begin_game(rules, play, scratch, game, play.facts[RANDOM])
