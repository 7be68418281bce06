"""Duels: one player against another, with balanced seats and openings."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from fourfold.arena.entrants import Entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.games import Result, play_all
from fourfold.arena.runs.journal import Journal
from fourfold.arena.runs.schedule import Setting, by_name, pair
from fourfold.arena.statistics.sprt import Test
from fourfold.arena.statistics.tally import Tally, elo


@dataclass(frozen=True)
class DuelStanding:
    """How a duel stands: the results of the first player, the test where there is one, and what happened beside."""

    tally: Tally
    test: Test | None = None
    forfeits: dict[str, int] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()  # of the forfeits, each once
    slowest: dict[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
        low, high = self.tally.interval
        rating = elo(self.tally.share)
        found: dict[str, Any] = {
            "games": self.tally.games,
            "wins": self.tally.wins,
            "draws": self.tally.draws,
            "losses": self.tally.losses,
            "share": round(self.tally.share, 4),
            "interval": [round(low, 4), round(high, 4)],
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
    """One player on one seat against the other on all others; every opening is played on each seat once.

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
        """Play, and give the standing after each game; those kept in the file are not played again."""
        seats = self.setting.first().seats
        if self.games < 1:
            raise BadLimit("arena.bad_games", games=self.games)
        one, other = self.one, self.other
        if one.name == other.name:
            other = replace(other, name=f"{other.name} (2)")
        standing = DuelStanding(Tally(seats=seats), self.test)
        group: list[float] = []
        with Journal(path, describe(self.setting, [self.one.name, self.other.name])) as journal:
            pairings = list(pair(one.name, other.name, seats, self.games))
            old = journal.kept[: self.games]
            with closing(play_all(self.setting, by_name([one, other]), pairings[len(old) :], jobs, ray)) as new:
                for place, result in enumerate(chain(old, new)):
                    if place >= len(old):
                        journal.add(result)
                    group.append(result.score(one.name))
                    standing = _with_result(standing, result, group[-1])
                    if len(group) == seats:
                        standing = replace(standing, test=standing.test and standing.test.with_group(group))
                        group = []
                    yield standing
                    if standing.test is not None and standing.test.verdict is not None:
                        break


def describe(setting: Setting, names: Sequence[str]) -> dict[str, Any]:
    """What makes a run what it is: the first line of its file."""
    return {
        "format": 1,
        "game": setting.game,
        "options": {key: str(value) for key, value in sorted(setting.options.items())},
        "position": setting.position,
        "players": list(names),
        "seconds": setting.thinking.seconds,
        "nodes": setting.thinking.nodes,
        "seed": setting.seed,
    }


def _with_result(standing: DuelStanding, result: Result, score: float) -> DuelStanding:
    forfeits, slowest, reasons = dict(standing.forfeits), dict(standing.slowest), standing.reasons
    if result.forfeit is not None:
        name = result.names[result.forfeit]
        forfeits[name] = forfeits.get(name, 0) + 1
        reasons = reasons if result.reason in reasons else (*reasons, result.reason)
    for name, seconds in zip(result.names, result.slowest, strict=True):
        slowest[name] = max(slowest.get(name, 0.0), seconds)
    tally = standing.tally.with_score(score)
    return replace(standing, tally=tally, forfeits=forfeits, reasons=reasons, slowest=slowest)
