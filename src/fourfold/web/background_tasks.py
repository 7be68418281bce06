"""Background tasks: work that no request waits for, and periodic work."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from fourfold.core.errors import FourfoldError

log = structlog.get_logger()


class Tasks:
    """Background tasks: kept until they end, and logged where they fail."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finish)

    def cancel(self) -> None:
        """Cancel all of them."""
        for task in self._running:
            task.cancel()

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", exc_info=task.exception())


async def repeat(work: Callable[[], Awaitable[object]], seconds: float, failure: str) -> None:
    """Do something again and again, with a pause after each time; a failure is logged and ends nothing."""
    while True:
        try:
            await work()
        except FourfoldError as error:
            log.warning(failure, code=error.code)
        except Exception as error:  # whatever it is, the next time comes
            log.error(failure, exc_info=error)
        await asyncio.sleep(seconds)
