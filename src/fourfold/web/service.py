"""The table in one process: matches in memory, the store behind them, listeners in front.

One writer a match: its lock is held while a command is decided and stored. Nobody is told anything
before it is stored; what could not be stored is forgotten and the match read anew.
"""

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts, game
from fourfold.match import deciding
from fourfold.match.commands import AnyCommand, Join, Offer
from fourfold.match.deciding import Surroundings
from fourfold.match.events import Event, Rematched, decode_body, encode_body
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.players.runner import Runner
from fourfold.store import rows
from fourfold.store.errors import MatchExists, SequenceTaken, UnknownMatch
from fourfold.store.store import Store, settle
from fourfold.web.errors import Denied
from fourfold.web.live import Listener, Live
from fourfold.web.messages import Showing, encoder, status_of
from fourfold.web.metrics import COMPUTER_MOVES, LISTENERS, LIVE_MATCHES, MOVES

LONGEST_WAIT = 86_400.0  # seconds until a far deadline is looked at again
IDLE_SECONDS = 30.0  # that a match stays in memory when nobody is there
FIRST_REST, LONGEST_REST = 0.5, 60.0  # seconds before a computer that failed is asked again

log = structlog.get_logger()


def now_in_milliseconds() -> int:
    """The time that all clocks of the table go by."""
    return time.time_ns() // 1_000_000


def fresh_id() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(12)


class Service:
    """All that people and programs can do at the table."""

    def __init__(self, store: Store, runner: Runner) -> None:
        self.store = store
        self.runner = runner
        self.live: dict[str, Live] = {}
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.thinkers: set[str] = set()  # matches whose computers are at work
        self.tasks: set[asyncio.Task[None]] = set()
        self.chance = random.SystemRandom()
        self.loaded: set[str] = set()
        self.is_stopping = False

    def here(self) -> Surroundings:
        return Surroundings(now_in_milliseconds(), self.chance, fresh_id)

    # ----- starting and stopping

    async def start(self) -> None:
        """Go on with every match that was running: clocks run out and computers move also when nobody looks."""
        for stored in self.store.matches(statuses=["running"], limit=1_000_000):
            try:
                await self.wake(stored.id)
            except FourfoldError as error:
                log.error("match_not_resumed", match=stored.id, code=error.code)
            if stored.id not in self.thinkers:
                self.drop(stored.id)
            await asyncio.sleep(0)
        self.start_task(self.sweep())

    async def stop(self) -> None:
        """Tell all clients to come again later, and leave every match as it is stored."""
        self.is_stopping = True
        for alarm in self.alarms.values():
            alarm.cancel()
        for task in self.tasks:
            task.cancel()
        for live in self.live.values():
            for listener in live.listeners:
                listener.close()

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the requests."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", exc_info=task.exception())

    # ----- matches in memory

    async def need(self, game_id: str) -> None:
        """Load a game's rules beside the event loop: the first time ever they are compiled."""
        if game_id not in self.loaded:
            await asyncio.get_running_loop().run_in_executor(None, game, facts(game_id).id)
            self.loaded.add(game_id)

    async def find(self, match_id: str) -> Live:
        """Find a match in memory, or read it from the store; UnknownMatch where there is none."""
        live = self.live.get(match_id)
        if live is None:
            await self.need(self.store.match(match_id).game)
            live = self.live.get(match_id)
        if live is None:
            live = self.live[match_id] = Live(match_id, Match.replay(self.stored_events(match_id)))
            LIVE_MATCHES.set(len(self.live))
            if live.match.rematched is not None and not self.is_stored(live.match.following):
                await self.create_following(live.match)  # the process ended between the two
        live.used = time.monotonic()
        return live

    @asynccontextmanager
    async def held(self, match_id: str) -> AsyncIterator[Live]:
        """Hold a match: nobody else can change it meanwhile, and clocks that ran out have had their consequences."""
        while True:
            live = await self.find(match_id)
            async with live.lock:
                if self.live.get(match_id) is live:
                    await self.pass_time(live)
                    yield live
                    return

    def is_stored(self, match_id: str) -> bool:
        with suppress(UnknownMatch):
            return bool(self.store.match(match_id).id)
        return False

    def stored_events(self, match_id: str, after: int = 0) -> list[Event]:
        return [Event(e.sequence, e.time, decode_body(e.body)) for e in self.store.read(match_id, after)]

    def drop(self, match_id: str) -> None:
        """Take a match out of memory; whoever asks next reads it anew."""
        live = self.live.pop(match_id, None)
        LIVE_MATCHES.set(len(self.live))
        for listener in live.listeners if live is not None else ():
            listener.close()

    async def sweep(self) -> None:
        """Take matches out of memory when nobody has been there for a while."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / 2)
            before = time.monotonic() - IDLE_SECONDS
            for match_id, live in list(self.live.items()):
                if live.is_idle and live.used < before and match_id not in self.thinkers:
                    self.drop(match_id)

    # ----- what happens

    async def create(
        self, settings: Settings, seats: Sequence[Seat], creator: str, match_id: str = "", *, by_lot: bool = True
    ) -> str:
        """Set up a match and store it; the answer is its id."""
        await self.need(settings.game)
        match, match_id = Match(), match_id or fresh_id()
        made = deciding.create(match, settings, seats, creator, self.here(), by_lot=by_lot)
        row = rows.Match(
            id=match_id, game=settings.game, created=made[0].time, status=status_of(match),
            settings=encoder.encode(settings).decode(), public=settings.is_public,
        )  # fmt: skip
        await settle(self.store.create_match(row, _seat_rows(match), _event_rows(made)))
        live = self.live.setdefault(match_id, Live(match_id, match))
        LIVE_MATCHES.set(len(self.live))
        self.after_change(live)
        return match_id

    async def create_following(self, match: Match) -> None:
        """Set up the match that all agreed to play next, with the seats that were agreed on."""
        body = match.rematched
        assert body is not None
        assert match.settings is not None
        seats = [match.seats[place] for place in body.order]
        with suppress(MatchExists):  # two may repair it at once
            await self.create(match.settings, seats, match.creator, body.match, by_lot=False)

    async def carry_out(self, match_id: str, command: AnyCommand, player: str) -> int:
        """Do what a player asks; the answer is the number of the last event."""
        if isinstance(command, Offer) and command.level:
            find_level(command.level)
        try:
            return await self._carry_out(match_id, command, player)
        except SequenceTaken:  # what is in memory was behind the store; it has been read anew
            return await self._carry_out(match_id, command, player)

    async def _carry_out(self, match_id: str, command: AnyCommand, player: str) -> int:
        async with self.held(match_id) as live:
            if isinstance(command, Join):
                _check_invited(live.match, player)
            made = deciding.carry_out(live.match, command, player, self.here())
            await self.keep(live, made)
            return live.match.sequence

    async def join(self, match_id: str, name: str, player: str) -> None:
        """Let a player sit down who was invited; who sits there already stays."""
        async with self.held(match_id) as live:
            if not live.match.seats_of(player):
                await self.keep(live, deciding.carry_out(live.match, Join(name=name), player, self.here()))

    async def wake(self, match_id: str) -> None:
        """Let the time pass in a match where nobody does anything."""
        async with self.held(match_id) as live:
            self.after_change(live)

    async def pass_time(self, live: Live) -> None:
        """Let clocks that ran out have their consequences; the lock must be held."""
        while live.match.is_overdue(now_in_milliseconds()):
            await self.keep(live, deciding.tick(live.match, self.here()))

    async def keep(self, live: Live, made: list[Event]) -> None:
        """Store what happened, then tell everybody; the lock must be held."""
        if not made:
            return
        change = rows.MatchChange(status=status_of(live.match))
        seats = _seat_rows(live.match) if any(_changes_seats(event) for event in made) else ()
        try:
            await self.store.append_async(live.id, made[0].sequence, _event_rows(made), change=change, seats=seats)
        except BaseException:
            self.drop(live.id)
            raise
        MOVES.inc(sum(event.body.kind == "played" for event in made))
        if any(isinstance(event.body, Rematched) for event in made):
            await self.create_following(live.match)
        self.tell(live, made)
        self.after_change(live)

    # ----- listeners

    def seat_of(self, match: Match, player: str) -> int | None:
        """The seat that a player sees the table from: the one to move, if it is his, else his first."""
        seats = match.seats_of(player)
        if not seats:
            return None
        return match.to_move if match.to_move in seats else seats[0]

    def tell(self, live: Live, made: Sequence[Event]) -> None:
        """Send every listener the events with its own view."""
        showing = Showing(live.id, live.match, made, now_in_milliseconds())
        for listener in list(live.listeners):
            seat = self.seat_of(live.match, listener.player)
            if not listener.tell(showing.message(seat, has_board=listener.has_board)):
                live.listeners.discard(listener)

    @asynccontextmanager
    async def listening(
        self, match_id: str, player: str, after: int, *, has_board: bool = False
    ) -> AsyncIterator[Listener]:
        """Listen: the first message brings everything behind the given number."""
        if self.is_stopping:
            raise Denied(503, "web.stopping")
        listener = Listener(player, has_board=has_board)
        async with self.held(match_id) as live:
            listener.tell(self.message_since(live, player, after, has_board=has_board))
            live.listeners.add(listener)
        LISTENERS.inc()
        try:
            yield listener
        finally:
            LISTENERS.dec()
            live.listeners.discard(listener)
            live.used = time.monotonic()
            if listener.is_slow:
                log.info("slow_client", match=match_id)

    def message_since(self, live: Live, player: str, after: int, *, has_board: bool = False) -> bytes:
        """All events behind a number, and the table now; the lock must be held."""
        events = self.stored_events(live.id, after)
        showing = Showing(live.id, live.match, events, now_in_milliseconds())
        return showing.message(self.seat_of(live.match, player), has_board=has_board)

    # ----- clocks and computers

    def after_change(self, live: Live) -> None:
        """Set the alarm for the next deadline, and let a computer think where it is its turn."""
        if self.is_stopping:
            return
        alarm = self.alarms.pop(live.id, None)
        if alarm is not None:
            alarm.cancel()
        deadline = live.match.deadline()
        if deadline is not None:
            wait = min(max(0.0, (deadline - now_in_milliseconds()) / 1000), LONGEST_WAIT)
            self.alarms[live.id] = asyncio.get_running_loop().call_later(wait + 0.001, self.ring, live.id)
        if self.is_computers_turn(live.match) and live.id not in self.thinkers:
            self.thinkers.add(live.id)
            self.start_task(self.think(live.id))

    def is_computers_turn(self, match: Match) -> bool:
        seat = match.to_move
        return seat is not None and match.seats[seat].kind == "computer"

    def ring(self, match_id: str) -> None:
        """A deadline has come."""
        self.alarms.pop(match_id, None)
        self.start_task(self.wake(match_id))

    async def think(self, match_id: str) -> None:
        """Let the computer whose turn it is move, and the next one, until it is a person's turn."""
        try:
            await self._think(match_id)
        finally:
            self.thinkers.discard(match_id)  # at once: the next change may need a thinker again

    async def _think(self, match_id: str) -> None:
        rest = FIRST_REST
        while self.is_computers_turn((live := await self.find(match_id)).match):
            seat, position = live.match.to_move, live.match.position
            assert seat is not None
            assert position is not None
            try:
                move = await self.runner.choose(position.view(seat), live.match.seats[seat].player)
                async with self.held(match_id) as live:
                    if live.match.position is position and live.match.to_move == seat:
                        made = deciding.play_for(live.match, seat, str(move), position.ply, self.here())
                        await self.keep(live, made)
                        COMPUTER_MOVES.inc()
            except FourfoldError as error:
                log.warning("computer_failed", match=match_id, code=error.code)
                await asyncio.sleep(rest)
                rest = min(2 * rest, LONGEST_REST)
            else:
                rest = FIRST_REST


def _check_invited(match: Match, player: str) -> None:
    """At a table that is not in the lobby only who set it up may sit down without an invitation."""
    assert match.settings is not None
    if not match.settings.is_public and player != match.creator:
        raise Denied(403, "web.invite_needed")


def _event_rows(made: Sequence[Event]) -> list[rows.Event]:
    return [rows.Event(e.body.kind, encode_body(e.body), e.time, e.body.format) for e in made]


def _seat_rows(match: Match) -> list[rows.Seat]:
    return [rows.Seat(k, s.kind, s.player if s.kind == "person" else None) for k, s in enumerate(match.seats)]


def _changes_seats(event: Event) -> bool:
    return event.body.kind in ("joined", "opened", "started", "replaced")
