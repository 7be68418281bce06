"""The table in one process: matches in memory, the store behind them, listeners in front.

One writer a match: its lock is held while a command is decided and stored. Nobody is told anything
before it is stored; what could not be stored is forgotten and the match read anew.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts, game
from fourfold.match import deciding
from fourfold.match.commands import AnyCommand, Join
from fourfold.match.deciding import Surroundings
from fourfold.match.events import Event, Rematched, decode_body, encode_body
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.players.runner import Runner
from fourfold.store import rows
from fourfold.store.store import Store, settle
from fourfold.web.messages import Message, encoder, shown_events, status_of, table_of
from fourfold.web.metrics import COMPUTER_MOVES, LISTENERS, LIVE_MATCHES, MOVES

QUEUE = 64  # messages that wait for a client; one who is slower than that has to come again
LONGEST_WAIT = 86_400.0  # seconds until a far deadline is looked at again

log = structlog.get_logger()


def now_in_milliseconds() -> int:
    """The time that all clocks of the table go by."""
    return time.time_ns() // 1_000_000


def fresh_id() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(12)


@dataclass(eq=False)
class Listener:
    """A client that wants to know: which seat it sees the table from, and what waits to be sent."""

    player: str
    queue: "asyncio.Queue[bytes | None]" = field(default_factory=lambda: asyncio.Queue(QUEUE))

    def tell(self, message: bytes | None) -> bool:
        """Put a message in line; False where the client is too slow to be told."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True


@dataclass(eq=False)
class Live:
    """A match in memory."""

    id: str
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    thinking: asyncio.Task[None] | None = None


class Service:
    """All that people and programs can do at the table."""

    def __init__(self, store: Store, runner: Runner) -> None:
        self.store = store
        self.runner = runner
        self.live: dict[str, Live] = {}
        self.chance = random.SystemRandom()
        self.loaded: set[str] = set()
        self.is_stopping = False

    def here(self) -> Surroundings:
        return Surroundings(now_in_milliseconds(), self.chance, fresh_id)

    # ----- starting and stopping

    async def start(self) -> None:
        """Go on with every match that was running: clocks run out and computers move also when nobody looks."""
        for stored in self.store.matches(statuses=["running"], limit=100_000):
            live = await self.find(stored.id)
            async with live.lock:
                await self.pass_time(live)
            self.after_change(live)
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """Tell all clients to come again later, and leave every match as it is stored."""
        self.is_stopping = True
        for live in self.live.values():
            if live.timer is not None:
                live.timer.cancel()
            if live.thinking is not None:
                live.thinking.cancel()
            for listener in live.listeners:
                listener.tell(None)

    # ----- matches

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
            stored = self.store.read(match_id)
            events = [Event(e.sequence, e.time, decode_body(e.body)) for e in stored]
            live = self.live.setdefault(match_id, Live(match_id, Match.replay(events)))
            LIVE_MATCHES.set(len(self.live))
        return live

    async def create(self, settings: Settings, seats: Sequence[Seat], creator: str, match_id: str = "") -> str:
        """Set up a match and store it; the answer is its id."""
        await self.need(settings.game)
        match, match_id = Match(), match_id or fresh_id()
        made = deciding.create(match, settings, seats, creator, self.here())
        row = rows.Match(
            id=match_id, game=settings.game, created=made[0].time, status=status_of(match),
            settings=encoder.encode(settings).decode(), public=settings.is_public,
        )  # fmt: skip
        await settle(self.store.create_match(row, _seat_rows(match), _event_rows(made)))
        live = self.live[match_id] = Live(match_id, match)
        LIVE_MATCHES.set(len(self.live))
        self.after_change(live)
        return match_id

    async def carry_out(self, match_id: str, command: AnyCommand, player: str) -> int:
        """Do what a player asks; the answer is the number of the last event."""
        live = await self.find(match_id)
        async with live.lock:
            live = await self.find(match_id)
            await self.pass_time(live)
            made = deciding.carry_out(live.match, command, player, self.here())
            await self.keep(live, made)
        self.after_change(live)
        for event in made:
            if isinstance(event.body, Rematched):
                await self.begin_rematch(live.match, event.body)
        return live.match.sequence

    async def begin_rematch(self, match: Match, body: Rematched) -> None:
        """Set up the match that all agreed to."""
        assert match.settings is not None
        seats = [match.seats[place] for place in body.order]
        await self.create(match.settings, seats, match.creator, body.match)

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
            self.forget(live)
            raise
        MOVES.inc(sum(event.body.kind == "played" for event in made))
        self.tell(live, made)

    def forget(self, live: Live) -> None:
        """Drop a match whose last events were not stored; whoever asks next reads it anew."""
        self.live.pop(live.id, None)
        if live.timer is not None:
            live.timer.cancel()
        for listener in live.listeners:
            listener.tell(None)

    # ----- listeners

    def seat_of(self, match: Match, player: str) -> int | None:
        """The seat that a player sees the table from: the one to move, if it is his, else his first."""
        seats = match.seats_of(player)
        if not seats:
            return None
        return match.to_move if match.to_move in seats else seats[0]

    def tell(self, live: Live, made: list[Event]) -> None:
        """Send every listener the events with its own view; each view is made once."""
        messages: dict[int | None, bytes] = {}
        shown = shown_events(live.match, made)
        for listener in list(live.listeners):
            seat = self.seat_of(live.match, listener.player)
            if seat not in messages:
                table = table_of(live.id, live.match, seat, now_in_milliseconds())
                messages[seat] = encoder.encode(Message(shown, table))
            if not listener.tell(messages[seat]):
                live.listeners.discard(listener)
                log.info("slow_client", match=live.id)

    async def listen(self, match_id: str, player: str, after: int) -> tuple[Live, Listener]:
        """Begin to listen: the first message brings everything behind the given number."""
        live = await self.find(match_id)
        async with live.lock:
            live = await self.find(match_id)
            listener = Listener(player)
            listener.tell(await self.message_since(live, player, after))
            live.listeners.add(listener)
            LISTENERS.inc()
        return live, listener

    def leave(self, live: Live, listener: Listener) -> None:
        """Stop listening."""
        live.listeners.discard(listener)
        LISTENERS.dec()

    async def message_since(self, live: Live, player: str, after: int) -> bytes:
        """All events behind a number, and the table now."""
        events = [Event(e.sequence, e.time, decode_body(e.body)) for e in self.store.read(live.id, after)]
        table = table_of(live.id, live.match, self.seat_of(live.match, player), now_in_milliseconds())
        return encoder.encode(Message(shown_events(live.match, events), table))

    # ----- clocks and computers

    def after_change(self, live: Live) -> None:
        """Set the alarm for the next deadline, and let a computer think where it is its turn."""
        if self.is_stopping:
            return
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.match.deadline()
        if deadline is not None:
            wait = min(max(0.0, (deadline - now_in_milliseconds()) / 1000), LONGEST_WAIT)
            live.timer = asyncio.get_running_loop().call_later(wait + 0.001, self.ring, live)
        seat = live.match.to_move
        is_idle = live.thinking is None or live.thinking.done()
        if seat is not None and live.match.seats[seat].kind == "computer" and is_idle:
            live.thinking = asyncio.create_task(self.think(live))

    def ring(self, live: Live) -> None:
        """A deadline has come."""
        live.timer = None
        task = asyncio.create_task(self.time_out(live))
        task.add_done_callback(_log_failure)

    async def time_out(self, live: Live) -> None:
        async with live.lock:
            await self.pass_time(live)
        self.after_change(live)

    async def think(self, live: Live) -> None:
        """Let the computer whose turn it is move, and the next one, until it is a person's turn."""
        try:
            while (seat := live.match.to_move) is not None and live.match.seats[seat].kind == "computer":
                position = live.match.position
                assert position is not None
                move = await self.runner.choose(position.view(seat), live.match.seats[seat].player)
                async with live.lock:
                    await self.pass_time(live)
                    if live.match.position is not position:
                        continue
                    made = deciding.play_for(live.match, seat, str(move), position.ply, self.here())
                    await self.keep(live, made)
                    COMPUTER_MOVES.inc()
        except FourfoldError as error:
            log.warning("computer_failed", match=live.id, problem=str(error))
        live.thinking = None
        self.after_change(live)


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("timer_failed", problem=repr(task.exception()))


def _event_rows(made: Sequence[Event]) -> list[rows.Event]:
    return [rows.Event(e.body.kind, encode_body(e.body), e.time, e.body.format) for e in made]


def _seat_rows(match: Match) -> list[rows.Seat]:
    return [rows.Seat(k, s.kind, s.player if s.kind == "person" else None) for k, s in enumerate(match.seats)]


def _changes_seats(event: Event) -> bool:
    return event.body.kind in ("joined", "opened", "started", "replaced")


__all__ = ["Join", "Listener", "Live", "Service", "fresh_id", "now_in_milliseconds"]
