"""The pool of worker processes: slow work beside the table, in turn by client, and stopped when nobody waits for it.

Each piece of work has a price, its expected seconds, and clients are served in turn by what they have used. Long work
is cut into pieces by those who ask for it. Cheap pieces have a lane of their own, so they do not wait behind long ones.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

import structlog

from fourfold.core.processors import count_processors
from fourfold.web.bounded import Client, Shares
from fourfold.web.errors import Denied
from fourfold.web.jobs.fair_queue import FairQueue, QueueEntry
from fourfold.web.jobs.worker import WorkerLost, WorkerProcess, pickle
from fourfold.web.metrics import JOBS_DONE, WORKERS_KILLED

Result = TypeVar("Result")

CHEAP = 0.1  # seconds: the price up to which work is let into the express lane
LONGEST = 20.0  # seconds that a piece of work may take; then its process is killed
GRACE = 0.5  # seconds that work goes on when nobody waits for it any more; then its process is killed
IDLE_SECONDS = 60.0  # after which a process that has nothing to do is ended
MOST_WAITING = (512, 128, 64)  # pieces at once: of all, of one network, of one player

log = structlog.get_logger()


class TooLong(Denied):
    """A piece of work took too long, and was stopped."""

    def __init__(self, seconds: float) -> None:
        super().__init__(503, "web.took_too_long", seconds=f"{seconds:g}")


class Job:
    """A piece of work: what to do, how long it may take, and who waits for the result."""

    def __init__(self, work: bytes, seconds: float) -> None:
        self.work = work
        self.seconds = seconds
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.worker: WorkerProcess | None = None  # while it works on it


class Lane:
    """A place where one piece of work is done at a time, in a process that is started when it is needed."""

    def __init__(self, *, is_express: bool) -> None:
        self.is_express = is_express
        self.is_busy = False
        self.worker: WorkerProcess | None = None
        self.closing: asyncio.TimerHandle | None = None

    def fits(self, entry: QueueEntry[Job]) -> bool:
        """Whether work may be done here."""
        return not self.is_express or entry.price <= CHEAP


class WorkerPool:
    """All lanes, and the queue before them.

    `lanes` is the number of processes for work of any price, by default one a processor less one for the server itself.
    """

    def __init__(self, lanes: int | None = None) -> None:
        count = max(1, count_processors() - 1) if lanes is None else lanes
        self.lanes = [Lane(is_express=True), *(Lane(is_express=False) for _ in range(count))]
        self.queue: FairQueue[Job] = FairQueue()
        self.shares = Shares(*MOST_WAITING)
        self.is_paused = False
        self._is_open = True
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(
        self, client: Client, work: Callable[..., Result], *arguments: Any, price: float, seconds: float = LONGEST
    ) -> Result:
        """Let a process call a function of a module with plain values, when it is the client's turn.

        Waiting takes as long as it takes; the work itself at most so many `seconds`. If this task is cancelled, the
        work does not begin, or is stopped soon.
        """
        if not self._is_open:
            raise Denied(503, "web.stopping")
        with self.shares.of(client):
            job = Job(pickle(work, arguments), seconds)
            entry = self.queue.add(client, price, job)
            self._dispatch()
            try:
                result: Result = await job.result
                return result
            finally:
                if not self.queue.remove(entry) and job.worker is not None:
                    asyncio.get_running_loop().call_later(GRACE, _kill, job)

    def pause(self) -> None:
        """Begin no work for now; what is asked for waits."""
        self.is_paused = True

    def resume(self) -> None:
        """Begin what waits, and get a process ready."""
        self.is_paused = False
        self._dispatch()
        for lane in self.lanes:
            if not lane.is_busy and lane.worker is None:
                self._start(lane, self._prepare(lane))

    def close(self) -> None:
        """End all processes; those who wait get an error."""
        self._is_open = False
        while (entry := self.queue.take()) is not None:
            _fail(entry.item, Denied(503, "web.stopping"))
        for lane in self.lanes:
            if lane.closing is not None:
                lane.closing.cancel()
            if lane.worker is not None:
                lane.worker.kill()

    def _dispatch(self) -> None:
        """Give work to every lane that has none: cheap work to the express lane first."""
        for lane in self.lanes:
            if self.is_paused or lane.is_busy:
                continue
            entry = self.queue.take(lane.fits)
            if entry is not None:
                self._start(lane, self._work(lane, entry))

    def _start(self, lane: Lane, work: Any) -> None:
        lane.is_busy = True
        if lane.closing is not None:
            lane.closing.cancel()
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._finish(lane, done))

    def _finish(self, lane: Lane, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        lane.is_busy = False
        if not task.cancelled() and task.exception() is not None and self._is_open:
            log.error("worker_failed", exc_info=task.exception())
        if self._is_open:
            lane.closing = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._retire, lane)
            self._dispatch()

    async def _prepare(self, lane: Lane) -> None:
        lane.worker = lane.worker or await asyncio.wrap_future(in_thread(WorkerProcess))

    async def _work(self, lane: Lane, entry: QueueEntry[Job]) -> None:
        """Do a piece of work; then charge the client for the time it took instead of its price."""
        job = entry.item
        try:
            await self._prepare(lane)
        except BaseException:
            _fail(job, WorkerLost())
            raise
        if job.result.done():  # nobody waits any more
            self.queue.charge(entry.client, -entry.price)
            return
        began = time.monotonic()
        job.worker = lane.worker
        assert job.worker is not None
        try:
            async with asyncio.timeout(job.seconds):
                result = await asyncio.wrap_future(in_thread(job.worker.do, job.work))
            JOBS_DONE.inc()
            if not job.result.done():
                job.result.set_result(result)
        except TimeoutError:
            WORKERS_KILLED.inc()
            self._drop(lane)
            _fail(job, TooLong(job.seconds))
        except WorkerLost as error:
            self._drop(lane)
            if not job.result.done():  # else it was killed because nobody waits
                log.warning("worker_died")
            _fail(job, error)
        except Exception as error:
            _fail(job, error)
        finally:
            job.worker = None
            self.queue.charge(entry.client, time.monotonic() - began - entry.price)

    def _drop(self, lane: Lane) -> None:
        """Kill the process of a lane; the next work gets another one."""
        worker, lane.worker = lane.worker, None
        if worker is not None:
            in_thread(worker.close)

    def _retire(self, lane: Lane) -> None:
        """End an idle process."""
        if not lane.is_busy and lane.worker is not None:
            worker, lane.worker = lane.worker, None
            in_thread(worker.close)


def _kill(job: Job) -> None:
    if job.worker is not None:
        WORKERS_KILLED.inc()
        job.worker.kill()


def _fail(job: Job, error: Exception) -> None:
    """Tell whoever waits for a job, if anybody does."""
    if not job.result.done():
        job.result.set_exception(error)


def in_thread(work: Callable[..., Result], *arguments: Any) -> "Future[Result]":
    """Call what blocks in a thread that does not keep the interpreter from its end."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # from here on nobody can cancel it

    def run() -> None:
        try:
            future.set_result(work(*arguments))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future
