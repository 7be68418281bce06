"""Tournaments at the table: people, programs and computers enter, and rounds are made by themselves.

A tournament's games are matches like all others. A match's name says which game of which tournament it is, so a game
cannot be set up twice, whoever tries, and a process that ends half way loses nothing.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Literal

import msgspec
import structlog

from fourfold.arena.tournaments.tournament import Fixture, Key, System, Tournament
from fourfold.match.match import Match
from fourfold.match.refusal import Refused
from fourfold.match.settings import Seat, Settings
from fourfold.store.errors import MatchExists, TournamentChanged, UnknownMatch
from fourfold.store.futures import settle
from fourfold.store.store import Store
from fourfold.store.tables import tournaments as stored
from fourfold.store.tables.ratings import RatingRow
from fourfold.web.accounts.sessions import name_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.contests.ratings import player_of, table_of
from fourfold.web.ids import fresh_id
from fourfold.web.live.service import Service

Status = Literal["open", "running", "over"]
NAME = re.compile(r"(?P<tournament>.+)-r(?P<round>\d+)t(?P<table>\d+)g(?P<game>\d+)")
LONGEST_NAME = 80
MOST_ENTRIES = 64  # more would let one tournament fill the table
NEWCOMER = 0.0  # where somebody without a rating stands among the seeds: a new rating's sure part

log = structlog.get_logger()


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament as it stands: what was agreed, and who has entered; when it has begun, in the order of the seeds.

    People stand there by their ids alone; what they are called is looked up, so that a name can be forgotten.
    """

    name: str
    creator: str
    system: System
    settings: Settings
    rounds: int = 0
    games: int = 1
    entries: tuple[Seat, ...] = ()
    status: Status = "open"

    def tournament(self) -> Tournament:
        """The rules that it goes by; an error says what cannot be played."""
        players = tuple(player_of(entry) for entry in self.entries)
        return Tournament(self.system, players, self.rounds, self.games, self.settings.seats)


def match_name(tournament_id: str, fixture: Fixture) -> str:
    """The id of a tournament's game."""
    return f"{tournament_id}-r{fixture.round}t{fixture.table}g{fixture.game}"


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, store: Store, service: Service) -> None:
        self.store = store
        self.service = service
        self.scores: dict[str, dict[Key, tuple[float, ...]]] = {}  # of the games that are over, as far as known

    async def go_on_with_all(self) -> None:
        """Go on with every tournament that is being played: a process may have ended before it did."""
        for row in await self.store.read_async(self.store.tournaments.search, ["running"], 10_000):
            try:
                await self.go_on(row.id)
            except Exception as error:  # whatever is wrong with it, the others go on
                log.error("tournament_not_resumed", tournament=row.id, exc_info=error)

    # ----- setting up

    async def create(self, contest: TournamentState) -> str:
        """Set up a tournament that can be entered."""
        await self.service.need(contest.settings.game)
        contest.settings.check()
        if not 1 <= len(contest.name.strip()) <= LONGEST_NAME or not contest.name.isprintable():
            raise Refused("web.contest.name", longest=LONGEST_NAME)
        if contest.rounds and contest.system != "swiss":
            raise Refused("web.contest.rounds_alone")
        # What its system cannot do is said now, with as many players as there could be.
        most = tuple(map(str, range(MOST_ENTRIES)))
        Tournament(contest.system, most, contest.rounds or 1, contest.games, contest.settings.seats)
        _check_entries(contest)
        contest = msgspec.structs.replace(contest, entries=tuple(map(nameless, contest.entries)))
        tournament_id = fresh_id()
        row = stored.TournamentRow(tournament_id, now_in_milliseconds(), contest.status, 1, _encode(contest))
        await settle(self.store.tournaments.add(row))
        return tournament_id

    async def find(self, tournament_id: str) -> TournamentState:
        """Find a tournament as it stands."""
        return decode(await self.store.read_async(self.store.tournaments.find, tournament_id))

    async def enter(self, tournament_id: str, entry: Seat) -> None:
        """Let somebody take part."""

        def add(contest: TournamentState) -> TournamentState:
            _check_open(contest)
            if any(player_of(entry) == player_of(other) for other in contest.entries):
                return contest
            return _check_entries(msgspec.structs.replace(contest, entries=(*contest.entries, nameless(entry))))

        await self.change(tournament_id, add)

    async def withdraw(self, tournament_id: str, player: str) -> None:
        """Let somebody not take part after all."""

        def remove(contest: TournamentState) -> TournamentState:
            _check_open(contest)
            kept = tuple(entry for entry in contest.entries if player_of(entry) != player)
            return msgspec.structs.replace(contest, entries=kept)

        await self.change(tournament_id, remove)

    async def begin(self, tournament_id: str, player: str) -> None:
        """Begin with those who have entered; who set it up decides when. The seeds are by rating."""
        known = await self.ratings_in(await self.find(tournament_id))

        def begun(contest: TournamentState) -> TournamentState:
            _check_open(contest)
            if player != contest.creator:
                raise Refused("web.contest.not_yours")
            count = len(contest.entries)
            rounds = contest.rounds or max(1, (count - 1).bit_length())
            ready = msgspec.structs.replace(
                contest, status="running", entries=seeded(contest, known), rounds=min(rounds, max(1, count - 1))
            )
            ready.tournament()
            return ready

        await self.change(tournament_id, begun)
        await self.go_on(tournament_id)

    async def ratings_in(self, contest: TournamentState) -> dict[str, RatingRow]:
        """The ratings of those who have entered, where they have one."""
        await self.service.need(contest.settings.game)
        pool, players = f"all {table_of(contest.settings)}", [player_of(entry) for entry in contest.entries]
        return await self.store.read_async(self.store.ratings.find, pool, players)

    async def change(self, tournament_id: str, decide: Callable[[TournamentState], TournamentState]) -> None:
        """Change a tournament; where somebody else did at the same moment, look again and decide again."""
        while True:
            row = await self.store.read_async(self.store.tournaments.find, tournament_id)
            before = decode(row)
            await self.service.need(before.settings.game)
            after = decide(before)
            if after == before:
                return
            new = stored.TournamentRow(row.id, row.created, after.status, row.version + 1, _encode(after))
            with suppress(TournamentChanged):
                await settle(self.store.tournaments.change(new))
                return

    # ----- playing

    async def go_on_after(self, match_id: str, _: Match) -> None:
        """A match is over: if it is a tournament's, set up what follows."""
        found = NAME.fullmatch(match_id)
        if found is not None:
            await self.go_on(found["tournament"])

    async def go_on(self, tournament_id: str) -> None:
        """Set up all games that are due, or end the tournament."""
        contest = await self.find(tournament_id)
        if contest.status != "running":
            return
        scores = await self.scores_of(tournament_id, contest)
        seats = {player_of(entry): entry for entry in await self.named(contest)}
        due = contest.tournament().due(scores)
        for fixture in due:
            with suppress(MatchExists):
                await self.service.create(
                    contest.settings, [seats[player] for player in fixture.players], contest.creator,
                    match_name(tournament_id, fixture), by_lot=False,
                )  # fmt: skip
        if not due:
            await self.change(tournament_id, lambda old: msgspec.structs.replace(old, status="over"))

    async def named(self, contest: TournamentState) -> list[Seat]:
        """Those who have entered, with what they are called now."""
        people = {entry.player for entry in contest.entries if entry.kind == "person"}
        known = await self.store.read_async(self.store.guests.find, people)
        return [
            msgspec.structs.replace(entry, name=name_of(known[entry.player])) if entry.player in known else entry
            for entry in contest.entries
        ]

    async def scores_of(self, tournament_id: str, contest: TournamentState) -> dict[Key, tuple[float, ...]]:
        """The scores of all games that are over; those that are not known here are looked for in the log."""
        known = self.scores.setdefault(tournament_id, {})
        if contest.status == "open":
            return known
        await self.service.need(contest.settings.game)
        tournament = contest.tournament()
        while True:
            due = await asyncio.to_thread(tournament.due, dict(known))  # the pairing of many takes its time
            new = await self._stored_scores(tournament_id, contest, due)
            if not new:
                return known
            known |= new

    async def _stored_scores(
        self, tournament_id: str, contest: TournamentState, fixtures: list[Fixture]
    ) -> dict[Key, tuple[float, ...]]:
        """The scores of these games that are over; who does not exist any more has lost those that were not begun."""
        people = {entry.player for entry in contest.entries if entry.kind == "person"}
        gone = people - (await self.store.read_async(self.store.guests.find, people)).keys() if fixtures else set()
        found: dict[Key, tuple[float, ...]] = {}
        for fixture in fixtures:
            name = match_name(tournament_id, fixture)
            try:
                if (await self.store.read_async(self.store.matches.find, name)).status == "over":
                    found[fixture.key] = score_of(Match.replay(await self.service.stored_events(name)))
            except UnknownMatch:
                if gone.intersection(fixture.players):
                    found[fixture.key] = score_without(fixture.players, gone)
        return found


def seeded(contest: TournamentState, known: Mapping[str, RatingRow]) -> tuple[Seat, ...]:
    """The entries, the strongest first; of two alike who came first."""

    def strength(entry: Seat) -> float:
        rating = known.get(player_of(entry))
        return NEWCOMER if rating is None else rating.mu - 3 * rating.sigma

    return tuple(sorted(contest.entries, key=strength, reverse=True))


def score_of(match: Match) -> tuple[float, ...]:
    """What each seat made of a match: 1 in all; a draw is shared."""
    assert match.ended is not None
    count, winner = len(match.seats), match.ended.winner
    return tuple(1 / count if winner is None else float(seat == winner) for seat in range(count))


def score_without(players: Sequence[str], gone: Collection[str]) -> tuple[float, ...]:
    """The score of a game that somebody does not come to: those who are there share it.

    >>> score_without(["a", "b", "c"], {"b"})
    (0.5, 0.0, 0.5)
    """
    there = [player for player in players if player not in gone] or players
    return tuple(1 / len(there) if player in there else 0.0 for player in players)


def nameless(entry: Seat) -> Seat:
    """An entry as it is kept: people without their names."""
    return msgspec.structs.replace(entry, name="") if entry.kind == "person" else entry


def _check_open(contest: TournamentState) -> None:
    if contest.status != "open":
        raise Refused("web.contest.begun")


def _check_entries(contest: TournamentState) -> TournamentState:
    if len(contest.entries) > MOST_ENTRIES:
        raise Refused("web.contest.full", most=MOST_ENTRIES)
    return contest


def _encode(contest: TournamentState) -> str:
    return msgspec.json.encode(contest).decode()


def decode(row: stored.TournamentRow) -> TournamentState:
    """A tournament as the store has it."""
    return msgspec.json.decode(row.body, type=TournamentState)
