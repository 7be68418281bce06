"""Tournaments of people, bots and computers: entries, seeding, pairings, and the creation of due matches.

A tournament's games are ordinary matches. The id of a match names its tournament and game, so creating it is
idempotent: no game is created twice, and nothing is lost when a process ends half way.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Literal, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from fourfold.arena.tournaments.tournament import Fixture, Key, System, Tournament
from fourfold.match.encoding import encode_json
from fourfold.match.match import Match
from fourfold.match.refusal import refuse_if
from fourfold.match.settings import Seat, Settings
from fourfold.store import Store, settle
from fourfold.store.errors import MatchExists, TournamentChanged, UnknownMatch
from fourfold.store.tables import tournaments as stored
from fourfold.web import clock, ids
from fourfold.web.accounts.sessions import name_of
from fourfold.web.contests.ratings import player_of, table_of
from fourfold.web.live.service import Service

Item = TypeVar("Item")
Status = Literal["open", "running", "over"]
NAME = re.compile(r"(?P<tournament>.+)-r(?P<round>\d+)t(?P<table>\d+)g(?P<game>\d+)")
LONGEST_TITLE = 80
MOST_ENTRIES = 64  # so that one tournament cannot fill the server
NEWCOMER = 0.0  # the strength of an unrated player: a new rating's mu - 3 sigma

log = structlog.get_logger()


class TournamentState(msgspec.Struct, frozen=True):
    """The stored state of a tournament: its settings and entries; from the start on, entries are in seeding order.

    People are stored by id without a name, so that a name can be erased.
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
        """The tournament's pairing rules; an error where it cannot be played."""
        players = tuple(player_of(entry) for entry in self.entries)
        return Tournament(self.system, players, self.rounds, self.games, self.settings.seats)

    def with_entries(self, entries: Sequence[Seat]) -> "TournamentState":
        """The state with these entries, people without names; refused where they are too many."""
        refuse_if("web.contest.full", len(entries) > MOST_ENTRIES, most=MOST_ENTRIES)
        stored_entries = (replace(entry, name="") if entry.kind == "person" else entry for entry in entries)
        return replace(self, entries=tuple(stored_entries))


def match_name(tournament_id: str, fixture: Fixture) -> str:
    """The match id of a tournament's game."""
    return f"{tournament_id}-r{fixture.round}t{fixture.table}g{fixture.game}"


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, store: Store, service: Service) -> None:
        self.store = store
        self.service = service
        self.scores: dict[str, dict[Key, tuple[float, ...]]] = {}  # cached scores of finished games

    async def advance_all(self) -> None:
        """Advance every running tournament: a process may have ended before it did."""
        for row in await self.store.read_async(self.store.tournaments.search, ["running"], 10_000):
            try:
                await self.advance(row.id)
            except Exception as error:  # whatever is wrong with it, the others go on
                log.error("tournament_not_resumed", tournament=row.id, exc_info=error)

    # ----- entries

    async def create(self, state: TournamentState) -> str:
        """Create a tournament that is open for entries; the result is its id."""
        await self.service.load_game(state.settings.game)
        state.settings.check()
        is_name = 1 <= len(state.name.strip()) <= LONGEST_TITLE and state.name.isprintable()
        refuse_if("web.contest.name", not is_name, longest=LONGEST_TITLE)
        refuse_if("web.contest.rounds_alone", bool(state.rounds) and state.system != "swiss")
        # A system that cannot play these settings is refused now, with the most players that there can be.
        most = tuple(map(str, range(MOST_ENTRIES)))
        Tournament(state.system, most, state.rounds or 1, state.games, state.settings.seats)
        state = state.with_entries(state.entries)
        tournament_id = ids.fresh_id()
        row = stored.TournamentRow(tournament_id, clock.now_in_milliseconds(), state.status, 1, _encode(state))
        await settle(self.store.tournaments.add(row))
        return tournament_id

    async def find(self, tournament_id: str) -> TournamentState:
        """Read a tournament."""
        return decode(await self.store.read_async(self.store.tournaments.find, tournament_id))

    async def enter(self, tournament_id: str, entry: Seat) -> None:
        """Enter a player."""

        def add(state: TournamentState) -> TournamentState:
            _check_open(state)
            if any(player_of(entry) == player_of(other) for other in state.entries):
                return state
            return state.with_entries((*state.entries, entry))

        await self.change(tournament_id, add)

    async def withdraw(self, tournament_id: str, player: str) -> None:
        """Withdraw a player."""

        def remove(state: TournamentState) -> TournamentState:
            _check_open(state)
            return state.with_entries([entry for entry in state.entries if player_of(entry) != player])

        await self.change(tournament_id, remove)

    async def begin(self, tournament_id: str, player: str) -> None:
        """Start the tournament, which only its creator can do, with the entries seeded by rating."""
        strengths = await self.strengths(await self.find(tournament_id))

        def begun(state: TournamentState) -> TournamentState:
            _check_open(state)
            refuse_if("web.contest.not_yours", player != state.creator)
            count = len(state.entries)
            rounds = state.rounds or max(1, (count - 1).bit_length())
            seeds = sorted(state.entries, key=lambda entry: -strengths.get(player_of(entry), NEWCOMER))
            ready = replace(state, status="running", entries=tuple(seeds), rounds=min(rounds, max(1, count - 1)))
            ready.tournament()
            return ready

        await self.change(tournament_id, begun)
        await self.advance(tournament_id)

    async def strengths(self, state: TournamentState) -> dict[str, float]:
        """The strengths of all rated players, for the seeding: mu - 3 sigma of their ratings."""
        await self.service.load_game(state.settings.game)
        pool, players = f"all {table_of(state.settings)}", [player_of(entry) for entry in state.entries]
        known = await self.store.read_async(self.store.ratings.find, pool, players)
        return {player: rating.mu - 3 * rating.sigma for player, rating in known.items()}

    async def change(self, tournament_id: str, decide: Callable[[TournamentState], TournamentState]) -> None:
        """Change a tournament (optimistic concurrency): where another process was faster, read it and decide again."""
        while True:
            row = await self.store.read_async(self.store.tournaments.find, tournament_id)
            before = decode(row)
            await self.service.load_game(before.settings.game)
            after = decide(before)
            if after == before:
                return
            new = stored.TournamentRow(row.id, row.created, after.status, row.version + 1, _encode(after))
            with suppress(TournamentChanged):
                await settle(self.store.tournaments.change(new))
                return

    # ----- rounds

    async def advance_after(self, match_id: str, _: Match) -> None:
        """Advance the tournament, if any, of a match that is over."""
        found = NAME.fullmatch(match_id)
        if found is not None:
            await self.advance(found["tournament"])

    async def advance(self, tournament_id: str) -> None:
        """Create all matches that are due, or end the tournament."""
        state = await self.find(tournament_id)
        if state.status != "running":
            return
        scores = await self.scores_of(tournament_id, state)
        seats = {player_of(entry): entry for entry in await self.named(state)}
        due = state.tournament().due(scores)
        for fixture in due:
            with suppress(MatchExists):
                await self.service.create(
                    state.settings, [seats[player] for player in fixture.players], state.creator,
                    match_name(tournament_id, fixture), by_lot=False,
                )  # fmt: skip
        if not due:
            await self.change(tournament_id, lambda old: replace(old, status="over"))

    async def named(self, state: TournamentState) -> list[Seat]:
        """The entries with their present names."""
        people = {entry.player for entry in state.entries if entry.kind == "person"}
        known = await self.store.read_async(self.store.guests.find, people)
        return [
            replace(entry, name=name_of(known[entry.player])) if entry.player in known else entry
            for entry in state.entries
        ]

    async def scores_of(self, tournament_id: str, state: TournamentState) -> dict[Key, tuple[float, ...]]:
        """The scores of all finished games; those not cached here are read from the store."""
        known = self.scores.setdefault(tournament_id, {})
        if state.status == "open":
            return known
        await self.service.load_game(state.settings.game)
        tournament = state.tournament()
        while True:
            due = await asyncio.to_thread(tournament.due, dict(known))  # pairing many players is slow
            new = await self._stored_scores(tournament_id, state, due)
            if not new:
                return known
            known |= new

    async def _stored_scores(
        self, tournament_id: str, state: TournamentState, fixtures: list[Fixture]
    ) -> dict[Key, tuple[float, ...]]:
        """The scores of those games that are over; erased players forfeit games that were not created."""
        people = {entry.player for entry in state.entries if entry.kind == "person"}
        gone = people - (await self.store.read_async(self.store.guests.find, people)).keys() if fixtures else set()
        found: dict[Key, tuple[float, ...]] = {}
        for fixture in fixtures:
            name = match_name(tournament_id, fixture)
            try:
                if (await self.store.read_async(self.store.matches.find, name)).status == "over":
                    found[fixture.key] = score_of(Match.replay(await self.service.stored_events(name)))
            except UnknownMatch:
                if gone.intersection(fixture.players):
                    there = [player for player in fixture.players if player not in gone]
                    found[fixture.key] = share_point(fixture.players, there or fixture.players)
        return found


def score_of(match: Match) -> tuple[float, ...]:
    """The score of each seat: the point of the winner, or shared after a draw."""
    assert match.ended is not None
    seats, winner = range(len(match.seats)), match.ended.winner
    return share_point(seats, seats if winner is None else [winner])


def share_point(players: Sequence[Item], winners: Collection[Item]) -> tuple[float, ...]:
    """The point of a game, shared by its winners.

    >>> share_point(["a", "b", "c"], ["a", "c"])
    (0.5, 0.0, 0.5)
    """
    return tuple(1 / len(winners) if player in winners else 0.0 for player in players)


def _check_open(state: TournamentState) -> None:
    refuse_if("web.contest.begun", state.status != "open")


def _encode(state: TournamentState) -> str:
    return encode_json(state).decode()


def decode(row: stored.TournamentRow) -> TournamentState:
    """Decode a stored tournament."""
    return msgspec.json.decode(row.body, type=TournamentState)
