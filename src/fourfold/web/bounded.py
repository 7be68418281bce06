"""Bounded resources: an LRU cache, shares of clients, and a thread pool whose queue is limited (load shedding)."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, ItemsView, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from fourfold.web.errors import Denied

Key = TypeVar("Key")
Value = TypeVar("Value")
Result = TypeVar("Result")

Client = tuple[str, ...]  # who asks: the network, then the player there


class LruCache(MutableMapping[Key, Value]):
    """A mapping of at most `maxsize` entries; a new one pushes out the least recently used.

    >>> cache = LruCache[str, int](2)
    >>> cache["a"], cache["b"] = 1, 2
    >>> cache["a"]
    1
    >>> cache["c"] = 3
    >>> list(cache)
    ['a', 'c']
    """

    def __init__(self, maxsize: int) -> None:
        self.maxsize = maxsize
        self._entries: OrderedDict[Key, Value] = OrderedDict()

    def __getitem__(self, key: Key) -> Value:
        self._entries.move_to_end(key)
        return self._entries[key]

    def __setitem__(self, key: Key, value: Value) -> None:
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self.maxsize:
            self._entries.popitem(last=False)

    def __delitem__(self, key: Key) -> None:
        del self._entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(tuple(self._entries))  # reading an entry moves it

    def __len__(self) -> int:
        return len(self._entries)

    def items(self) -> ItemsView[Key, Value]:
        """All entries, the least recently used first; none counts as used by that."""
        return self._entries.items()


def too_busy() -> Denied:
    """The usual error for a caller who is one too many."""
    return Denied(503, "web.too_busy")


class ShareUsed(Denied):
    """A client has as much under way as one may have at once; others are served."""

    seconds = 5

    def __init__(self) -> None:
        super().__init__(503, "web.share_used")


class Shares:
    """Limits on what is under way at once: of all clients together, of one network, and of one player.

    >>> shares = Shares(3, 2, 1)
    >>> with shares.of(("here", "ann")), shares.of(("here", "ben")):
    ...     with shares.of(("there", "cyd")):
    ...         shares.count
    ...     with shares.of(("here", "dan")):
    ...         pass
    Traceback (most recent call last):
    fourfold.web.bounded.ShareUsed: You have as much under way as one may have at once; try again in a moment.
    >>> shares.count
    0
    """

    def __init__(self, most: int, *of_one: int, error: Callable[[], Denied] = too_busy) -> None:
        self.most = (most, *of_one)
        self.error = error
        self._counts: Counter[Client] = Counter()

    @property
    def count(self) -> int:
        """How many are under way."""
        return self._counts[()]

    @contextmanager
    def of(self, client: Client = ()) -> Iterator[None]:
        """Count something of a client for as long as the context lasts; refused where it is one too many."""
        self.take(client)
        try:
            yield
        finally:
            self.release(client)

    def take(self, client: Client = ()) -> None:
        """Count something of a client; refused where it is one too many."""
        parts = self._parts(client)
        for part, most in zip(parts, self.most, strict=False):
            if self._counts[part] >= most:
                raise ShareUsed() if part else self.error()
        self._counts.update(parts)

    def release(self, client: Client = ()) -> None:
        """Count it no more."""
        for part in self._parts(client):
            self._counts[part] -= 1
            if not self._counts[part]:
                del self._counts[part]

    def _parts(self, client: Client) -> list[Client]:
        """All clients, the network, the player there: as far as there are limits."""
        return [client[:length] for length in range(min(len(client) + 1, len(self.most)))]


class BoundedPool:
    """A thread pool for slow work beside the event loop; the queue before it is limited."""

    def __init__(self, name: str, threads: int, most: int, error: Callable[[], Denied] = too_busy) -> None:
        self.shares = Shares(most, error=error)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do the work in a thread; work whose caller is gone does not begin."""
        with self.shares.of():
            return await asyncio.wrap_future(self._threads.submit(work))

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
