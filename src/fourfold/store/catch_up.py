"""Catch-up reads: many concurrent requests for new events are batched into one query at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from fourfold.store.rows import StoredEvent

Found = Mapping[str, list[StoredEvent]]
Waiting = list[tuple[str, int, asyncio.Future[list[StoredEvent]]]]


class CatchUp:
    """Batches requests: while a query runs, the next requests wait and share the next query."""

    def __init__(self, query: Callable[[Mapping[str, int]], Awaitable[Found]]) -> None:
        self._query = query
        self._waiting: Waiting = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, match_id: str, after: int) -> list[StoredEvent]:
        """Read the events after a sequence, in order; all that were stored before this call are among them."""
        answer: asyncio.Future[list[StoredEvent]] = asyncio.get_running_loop().create_future()
        self._waiting.append((match_id, after, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())
        return await answer

    async def _answer_all(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._answer(waiting)
        finally:
            self._task = None

    async def _answer(self, waiting: Waiting) -> None:
        earliest: dict[str, int] = {}
        for match_id, after, _ in waiting:
            earliest[match_id] = min(after, earliest.get(match_id, after))
        try:
            found = await self._query(earliest)
        except BaseException as problem:
            for _, _, answer in waiting:
                if not answer.done():
                    answer.set_exception(problem) if isinstance(problem, Exception) else answer.cancel()
            if not isinstance(problem, Exception):
                raise
            return
        for match_id, after, answer in waiting:
            if not answer.done():  # its caller may have been cancelled
                answer.set_result([event for event in found[match_id] if event.sequence > after])
