"""The registry of live matches: each match that is in use is in memory once, loaded from the event store."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from fourfold.core.registry import facts, game
from fourfold.match.events import Event, decode_body
from fourfold.match.match import Match
from fourfold.store import Store, StoredEvent
from fourfold.store.errors import UnknownMatch, UnreadableMatch
from fourfold.web.background_tasks import Tasks
from fourfold.web.live.live_match import LiveMatch
from fourfold.web.live.notifications import Notifications
from fourfold.web.metrics import LIVE_MATCHES

IDLE_SECONDS = 30.0  # until a match that nobody uses is dropped from memory


def decode_events(match_id: str, stored: Sequence[StoredEvent]) -> list[Event]:
    """The events that the store returned; UnreadableMatch."""
    try:
        return [Event(e.sequence, e.time, decode_body(e.body)) for e in stored]
    except (msgspec.DecodeError, RecursionError) as problem:
        raise UnreadableMatch("store.unreadable_match", match=match_id) from problem


def replay_events(match_id: str, stored: Sequence[StoredEvent]) -> Match:
    """The match that the store returned; UnreadableMatch, also where its events contradict each other."""
    found = decode_events(match_id, stored)
    try:
        return Match.replay(found)
    except Exception as problem:  # events are never checked again, so anything may be wrong with them
        raise UnreadableMatch("store.unreadable_match", match=match_id) from problem


class MatchRegistry:
    """Matches in memory, and the store that they are loaded from."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tasks = Tasks()
        self.notifications = Notifications()
        self.live: dict[str, LiveMatch] = {}
        self.thinking: set[str] = set()  # matches whose computer is choosing a move; they stay in memory
        self._loaded_games: set[str] = set()

    async def load_game(self, game_id: str) -> None:
        """Load a game's rules beside the event loop: the first time ever they are compiled."""
        if game_id not in self._loaded_games:
            await asyncio.get_running_loop().run_in_executor(None, game, facts(game_id).id)
            self._loaded_games.add(game_id)

    async def find(self, match_id: str) -> LiveMatch:
        """Find a match in memory, or load it; UnknownMatch where there is none."""
        live = self.live.get(match_id) or self.add(match_id, await self.load(match_id))
        live.used = time.monotonic()
        return live

    async def load(self, match_id: str) -> Match:
        """Read a match that will be kept in memory."""
        return await self.read_match(match_id)

    async def read_match(self, match_id: str) -> Match:
        """Read a match from the store."""
        await self.load_game((await self.store.read_async(self.store.matches.find, match_id)).game)
        return replay_events(match_id, await self.store.read_async(self.store.events.read, match_id))

    async def stored_events(self, match_id: str, after: int = 0) -> list[Event]:
        """The events behind a sequence number."""
        return decode_events(match_id, await self.store.read_async(self.store.events.read, match_id, after))

    async def is_stored(self, match_id: str) -> bool:
        """Whether there is such a match."""
        with suppress(UnknownMatch):
            return bool(await self.store.read_async(self.store.matches.find, match_id))
        return False

    def add(self, match_id: str, match: Match) -> LiveMatch:
        """Keep a match in memory, unless somebody else just did."""
        live = self.live.setdefault(match_id, LiveMatch(match_id, match))
        LIVE_MATCHES.set(len(self.live))
        return live

    def drop(self, match_id: str) -> None:
        """Drop a match from memory; its subscribers have to connect again."""
        live = self.live.pop(match_id, None)
        LIVE_MATCHES.set(len(self.live))
        if live is not None:
            live.close()

    def drop_if_idle(self, match_id: str) -> None:
        """Drop a match from memory unless it is in use."""
        live = self.live.get(match_id)
        if live is not None and live.is_idle and match_id not in self.thinking and not self.is_followed(live):
            self.drop(match_id)

    def is_followed(self, live: LiveMatch) -> bool:
        """Whether a player of a match that other processes may change gets notifications here."""
        return self.store.is_shared and bool(self.notifications.players & {seat.player for seat in live.match.seats})

    async def sweep(self) -> None:
        """Drop matches that have been idle for a while."""
        before = time.monotonic() - IDLE_SECONDS
        for match_id in [match_id for match_id, live in self.live.items() if live.used < before]:
            self.drop_if_idle(match_id)
