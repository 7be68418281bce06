"""Awaiting futures of the writer thread in an event loop, like `asyncio.wrap_future` but with one wake-up for many.

The results of a batch come at the same moment, and every `call_soon_threadsafe` wakes the event loop up.
"""

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

Result = TypeVar("Result")


class Mailbox:
    """Delivers results to an event loop, all that have gathered with one call."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._lock = Lock()
        self._arrived: list[tuple[asyncio.Future[Any], Future[Any]]] = []

    def put(self, waiting: "asyncio.Future[Any]", done: "Future[Any]") -> None:
        """Take a result, in any thread; a closed event loop is ignored."""
        with self._lock:
            self._arrived.append((waiting, done))
            is_first = len(self._arrived) == 1
        if is_first:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        with self._lock:
            arrived, self._arrived = self._arrived, []
        for waiting, done in arrived:
            if waiting.done():
                continue  # the waiting task was cancelled
            if done.cancelled():
                waiting.cancel()
            elif (error := done.exception()) is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())


_last: Mailbox | None = None  # there is usually one event loop


def _mailbox_of(loop: asyncio.AbstractEventLoop) -> Mailbox:
    global _last
    mailbox = _last
    if mailbox is None or mailbox.loop is not loop:
        mailbox = _last = Mailbox(loop)
    return mailbox


async def settle(future: "Future[Result]") -> Result:
    """Await a write. Cancelling the wait does not cancel the write."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[Result] = loop.create_future()
    mailbox = _mailbox_of(loop)
    future.add_done_callback(lambda done: mailbox.put(waiting, done))
    return await waiting
