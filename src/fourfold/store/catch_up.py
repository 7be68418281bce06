"""Asking what is new in a match, by many at once: while one question is under way the next ones gather into one."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from fourfold.store.rows import StoredEvent

Found = Mapping[str, list[StoredEvent]]


class CatchUp:
    """Gathers questions; `ask` answers all that wait together."""

    def __init__(self, ask: Callable[[Mapping[str, int]], Awaitable[Found]]) -> None:
        self._ask = ask
        self._waiting: list[tuple[str, int, asyncio.Future[list[StoredEvent]]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def read(self, match_id: str, after: int) -> list[StoredEvent]:
        """Read the events behind a sequence, in order; whatever was stored before this call is among them."""
        answer: asyncio.Future[list[StoredEvent]] = asyncio.get_running_loop().create_future()
        self._waiting.append((match_id, after, answer))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_all())
        return await answer

    async def _ask_all(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._answer(waiting)
        finally:
            self._asking = None

    async def _answer(self, waiting: list[tuple[str, int, asyncio.Future[list[StoredEvent]]]]) -> None:
        earliest: dict[str, int] = {}
        for match_id, after, _ in waiting:
            earliest[match_id] = min(after, earliest.get(match_id, after))
        try:
            found = await self._ask(earliest)
        except BaseException as problem:
            for _, _, answer in waiting:
                if not answer.done():
                    answer.set_exception(problem) if isinstance(problem, Exception) else answer.cancel()
            if not isinstance(problem, Exception):
                raise
            return
        for match_id, after, answer in waiting:
            if not answer.done():  # nobody may wait for it any more
                answer.set_result([event for event in found[match_id] if event.sequence > after])
