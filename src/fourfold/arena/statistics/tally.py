"""Tallies of wins, draws and losses, with the Wilson interval and the Elo difference."""

from dataclasses import dataclass
from math import log10
from typing import Any

from fourfold.arena.statistics.estimate import wilson


def elo(share: float) -> float | None:
    """The Elo difference that a share of the points means between two players; None for 0 and 1.

    >>> round(elo(0.64))
    100
    """
    return -400 * log10(1 / share - 1) if 0 < share < 1 else None


@dataclass(frozen=True)
class Tally:
    """The results of one player in games with so many seats.

    >>> Tally(wins=6, draws=2, losses=2).share
    0.7
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seats: int = 2

    def with_score(self, score: float) -> "Tally":
        """Add a game by its score: 1 is a win, 0 a loss, anything between a draw."""
        return Tally(
            self.wins + (score == 1.0), self.draws + (0.0 < score < 1.0), self.losses + (score == 0.0), self.seats
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points; a draw is shared equally by all seats."""
        return (self.wins + self.draws / self.seats) / self.games if self.games else 1 / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the share."""
        return wilson(self.share, self.games)

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON."""
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "share": round(self.share, 4),
            "interval": [round(bound, 4) for bound in self.interval],
        }
