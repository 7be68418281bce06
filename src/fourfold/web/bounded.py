"""Bounded resources: an LRU cache, an admission limit, and a thread pool whose queue is limited (load shedding)."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, ItemsView, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fourfold.web.errors import Denied

Key = TypeVar("Key")
Value = TypeVar("Value")
Result = TypeVar("Result")


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


class Admission:
    """A limit on how many callers are inside at once, waiting included; one more is rejected with an error.

    >>> admission = Admission(1)
    >>> with admission:
    ...     with admission:
    ...         pass
    Traceback (most recent call last):
    fourfold.web.errors.Denied: Too much is being worked on already; try again in a moment.
    >>> admission.count
    0
    """

    def __init__(self, most: int, error: Callable[[], Denied] = too_busy) -> None:
        self.most = most
        self.error = error
        self.count = 0

    def __enter__(self) -> None:
        if self.count >= self.most:
            raise self.error()
        self.count += 1

    def __exit__(self, *_: object) -> None:
        self.count -= 1


class BoundedPool:
    """A thread pool for slow work beside the event loop; the queue before it is limited."""

    def __init__(self, name: str, threads: int, most: int, error: Callable[[], Denied] = too_busy) -> None:
        self.admission = Admission(most, error)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do the work in a thread; work whose caller is gone does not begin."""
        with self.admission:
            return await asyncio.wrap_future(self._threads.submit(work))

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
