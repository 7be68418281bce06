"""Learns the weights of Qawale's patterns by self-play (TD learning): `python tuning/patterns.py GAMES DEPTH [FILE]`.

A player that searches so many plies plays against itself, after a few random moves, and now and then a random move that
does not lose at once. After each game the evaluation of every position moves towards what came of it: a mean of the
result and of what was thought of the positions in between, the later the less (TD(lambda), on the logistic scale). Each
weight learns the more slowly the more its errors cancel out (temporal coherence, Beal and Smith 1999).

FILE holds the weights to begin with, none unless it is given, and the new ones after every batch: weights.npz here. The
same command learns the same weights. Measure them in a duel before you keep them.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import fourfold
from fourfold.games.qawale.certainty import judge
from fourfold.games.qawale.kernel import count, nth, play, status, to_move
from fourfold.games.qawale.patterns import NOTED, WEIGHTS, list_patterns
from fourfold.kernel.evaluation import WINS
from fourfold.kernel.hashes import random_below
from fourfold.kernel.jit import DRAWN, RUNNING, Numbers, Row, Table, compiled
from fourfold.kernel.rows import copy_row
from fourfold.search.alphabeta.move_ordering import bring_best

PEBBLES = (10, 10, 8, 10, 9)  # of the games, in turn
BATCH = 5000  # games
FEWEST_RANDOM, RANDOM = 2, 3  # plies at the beginning: at least so many, and fewer than so many more
STRAYS = 100  # of 1000 moves that are random
NOISE = 50  # thousandths: so games differ
LATER = 0.7  # lambda: how much of what came later counts
PACE = 1.0
MOST_PLIES, MOST_MOVES, DEEPEST = 40, 2048, 8
MOST_TRIED = 20  # moves of a ply that are searched, the most promising, unless all of them lose
WON, DECISIVE = 20_000, 15_000  # thousandths; a win later is worth less
BOUND = 12_000  # of an evaluation


class Learner(NamedTuple):
    """The weights, the sums of their errors, and of how great these were; and what a search writes on."""

    weights: Numbers
    errors: Numbers
    sizes: Numbers
    states: Table
    moves: Table
    ranks: Table
    best: Row  # the best move of the first ply
    out: Row
    noted: Table  # the patterns of each position of a game
    thought: Numbers  # its evaluation: chances of the player to move
    came: Numbers  # what the search made of it
    strayed: Row  # whether another move was played
    random: Row


@compiled
def weigh(learner: Learner, state: Row, noted: Row) -> int:
    """The evaluation for the player to move, in thousandths of a natural logarithm of odds."""
    list_patterns(state, noted)
    total = 0.0
    for place in range(NOTED):
        total += learner.weights[noted[place]]
    return int(1000 * total)


@compiled
def chances(advantage: int) -> float:
    return 1.0 / (1.0 + float(np.exp(-advantage / 1000)))


@compiled
def search(learner: Learner, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value for the player to move, with alpha-beta; the first ply leaves its best move."""
    state, after = learner.states[ply], learner.states[ply + 1]
    moves, ranks, spare = learner.moves[ply], learner.ranks[ply], learner.noted[MOST_PLIES]
    if judge(state, 0, learner.out) & WINS:
        return WON - 100 * ply
    if depth == 0:
        return min(max(weigh(learner, state, spare), -BOUND), BOUND)
    best, listed = 100 * (ply + 1) - WON, 0
    for index in range(min(count(state, learner.out), MOST_MOVES)):
        move = nth(state, index, learner.out)
        copy_row(state, after)
        play(after, move)
        ended = status(after)
        if ended == RUNNING:
            moves[listed] = move
            ranks[listed] = random_below(learner.random, NOISE) - weigh(learner, after, spare)
            listed += 1
        elif ended == DRAWN and best < 0:
            best = 0
            if ply == 0:
                learner.best[0] = move
    for place in range(listed):
        bring_best(moves, ranks, place, listed)
        if max(best, alpha) >= beta or (place >= MOST_TRIED and best > -DECISIVE):
            break
        if depth == 1 and ranks[place] <= best:
            break
        copy_row(state, after)
        play(after, moves[place])
        value = -search(learner, ply + 1, depth - 1, -beta, -max(alpha, best))
        if value > best:
            best = value
            if ply == 0:
                learner.best[0] = moves[place]
    return best


@compiled
def stray(learner: Learner, state: Row, after: Row) -> bool:
    """Choose a random move that does not lose at once, if one is soon found."""
    width = count(state, learner.out)
    for _ in range(MOST_TRIED):
        move = nth(state, random_below(learner.random, width), learner.out)
        copy_row(state, after)
        play(after, move)
        if status(after) == RUNNING and not judge(after, 0, learner.out) & WINS:
            learner.best[0] = move
            return True
    return False


@compiled
def play_game(learner: Learner, depth: int) -> tuple[int, float]:
    """Play from the state at ply 0; return how many positions were noted, and what came of the last: its chances."""
    state = learner.states[0]
    for _ in range(FEWEST_RANDOM + random_below(learner.random, RANDOM)):
        play(state, nth(state, random_below(learner.random, count(state, learner.out)), learner.out))
    for ply in range(MOST_PLIES):
        ended = status(state)
        if ended != RUNNING:
            return ply, 0.5 if ended == DRAWN else 0.0 if ended == to_move(state) + 1 else 1.0
        if judge(state, 0, learner.out) & WINS:
            return ply, 0.0
        learner.thought[ply] = chances(weigh(learner, state, learner.noted[ply]))
        value = search(learner, 0, depth, -WON, WON)
        if abs(value) > DECISIVE:
            return ply + 1, 1.0 if value > 0 else 0.0
        learner.came[ply] = chances(value)
        learner.strayed[ply] = 0
        if random_below(learner.random, 1000) < STRAYS:
            learner.strayed[ply] = stray(learner, state, learner.states[1])
        play(state, learner.best[0])
    return MOST_PLIES, 0.5


@compiled
def learn(learner: Learner, noted: int, came: float, pace: float) -> None:
    """Move the weights towards what came of a game, from its last position to its first."""
    for ply in range(noted - 1, -1, -1):
        if ply < noted - 1:
            came = learner.came[ply] if learner.strayed[ply] else LATER * (1 - came) + (1 - LATER) * learner.came[ply]
        error = came - learner.thought[ply]
        for place in range(NOTED):
            number = learner.noted[ply, place]
            size = learner.sizes[number]
            rate = abs(learner.errors[number]) / size if size > 0 else 1.0
            learner.weights[number] += pace * rate * error / NOTED
            learner.errors[number] += error
            learner.sizes[number] += abs(error)


@compiled
def learn_games(learner: Learner, starts: Table, games: int, depth: int, pace: float) -> int:
    """Play games and learn from each; return how many were decided."""
    decided = 0
    for game in range(games):
        copy_row(starts[game % len(starts)], learner.states[0])
        noted, came = play_game(learner, depth)
        decided += came != 0.5
        learn(learner, noted, came, pace)
    return decided


def main(games: int, depth: int, file: Path) -> None:
    """Learn batch by batch, more slowly in the last third."""
    starts = np.array([fourfold.game("qawale").start(pebbles=pebbles).row for pebbles in PEBBLES])
    weights = np.load(file)["weights"] / 1000 if file.exists() else np.zeros(WEIGHTS)
    errors, sizes = np.zeros((2, WEIGHTS))
    states = np.zeros((DEEPEST, starts.shape[1]), np.int64)
    moves, ranks = np.zeros((2, DEEPEST, MOST_MOVES), np.int64)
    noted = np.zeros((MOST_PLIES + 1, NOTED), np.int64)
    (best, out, strayed, random), (thought, came) = np.zeros((4, MOST_PLIES), np.int64), np.zeros((2, MOST_PLIES))
    learner = Learner(weights, errors, sizes, states, moves, ranks, best, out, noted, thought, came, strayed, random)
    for first in range(0, games, BATCH):
        batch = min(BATCH, games - first)
        pace = PACE if 3 * first < 2 * games else PACE / 3
        decided = learn_games(learner, starts, batch, depth, pace)
        rounded = np.rint(1000 * learner.weights).clip(-30_000, 30_000).astype(np.int16)
        np.savez_compressed(file, weights=rounded)
        print(f"{first + batch} games, {decided / batch:.1%} of the last {batch} decided", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(*sys.argv[3:] or ["weights.npz"]))
