"""What is in memory of a match while somebody is there: the match itself, and who listens to it."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from fourfold.match.match import Match

MOST_WAITING = 64  # messages; a client that is slower than that has to come again

Pass = Callable[[bytes], bool]  # sends a message at once; False where it has to wait


class Listener:
    """A client that wants to know: who it is, whether it draws boards and hears remarks, and what waits for it.

    Who has nothing waiting, and a connection that takes more, is sent a message at once: nobody has to wake up for it.
    """

    pass_on: Pass | None = None

    def __init__(self, player: str, *, session: str = "", has_board: bool = False, has_chat: bool = False) -> None:
        self.player = player
        self.session = session  # the key of the session that the client came with
        self.has_board = has_board
        self.has_chat = has_chat
        self.is_closed = False
        self.is_slow = False
        self._is_awaited = False  # whether all that came before has been sent
        self._waiting: deque[bytes] = deque()
        self._arrived = asyncio.Event()

    def tell(self, message: bytes) -> bool:
        """Put a message in line; False where the client is too slow to be told, and is let go."""
        if len(self._waiting) >= MOST_WAITING:
            self.is_slow = True
            self.close()
        if self.is_closed:
            return False
        if self.pass_on is not None and self._is_awaited and not self._waiting and self.pass_on(message):
            return True
        self._waiting.append(message)
        self._arrived.set()
        return True

    def close(self) -> None:
        """Let the client go; what still waits for it is dropped."""
        self.is_closed = True
        self._waiting.clear()
        self._arrived.set()

    async def next(self) -> bytes | None:
        """Wait for the next message; None when there will be none any more."""
        while not self._waiting and not self.is_closed:
            self._arrived.clear()
            self._is_awaited = True
            await self._arrived.wait()
            self._is_awaited = False
        return self._waiting.popleft() if self._waiting else None


@dataclass(eq=False)
class LiveMatch:
    """A match in memory. Whoever holds the lock is the only one to change it."""

    id: str
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    used: float = field(default_factory=time.monotonic)
    told_remarks: int = 0  # the number of the last remark that was told to who listens

    @property
    def is_idle(self) -> bool:
        """Whether nobody is there and nothing is under way."""
        return not self.listeners and not self.lock.locked()
