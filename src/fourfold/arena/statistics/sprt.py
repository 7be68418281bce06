"""The sequential test: plays on only as long as the answer is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from fourfold.arena.errors import BadLimit

ERROR = 0.05
MARGIN = 0.05


@dataclass(frozen=True)
class Test:
    """Tells a share of points of `low` or less from one of `high` or more, each wrong with 5 % at most (Wald's SPRT).

    A game with score x, 1 for a win and 0 for a loss, adds x·ln(high/low) + (1 - x)·ln((1 - high)/(1 - low)): for
    wins and losses this is the plain test of two binomials, and a draw is that part of a win. We look only when all
    games of an opening, one for each seat, are over. Two reasons make the errors hold without further approximation,
    whatever the share of draws and however much a seat is worth. The factor that a game multiplies the evidence with
    is a convex function of x, so between 0 and 1 it expects no more than with wins and losses of the same mean. And
    for seats of unlike worth the product of these means is at most the power of their mean. So under `low` the evidence
    is no more than a fair bet, and exceeds 1/error with a chance of at most `error` at any time (Ville); the same the
    other way round. A test of five classes of pairs (pentanomial) would need somewhat fewer games where most are drawn,
    but estimates a variance, which our small numbers of very uneven games do not give.

    >>> test = Test(0.45, 0.55)
    >>> [test.with_group([1.0, 1.0] * rounds).verdict for rounds in (5, 10)]
    [None, 'high']
    """

    low: float
    high: float
    evidence: float = 0.0  # logarithm of the likelihood ratio

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise BadLimit("arena.bad_test", low=str(self.low), high=str(self.high))

    @classmethod
    def about(cls, share: float, margin: float = MARGIN) -> "Test":
        """The test that tells a margin below a share from a margin above it."""
        return cls(round(share - margin, 6), round(share + margin, 6))

    def with_group(self, scores: Sequence[float]) -> "Test":
        """Add the games of an opening."""
        win, loss = log(self.high / self.low), log((1 - self.high) / (1 - self.low))
        return Test(self.low, self.high, self.evidence + sum(x * win + (1 - x) * loss for x in scores))

    @property
    def verdict(self) -> str | None:
        """`high` or `low` where the other is refuted, None while it is open."""
        if abs(self.evidence) < log(1 / ERROR):
            return None
        return "high" if self.evidence > 0 else "low"
