"""The sequential test: right in nearly all cases, whatever the draws and however unequal the seats."""

import random

import pytest

from fourfold.arena.errors import BadLimit
from fourfold.arena.statistics.sprt import Test as Sequential


def run(chance: random.Random, shares: list[tuple[float, float]], most: int = 4000) -> str | None:
    """Play openings until it is over; for each seat the chances to win and to draw."""
    test = Sequential(0.45, 0.55)
    for _ in range(most):
        group = []
        for win, draw in shares:
            drawn = chance.random()
            group.append(1.0 if drawn < win else 0.5 if drawn < win + draw else 0.0)
        test = test.with_group(group)
        if test.verdict is not None:
            break
    return test.verdict


@pytest.mark.parametrize(
    "seats",
    [
        [(0.45, 0.0), (0.45, 0.0)],
        [(0.80, 0.0), (0.10, 0.0)],  # a seat that is worth much
        [(0.20, 0.50), (0.20, 0.50)],  # many draws
    ],
)
def test_the_wrong_verdict_is_rarer_than_one_in_twenty(seats: list[tuple[float, float]]) -> None:
    assert sum(win + draw / 2 for win, draw in seats) / 2 == pytest.approx(0.45)
    chance = random.Random(4)
    verdicts = [run(chance, seats) for _ in range(400)]
    assert verdicts.count("high") <= 20
    assert verdicts.count("low") >= 375
    mirrored = [(1 - win - draw, draw) for win, draw in seats]
    verdicts = [run(chance, mirrored) for _ in range(400)]
    assert verdicts.count("low") <= 20
    assert verdicts.count("high") >= 375


def test_a_clear_case_needs_few_games() -> None:
    test, games = Sequential.about(0.5), 0
    while test.verdict is None:
        test = test.with_group([1.0, 1.0])
        games += 2
    assert test.verdict == "high"
    assert games == 16


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.5), (0.5, 0.5), (0.6, 0.5), (0.9, 1.0), (float("nan"), 0.5)])
def test_shares_that_cannot_be_told_apart_are_refused(low: float, high: float) -> None:
    with pytest.raises(BadLimit, match="cannot be told"):
        Sequential(low, high)
