"""A fair queue: clients take turns by what they have used, not by when they came (start-time fair queueing).

A client is a path: the network, then the player there. Networks take turns first, then the players of each. So a
crowd of sessions from one address waits among itself, and one greedy player delays the others by one piece of work.
A network that asks seldom goes first for some seconds of work, however many others ask all the time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

from fourfold.web.bounded import Client, LruCache

Item = TypeVar("Item")

CREDIT = 5.0  # seconds of work that a network which was away may use before it waits like those who were not
MOST_KNOWN = 20_000  # clients whose use is remembered; the least recently used is forgotten


@dataclass(frozen=True, eq=False)
class QueueEntry(Generic[Item]):
    """Something that waits: whose it is, and what it is expected to cost in seconds."""

    client: Client
    price: float
    item: Item
    number: int  # in the order of arrival


class FairQueue(Generic[Item]):
    """What waits, and how much each client has used.

    >>> queue = FairQueue[str]()
    >>> for name in ("a1", "a2", "a3", "b1"):
    ...     _ = queue.add(("net", name[0]), 1.0, name)
    >>> [entry.item for _ in range(4) if (entry := queue.take())]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._waiting: list[QueueEntry[Item]] = []
        self._used: LruCache[Client, float] = LruCache(MOST_KNOWN)  # by each part of a path: its virtual time
        self._clock: LruCache[Client, float] = LruCache(MOST_KNOWN)  # the virtual time of what was served last there
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, client: Client, price: float, item: Item) -> QueueEntry[Item]:
        """Let something wait. Who was away begins with the time of those who are served now, a network with credit.

        Players have no credit: new sessions of a network would get it again and again.
        """
        for part in _parts(client):
            if not any(entry.client[: len(part)] == part for entry in self._waiting):
                credit = CREDIT if len(part) == 1 else 0.0
                self._used[part] = max(self._used.get(part, 0.0), self._clock.get(part[:-1], 0.0) - credit)
        entry = QueueEntry(client, price, item, next(self._numbers))
        self._waiting.append(entry)
        return entry

    def take(self, fits: Callable[[QueueEntry[Item]], bool] = lambda _: True) -> QueueEntry[Item] | None:
        """Take what is next, of those that fit, and charge its price."""
        found = min(filter(fits, self._waiting), key=self._turn, default=None)
        if found is not None:
            self._waiting.remove(found)
            for part in _parts(found.client):
                self._clock[part[:-1]] = max(self._clock.get(part[:-1], 0.0), self._used.get(part, 0.0))
            self.charge(found.client, found.price)
        return found

    def charge(self, client: Client, seconds: float) -> None:
        """Charge a client for what it used; what it did not use after all is given back (negative)."""
        for part in _parts(client):
            self._used[part] = self._used.get(part, 0.0) + seconds

    def remove(self, entry: QueueEntry[Item]) -> bool:
        """Let something wait no more; the result is whether it still did."""
        if entry not in self._waiting:
            return False
        self._waiting.remove(entry)
        return True

    def _turn(self, entry: QueueEntry[Item]) -> tuple[float, ...]:
        return (*(self._used.get(part, 0.0) for part in _parts(entry.client)), entry.number)


def _parts(client: Client) -> list[Client]:
    """The network, then the network with the player."""
    return [client[: length + 1] for length in range(len(client))]
