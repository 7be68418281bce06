"""Local tournaments of computer players: played round by round in a process pool, stored in a journal."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.entrants import Entrant
from fourfold.arena.runs.games import Result
from fourfold.arena.runs.journal import Journal
from fourfold.arena.runs.schedule import Pairing, Setting
from fourfold.arena.statistics.ratings import rate
from fourfold.arena.tournaments.standings import TIE_BREAKS, stand
from fourfold.arena.tournaments.tournament import Fixture, Key, Tournament


@dataclass(frozen=True)
class LocalTournament:
    """A tournament with its players, in the order of their seeds.

    >>> from fourfold.arena.entrants import find_entrant
    >>> entrants = [find_entrant(name) for name in ("random", "simple")]
    >>> contest = LocalTournament(Setting("qawale"), Tournament("round-robin", ("random", "simple"), games=2), entrants)
    >>> results = list(contest.play(jobs=1))
    >>> [(each.player, each.points) for each in stand(contest.tournament, contest.scores(results))]
    [('simple', 2.0), ('random', 0.0)]
    """

    setting: Setting
    tournament: Tournament
    entrants: Sequence[Entrant]

    def play(self, jobs: int | None = None, path: Path | None = None, ray: str | None = None) -> Iterator[Result]:
        """Play all rounds, and yield each result; games in the journal are not played again."""
        with Journal(path, self.describe()) as journal:
            results: list[Result] = []
            while fixtures := self.tournament.due(self.scores(results)):
                pairings = [self.pairing(number, fixture) for number, fixture in enumerate(fixtures, len(results))]
                with closing(journal.play(self.setting, self.entrants, pairings, jobs, ray)) as played:
                    for result in played:
                        results.append(result)
                        yield result

    def describe(self) -> dict[str, Any]:
        """The first line of the journal."""
        agreed = self.tournament
        return {
            **self.setting.describe(agreed.players),
            "system": agreed.system, "rounds": agreed.rounds, "games": agreed.games,
        }  # fmt: skip

    def pairing(self, number: int, fixture: Fixture) -> Pairing:
        """The game of a fixture. One rotation of the seats shares opening and deals, so that luck is balanced."""
        seats = len(fixture.players)
        group = (fixture.round << 20) + (fixture.table << 8) + fixture.game // seats
        return Pairing(number, group, fixture.players)

    def scores(self, results: Sequence[Result]) -> dict[Key, tuple[float, ...]]:
        """The scores of the games, which were played in the order in which they were due."""
        scores: dict[Key, tuple[float, ...]] = {}
        left = list(results)
        while left:
            fixtures = self.tournament.due(scores)
            if not fixtures:
                break
            for fixture, result in zip(fixtures, left, strict=False):
                scores[fixture.key] = score_of(result)
            left = left[len(fixtures) :]
        return scores

    def as_json(self, results: Sequence[Result]) -> dict[str, Any]:
        """The tournament as JSON."""
        scores = self.scores(results)
        names = TIE_BREAKS[self.tournament.system]
        ratings = rate(self.tournament.players, results)
        return {
            "system": self.tournament.system,
            "rounds": [
                {
                    "games": [{"players": f.players, "scores": scores.get(f.key)} for f in played.fixtures],
                    "byes": played.byes,
                }
                for played in self.tournament.played(scores)
            ],
            "standings": [one.as_json(names) for one in stand(self.tournament, scores)],
            "ratings": {name: rating.as_json() for name, rating in ratings.items()},
            "forfeits": sum(result.forfeit is not None for result in results),
        }


def score_of(result: Result) -> tuple[float, ...]:
    """The score of each seat: 1 in all, shared by those who did not lose."""
    seats = len(result.names)
    winners = result.winners or tuple(range(seats))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
