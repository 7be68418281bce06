"""Reading beside the event loop, from a server that may be slow, far away, or gone."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fourfold.store.errors import StorageFailed
from fourfold.text import say

Result = TypeVar("Result")

THREADS = 4
ANSWER_SECONDS = 5.0  # that an answer may take


class Readers:
    """A few threads that wait for answers."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="fourfold-reader")

    async def ask(self, question: Callable[[], Result]) -> Result:
        """Wait for an answer; StorageFailed where it does not come in time."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self._pool, question)
        except TimeoutError:
            raise StorageFailed("store.cannot_read", problem=say("store.no_answer")) from None

    def close(self) -> None:
        """Ask nothing any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
