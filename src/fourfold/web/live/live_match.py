"""A match in memory and its event streams: the subscribers that get each event, in order."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from fourfold.match.events import Event
from fourfold.match.match import Match
from fourfold.web import clock

MOST_WAITING = 64  # messages; a client slower than that is disconnected
RECENT_EVENTS = 32  # in memory, for those who come to a new match or come again


class Subscriber:
    """One end of an event stream: who the client is, what it wants, and a bounded queue of messages for it.

    Where nothing waits and the connection accepts more, `send_now` sends at once and no task has to wake up.
    """

    send_now: Callable[[bytes], bool] | None = None  # False where the message has to wait

    def __init__(
        self,
        player: str,
        *,
        session: str = "",
        has_board: bool = False,
        has_chat: bool = False,
        is_brief: bool = False,
    ) -> None:
        self.player = player
        self.session = session  # the key of the client's session
        self.has_board = has_board
        self.has_chat = has_chat
        self.is_brief = is_brief
        self.opened = clock.now_in_milliseconds()
        self.is_closed = False
        self.is_slow = False
        self._is_awaited = False  # whether all earlier messages have been sent
        self._waiting: deque[bytes] = deque()
        self._arrived = asyncio.Event()

    def send(self, message: bytes) -> bool:
        """Queue a message; False where the stream is closed, or the client is so slow that it is closed here."""
        if len(self._waiting) >= MOST_WAITING:
            self.is_slow = True
            self.close()
        if self.is_closed:
            return False
        if self.send_now is not None and self._is_awaited and not self._waiting and self.send_now(message):
            return True
        self._waiting.append(message)
        self._arrived.set()
        return True

    def close(self) -> None:
        """End the stream; messages that wait are dropped."""
        self.is_closed = True
        self._waiting.clear()
        self._arrived.set()

    def end(self) -> None:
        """End the stream after the messages that wait."""
        self.is_closed = True
        self._arrived.set()

    async def next(self) -> bytes | None:
        """Wait for the next message; None at the end of the stream."""
        while not self._waiting and not self.is_closed:
            self._arrived.clear()
            self._is_awaited = True
            await self._arrived.wait()
            self._is_awaited = False
        return self._waiting.popleft() if self._waiting else None


@dataclass(eq=False)
class LiveMatch:
    """A match in memory. Only the holder of the lock changes it."""

    id: str
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    recent: deque[Event] = field(default_factory=lambda: deque(maxlen=RECENT_EVENTS))  # the last events, as published
    used: float = field(default_factory=time.monotonic)
    last_remark: int = 0  # the number of the last chat message that subscribers got

    @property
    def is_idle(self) -> bool:
        """Whether there are no subscribers and no change is under way."""
        return not self.subscribers and not self.lock.locked()

    def recent_after(self, sequence: int) -> list[Event] | None:
        """The events behind a sequence number; None where they are not all in memory."""
        is_known = sequence >= self.match.sequence or (self.recent and self.recent[0].sequence <= sequence + 1)
        return [event for event in self.recent if event.sequence > sequence] if is_known else None

    def close(self) -> None:
        """End all event streams."""
        for subscriber in self.subscribers:
            subscriber.close()
