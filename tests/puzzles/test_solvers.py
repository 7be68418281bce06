"""The rating of who solves puzzles."""

import random

import pytest

from fourfold.puzzles.solvers import Solver, rate_try


def test_a_harder_puzzle_brings_more() -> None:
    start = Solver()
    gains = [rate_try(start, rating, True).rating - start.rating for rating in (900, 1200, 1500)]
    losses = [start.rating - rate_try(start, rating, False).rating for rating in (900, 1200, 1500)]
    assert 0 < gains[0] < gains[1] < gains[2]
    assert losses[0] > losses[1] > losses[2] > 0
    assert rate_try(start, 1200, True).deviation < start.deviation


@pytest.mark.parametrize("strength", [900, 1300, 1800])
def test_the_rating_comes_close_to_the_strength_of_a_solver(strength: int) -> None:
    chance, rating = random.Random(4), Solver()
    for _ in range(150):
        puzzle = round(rating.rating) + chance.randint(-150, 150)
        is_solved = chance.random() < 1 / (1 + 10 ** ((puzzle - strength) / 400))
        rating = rate_try(rating, puzzle, is_solved)
    assert abs(rating.rating - strength) < 120
    assert rating.deviation < 80
