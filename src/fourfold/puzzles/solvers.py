"""The rating of who solves puzzles: every first try is a game against the puzzle."""

from dataclasses import dataclass

from fourfold.arena.statistics.ratings import NEWCOMER, NEWCOMER_DEVIATION, POINTS, mean_of, rate_one, rating_of

PUZZLE_DEVIATION = 60  # of a puzzle's rating


@dataclass(frozen=True)
class Solver:
    """The strength of a solver on the scale of the puzzles' ratings, and its standard deviation."""

    rating: float = NEWCOMER
    deviation: float = NEWCOMER_DEVIATION


def rate_try(before: Solver, puzzle_rating: int, is_solved: bool) -> Solver:
    """The rating after a first try.

    >>> rate_try(Solver(), 1200, True).rating > 1200 > rate_try(Solver(), 1200, False).rating
    True
    """
    solver = mean_of(before.rating), before.deviation / POINTS
    puzzle = mean_of(puzzle_rating), PUZZLE_DEVIATION / POINTS
    mu, sigma = rate_one([solver, puzzle], [0, 1] if is_solved else [1, 0])[0]
    return Solver(round(rating_of(mu), 1), round(sigma * POINTS, 1))
