"""Ladders: players in order of strength; each plays its neighbours and the next but one, which gives ratings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.entrants import Entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.games import Result
from fourfold.arena.runs.journal import Journal
from fourfold.arena.runs.schedule import Pairing, Setting, pair
from fourfold.arena.statistics.estimate import Estimate
from fourfold.arena.statistics.ratings import estimate_elo, rate
from fourfold.arena.statistics.tally import Tally

DISTANCES = (1, 2)  # between players that meet


@dataclass(frozen=True)
class Climb:
    """The results of a ladder: a tally of the stronger player for each pair, and ratings."""

    names: tuple[str, ...]
    tallies: dict[tuple[str, str], Tally]
    ratings: dict[str, Estimate]
    elo: dict[str, Estimate] | None  # only for two seats
    forfeits: int

    def as_json(self) -> dict[str, Any]:
        """The results as JSON."""
        return {
            "levels": [
                {
                    "id": name,
                    "rating": self.ratings[name].as_json(),
                    "elo": self.elo[name].as_json() if self.elo else None,
                }
                for name in self.names
            ],
            "pairs": [
                {"upper": upper, "lower": lower, **tally.as_json()} for (upper, lower), tally in self.tallies.items()
            ],
            "forfeits": self.forfeits,
        }


@dataclass(frozen=True)
class Ladder:
    """Players from the weakest up; every pair at a distance of 1 or 2 plays so many games.

    All pairs advance together, opening by opening, so that an interrupted run has results of each.

    >>> from fourfold.arena.entrants import find_entrant
    >>> ladder = Ladder(Setting("qawale"), [find_entrant("random"), find_entrant("simple")], games=4)
    >>> results = list(ladder.play(jobs=1))
    >>> ladder.judge(results).tallies["simple", "random"].wins
    4
    """

    setting: Setting
    entrants: Sequence[Entrant]
    games: int

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs that meet, the stronger player first."""
        names = [entrant.name for entrant in self.entrants]
        return [
            (names[place + distance], names[place]) for distance in DISTANCES for place in range(len(names) - distance)
        ]

    def pairings(self) -> list[Pairing]:
        """All games in order; the number of games of a pair is rounded up to whole openings."""
        seats = self.setting.first().seats
        found: list[Pairing] = []
        for _ in range(-(-self.games // seats)):
            for upper, lower in self.pairs:
                found += pair(upper, lower, seats, seats, first=len(found))
        return found

    def play(self, jobs: int | None = None, path: Path | None = None, ray: str | None = None) -> Iterator[Result]:
        """Play, and yield each result; games in the journal are not played again."""
        if self.games < 1:
            raise BadLimit("arena.bad_games", games=self.games)
        names = [entrant.name for entrant in self.entrants]
        if len(names) < 2 or len(set(names)) < len(names):
            raise BadLimit("arena.bad_ladder")
        with Journal(path, self.setting.describe(names)) as journal:
            yield from journal.play(self.setting, self.entrants, self.pairings(), jobs, ray)

    def judge(self, results: Sequence[Result]) -> Climb:
        """Compute tallies and ratings."""
        seats = self.setting.first().seats
        tallies = {pair: Tally(seats=seats) for pair in self.pairs}
        for result in results:
            pair = next(pair for pair in tallies if set(pair) == set(result.names))
            tallies[pair] = tallies[pair].with_score(result.score(pair[0]))
        names = tuple(entrant.name for entrant in self.entrants)
        points = {pair: (tally.share * tally.games, tally.games) for pair, tally in tallies.items()}
        return Climb(
            names,
            tallies,
            rate(names, results),
            estimate_elo(names, points) if seats == 2 else None,
            sum(result.forfeit is not None for result in results),
        )
