"""The sequential probability ratio test (SPRT): a duel ends as soon as the result is significant."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from fourfold.arena.errors import BadLimit

ERROR = 0.05
MARGIN = 0.05


@dataclass(frozen=True)
class Test:
    """Wald's SPRT: tells a share of points of `low` or less from one of `high` or more, with errors of 5 % at most.

    A game with score x, 1 for a win and 0 for a loss, adds x·ln(high/low) + (1 - x)·ln((1 - high)/(1 - low)): for
    wins and losses this is the test of two binomials, and a draw is a fraction of a win. The test is evaluated when all
    games of an opening, one for each seat, are over. The error bounds are exact for any share of draws and any
    advantage of a seat, for two reasons. The factor of a game is a convex function of x, so its expectation is at most
    that of wins and losses with the same mean. And for seats of unequal advantage the product of these means is at most
    the power of their mean. So under `low` the likelihood ratio is a supermartingale, and exceeds 1/error with a
    probability of at most `error` at any time (Ville's inequality); the same holds the other way round. A pentanomial
    test would need somewhat fewer games where most are drawn, but it estimates a variance, which small numbers of very
    uneven games do not give.

    >>> test = Test(0.45, 0.55)
    >>> [test.with_group([1.0, 1.0] * rounds).verdict for rounds in (5, 10)]
    [None, 'high']
    """

    low: float
    high: float
    evidence: float = 0.0  # log-likelihood ratio (LLR)

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise BadLimit("arena.bad_test", low=str(self.low), high=str(self.high))

    @classmethod
    def about(cls, share: float, margin: float = MARGIN) -> "Test":
        """Make the test that tells a share minus a margin from the share plus the margin."""
        return cls(round(share - margin, 6), round(share + margin, 6))

    def with_group(self, scores: Sequence[float]) -> "Test":
        """Add the games of an opening."""
        win, loss = log(self.high / self.low), log((1 - self.high) / (1 - self.low))
        return Test(self.low, self.high, self.evidence + sum(x * win + (1 - x) * loss for x in scores))

    @property
    def verdict(self) -> str | None:
        """`high` or `low` where the other hypothesis is rejected, None before."""
        if abs(self.evidence) < log(1 / ERROR):
            return None
        return "high" if self.evidence > 0 else "low"
