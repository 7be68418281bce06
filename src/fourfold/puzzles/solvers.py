"""The rating of who solves puzzles: every first try is a game against the puzzle."""

from dataclasses import dataclass

from fourfold.arena.statistics.ratings import ELO, rate_one

FIRST_RATING = 1200  # of a new solver
MEAN, BETA = 25.0, 25 / 6  # of the rating model
SCALE = ELO / (2**0.5 * BETA)  # Elo points for one of the model's, where both strengths are certain
PUZZLE_DEVIATION = 60  # of a puzzle's rating


@dataclass(frozen=True)
class Solver:
    """The strength of a solver on the scale of the puzzles' ratings, and its standard deviation."""

    rating: float = FIRST_RATING
    deviation: float = SCALE * MEAN / 3


def rate_try(before: Solver, puzzle_rating: int, is_solved: bool) -> Solver:
    """The rating after a first try.

    >>> rate_try(Solver(), 1200, True).rating > 1200 > rate_try(Solver(), 1200, False).rating
    True
    """
    solver = MEAN + (before.rating - FIRST_RATING) / SCALE, before.deviation / SCALE
    puzzle = MEAN + (puzzle_rating - FIRST_RATING) / SCALE, PUZZLE_DEVIATION / SCALE
    mu, sigma = rate_one([solver, puzzle], [0, 1] if is_solved else [1, 0])[0]
    return Solver(round(FIRST_RATING + (mu - MEAN) * SCALE, 1), round(sigma * SCALE, 1))
