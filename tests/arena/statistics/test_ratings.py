"""Ratings: in the order of strength, and near the truth."""

import math
import random

import pytest

from fourfold.arena.runs.games import Result
from fourfold.arena.statistics.ratings import estimate_elo, rate

TRUTH = {"a": 0.0, "b": 80.0, "c": 200.0, "d": 290.0}


def play(names: tuple[str, ...], winners: tuple[int, ...]) -> Result:
    return Result(0, 0, names, winners, None, "", 10, (0.0,) * len(names), ())


def simulate(games: int) -> list[Result]:
    """Neighbours and next neighbours, in turn, by the logistic law."""
    chance, names, results = random.Random(2), list(TRUTH), []
    pairs = [(names[i + d], names[i]) for d in (1, 2) for i in range(len(names) - d)]
    for _ in range(games):
        for upper, lower in pairs:
            share = 1 / (1 + 10 ** ((TRUTH[lower] - TRUTH[upper]) / 400))
            results.append(play((upper, lower), (0,) if chance.random() < share else (1,)))
    return results


def test_elo_finds_the_strengths_again() -> None:
    scores: dict[tuple[str, str], tuple[float, int]] = {}
    for result in simulate(400):
        one, other = result.names
        points, games = scores.get((one, other), (0.0, 0))
        scores[one, other] = points + (result.winners == (0,)), games + 1
    found = estimate_elo(list(TRUTH), scores)
    for name, truth in TRUTH.items():
        assert found[name].low <= truth <= found[name].high
        assert math.isclose(found[name].value, truth, abs_tol=35)


def test_elo_has_a_number_even_for_who_won_everything() -> None:
    found = estimate_elo(["a", "b"], {("b", "a"): (10.0, 10)})
    assert 200 < found["b"].value < 1000
    assert found["b"].high - found["b"].low > 300


def test_openskill_puts_the_players_in_order() -> None:
    ratings = rate(list(TRUTH), simulate(200))
    values = [ratings[name].value for name in TRUTH]
    assert values == sorted(values)
    assert all(ratings[name].low < ratings[name].value < ratings[name].high for name in TRUTH)


def test_draws_keep_equal_players_equal() -> None:
    ratings = rate(["a", "b"], [play(("a", "b"), ()), play(("b", "a"), ())])
    assert ratings["a"].value == pytest.approx(ratings["b"].value)


def test_a_player_on_several_seats_gets_one_rating() -> None:
    names = ("a", "b", "b", "b")
    ratings = rate(["a", "b"], [play(names, (0,))] * 10)
    assert ratings["a"].value > ratings["b"].value
    assert set(ratings) == {"a", "b"}
