"""Parallel self-play on a device: kernels grow the trees (PUCT), the net evaluates the leaves of all games at once."""

from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np

from fourfold.core.net_features import Training
from fourfold.core.registry import game, module, vision
from fourfold.research.devices import Device
from fourfold.research.kernels import selfplay
from fourfold.research.kernels.selfplay import SelfPlay
from fourfold.search.mcts.puct import CONTROL_WORDS, ENTRY_WORDS, MOST_CHILDREN, PATH_WORDS, Forest
from fourfold.search.repetition import BUCKETS
from fourfold.search.state import REPETITION

Ask = Callable[[], None]  # reads and clears what is seen, and writes likings and chances


def training_of(game_id: str) -> Training:
    """How the net of a game is trained."""
    features: Any = module(game_id, "net_features")
    found: Training = features.TRAINING
    return found


class Tables:
    """So many games on a device, each with a search tree of at most so many simulations a move."""

    def __init__(self, game_id: str, games: int, tries: int, device: Device, seed: int) -> None:
        one, sight, training = game(game_id), vision(game_id), training_of(game_id)
        assert sight is not None
        self.device = device = copy(device)  # it runs kernels on what was bound to it last, and others may share it
        self.games, self.tries, self.training = games, tries, training
        zeros = device.zeros
        options = [{**sight.options, **more} for more in training.variants]
        starts = np.array([one.undealt(seats=sight.seats, **given).row for given in options])
        rows = (games, starts.shape[1])
        controls = np.zeros((games, CONTROL_WORDS), np.int64)
        controls[:, REPETITION] = one.repetition
        self.forest = Forest(
            trees=zeros((games, tries * MOST_CHILDREN + 1, ENTRY_WORDS), np.int64),
            controls=device.words(controls),
            keys=zeros((games, BUCKETS + training.longest + 80 if one.repetition else 0), np.int64),
            roots=zeros(rows, np.int64),
            states=zeros(rows, np.int64),
            paths=zeros((games, PATH_WORDS), np.int64),
            seen=zeros((games, sight.size), np.int8),
            filled=zeros(games, np.int64),
        )
        facts = np.zeros(selfplay.FACT_WORDS, np.int64)
        facts[selfplay.OPENING], facts[selfplay.LONGEST] = training.opening, training.longest
        facts[selfplay.SOLVED_FROM] = selfplay.NEVER if training.solved_from is None else training.solved_from
        facts[selfplay.RANDOM] = training.random
        self.play = SelfPlay(
            self.forest,
            device.words(facts),
            device.words(starts),
            random=zeros((games, 1), np.int64),
            plies=zeros(games, np.int64),
            likings=zeros((games, sight.likings), np.float32),
            chances=zeros(games, np.float32),
            seen=zeros((games, sight.size), np.int8),
            marked=zeros((games, MOST_CHILDREN * training.marks), np.int16),
            shares=zeros((games, MOST_CHILDREN), np.float32),
            worths=zeros(games, np.float32),
            seats=zeros(games, np.int64),
            results=zeros(games, np.int64),
        )
        device.bind_trees(one, sight, self.play)
        device.run("open_games", seed, training.longest)

    def grow(self, ask: Ask, goal: int) -> None:
        """Grow each tree by one leaf, unless its root was tried as often as the goal says."""
        self.device.run("gather", goal)
        ask()
        self.device.run("absorb")

    def step(self, ask: Ask, number: int, tries: int, nodes: int) -> None:
        """Do one of so many steps of a round; before the first a root near the end is solved in so many nodes."""
        if number == 0 and nodes and self.training.solved_from is not None:
            self.device.run("solve_roots", nodes)
        self.grow(ask, tries)
        if number == 0:
            self.device.run("stir_roots")
        if number == tries - 1:
            self.device.run("finish_round")
