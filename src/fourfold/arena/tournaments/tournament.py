"""Tournaments: round robin, Swiss system and knock-out, as a pure function of the scores so far.

A tournament keeps no state. A command or a server passes the known scores and gets the games that are due, so a
tournament can be stopped, resumed, and rebuilt from its games at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from fourfold.arena.errors import BadTournament
from fourfold.arena.tournaments.pairings import Meeting, pair_knockout, pair_round_robin, pair_swiss, pair_tables

System = Literal["round-robin", "swiss", "knockout"]
SYSTEMS: tuple[System, ...] = ("round-robin", "swiss", "knockout")
MOST_PLAYERS = 256
MOST_GAMES = 100
EXTRA_GAMES = 2  # tie-break rounds of a knock-out match, each with the same number of games


class Fixture(NamedTuple):
    """One game: its round, table and number at the table, all from 0 on, and the players by seat."""

    round: int
    table: int
    game: int
    players: tuple[str, ...]

    @property
    def key(self) -> "Key":
        """The key of the game."""
        return self.round, self.table, self.game


Key = tuple[int, int, int]
Scores = Mapping[Key, tuple[float, ...]]  # of each finished game: the score of each seat, 1 in all


@dataclass(frozen=True)
class Round:
    """One round: its meetings, its byes, all games that are known to be needed, and whether all are over."""

    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...]
    fixtures: tuple[Fixture, ...]
    is_over: bool


@dataclass(frozen=True)
class Tournament:
    """The rules of a tournament. The players are in the order of their seeds, the strongest first.

    >>> tournament = Tournament("round-robin", ("a", "b", "c"))
    >>> [fixture.players for fixture in tournament.due({})]
    [('b', 'c')]
    >>> [fixture.players for fixture in tournament.due({(0, 0, 0): (1.0, 0.0)})]
    [('a', 'b')]
    """

    system: System
    players: tuple[str, ...]
    rounds: int = 0  # of a Swiss system; the others have a fixed number
    games: int = 1  # of a meeting; the seats rotate after each
    seats: int = 2
    joined: Mapping[str, int] = field(default_factory=dict)  # late comers, and their first round
    withdrawn: Mapping[str, int] = field(default_factory=dict)  # leavers, and the round in which they left

    def __post_init__(self) -> None:
        if self.system not in SYSTEMS:
            raise BadTournament("arena.tournament.system", system=self.system, known=", ".join(SYSTEMS))
        if len(set(self.players)) < len(self.players):
            raise BadTournament("arena.tournament.same")
        if not max(2, self.seats) <= len(self.players) <= MOST_PLAYERS:
            raise BadTournament(
                "arena.tournament.players", found=len(self.players), least=max(2, self.seats), most=MOST_PLAYERS
            )
        if not 1 <= self.games <= MOST_GAMES:
            raise BadTournament("arena.tournament.games", games=self.games, most=MOST_GAMES)
        if self.seats > 2 and self.system != "swiss":
            raise BadTournament("arena.tournament.seats", seats=self.seats)
        if self.system == "swiss" and not 1 <= self.rounds <= self.most_rounds:
            raise BadTournament("arena.tournament.rounds", rounds=self.rounds, most=self.most_rounds)

    @property
    def most_rounds(self) -> int:
        """The most rounds of a Swiss system, about as many as are possible without rematches."""
        return max(1, len(self.players) - 1)

    @property
    def bye(self) -> float:
        """The points of a bye: as many as a meeting can bring; none in a round robin, where everybody has one."""
        return 0.0 if self.system == "round-robin" else float(self.games)

    def played(self, scores: Scores) -> list[Round]:
        """All rounds so far: those that are over, and the current one."""
        rounds: list[Round] = []
        while len(rounds) < self.last_round and self._can_pair(len(rounds)):
            meetings, byes = self._pair(rounds, scores)
            found = self._round(len(rounds), meetings, byes, scores)
            rounds.append(found)
            if not found.is_over:
                break
        return rounds

    def due(self, scores: Scores) -> list[Fixture]:
        """The games to play now; none when the tournament is over."""
        rounds = self.played(scores)
        return [fixture for fixture in rounds[-1].fixtures if fixture.key not in scores] if rounds else []

    def is_over(self, scores: Scores) -> bool:
        """Whether all games are played."""
        return not self.due(scores)

    def players_of(self, number: int) -> tuple[str, ...]:
        """The players who are paired in a round: those who have come, and not withdrawn in an earlier round."""
        return tuple(
            player
            for player in self.players
            if self.joined.get(player, 0) <= number <= self.withdrawn.get(player, number)
        )

    def has_left(self, player: str, number: int) -> bool:
        """Whether a player has withdrawn in a round, after it was paired, or before it."""
        return self.withdrawn.get(player, number + 1) <= number

    def walkover(self, fixture: Fixture) -> tuple[float, ...] | None:
        """The score of a game that is not played because a player has withdrawn: the others share the point."""
        there = [player for player in fixture.players if not self.has_left(player, fixture.round)]
        if len(there) == len(fixture.players):
            return None
        return tuple(1 / len(there) if player in there else 0.0 for player in fixture.players)

    def _can_pair(self, number: int) -> bool:
        """Whether there are enough players; a Swiss system ends where there are not."""
        return self.system != "swiss" or len(self.players_of(number)) >= self.seats

    @property
    def last_round(self) -> int:
        """How many rounds are planned."""
        count = len(self.players)
        if self.system == "swiss":
            return self.rounds
        if self.system == "round-robin":
            return count - 1 + count % 2
        return (count - 1).bit_length()

    def _pair(self, before: Sequence[Round], scores: Scores) -> tuple[list[Meeting], list[str]]:
        if self.system == "round-robin":
            return pair_round_robin(self.players, len(before))
        if self.system == "knockout":
            return pair_knockout(self.players, [self.winners(played, scores) for played in before])
        history = tuple(
            (tuple((each, points_of(each, played.fixtures, scores)) for each in played.meetings), played.byes)
            for played in before
        )
        there = self.players_of(len(before))
        if self.seats == 2:
            return pair_swiss(there, history, self.rounds, self.bye)
        return pair_tables(there, history, self.seats, self.bye)

    def _round(self, number: int, meetings: Sequence[Meeting], byes: Sequence[str], scores: Scores) -> Round:
        fixtures: list[Fixture] = []
        for table, meeting in enumerate(meetings):
            fixtures += self._fixtures(number, table, meeting, scores)
        is_over = all(fixture.key in scores for fixture in fixtures)
        return Round(tuple(meetings), tuple(byes), tuple(fixtures), is_over)

    def _fixtures(self, number: int, table: int, meeting: Meeting, scores: Scores) -> list[Fixture]:
        """The games of a meeting; a tie in a knock-out gets a few tie-break rounds."""
        fixtures: list[Fixture] = []
        for _ in range(1 + EXTRA_GAMES if self.system == "knockout" else 1):
            first = len(fixtures)
            fixtures += [
                Fixture(number, table, game, rotate(meeting, game)) for game in range(first, first + self.games)
            ]
            made = points_of(meeting, fixtures, scores)
            if any(fixture.key not in scores for fixture in fixtures) or len(set(made)) > 1:
                break
        return fixtures

    def winners(self, played: Round, scores: Scores) -> list[str]:
        """The players that advance: winners and byes; after all tie-breaks the better seed who is still there."""
        winners = list(played.byes)
        number = played.fixtures[0].round if played.fixtures else 0
        for meeting in played.meetings:
            made = points_of(meeting, played.fixtures, scores)
            best = max(made)
            tied = [player for player, points in zip(meeting, made, strict=True) if points == best]
            winners.append(min(tied, key=lambda player: (self.has_left(player, number), self.players.index(player))))
        return winners


def rotate(meeting: Meeting, game: int) -> Meeting:
    """The players by seat in a game of a meeting: everybody moves up a seat from game to game.

    >>> rotate(("a", "b", "c"), 1)
    ('b', 'c', 'a')
    """
    turn = game % len(meeting)
    return meeting[turn:] + meeting[:turn]


def points_of(meeting: Meeting, fixtures: Sequence[Fixture], scores: Scores) -> tuple[float, ...]:
    """The points of each player of a meeting so far."""
    made = dict.fromkeys(meeting, 0.0)
    for fixture in fixtures:
        if set(fixture.players) == made.keys() and fixture.key in scores:
            for player, score in zip(fixture.players, scores[fixture.key], strict=True):
                made[player] += score
    return tuple(made.values())
