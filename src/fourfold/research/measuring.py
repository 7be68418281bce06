"""How fast the research library is, beside OpenSpiel and PettingZoo in the same run.

The others run what they are best known by: OpenSpiel its C++ connect_four under its MCTS bot with random rollouts,
PettingZoo its own connect_four. Ours and theirs take turns, and the best round of each counts: other programs only
ever slow a round down.
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
from fourfold.research.errors import BadBatch

ROUNDS = 5
GAMES = 1024  # of a batch: large enough for all processors, small enough for their caches
ROLLOUTS, SIMULATIONS = 100, 100  # of OpenSpiel's bot
SEED = 1


@dataclass(frozen=True)
class Speed:
    """One line of the benchmark: what ran, how many steps a second, and how many times as many as the other library.

    The second ratio counts the time that processors were at work instead of time on the clock, and for ours as if no
    other program ran: it holds also on a machine that has more to do.
    """

    name: str
    per_second: float
    ratio: float
    unhindered: float


def measure(seconds: float) -> Iterator[Speed]:
    """Measure everything, each figure for about so many seconds."""
    for package in ("pyspiel", "pettingzoo"):
        if importlib.util.find_spec(package) is None:
            raise BadBatch("research.no_extra", package=package)
    yield from measure_batches(seconds)
    yield from measure_steps(seconds)


def count_figures() -> int:
    """How many figures there are in all."""
    return 3 + 3 * len(list_games())


def measure_batches(seconds: float) -> Iterator[Speed]:
    """Random moves by the batch, without masks and with them, against OpenSpiel's rollouts."""
    runners = {"OpenSpiel connect_four, C++": _rollouts()}
    for game in list_games():
        for has_masks in (False, True):
            name = f"{game}, batch{' with masks' if has_masks else ''}"
            runners[name] = _batch(game, has_masks)
    yield from _compare(runners, seconds)


def measure_steps(seconds: float) -> Iterator[Speed]:
    """Single steps of the PettingZoo environments, observations included, against PettingZoo's connect_four."""
    from fourfold.research.pettingzoo import env

    connect_four = _connect_four()
    runners = {"PettingZoo connect_four": _steps(connect_four.env())}
    runners["PettingZoo connect_four, unwrapped"] = _steps(connect_four.raw_env())
    for game in list_games():
        runners[f"{game}, PettingZoo environment"] = _steps(env(game))
    yield from _compare(runners, seconds)


@dataclass(frozen=True)
class Runner:
    """Something to measure: makes steps for a number of seconds and tells how many; on so many threads."""

    run: Callable[[float], float]
    threads: int = 1


def _compare(runners: dict[str, Runner], seconds: float) -> Iterator[Speed]:
    """Let all take turns; the first is what the others are compared with."""
    best = {name: np.zeros(2) for name in runners}
    for _ in range(ROUNDS):
        for name, runner in runners.items():
            clock, busy = time.perf_counter(), time.process_time()
            steps = runner.run(seconds / ROUNDS)
            spent = time.perf_counter() - clock, (time.process_time() - busy) / runner.threads
            best[name] = np.maximum(best[name], steps / np.array(spent))
    first = best[next(iter(runners))]
    for name, rates in best.items():
        ratios = rates / first
        yield Speed(name, float(rates[0]), float(ratios[0]), float(ratios[1]))


def _batch(game: str, has_masks: bool) -> Runner:
    batch = Batch(game, GAMES, masks=has_masks, observations=False, **facts(game).bench)
    batch.run(1)

    def run(seconds: float) -> float:
        steps, moves, began = 1, 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            moves += batch.run(steps).moves
            steps = min(2 * steps, 256)
        return moves

    return Runner(run, batch.threads)


def _rollouts() -> Runner:
    """OpenSpiel's bot; a rollout is counted as long as a whole random game, which it is not quite."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, SEED, False)
    state = game.new_initial_state()
    length = _random_length(game)

    def run(seconds: float) -> float:
        assert evaluator is not None  # the bot does not keep it alive
        searches, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            bot.mcts_search(state)
            searches += 1
        return searches * ROLLOUTS * SIMULATIONS * length

    return Runner(run)


def _random_length(game: Any, games: int = 1000) -> float:
    chance, moves = random.Random(SEED), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves / games


def _connect_four() -> ModuleType:
    """PettingZoo's connect_four, without the window that it can open but need not."""
    if "pygame" not in sys.modules and importlib.util.find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    return importlib.import_module("pettingzoo.classic.connect_four.connect_four")


def _steps(zoo: Any) -> Runner:
    """Random games through `last` and `step`; the choice of an action costs both sides the same."""
    chance = np.random.default_rng(SEED)
    zoo.reset(seed=SEED)

    def run(seconds: float) -> float:
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
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

    return Runner(run)
