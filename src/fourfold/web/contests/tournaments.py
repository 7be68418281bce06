"""Tournaments of people, bots and computers: entries, seeding, pairings, and the creation of due matches.

A tournament's games are ordinary matches. The id of a match names its tournament and game, so creating it is
idempotent: no game is created twice, and nothing is lost when a process ends half way.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

import structlog
from msgspec.structs import replace

from fourfold.arena.tournaments.arena import ArenaGame, pair_arena
from fourfold.arena.tournaments.tournament import Fixture, Key
from fourfold.match import decisions, lots
from fourfold.match.commands import Resign
from fourfold.match.match import Match
from fourfold.match.refusal import Refused, refuse_if
from fourfold.match.settings import UNFINISHED, Seat
from fourfold.store import Store, settle
from fourfold.store.errors import MatchExists, TournamentChanged, UnknownMatch, UnknownTournament, UnreadableMatch
from fourfold.store.tables import tournaments as stored
from fourfold.web import clock, ids
from fourfold.web.accounts.sessions import name_of
from fourfold.web.bounded import LruCache
from fourfold.web.contests.ratings import player_of, table_of
from fourfold.web.contests.tournament_state import (
    ARENA,
    Status,
    TournamentState,
    check_open,
    check_unfinished,
    checked_system,
    decode,
    encode,
    over,
    with_late_comer,
    without,
)
from fourfold.web.live.service import Service

Item = TypeVar("Item")
NAME = re.compile(r"(?P<tournament>.+)-r(?P<round>\d+)t(?P<table>\d+)g(?P<game>\d+)")
LONGEST_TITLE = 80
MOST_OF_ONE = 5  # unfinished tournaments of one creator
MOST_COMPUTER_GAMES = 8  # of a tournament, at once, in which nobody but computers plays
MOST_WITH_COMPUTERS = 2  # running tournaments of one creator that may have such games
MOST_CACHED = 500  # tournaments
NEWCOMER = 0.0  # the strength of an unrated player: a new rating's mu - 3 sigma
MINUTE = 60_000  # milliseconds

log = structlog.get_logger()


class GameResult(NamedTuple):
    """The end of one game: the scores of the seats, who did not come, whether it was called off or cannot be read."""

    scores: tuple[float, ...]
    absent: tuple[str, ...]
    is_called_off: bool
    is_unreadable: bool = False  # what was stored makes no sense: it counts for nothing


def match_name(tournament_id: str, fixture: Fixture) -> str:
    """The match id of a tournament's game."""
    return f"{tournament_id}-r{fixture.round}t{fixture.table}g{fixture.game}"


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, store: Store, service: Service) -> None:
        self.store = store
        self.service = service
        self.results: LruCache[str, dict[Key, GameResult]] = LruCache(MOST_CACHED)  # of finished games
        self.arena_games: LruCache[str, dict[int, ArenaGame]] = LruCache(MOST_CACHED)  # those of arenas

    async def advance_all(self) -> None:
        """Advance every running tournament: a process may have ended before it did."""
        for row in await self.store.read_async(self.store.tournaments.search, ["running"], 10_000):
            try:
                await self.advance(row.id)
            except Exception as error:  # whatever is wrong with it, the others go on
                log.error("tournament_not_resumed", tournament=row.id, exc_info=error)

    async def search(self, statuses: Sequence[Status], limit: int) -> list[tuple[str, TournamentState]]:
        """List tournaments, the latest first; arenas whose time is up end now, if nobody played there to end them."""
        rows = await self.store.read_async(self.store.tournaments.search, statuses, limit)
        found = [(row.id, decode(row)) for row in rows]
        now = clock.now_in_milliseconds()
        late = [name for name, state in found if state.status == "running" and state.is_time_up(now)]
        for name in late:
            await self.advance(name)
        return [(name, await self.find(name) if name in late else state) for name, state in found]

    # ----- entries

    async def create(self, state: TournamentState, commitment: str = "", part: str = "") -> str:
        """Create a tournament that is open for entries; the result is its id.

        Its seed is that of an earlier commitment, or a fresh one. The part is the creator's.
        """
        await self.service.load_game(state.settings.game)
        state.settings.check()
        is_name = 1 <= len(state.name.strip()) <= LONGEST_TITLE and state.name.isprintable()
        refuse_if("web.contest.name", not is_name, longest=LONGEST_TITLE)
        refuse_if("web.contest.rounds_alone", bool(state.rounds) and state.system != "swiss")
        refuse_if("match.part_alone", bool(part) and not commitment)
        decisions.check_part(part)
        state = checked_system(state)
        read_secret = self.store.commitments.secret
        seed = await self.store.read_async(read_secret, commitment) if commitment else ids.fresh_secret()
        refuse_if("match.promised_no_lots", commitment not in ("", lots.commit(seed)))
        parts = {state.creator: part} if part and state.creator in state.players else {}
        state = replace(state.with_entries(state.entries), seed=seed, commitment=lots.commit(seed), parts=parts)
        unfinished = await self.search(["open", "running"], 10_000)
        count = sum(other.creator == state.creator and other.status in ("open", "running") for _, other in unfinished)
        refuse_if("web.share.tournaments", count >= MOST_OF_ONE, most=MOST_OF_ONE)
        tournament_id = ids.fresh_id()
        row = stored.TournamentRow(tournament_id, clock.now_in_milliseconds(), state.status, 1, encode(state))
        await settle(self.store.tournaments.add(row, commitment or None))
        return tournament_id

    async def find(self, tournament_id: str) -> TournamentState:
        """Read a tournament."""
        return decode(await self.store.read_async(self.store.tournaments.find, tournament_id))

    async def enter(self, tournament_id: str, entry: Seat, commitment: str = "", part: str = "") -> None:
        """Enter a player, with the player's part of all secrets; late where the system allows it."""
        decisions.check_part(part)
        player, games = player_of(entry), 0
        if (state := await self.find(tournament_id)).system == ARENA:
            games = len(await self.games_of(tournament_id, state))

        def add(state: TournamentState) -> TournamentState:
            refuse_if("match.part_alone", bool(part) and not commitment)
            refuse_if("match.other_commitment", commitment not in ("", state.commitment))
            refuse_if("web.contest.over", state.is_time_up(clock.now_in_milliseconds()))
            if state.status == "open":
                new = state if player in state.players else state.with_entries((*state.entries, entry))
            else:
                new = with_late_comer(state, entry, games)
            parts = {**state.parts, player: part} if part and player not in state.parts else state.parts
            return replace(new, parts=parts)

        await self.change(tournament_id, add)
        await self.advance(tournament_id)

    async def withdraw(self, tournament_id: str, player: str, caller: str = "") -> None:
        """Withdraw a player, at any time: by the player's own wish, or because the organizer says so."""

        def remove(state: TournamentState) -> TournamentState:
            refuse_if("web.contest.not_yours_to_withdraw", caller not in ("", player, state.creator))
            check_unfinished(state)
            if state.status == "open":
                parts = {other: part for other, part in state.parts.items() if other != player}
                others = [entry for entry in state.entries if player_of(entry) != player]
                return replace(state.with_entries(others), parts=parts)
            return without(state, {player: state.round})

        await self.change(tournament_id, remove)
        await self.advance(tournament_id)

    async def cancel(self, tournament_id: str, player: str) -> None:
        """Cancel a tournament, which only its creator can do: matches that are being played are called off."""

        def cancelled(state: TournamentState) -> TournamentState:
            refuse_if("web.contest.not_yours", player != state.creator)
            check_unfinished(state)
            return replace(state, status="cancelled")

        state = await self.find(tournament_id)
        await self.change(tournament_id, cancelled)
        await self.call_off_all(tournament_id, state)

    async def call_off_all(self, tournament_id: str, state: TournamentState) -> None:
        """Call off the matches that are being played."""
        for name in await self.running_matches(tournament_id, state):
            with suppress(UnreadableMatch):  # nobody plays it
                await self.service.change(
                    name, lambda match: decisions.call_off(match, self.service.decision_context())
                )

    async def begin(self, tournament_id: str, player: str) -> None:
        """Start the tournament, which only its creator can do, with the entries seeded by rating."""
        state = await self.find(tournament_id)
        strengths = await self.strengths(state)
        if state.has_computer_games:
            rows = await self.store.read_async(self.store.tournaments.search, ["running"], 10_000)
            others = [other for row in rows if (other := decode(row)).creator == state.creator]
            count = sum(other.has_computer_games for other in others)
            refuse_if("web.share.computer_games", count >= MOST_WITH_COMPUTERS, most=MOST_WITH_COMPUTERS)

        def begun(state: TournamentState) -> TournamentState:
            check_open(state)
            refuse_if("web.contest.not_yours", player != state.creator)
            seeds = sorted(state.entries, key=lambda entry: -strengths.get(player_of(entry), NEWCOMER))
            ready = replace(state, status="running", begun=True, entries=tuple(seeds))
            if state.system == ARENA:
                return replace(ready, ends=clock.now_in_milliseconds() + state.minutes * MINUTE)
            ready = replace(ready, rounds=state.rounds or max(1, (len(seeds) - 1).bit_length()))
            return replace(ready, rounds=ready.tournament().last_round)

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
            new = stored.TournamentRow(row.id, row.created, after.status, row.version + 1, encode(after))
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
        if state.system == ARENA:
            await self.advance_arena(tournament_id, state)
            return
        scores = await self.scores_of(tournament_id, state)
        if away := self._newly_absent(tournament_id, state):
            await self.change(tournament_id, lambda old: without(old, away))
            await self.advance(tournament_id)
            return
        due = state.tournament().due(scores)
        if due and due[0].round > state.round:  # withdrawals from now on are of this round
            number = due[0].round
            await self.change(tournament_id, lambda old: replace(old, round=max(old.round, number)))
            await self.advance(tournament_id)
            return
        for fixture in playable(due, state):
            await self.create_match(tournament_id, state, fixture)
        await self.resign_leavers(tournament_id, state, due)
        await self.call_off_if_cancelled(tournament_id, state)
        if not due:
            await self.change(tournament_id, over)

    async def call_off_if_cancelled(self, tournament_id: str, state: TournamentState) -> None:
        """Call off what was created while the organizer cancelled."""
        if (await self.find(tournament_id)).status == "cancelled":
            await self.call_off_all(tournament_id, state)

    async def advance_arena(self, tournament_id: str, state: TournamentState) -> None:
        """Pair all who are free, until the time is up; then wait for the last games."""
        games = await self.games_of(tournament_id, state)
        await self.resign_leavers(tournament_id, state, _fixtures_of(games))
        if state.is_time_up(clock.now_in_milliseconds()):
            if all(game.scores is not None for game in games):
                await self.change(tournament_id, over)
            return
        computers = {player_of(entry) for entry in state.entries if entry.kind == "computer"}
        pairs = pair_arena(state.players, state.ready(games), games, computers)
        for number, pair in enumerate(pairs, len(games)):
            if not await self.create_match(tournament_id, state, Fixture(number, 0, 0, pair)):
                await self.advance(tournament_id)  # another process was faster: look again
                return
        await self.call_off_if_cancelled(tournament_id, state)

    async def create_match(self, tournament_id: str, state: TournamentState, fixture: Fixture) -> bool:
        """Create the match of a game; False where there is one."""
        name = match_name(tournament_id, fixture)
        if await self.service.is_stored(name):
            return False
        seats = {player_of(entry): entry for entry in await self.named(state)}
        lot = decisions.Lot(by_lot=False)
        if state.seed:
            parts = [state.parts.get(player, "") for player in fixture.players]
            secret, origin = lots.derive_secret(state.seed, name), (state.commitment, name)
            lot = decisions.Lot(by_lot=False, secret=secret, parts=parts, origin=origin)
        try:
            sitting = [seats[player] for player in fixture.players]
            await self.service.create(state.settings, sitting, state.creator, name, **lot)
        except MatchExists:
            return False
        return True

    async def resign_leavers(self, tournament_id: str, state: TournamentState, fixtures: Sequence[Fixture]) -> None:
        """Resign for players who have withdrawn from the tournament while they play."""
        for fixture in fixtures:
            for player in state.withdrawn.keys() & set(fixture.players):
                with suppress(Refused, UnknownMatch, UnreadableMatch):  # it is over, or never began
                    await self.service.carry_out(match_name(tournament_id, fixture), Resign(), player)

    async def seed_of_match(self, match_id: str) -> str:
        """The seed of a match's tournament, once it is told; else empty."""
        found = NAME.fullmatch(match_id)
        with suppress(UnknownTournament):
            return await self.told_seed(found["tournament"], await self.find(found["tournament"])) if found else ""
        return ""

    async def told_seed(self, tournament_id: str, state: TournamentState) -> str:
        """The seed of a tournament, once all its matches are over; else empty."""
        is_over = state.status in ("over", "cancelled")
        return state.seed if is_over and not await self.running_matches(tournament_id, state) else ""

    async def running_matches(self, tournament_id: str, state: TournamentState) -> list[str]:
        """The ids of the matches that are being played."""
        if not state.has_begun:
            return []
        if state.system == ARENA:
            fixtures = _fixtures_of(await self.games_of(tournament_id, state))
        else:
            fixtures = state.tournament().due(await self.scores_of(tournament_id, state))
        names = [match_name(tournament_id, fixture) for fixture in fixtures]
        return [name for name in names if await self._status_of(name) in UNFINISHED]

    def _newly_absent(self, tournament_id: str, state: TournamentState) -> dict[str, int]:
        """The players who did not come to a game in the time that the organizer set: they withdraw in its round.

        In a knock-out also those for whom a game was called off, so that the others go on.
        """
        found: dict[str, int] = {}
        for key, result in sorted(self.results.get(tournament_id, {}).items()):
            is_out = state.settings.first_turn or (state.system == "knockout" and result.is_called_off)
            for player in result.absent if is_out else ():
                if player not in state.withdrawn:
                    found.setdefault(player, key[0])
        return found

    async def named(self, state: TournamentState) -> list[Seat]:
        """The entries with their present names."""
        people = {entry.player for entry in state.entries if entry.kind == "person"}
        known = await self.store.read_async(self.store.guests.find, people)
        return [
            replace(entry, name=name_of(known[entry.player])) if entry.player in known else entry
            for entry in state.entries
        ]

    async def scores_of(self, tournament_id: str, state: TournamentState) -> dict[Key, tuple[float, ...]]:
        """The scores of all finished games; those not cached here are read from the store.

        Where players had withdrawn before a game was played the others win it; nobody wins one that was called off.
        """
        scores: dict[Key, tuple[float, ...]] = {}
        if not state.has_begun or state.system == ARENA:
            return scores
        await self.service.load_game(state.settings.game)
        tournament, gone = state.tournament(), await self._erased(state)
        while True:
            due = await asyncio.to_thread(tournament.due, dict(scores))  # pairing many players is slow
            new: dict[Key, tuple[float, ...]] = {}
            for fixture in due:
                result, free = await self.result_of(tournament_id, fixture), tournament.walkover(fixture)
                if result is not None:
                    new[fixture.key] = result.scores
                elif not await self.service.is_stored(match_name(tournament_id, fixture)):
                    if free is None and gone.intersection(fixture.players):
                        there = [player for player in fixture.players if player not in gone]
                        free = share_point(fixture.players, there or fixture.players)
                    if free is not None:
                        new[fixture.key] = free
            if not new:
                return scores
            scores |= new

    async def _erased(self, state: TournamentState) -> set[str]:
        """The players whose data were erased: they forfeit games that were not created."""
        people = {entry.player for entry in state.entries if entry.kind == "person"}
        return people - (await self.store.read_async(self.store.guests.find, people)).keys()

    async def _status_of(self, match_id: str) -> str:
        try:
            return (await self.store.read_async(self.store.matches.find, match_id)).status
        except UnknownMatch:
            return ""

    async def result_of(self, tournament_id: str, fixture: Fixture) -> GameResult | None:
        """The result of a game that is over; one that cannot be read is over too, as nobody can play it on."""
        known, name = self.results.setdefault(tournament_id, {}), match_name(tournament_id, fixture)
        if fixture.key not in known:
            status = await self._status_of(name)
            if not status:
                return None
            try:
                if status != "over":
                    await self.service.find(name)
                    return None
                known[fixture.key] = _result(await self.service.read_match(name))
            except UnreadableMatch:
                nobody = (0.0,) * len(fixture.players)
                known[fixture.key] = GameResult(nobody, (), is_called_off=True, is_unreadable=True)
        return known[fixture.key]

    async def games_of(self, tournament_id: str, state: TournamentState) -> list[ArenaGame]:
        """The games of an arena so far, in the order in which they were paired."""
        await self.service.load_game(state.settings.game)
        known, games = self.arena_games.setdefault(tournament_id, {}), list[ArenaGame]()
        while True:
            number = len(games)
            if number not in known:
                name = match_name(tournament_id, Fixture(number, 0, 0, ()))
                status = await self._status_of(name)
                if not status:
                    return games
                try:
                    match = await self._read(name, status)
                except UnreadableMatch:
                    players = await self._sitting(name, state)
                    known[number] = ArenaGame(players, (0.0,) * len(players), counts=False)
                    games.append(known[number])
                    continue
                players = tuple(player_of(seat) for seat in match.seats)
                if status != "over":  # in memory it may be over before that is stored
                    games.append(ArenaGame(players))
                    continue
                result = _result(match)
                counts = not result.is_called_off and match.time <= state.ends
                known[number] = ArenaGame(players, result.scores, counts, result.absent)
            games.append(known[number])

    async def _read(self, match_id: str, status: str) -> Match:
        """A match from memory while it is played: whoever looks at a tournament would read all of them each time."""
        if status != "over":
            return (await self.service.find(match_id)).match
        return await self.service.read_match(match_id)

    async def _sitting(self, match_id: str, state: TournamentState) -> tuple[str, ...]:
        """Who sits at a match that cannot be read, from its seats: people by id, computers by name."""
        named = {entry.name: player_of(entry) for entry in state.entries if entry.kind == "computer"}
        rows = (await self.store.read_async(self.store.seats.find, [match_id]))[match_id]
        return tuple(row.guest_id or named[row.name] for row in sorted(rows, key=lambda row: row.seat))


def score_of(match: Match) -> tuple[float, ...]:
    """The score of each seat: the point of the winner, or shared by the best; nobody's where nobody came."""
    seats, ranks = range(len(match.seats)), match.ranks()
    if match.is_called_off or match.absent == set(seats):
        return (0.0,) * len(seats)
    return share_point(seats, [seat for seat in seats if ranks[seat] == 0])


def playable(due: Sequence[Fixture], state: TournamentState) -> list[Fixture]:
    """The games that may run now: only a few at once in which nobody but computers plays."""
    computers = {player_of(entry) for entry in state.entries if entry.kind == "computer"}
    waiting = [fixture for fixture in due if computers.issuperset(fixture.players)][MOST_COMPUTER_GAMES:]
    return [fixture for fixture in due if fixture not in waiting]


def share_point(players: Sequence[Item], winners: Collection[Item]) -> tuple[float, ...]:
    """The point of a game, shared by its winners.

    >>> share_point(["a", "b", "c"], ["a", "c"])
    (0.5, 0.0, 0.5)
    """
    return tuple(1 / len(winners) if player in winners else 0.0 for player in players)


def _result(match: Match) -> GameResult:
    absent = tuple(player_of(match.seats[seat]) for seat in match.absent)
    return GameResult(score_of(match), absent, match.is_called_off)


def _fixtures_of(games: Sequence[ArenaGame]) -> list[Fixture]:
    """The games of an arena that are being played."""
    return [Fixture(number, 0, 0, game.players) for number, game in enumerate(games) if game.scores is None]
