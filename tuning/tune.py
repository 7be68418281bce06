"""Tunes the evaluation weights by self-play (Texel tuning): `python tuning/tune.py GAME [GAMES] [NODES]`.

The current evaluation plays games against itself from random openings, and the *features* of every later position are
computed: those of seat 0 minus those of seat 1, by `features` in the game's `evaluation`, in the order of its weights.
`TUNING` there may say with which `options` it is played, and how many of 1024 moves are `overlooked`. Where games are
won or lost, a logistic regression fits the weights to the results; where points decide, a linear regression fits them
to the points still to come. The same command prints the same weights. Copy them into `evaluation.py` of the game, and
measure the new weights in a duel against the old ones before you keep them.
"""

import random
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import fourfold
from fourfold import Position
from fourfold.core.registry import module
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit

OPENING = 4  # random plies
STEPS, CAUTION = 30, 5.0  # of the fit: Newton steps, and L2 regularization

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """A position and the result for seat 0: its share of the win, or the lead in points still to come."""

    position: Position
    result: float


def play(game: str, seed: int, nodes: int) -> list[Sample]:
    """Play one game of self-play."""
    chance = random.Random(seed)
    setting = getattr(evaluation_of(game), "TUNING", {})
    position = fourfold.game(game).start(seed=seed, **setting.get("options", {}))
    positions = []
    while position.outcome is None:
        if position.ply < OPENING:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        else:
            positions.append(position)
            limit, overlooked = Limit(nodes=nodes, seed=seed), setting.get("overlooked", 0)
            best = analyse(position, limit, lines=1, overlooked=overlooked, to_the_end=False).best
            position = position.play(best.move)
    if has_points(game):
        end = lead(position)
        return [Sample(each, end - lead(each)) for each in positions]
    winner = position.outcome.winner
    result = 0.5 if winner is None else float(winner == 0)
    return [Sample(each, result) for each in positions]


def evaluation_of(game: str) -> Any:
    """The module with the game's evaluation."""
    return module(game, "evaluation")


def has_points(game: str) -> bool:
    """Tell whether points decide."""
    return fourfold.game(game).facts.has_deals


def lead(position: Position) -> float:
    """The points of seat 0 minus those of seat 1."""
    scores = np.zeros(position.seats, np.int64)
    position.game.rules.scores(position.row.copy(), scores)
    return float(scores[0] - scores[1])


def fit_odds(features: Numbers, results: Numbers) -> Numbers:
    """Fit a logistic regression without a constant by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (results - expected) - CAUTION * weights
        curve = (features * (expected * (1 - expected))[:, None]).T @ features + CAUTION * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def fit_points(features: Numbers, results: Numbers) -> Numbers:
    """Fit a linear regression without a constant (ridge regression)."""
    curve = features.T @ features + CAUTION * np.eye(features.shape[1])
    weights: Numbers = np.linalg.solve(curve, features.T @ results)
    return weights


def main() -> None:
    """Play, fit, print."""
    game, *numbers = sys.argv[1:]
    games, nodes = [*map(int, numbers), *(200, 2000)[len(numbers) :]]
    samples = [sample for seed in range(games) for sample in play(game, seed, nodes)]
    features = np.array([evaluation_of(game).features(sample.position.row.copy()) for sample in samples])
    results = np.array([sample.result for sample in samples])
    if has_points(game):
        weights, unit = 10 * fit_points(features, results), "tenths of a point"
    else:
        weights, unit = 1000 * fit_odds(features, results), "thousandths of the logarithm of odds"
    print(game, len(samples), f"positions; in {unit}:", *(round(weight) for weight in weights))


if __name__ == "__main__":
    main()
