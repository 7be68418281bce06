"""Slow work for one request, beside the event loop: reading records, making pictures."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fourfold.web.errors import Denied

Result = TypeVar("Result")

MOST_WAITING = 8


class WorkerThread:
    """One thread, and a short queue before it: who comes when it is full is asked to come again."""

    def __init__(self, waiting: int = MOST_WAITING) -> None:
        self.most_waiting = waiting
        self.waiting = 0
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="workshop")

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do the work and wait for it; what nobody waits for any more is not begun."""
        if self.waiting >= self.most_waiting:
            raise Denied(503, "web.too_busy")
        self.waiting += 1
        try:
            return await asyncio.wrap_future(self._pool.submit(work))
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
