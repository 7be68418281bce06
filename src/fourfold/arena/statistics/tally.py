"""Wins, draws and losses, and what they tell."""

from dataclasses import dataclass
from math import log10, sqrt

CONFIDENCE = 1.959964  # standard deviations to each side that hold 95 %


def wilson(share: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 % confidence (Wilson).

    For a mean of numbers between 0 and 1 it is on the safe side: none varies more than wins and losses do.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    squared = CONFIDENCE**2 / games
    middle = (share + squared / 2) / (1 + squared)
    half = CONFIDENCE / (1 + squared) * sqrt(share * (1 - share) / games + squared / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(share: float) -> float | None:
    """How many points of an Elo rating a share is worth between two; None for all or nothing.

    >>> round(elo(0.64))
    100
    """
    return -400 * log10(1 / share - 1) if 0 < share < 1 else None


@dataclass(frozen=True)
class Tally:
    """The results of one player at a table of so many seats.

    >>> Tally(wins=6, draws=2, losses=2).share
    0.7
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seats: int = 2

    def with_score(self, score: float) -> "Tally":
        """Add a game: 1 won, 0 lost, anything between a draw."""
        return Tally(
            self.wins + (score == 1.0), self.draws + (0.0 < score < 1.0), self.losses + (score == 0.0), self.seats
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of points; a draw is an equal share for every seat."""
        return (self.wins + self.draws / self.seats) / self.games if self.games else 1 / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share with 95 % confidence."""
        return wilson(self.share, self.games)
