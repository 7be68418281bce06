"""The table in one process: matches in memory, the store behind them, listeners in front.

One writer a match: its lock is held while a command is decided and stored. Nobody is told anything
before it is stored; what could not be stored is forgotten and the match read anew.

Where processes share a store, the log is what holds: whoever is about to be told anything, a refusal too, gets
what others appended first, and who appends second begins anew.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts, game
from fourfold.match import decisions, lots
from fourfold.match.accounts import AccountKind
from fourfold.match.commands import AnyCommand, Join, Offer
from fourfold.match.decisions import DecisionContext
from fourfold.match.encoding import encode_json
from fourfold.match.events import Ended, Event, Rematched, decode_body, encode_body
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.players.runner import Runner
from fourfold.store import rows
from fourfold.store.errors import MatchExists, SequenceTaken, StoreError, UnknownMatch
from fourfold.store.futures import settle
from fourfold.store.store import Store
from fourfold.web.background_tasks import Tasks
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.errors import Denied
from fourfold.web.ids import fresh_id, fresh_secret
from fourfold.web.live.chat import read_remarks, tell_remarks, write_remarks
from fourfold.web.live.live_match import Listener, LiveMatch
from fourfold.web.live.notifications import Notifications
from fourfold.web.live.peers import Peers
from fourfold.web.live.scheduler import Scheduler, due_of
from fourfold.web.metrics import LISTENERS, LIVE_MATCHES, SLOW_CLIENTS, STORE_SECONDS, count_events, measure_delay
from fourfold.web.schemas.messages import Showing

Conclude = Callable[[str, Match], Coroutine[Any, Any, None]]
Decide = Callable[[Match], list[Event]]  # changes a match, or raises and leaves it as it is; what happened

IDLE_SECONDS = 30.0  # that a match stays in memory when nobody is there
ATTEMPTS = 5  # to append before others do

log = structlog.get_logger()


class Service:
    """All that people and programs can do at the table."""

    def __init__(self, store: Store, runner: Runner) -> None:
        self.store = store
        self.watch = Scheduler(self, runner)
        self.tasks = Tasks()
        self.followers = Notifications()
        self.live: dict[str, LiveMatch] = {}
        self.chance = random.SystemRandom()
        self.loaded: set[str] = set()
        self.is_stopping = False
        self.when_over: list[Conclude] = []  # what is done with every match that comes to its end

    def here(self) -> DecisionContext:
        return DecisionContext(now_in_milliseconds(), self.chance, fresh_id)

    # ----- starting and stopping

    async def start(self) -> None:
        """Go on with every match that was running: clocks run out and computers move also when nobody looks."""
        self.tasks.start(self.watch.patrol())
        self.tasks.start(self.sweep())
        self.tasks.start(measure_delay())
        if self.store.is_shared:
            self.tasks.start(Peers(self).follow())

    async def stop(self) -> None:
        """Tell all clients to come again later, and leave every match as it is stored."""
        self.is_stopping = True
        self.watch.stop()
        self.tasks.cancel()
        for live in self.live.values():
            for listener in live.listeners:
                listener.close()
        self.followers.stop()

    # ----- matches in memory

    async def need(self, game_id: str) -> None:
        """Load a game's rules beside the event loop: the first time ever they are compiled."""
        if game_id not in self.loaded:
            await asyncio.get_running_loop().run_in_executor(None, game, facts(game_id).id)
            self.loaded.add(game_id)

    async def find(self, match_id: str) -> LiveMatch:
        """Find a match in memory, or read it from the store; UnknownMatch where there is none."""
        live = self.live.get(match_id)
        if live is None:
            await self.need((await self.store.read_async(self.store.matches.find, match_id)).game)
            match = Match.replay(await self.stored_events(match_id))
            await self.repair(match)
            live = self.live.setdefault(match_id, LiveMatch(match_id, match))
            LIVE_MATCHES.set(len(self.live))
        live.used = time.monotonic()
        return live

    @asynccontextmanager
    async def held(self, match_id: str, *, may_be_behind: bool = False) -> AsyncIterator[LiveMatch]:
        """Hold a match: nobody here can change it meanwhile, and clocks that ran out have had their consequences.

        It is as it is stored, unless it may be behind what other processes did.
        """
        while True:
            live = await self.find(match_id)
            async with live.lock:
                if self.live.get(match_id) is not live:
                    continue
                try:
                    if not may_be_behind:
                        await self.catch_up(live)
                    await self.pass_time(live)
                except SequenceTaken:
                    continue
                yield live
                return

    async def is_stored(self, match_id: str) -> bool:
        with suppress(UnknownMatch):
            return bool((await self.store.read_async(self.store.matches.find, match_id)).id)
        return False

    async def stored_events(self, match_id: str, after: int = 0) -> list[Event]:
        return _events(await self.store.read_async(self.store.events.read, match_id, after))

    async def repair(self, match: Match) -> None:
        """Set up the match that follows, where a process ended between the two."""
        if match.rematched is not None and not await self.is_stored(match.following):
            await self.create_following(match)

    # ----- what other processes did

    def is_followed(self, live: LiveMatch) -> bool:
        """Whether somebody who is followed here sits at a match that other processes may change."""
        players = {seat.player for seat in live.match.seats}
        return self.store.is_shared and bool(self.followers.players & players)

    async def catch_up(self, live: LiveMatch) -> bool:
        """Take in what other processes appended; the result is whether there was anything. The lock must be held."""
        news = _events(await self.store.read_new_events(live.id, live.match.sequence))
        if news:
            for event in news:
                live.match.apply(event)
            await self.repair(live.match)
            self.tell(live, news)
            self.watch.set_alarm(live)
        return bool(news)

    async def begin_anew(self, live: LiveMatch, known: int) -> None:
        """Forget what could not be appended because others were faster, and tell what they did."""
        try:
            events = await self.stored_events(live.id)
        except BaseException:
            self.drop(live.id)
            raise
        live.match = Match.replay(events)
        self.tell(live, events[known:])

    def drop(self, match_id: str) -> None:
        """Take a match out of memory; whoever asks next reads it anew."""
        live = self.live.pop(match_id, None)
        LIVE_MATCHES.set(len(self.live))
        for listener in live.listeners if live is not None else ():
            listener.close()

    def drop_if_idle(self, match_id: str) -> None:
        """Take a match out of memory unless somebody is there, changes it, or thinks about it."""
        live = self.live.get(match_id)
        if live is not None and live.is_idle and match_id not in self.watch.thinking and not self.is_followed(live):
            self.drop(match_id)

    async def sweep(self) -> None:
        """Take matches out of memory when nobody has been there for a while."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / 2)
            before = time.monotonic() - IDLE_SECONDS
            for match_id in [match_id for match_id, live in self.live.items() if live.used < before]:
                self.drop_if_idle(match_id)

    # ----- what happens

    async def create(
        self,
        settings: Settings,
        seats: Sequence[Seat],
        creator: str,
        match_id: str = "",
        *,
        by_lot: bool | None = None,
        starter: int | None = None,
        token_hash: str | None = None,
        commitment: str = "",
        secret: str = "",
        parts: Sequence[str] = (),
    ) -> str:
        """Set up a match and store it, with the hash of a token that leads to it; the answer is its id.

        Its secret is that of a commitment which was told before, one that is given, or a fresh one.
        """
        await self.need(settings.game)
        match, match_id = Match(), match_id or fresh_id()
        if commitment:
            secret = await self.store.read_async(self.store.commitments.secret, commitment)
        made = decisions.create(
            match, settings, seats, creator, self.here(),
            by_lot=by_lot, starter=starter, secret=secret or fresh_secret(), parts=parts,
        )  # fmt: skip
        row = rows.MatchRow(
            id=match_id, game=settings.game, created=made[0].time, status=match.status,
            settings=encode_json(settings).decode(), public=settings.is_public,
        )  # fmt: skip
        storing = self.store.matches.create(
            row, _seat_rows(match), _event_rows(made), token_hash, due_of(match), commitment or None
        )
        await settle(storing)
        count_events(settings.game, made)
        live = self.live.setdefault(match_id, LiveMatch(match_id, match))
        LIVE_MATCHES.set(len(self.live))
        if self.followers:
            self.followers.tell_match(live, made)
        self.watch.look(live)
        return match_id

    async def create_following(self, match: Match) -> None:
        """Set up the match that all agreed to play next, with the seats that were agreed on."""
        body = match.rematched
        assert body is not None
        assert match.settings is not None
        with suppress(MatchExists):  # two may repair it at once
            if match.revealed is None:
                seats = [match.seats[place] for place in body.order]
                await self.create(match.settings, seats, match.creator, body.match, by_lot=False)
            else:
                await self.create(
                    match.settings, match.seats, match.creator, body.match,
                    by_lot=True, starter=match.starter_of_rematch, secret=match.revealed.next_secret, parts=body.parts,
                )  # fmt: skip

    async def commit(self) -> str:
        """Promise a secret for a match to come; the answer is the commitment to it."""
        secret = fresh_secret()
        commitment = lots.commit(secret)
        await settle(self.store.commitments.add(commitment, secret, now_in_milliseconds()))
        return commitment

    async def carry_out(self, match_id: str, command: AnyCommand, player: str, account: AccountKind = "") -> int:
        """Do what a player asks; the answer is the number of the last event."""
        if isinstance(command, Offer) and command.level:
            find_level(command.level)

        def decide(match: Match) -> list[Event]:
            if isinstance(command, Join):
                _check_invited(match, player)
            return decisions.carry_out(match, command, player, self.here(), account)

        return await self.change(match_id, decide)

    async def join(self, match_id: str, command: Join, player: str, account: AccountKind = "") -> None:
        """Let a player sit down who was invited; who sits there already stays."""

        def decide(match: Match) -> list[Event]:
            if match.seats_of(player):
                return []
            return decisions.carry_out(match, command, player, self.here(), account)

        await self.change(match_id, decide)

    async def pass_time(self, live: LiveMatch) -> None:
        """Let clocks that ran out have their consequences; the lock must be held."""
        while live.match.is_overdue(now_in_milliseconds()):
            await self.keep(live, lambda match: decisions.tick(match, self.here()))

    async def change(self, match_id: str, decide: Decide) -> int:
        """Let something happen in a match; the answer is the number of the last event."""
        for _ in range(ATTEMPTS - 1):
            with suppress(SequenceTaken):  # others were faster; what they did has been read
                return await self._change(match_id, decide)
        return await self._change(match_id, decide)

    async def _change(self, match_id: str, decide: Decide) -> int:
        """Decide by what is in memory, which is usually right: what is behind cannot be appended to.

        A refusal may come from being behind, so before anybody is told, what others did is read.
        """
        async with self.held(match_id, may_be_behind=True) as live:
            try:
                await self.keep(live, decide)
            except StoreError:
                raise
            except FourfoldError:
                if not await self.catch_up(live):
                    raise
                await self.pass_time(live)
                await self.keep(live, decide)
            return live.match.sequence

    async def keep(self, live: LiveMatch, decide: Decide) -> None:
        """Decide what happens, store it, then tell everybody; the lock must be held."""
        known = live.match.sequence
        try:
            made = decide(live.match)
            if not made:
                return
            await self.store_events(live, made)
            if any(isinstance(event.body, Rematched) for event in made):
                await self.create_following(live.match)
        except SequenceTaken:
            await self.begin_anew(live, known)
            raise
        except BaseException:
            if live.match.sequence != known:  # memory went on, and whether the store did is not known
                self.drop(live.id)
            raise
        assert live.match.settings is not None
        count_events(live.match.settings.game, made)
        self.tell(live, made)
        self.watch.look(live)
        if any(isinstance(event.body, Ended) for event in made):
            for told in self.when_over:
                self.tasks.start(told(live.id, live.match))

    async def store_events(self, live: LiveMatch, made: Sequence[Event]) -> None:
        """Store what happened, with what it changes in the lists of matches."""
        change = rows.MatchChange(status=live.match.status)
        seats = _seat_rows(live.match) if any(_changes_seats(event) for event in made) else ()
        due = due_of(live.match)
        with STORE_SECONDS.time():
            await settle(
                self.store.events.append(
                    live.id, made[0].sequence, _event_rows(made), change=change, seats=seats, due=due
                )
            )

    # ----- listeners

    def seat_of(self, match: Match, player: str) -> int | None:
        """The seat that a player sees the table from: the one to move, if it is his, else his first."""
        seats = match.seats_of(player)
        if not seats:
            return None
        return match.to_move if match.to_move in seats else seats[0]

    def tell(self, live: LiveMatch, made: Sequence[Event]) -> None:
        """Send every listener the events with its own view."""
        showing = Showing(live.id, live.match, made, now_in_milliseconds())
        for listener in list(live.listeners):
            seat = self.seat_of(live.match, listener.player)
            if not listener.tell(showing.message(seat, has_board=listener.has_board)):
                live.listeners.discard(listener)
        if self.followers:
            self.followers.tell_match(live, made)

    def listeners_of(self, player: str) -> list[Listener]:
        """List all that a player listens to."""
        lives = self.live.values()
        return [
            *self.followers.of(player),
            *(each for live in lives for each in live.listeners if each.player == player),
        ]

    @asynccontextmanager
    async def listening(
        self,
        match_id: str,
        player: str,
        after: int,
        *,
        session: str = "",
        has_board: bool = False,
        has_chat: bool = False,
    ) -> AsyncIterator[Listener]:
        """Listen: the first message brings everything behind the given number."""
        if self.is_stopping:
            raise Denied(503, "web.stopping")
        listener = Listener(player, session=session, has_board=has_board, has_chat=has_chat)
        async with self.held(match_id) as live:
            listener.tell(await self.message_since(live, player, after, has_board=has_board))
            if has_chat:
                await tell_remarks(self.store, live)
                listener.tell(await write_remarks(self.store, live, await read_remarks(self.store, match_id)))
            live.listeners.add(listener)
        LISTENERS.inc()
        try:
            yield listener
        finally:
            LISTENERS.dec()
            live.listeners.discard(listener)
            live.used = time.monotonic()
            if listener.is_slow:
                SLOW_CLIENTS.inc()
                log.info("slow_client", match=match_id)

    async def message_since(self, live: LiveMatch, player: str, after: int, *, has_board: bool = False) -> bytes:
        """All events behind a number, and the table now; the lock must be held."""
        stored = await self.stored_events(live.id, after) if after < live.match.sequence else []
        events = [event for event in stored if event.sequence <= live.match.sequence]
        showing = Showing(live.id, live.match, events, now_in_milliseconds())
        return showing.message(self.seat_of(live.match, player), has_board=has_board)


def _events(stored: Sequence[rows.StoredEvent]) -> list[Event]:
    return [Event(e.sequence, e.time, decode_body(e.body)) for e in stored]


def _check_invited(match: Match, player: str) -> None:
    """At a table that is not in the lobby only who set it up may sit down without an invitation."""
    assert match.settings is not None
    if not match.settings.is_public and player != match.creator:
        raise Denied(403, "web.invite_needed")


def _event_rows(made: Sequence[Event]) -> list[rows.EventRow]:
    return [rows.EventRow(e.body.kind, encode_body(e.body), e.time, e.body.format) for e in made]


def _seat_rows(match: Match) -> list[rows.SeatRow]:
    return [rows.SeatRow(k, s.kind, s.player if s.kind == "person" else None) for k, s in enumerate(match.seats)]


def _changes_seats(event: Event) -> bool:
    return event.body.kind in ("joined", "claimed", "opened", "started", "replaced")
