"""The match service: carries out commands, and streams events to subscribers."""

import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import structlog

from fourfold.match import decisions, lots
from fourfold.match.accounts import AccountKind
from fourfold.match.commands import AnyCommand, Join, Offer
from fourfold.match.events import Ended, Event
from fourfold.match.match import Match
from fourfold.players.levels import find_level
from fourfold.players.runner import Thinker
from fourfold.store import Store, settle
from fourfold.web import clock, ids, metrics
from fourfold.web.background_tasks import repeat
from fourfold.web.errors import Denied
from fourfold.web.live import chat, registry, scheduler
from fourfold.web.live.live_match import LiveMatch, Subscriber
from fourfold.web.live.peers import LOOK_SECONDS, Peers
from fourfold.web.live.writer import MatchWriter
from fourfold.web.schemas.messages import Showing

log = structlog.get_logger()


class Service(MatchWriter):
    """All that people and programs can do with matches."""

    def __init__(self, store: Store, thinker: Thinker) -> None:
        super().__init__(store)
        self.scheduler = scheduler.Scheduler(self, thinker)
        self.is_stopping = False
        self.when_over: list[Callable[[str, Match], Coroutine[Any, Any, None]]] = []  # called with each ended match
        self.when_changed: list[Callable[[LiveMatch, Sequence[Event]], None]] = []  # with the events made here

    async def start(self) -> None:
        """Start the background tasks: clocks run and computers move also where nobody looks."""
        self.tasks.start(repeat(self.scheduler.poll, scheduler.POLL_SECONDS, "patrol_failed"))
        self.tasks.start(repeat(self.sweep, registry.IDLE_SECONDS / 2, "sweep_failed"))
        self.tasks.start(metrics.measure_process())
        if self.store.is_shared:
            peers = Peers(self)
            self.tasks.start(peers.follow())
            self.tasks.start(repeat(peers.look, LOOK_SECONDS, "peers_failed"))

    async def stop(self) -> None:
        """End all event streams and background tasks; every match stays as it is stored."""
        self.is_stopping = True
        self.scheduler.stop()
        self.tasks.cancel()
        for live in self.live.values():
            live.close()
        self.notifications.stop()

    # ----- commands

    async def carry_out(
        self, match_id: str, command: AnyCommand, player: str, account: AccountKind = "", *, is_invited: bool = False
    ) -> int:
        """Carry out a player's command; the result is the sequence number of the last event.

        An invited player may join a match that is not public; joining twice is no error.
        """
        if isinstance(command, Offer) and command.level:
            find_level(command.level)
        unrated: set[str] = set()
        if isinstance(command, Join):
            unrated = await self.find_unrated((await self.find(match_id)).match.seats, player)

        def decide(match: Match) -> list[Event]:
            if is_invited and match.seats_of(player):
                return []
            is_open = is_invited or match.settings.is_public or player == match.creator
            if isinstance(command, Join) and not is_open:
                raise Denied(403, "web.invite_needed")
            return decisions.carry_out(match, command, player, self.decision_context(unrated), account)

        return await self.change(match_id, decide)

    async def commit(self, *, by_lot: bool = True) -> str:
        """Store a secret for a match to come; the result is the commitment to it, and to lots or none."""
        secret = ids.fresh_secret()
        commitment = lots.commit(secret, None if by_lot else lots.NO_LOTS)
        await settle(self.store.commitments.add(commitment, secret, clock.now_in_milliseconds()))
        return commitment

    # ----- subscriptions

    def publish(self, live: LiveMatch, made: Sequence[Event], *, is_own: bool) -> None:
        """Send stored events to all subscribers, each with its own view, and let follow what follows from them."""
        live.recent.extend(made)
        if live.subscribers:
            showing = Showing(live.id, live.match, made, clock.now_in_milliseconds())
            for subscriber in list(live.subscribers):
                seat = live.match.seat_of(subscriber.player)
                wanted = {"has_board": subscriber.has_board, "is_brief": subscriber.is_brief}
                if not subscriber.send(showing.message(seat, **wanted)):
                    live.subscribers.discard(subscriber)
        self.notifications.notify_match(live, made)
        if not is_own:
            self.scheduler.set_alarm(live)
            return
        metrics.count_events(live.match.settings.game, made)
        self.scheduler.look(live)
        for look in self.when_changed:
            look(live, made)
        if any(isinstance(event.body, Ended) for event in made):
            for react in self.when_over:
                self.tasks.start(react(live.id, live.match))

    def subscribers_of(self, player: str) -> list[Subscriber]:
        """All event streams of a player."""
        streams = [each for live in self.live.values() for each in live.subscribers if each.player == player]
        return [*self.notifications.of(player), *streams]

    @property
    def connected_players(self) -> set[str]:
        """The players who have an event stream here."""
        at_tables = {each.player for live in self.live.values() for each in live.subscribers}
        return (at_tables | self.notifications.players) - {""}

    @asynccontextmanager
    async def subscribe(self, match_id: str, subscriber: Subscriber, after: int) -> AsyncIterator[Subscriber]:
        """Open an event stream; the first message holds all events behind the sequence number `after`."""
        if self.is_stopping:
            raise Denied(503, "web.stopping")
        async with self.locked(match_id) as live:
            subscriber.send(await self.message_since(live, subscriber.player, after, has_board=subscriber.has_board))
            if subscriber.has_chat:
                await chat.publish_remarks(self.store, live)
                remarks = await chat.read_remarks(self.store, match_id)
                subscriber.send(await chat.encode_remarks(self.store, live, remarks))
            live.subscribers.add(subscriber)
        metrics.LISTENERS.inc()
        try:
            yield subscriber
        finally:
            metrics.LISTENERS.dec()
            live.subscribers.discard(subscriber)
            live.used = time.monotonic()
            if subscriber.is_slow:
                metrics.SLOW_CLIENTS.inc()
                log.info("slow_client", match=match_id)

    async def message_since(self, live: LiveMatch, player: str, after: int, *, has_board: bool = False) -> bytes:
        """All events behind a sequence number, and the table as it is; the lock must be held."""
        made = live.recent_after(after)
        if made is None:
            stored = await self.stored_events(live.id, after)
            made = [event for event in stored if event.sequence <= live.match.sequence]
        showing = Showing(live.id, live.match, made, clock.now_in_milliseconds())
        return showing.message(live.match.seat_of(player), has_board=has_board)
