"""Ratings: Plackett-Luce (openskill) for any number of seats, Bradley-Terry (Elo) for two, on one scale for people."""

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from openskill.models import PlackettLuce

from fourfold.arena.runs.games import Result
from fourfold.arena.statistics.estimate import Estimate

PASSES = 200  # of Newton's method at most; a handful is enough
CLOSE = 1e-9
ELO = 400 / log(10)  # Elo points for a factor e of the odds
MEAN, BETA = 25.0, 25 / 6  # of the Plackett-Luce model
POINTS = ELO / (2**0.5 * BETA)  # Elo points for one of the model's, where both strengths are certain
NEWCOMER = 1200  # the rating of a new player
NEWCOMER_DEVIATION = POINTS * MEAN / 3


def rate(names: Sequence[str], results: Sequence[Result]) -> dict[str, Estimate]:
    """Rate players of games with any number of seats, game by game (Plackett-Luce model of Weng and Lin).

    Engines do not learn, so no uncertainty is added between games. A player with several seats gets their mean.

    >>> from fourfold.arena.runs.games import Result
    >>> game = Result(0, 0, ("a", "b"), (0,), None, "", 9, (0.0, 0.0), ())
    >>> ratings = rate(["a", "b"], [game] * 20)
    >>> ratings["a"].low > ratings["b"].high
    True
    """
    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    for result in results:
        teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in result.names]
        ranks = [float(bool(result.winners) and seat not in result.winners) for seat in range(len(result.names))]
        after = [team[0] for team in model.rate(teams, ranks=ranks)]
        for name in set(result.names):
            own = [rated for sitting, rated in zip(result.names, after, strict=True) if sitting == name]
            mean = sum(rated.mu for rated in own) / len(own), sum(rated.sigma for rated in own) / len(own)
            ratings[name] = model.rating(name=name, mu=mean[0], sigma=mean[1])
    return {name: Estimate.of_normal(rated.mu, rated.sigma) for name, rated in ratings.items()}


def rating_of(mu: float) -> float:
    """The rating that people see, in Elo points, of a mean of the Plackett-Luce model.

    >>> rating_of(25.0)
    1200.0
    """
    return NEWCOMER + (mu - MEAN) * POINTS


def mean_of(rating: float) -> float:
    """The mean of the Plackett-Luce model for a rating that people see.

    >>> mean_of(1200)
    25.0
    """
    return MEAN + (rating - NEWCOMER) / POINTS


def rate_one(before: Sequence[tuple[float, float] | None], ranks: Sequence[float]) -> list[tuple[float, float]]:
    """Update the ratings (mu, sigma) of the seats of one game; None is a new player. Equal ranks are a draw.

    People learn, so every game adds a little uncertainty.

    >>> [round(value, 1) for value, _ in rate_one([None, None, None], [0, 1, 1])]
    [27.9, 23.6, 23.6]
    """
    model = PlackettLuce()
    teams = [[model.rating() if known is None else model.rating(mu=known[0], sigma=known[1])] for known in before]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(ranks))]


def estimate_elo(names: Sequence[str], scores: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Estimate]:
    """Estimate Elo ratings of two-seat games, the first name at 0 (Bradley-Terry, maximum likelihood).

    `scores` holds points and games of the first of two names against the second. Each pair gets one drawn game as a
    prior, so that the rating is finite even for a player who won all games.

    >>> found = estimate_elo(["a", "b"], {("b", "a"): (64.0, 100)})
    >>> round(found["b"].value), found["a"].value
    (99, 0.0)
    """
    place = {name: at for at, name in enumerate(names)}
    strength = np.zeros(len(names))
    information = np.eye(len(names))
    for _ in range(PASSES):
        slope, information = np.zeros(len(names)), np.zeros((len(names), len(names)))
        for (one, other), (points, games) in scores.items():
            i, j = place[one], place[other]
            chance = 1 / (1 + np.exp(strength[j] - strength[i]))
            surplus = points + 0.5 - (games + 1) * chance
            weight = (games + 1) * chance * (1 - chance)
            slope += surplus * (np.eye(len(names))[i] - np.eye(len(names))[j])
            information[[i, j], [i, j]] += weight
            information[[i, j], [j, i]] -= weight
        step = np.linalg.solve(information[1:, 1:], slope[1:])
        strength[1:] += step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    spread = np.zeros(len(names))
    spread[1:] = np.sqrt(np.diag(np.linalg.inv(information[1:, 1:])))
    return {
        name: Estimate.of_normal(float(ELO * value), float(ELO * deviation))
        for name, value, deviation in zip(names, strength, spread, strict=True)
    }


def rating_between(results: Sequence[tuple[float, tuple[float, int]]]) -> float:
    """The Elo rating of a player against whom players of known ratings made such points in so many games.

    A drawn game with the first and with the last of them is a prior, so that the rating is finite.

    >>> round(rating_between([(0.0, (1, 4)), (400.0, (3, 4))]))
    200
    """
    games = [*results, *((known, (0.5, 1)) for known, _ in (results[0], results[-1]))]
    scored = sum(points for _, (points, _) in games)
    low, high = (min(known for known, _ in games) - 4000, max(known for known, _ in games) + 4000)
    for _ in range(PASSES):
        middle = (low + high) / 2
        expected = sum(number / (1 + 10 ** ((middle - known) / 400)) for known, (_, number) in games)
        low, high = (middle, high) if expected > scored else (low, middle)
    return (low + high) / 2
