"""Estimates: a number and its confidence interval (normal approximation, Wilson interval)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 1.959964  # standard deviations for 95 %


def wilson(share: float, games: int) -> tuple[float, float]:
    """The Wilson interval of a share, with 95 % confidence.

    For a mean of numbers between 0 and 1 it is conservative: none varies more than wins and losses do.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    squared = CONFIDENCE**2 / games
    middle = (share + squared / 2) / (1 + squared)
    half = CONFIDENCE / (1 + squared) * sqrt(share * (1 - share) / games + squared / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of_normal(cls, value: float, deviation: float) -> "Estimate":
        """Estimate a number by its standard deviation."""
        return cls(value, value - CONFIDENCE * deviation, value + CONFIDENCE * deviation)

    @classmethod
    def of_mean(cls, values: Sequence[float] | NDArray[Any]) -> "Estimate":
        """Estimate the mean of independent numbers."""
        return cls.of_normal(float(np.mean(values)), float(np.std(values)) / sqrt(len(values)))

    @classmethod
    def of_share(cls, share: float, games: int) -> "Estimate":
        """Estimate a share of so many games (Wilson interval)."""
        return cls(share, *wilson(share, games))

    @classmethod
    def of_points(cls, points: NDArray[np.float64]) -> "Estimate":
        """Estimate the mean of scores between 0 and 1; where most games are drawn, closer than that of a share.

        Half of three games more to each side stands for results that were never observed (rule of three).
        """
        mean, unseen = cls.of_mean(points), 1.5 / len(points)
        return cls(mean.value, max(0.0, mean.low - unseen), min(1.0, mean.high + unseen))

    def as_json(self) -> dict[str, float]:
        """The estimate as JSON, rounded."""
        return {"value": round(self.value, 2), "low": round(self.low, 2), "high": round(self.high, 2)}
