"""Duels: one player against another, with balanced seats and openings, optionally stopped by an SPRT."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fourfold.arena.entrants import Entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.games import Result
from fourfold.arena.runs.journal import Journal
from fourfold.arena.runs.schedule import Setting, pair
from fourfold.arena.statistics.sprt import Test
from fourfold.arena.statistics.tally import Tally, elo


@dataclass(frozen=True)
class DuelStanding:
    """The standing of a duel: the tally of the first player, the test if there is one, forfeits and longest times."""

    tally: Tally
    test: Test | None = None
    forfeits: dict[str, int] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()  # of the forfeits, each once
    slowest: dict[str, float] = field(default_factory=dict)

    def with_result(self, result: Result, score: float) -> "DuelStanding":
        """Add a game, but not to the test."""
        forfeits, slowest, reasons = dict(self.forfeits), dict(self.slowest), self.reasons
        if result.forfeit is not None:
            name = result.names[result.forfeit]
            forfeits[name] = forfeits.get(name, 0) + 1
            reasons = reasons if result.reason in reasons else (*reasons, result.reason)
        for name, seconds in zip(result.names, result.slowest, strict=True):
            slowest[name] = max(slowest.get(name, 0.0), seconds)
        return DuelStanding(self.tally.with_score(score), self.test, forfeits, reasons, slowest)

    def as_json(self) -> dict[str, Any]:
        """The standing as JSON."""
        rating = elo(self.tally.share)
        found: dict[str, Any] = {
            "games": self.tally.games,
            **self.tally.as_json(),
            "elo": None if rating is None or self.tally.seats > 2 else round(rating),
            "forfeits": self.forfeits,
            "reasons": list(self.reasons),
            "slowest": self.slowest,
        }
        if self.test is not None:
            found["test"] = {
                "low": self.test.low,
                "high": self.test.high,
                "evidence": round(self.test.evidence, 3),
                "verdict": self.test.verdict,
            }
        return found


@dataclass(frozen=True)
class Duel:
    """One player on one seat against another on all others; every opening is played on each seat once.

    >>> from fourfold.arena.entrants import find_entrant
    >>> duel = Duel(Setting("qawale"), find_entrant("simple"), find_entrant("random"), games=4)
    >>> [standing.tally.wins for standing in duel.play(jobs=1)][-1]
    4
    """

    setting: Setting
    one: Entrant
    other: Entrant
    games: int
    test: Test | None = None

    def play(self, jobs: int | None = None, path: Path | None = None, ray: str | None = None) -> Iterator[DuelStanding]:
        """Play, and yield the standing after each game; games in the journal are not played again."""
        seats = self.setting.first().seats
        if self.games < 1:
            raise BadLimit("arena.bad_games", games=self.games)
        one, other = self.one, self.other
        if one.name == other.name:
            other = replace(other, name=f"{other.name} (2)")
        standing = DuelStanding(Tally(seats=seats), self.test)
        pairings = list(pair(one.name, other.name, seats, self.games))
        group: list[float] = []
        with (
            Journal(path, self.setting.describe([self.one.name, self.other.name])) as journal,
            closing(journal.play(self.setting, [one, other], pairings, jobs, ray)) as results,
        ):
            for result in results:
                group.append(result.score(one.name))
                standing = standing.with_result(result, group[-1])
                if len(group) == seats:
                    standing = replace(standing, test=standing.test and standing.test.with_group(group))
                    group = []
                yield standing
                if standing.test is not None and standing.test.verdict is not None:
                    break
