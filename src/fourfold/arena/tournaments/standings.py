"""Standings of a tournament: points, tie-breaks (Buchholz, Sonneborn-Berger, direct encounter), cross table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.arena.tournaments.tournament import Round, Scores, Tournament, points_of

TIE_BREAKS: dict[str, tuple[str, ...]] = {  # in the order in which they decide between equal points
    "round-robin": ("berger", "direct", "wins"),
    "swiss": ("buchholz", "berger", "direct", "wins"),
    "knockout": (),
}


@dataclass
class Standing:
    """The standing of one player: points, wins and tie-breaks. Players equal in all have the same rank."""

    player: str
    rank: int = 0
    points: float = 0.0
    games: int = 0
    wins: int = 0
    byes: int = 0
    reached: int = 0  # rounds won in a knock-out
    against: dict[str, float] = field(default_factory=dict)  # points against each opponent
    buchholz: float = 0.0
    berger: float = 0.0
    direct: float = 0.0

    def as_json(self, tie_breaks: tuple[str, ...]) -> dict[str, Any]:
        """The standing as JSON."""
        return {
            "rank": self.rank, "player": self.player, "points": self.points, "games": self.games, "wins": self.wins,
            "byes": self.byes, "against": self.against,
            "tie_breaks": {name: getattr(self, name) for name in tie_breaks},
        }  # fmt: skip


def stand(tournament: Tournament, scores: Scores) -> list[Standing]:
    """The standings after the known scores, the best first.

    >>> from fourfold.arena.tournaments.tournament import Tournament
    >>> found = stand(Tournament("round-robin", ("a", "b")), {(0, 0, 0): (0.0, 1.0)})
    >>> [(each.rank, each.player, each.points) for each in found]
    [(1, 'b', 1.0), (2, 'a', 0.0)]
    """
    found = {player: Standing(player) for player in tournament.players}
    rounds = tournament.played(scores)
    for played in rounds:
        _add_round(found, played, scores, tournament.bye)
    if tournament.system == "knockout":
        _add_reached(found, tournament, rounds, scores)
    _add_tie_breaks(found, tournament.seats)
    names = TIE_BREAKS[tournament.system]

    def merit(one: Standing) -> tuple[float, ...]:
        if tournament.system == "knockout":
            return (one.reached,)
        return (one.points, *(getattr(one, name) for name in names))

    seeds = {player: place for place, player in enumerate(tournament.players)}
    order = sorted(found.values(), key=lambda one: (*(-value for value in merit(one)), seeds[one.player]))
    for place, one in enumerate(order):
        same = place and merit(one) == merit(order[place - 1])
        one.rank = order[place - 1].rank if same else place + 1
    return order


def _add_round(found: Mapping[str, Standing], played: Round, scores: Scores, bye: float) -> None:
    """Add a round; a game without any point, which was called off, counts for nothing."""
    counted = [fixture for fixture in played.fixtures if any(scores.get(fixture.key, ()))]
    for player in played.byes:
        found[player].points += bye
        found[player].byes += 1
    for meeting in played.meetings:
        for player, made in zip(meeting, points_of(meeting, played.fixtures, scores), strict=True):
            found[player].points += made
            for other in meeting:
                if other != player and any(player in fixture.players for fixture in counted):
                    found[player].against[other] = found[player].against.get(other, 0.0) + made
    for fixture in counted:
        for player, score in zip(fixture.players, scores[fixture.key], strict=True):
            found[player].games += 1
            found[player].wins += score == 1.0


def _add_reached(found: Mapping[str, Standing], tournament: Tournament, rounds: list[Round], scores: Scores) -> None:
    for played in rounds:
        if played.is_over:
            for player in tournament.winners(played, scores):
                found[player].reached += 1


def _add_tie_breaks(found: Mapping[str, Standing], seats: int) -> None:
    """Compute the tie-breaks; a bye counts as a table of opponents with the player's own points."""
    for one in found.values():
        one.buchholz = sum(found[other].points for other in one.against) + one.byes * (seats - 1) * one.points
        one.berger = sum(made * found[other].points for other, made in one.against.items())
        tied = [other for other in found.values() if other.points == one.points and other is not one]
        one.direct = sum(one.against.get(other.player, 0.0) for other in tied)


def cross_table(tournament: Tournament, scores: Scores) -> list[list[float | None]]:
    """Points of each player against each other, in the order of the standings; None where they did not meet."""
    order = stand(tournament, scores)
    return [[one.against.get(other.player) for other in order] for one in order]
