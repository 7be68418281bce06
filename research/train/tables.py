"""Parallel self-play: kernels grow the search trees (PUCT), and the net evaluates the leaves of all games at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from root_kernels import end_round, solve_roots, stir_roots

from fourfold.core.net_features import Training
from fourfold.core.registry import game, module, vision
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import addresses
from fourfold.search.mcts.puct import (
    CONTROL_WORDS,
    ENTRY_WORDS,
    MADE,
    MOST_CHILDREN,
    PATH_WORDS,
    Forest,
    absorb_leaves,
    begin_tree,
    gather_leaves,
    make_scratch,
)
from fourfold.search.repetition import BUCKETS
from fourfold.search.state import REPETITION

SOLVING = 30_000  # nodes in which the end of a game is solved
DEEPEST = 40  # plies of that

Ask = Callable[[NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]


def training_of(game_id: str) -> Training:
    """How the net of a game is trained."""
    features: Any = module(game_id, "net_features")
    found: Training = features.TRAINING
    return found


@dataclass
class Round:
    """One move of each game: observations, marks and visit shares of the root moves, chances, seats and results."""

    seen: NDArray[np.int8]
    marked: NDArray[np.int16]
    shares: NDArray[np.float32]
    chances: NDArray[np.float32]
    seats: NDArray[np.int64]
    results: NDArray[np.int64]


class Tables:
    """So many games, each with a search tree of so many simulations a move."""

    def __init__(self, game_id: str, games: int, tries: int, threads: int, seed: int, seen: NDArray[np.int8]) -> None:
        self.game, found, training = game(game_id), vision(game_id), training_of(game_id)
        assert found is not None
        self.vision, self.games, self.tries, self.threads = found, games, tries, threads
        self.entries = tries * MOST_CHILDREN + 1
        self.seen = seen
        words = len(self.game.undealt(seats=found.seats, **found.options).row)
        self.start = self.game.undealt(seats=found.seats, **found.options).row.copy()
        self.longest, self.opening = training.longest, training.opening
        self.trees = np.zeros((games * self.entries, ENTRY_WORDS), np.int64)
        self.controls = np.zeros((games, CONTROL_WORDS), np.int64)
        self.controls[:, REPETITION] = self.game.repetition
        self.controls[:, MADE] = 1
        room = BUCKETS + self.longest + 80 if self.game.repetition else 1
        self.keys = np.zeros((games, room), np.int64)
        self.roots = np.tile(self.start, (games, 1))
        self.scratch = [make_scratch(self.game, words) for _ in range(threads)]
        self.solved_from = training.solved_from
        self.ways = np.zeros((threads, DEEPEST, words), np.int64)
        self.solving_work = np.zeros((threads, DEEPEST, self.game.work_words), np.int64)
        self.left = np.zeros((threads, 1), np.int64)
        self.filled = np.zeros(games, np.int64)
        states, paths = np.zeros((games, words), np.int64), np.zeros((games, PATH_WORDS), np.int64)
        trees = self.trees.reshape(games, self.entries, ENTRY_WORDS)
        self.forest = Forest(trees, self.controls, self.keys, self.roots, states, paths, seen, self.filled)
        self.random = np.array([[scramble(scramble(seed) + number)] for number in range(games)], np.int64)
        self.plies = np.zeros(games, np.int64)
        self.rules, self.eyes = addresses(self.game.rules), addresses(found.kernels)
        self.bounds = [games * thread // threads for thread in range(threads + 1)]
        self.pool = ThreadPoolExecutor(threads)
        self.each = training.marks
        self.asked = 0
        for number in range(games):
            begin_tree(self.forest.trees[number], self.controls[number])

    def _each(self, work: Callable[[int, int, int], None]) -> None:
        list(self.pool.map(work, range(self.threads), self.bounds[:-1], self.bounds[1:]))

    def _solve(self, thread: int, first: int, end: int) -> None:
        assert self.solved_from is not None
        solve_roots(
            self.rules, self.trees, self.entries, self.roots, self.plies, self.ways[thread], self.solving_work[thread],
            self.left[thread], self.solved_from, SOLVING, first, end,
        )  # fmt: skip

    def grow(self, ask: Ask, goal: int) -> bool:
        """Grow each tree by one leaf, unless its root has enough visits; return whether any grew."""
        self._each(
            lambda thread, first, end: gather_leaves(
                self.rules, self.eyes, self.forest, self.scratch[thread], 1, goal, first, end
            )
        )
        leaves = int(self.filled.sum())
        if not leaves:
            return False
        self.asked += leaves
        likings, chances = ask(self.seen)
        self._each(
            lambda thread, first, end: absorb_leaves(
                self.rules, self.eyes, self.forest, self.scratch[thread], likings, chances, 1, first, end
            )
        )
        return True

    def play(self, ask: Ask) -> Round:
        """Play a move in each game."""
        if self.solved_from is not None:
            self._each(self._solve)
        self.grow(ask, 1)
        self._each(lambda thread, first, end: stir_roots(self.trees, self.entries, self.random, first, end))
        for _ in range(2 * self.tries):
            if not self.grow(ask, self.tries):
                break
        one = Round(
            np.zeros((self.games, self.vision.size), np.int8),
            np.zeros((self.games, MOST_CHILDREN * self.each), np.int16),
            np.zeros((self.games, MOST_CHILDREN), np.float32),
            np.zeros(self.games, np.float32),
            np.zeros(self.games, np.int64),
            np.zeros(self.games, np.int64),
        )
        self._each(
            lambda thread, first, end: end_round(
                self.rules, self.eyes, self.trees, self.entries, self.controls, self.keys, self.roots, self.start,
                self.scratch[thread].work, self.scratch[thread].marks, self.random, self.plies, self.opening,
                self.longest, one.seen, one.marked, one.shares, one.chances, one.seats, one.results, first, end,
            )
        )  # fmt: skip
        return one
