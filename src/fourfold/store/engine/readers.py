"""A thread pool for blocking reads, with a timeout: the database server may be slow or gone."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fourfold.store.errors import StorageFailed
from fourfold.text import say

Result = TypeVar("Result")

THREADS = 4
ANSWER_SECONDS = 5.0  # the timeout of a read


class Readers:
    """A few threads that run blocking reads for the event loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="fourfold-reader")

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run a blocking read in a thread and await its result; StorageFailed after the timeout."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except TimeoutError:
            raise StorageFailed("store.cannot_read", problem=say("store.no_answer")) from None

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)
