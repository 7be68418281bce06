"""Ladders: players in order of strength, each against its neighbours and the next but one."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from fourfold.arena.duel import describe
from fourfold.arena.entrants import Entrant
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.games import Result, play_all
from fourfold.arena.runs.journal import Journal
from fourfold.arena.runs.schedule import Pairing, Setting, by_name
from fourfold.arena.statistics.ratings import Rating, estimate_elo, rate
from fourfold.arena.statistics.tally import Tally

DISTANCES = (1, 2)  # between the rungs that meet


@dataclass(frozen=True)
class Climb:
    """What came of a ladder: the results of each upper rung against a lower one, and ratings."""

    names: tuple[str, ...]
    tallies: dict[tuple[str, str], Tally]
    ratings: dict[str, Rating]
    elo: dict[str, Rating] | None  # only of two seats: the law knows no more
    forfeits: int

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
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
                {
                    "upper": upper,
                    "lower": lower,
                    "wins": tally.wins,
                    "draws": tally.draws,
                    "losses": tally.losses,
                    "share": round(tally.share, 4),
                    "interval": [round(bound, 4) for bound in tally.interval],
                }
                for (upper, lower), tally in self.tallies.items()
            ],
            "forfeits": self.forfeits,
        }


@dataclass(frozen=True)
class Ladder:
    """Players from the weakest up; every pair of neighbours, and of next neighbours, plays so many games.

    All pairs advance together, opening by opening, so that a run that was stopped says something about each.

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
        """Who meets: the upper rung first."""
        names = [entrant.name for entrant in self.entrants]
        return [
            (names[place + distance], names[place]) for distance in DISTANCES for place in range(len(names) - distance)
        ]

    def pairings(self) -> list[Pairing]:
        """All games in their order; each pair's number of games is rounded up to whole openings."""
        seats = self.setting.first().seats
        found: list[Pairing] = []
        for _ in range(-(-self.games // seats)):
            for upper, lower in self.pairs:
                group = len(found) // seats
                for seat in range(seats):
                    names = tuple(upper if place == seat else lower for place in range(seats))
                    found.append(Pairing(len(found), group, names))
        return found

    def play(self, jobs: int | None = None, path: Path | None = None, ray: str | None = None) -> Iterator[Result]:
        """Play, and give each game; those kept in the file are not played again."""
        if self.games < 1:
            raise BadLimit("arena.bad_games", games=self.games)
        if len(self.entrants) < 2 or len(by_name(self.entrants)) < len(self.entrants):
            raise BadLimit("arena.bad_ladder")
        pairings = self.pairings()
        names = [entrant.name for entrant in self.entrants]
        with Journal(path, describe(self.setting, names)) as journal:
            old = journal.kept[: len(pairings)]
            with closing(play_all(self.setting, by_name(self.entrants), pairings[len(old) :], jobs, ray)) as new:
                for place, result in enumerate(chain(old, new)):
                    if place >= len(old):
                        journal.add(result)
                    yield result

    def judge(self, results: Sequence[Result]) -> Climb:
        """Reckon what the games tell."""
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
