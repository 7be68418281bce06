"""Benchmark of the research library against OpenSpiel and PettingZoo in the same run.

OpenSpiel runs its C++ connect_four under its MCTS bot with random rollouts, PettingZoo its own connect_four. All take
turns, and the best round of each counts: other programs can only slow a round down.
"""

import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from fourfold.core.registry import facts, list_games
from fourfold.research.batch import Batch

ROUNDS = 5
GAMES = 1024  # of a batch: enough for all processors, few enough for their caches
ROLLOUTS, SIMULATIONS = 100, 100  # of OpenSpiel's bot
LARGEST = 256  # steps of a batch in one call
SEED = 1


@dataclass(frozen=True)
class Speed:
    """One line of the benchmark: a name, steps a second, and the ratio to the other library.

    `ratio` is by wall-clock time. `cores` is the number of busy processors, and `ratio_a_core` compares steps per
    second of processor time. Where other programs run, `cores` stays low and the ratio by the clock says little, while
    that of a core still holds.
    """

    name: str
    per_second: float
    ratio: float
    cores: float
    ratio_a_core: float


def measure(seconds: float) -> Iterator[Speed]:
    """Measure all figures, each for about so many seconds."""
    yield from measure_batches(seconds)
    yield from measure_steps(seconds)


def count_figures() -> int:
    """The number of figures."""
    return 3 + 3 * len(list_games())


def measure_batches(seconds: float) -> Iterator[Speed]:
    """Measure random moves of the batch, without masks and with them, against OpenSpiel's rollouts."""
    runs = {"OpenSpiel connect_four, C++": _rollouts()}
    for game in list_games():
        for has_masks in (False, True):
            name = f"{game}, batch{' with masks' if has_masks else ''}"
            runs[name] = _batch(game, has_masks)
    yield from _compare(runs, seconds)


def measure_steps(seconds: float) -> Iterator[Speed]:
    """Measure steps of the PettingZoo environments, with observations, against PettingZoo's connect_four."""
    from fourfold.research.pettingzoo import env

    connect_four = _connect_four()
    runs = {"PettingZoo connect_four": _steps(connect_four.env())}
    runs["PettingZoo connect_four, unwrapped"] = _steps(connect_four.raw_env())
    for game in list_games():
        runs[f"{game}, PettingZoo environment"] = _steps(env(game))
    yield from _compare(runs, seconds)


Run = Callable[[int], float]  # makes steps, about as many as suggested or more, and returns how many


def _compare(runs: dict[str, Run], seconds: float) -> Iterator[Speed]:
    """Let all take turns; the first is the reference of the others."""
    best = dict.fromkeys(runs, (0.0, 0.0))  # steps a second, and busy processors in that round
    a_core = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            clock, busy, steps, size = time.perf_counter(), time.process_time(), 0.0, 1
            while not steps or time.perf_counter() - clock < seconds / ROUNDS:
                steps += run(size)
                size = min(2 * size, LARGEST)
            spent, worked = time.perf_counter() - clock, time.process_time() - busy
            best[name] = max(best[name], (steps / spent, worked / spent))
            a_core[name] = max(a_core[name], steps / max(worked, 1e-9))
    first = next(iter(runs))
    for name, (rate, cores) in best.items():
        yield Speed(name, rate, rate / best[first][0], cores, a_core[name] / a_core[first])


def _batch(game: str, has_masks: bool) -> Run:
    batch = Batch(game, GAMES, masks=has_masks, observations=False, **facts(game).bench)
    batch.run(1)
    return lambda size: batch.run(size).moves


def _rollouts() -> Run:
    """OpenSpiel's bot; a rollout counts as a whole random game, although it is a little shorter."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, SEED, False)
    state = game.new_initial_state()
    length = _random_length(game)

    def run(_: int) -> float:
        assert evaluator is not None  # the bot does not keep it alive
        bot.mcts_search(state)
        return ROLLOUTS * SIMULATIONS * length

    return run


def _random_length(game: Any, games: int = 1000) -> float:
    chance, moves = random.Random(SEED), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves / games


def _connect_four() -> ModuleType:
    """PettingZoo's connect_four, also without pygame, which it needs only for a window."""
    if "pygame" not in sys.modules and importlib.util.find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    return importlib.import_module("pettingzoo.classic.connect_four.connect_four")


def _steps(zoo: Any) -> Run:
    """One random game through `last` and `step`; choosing an action costs both sides the same."""
    chance = np.random.default_rng(SEED)
    zoo.reset(seed=SEED)

    def run(_: int) -> float:
        steps = 0
        zoo.reset()
        for _ in zoo.agent_iter():
            observation, _, is_over, is_cut, _ = zoo.last()
            action = None
            if not is_over and not is_cut:
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[int(chance.random() * len(legal))])
            zoo.step(action)
            steps += 1
        return steps

    return run
