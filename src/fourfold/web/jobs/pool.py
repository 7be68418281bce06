"""The pool of worker processes: slow work beside the table, in turn by client, and stopped when nobody waits for it.

Each piece of work has a price, its expected seconds, and clients are served in turn by what they have used. Long work
is cut into pieces by those who ask for it. Cheap pieces have a lane of their own, so they do not wait behind long ones.

With a cluster, its machines do the work while it is there; the queue, its turns and its limits stay here.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

import structlog

from fourfold.core.processors import count_processors
from fourfold.web.background_tasks import repeat
from fourfold.web.bounded import Client, Shares
from fourfold.web.errors import Denied
from fourfold.web.jobs.cluster import Cluster, ClusterLost, ClusterWorker
from fourfold.web.jobs.fair_queue import FairQueue, QueueEntry
from fourfold.web.jobs.worker import TimeUsed, WorkerLost, WorkerProcess, pickle
from fourfold.web.metrics import CLUSTER_PROCESSORS, JOBS_DONE, WORKERS_KILLED

Result = TypeVar("Result")

CHEAP = 0.1  # seconds: the price up to which work is let into the express lane
LONGEST = 20.0  # seconds of processor time that a piece of work may take; then its process is killed
SLOWDOWN = 6.0  # times as long it may take by the wall clock, where the machine is busy
GRACE = 0.5  # seconds that work goes on when nobody waits for it any more; then its process is killed
WAY_SECONDS = 20.0  # more that a piece may take on a cluster, where it may wait for a process, or for other servers
LOOK_SECONDS = 5.0  # between two looks whether the cluster is there
CONNECT_SECONDS = 30.0  # until it is given up
IDLE_SECONDS = 60.0  # after which a process that has nothing to do is ended
MOST_WAITING = (512, 128, 64)  # pieces at once: of all, of one network, of one player

log = structlog.get_logger()


AnyWorker = WorkerProcess | ClusterWorker


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
        self.entry: QueueEntry[Job] | None = None  # in the queue
        self.worker: AnyWorker | None = None  # while it works on it


class Lane:
    """A place where one piece of work is done at a time, in a process that is started when it is needed."""

    def __init__(self, *, is_express: bool, cluster: Cluster | None = None) -> None:
        self.is_express = is_express
        self.cluster = cluster  # where the process is; else it is a child of the server
        self.is_busy = False
        self.worker: AnyWorker | None = None
        self.closing: asyncio.TimerHandle | None = None

    def fits(self, entry: QueueEntry[Job]) -> bool:
        """Whether work may be done here."""
        return not self.is_express or entry.price <= CHEAP

    def start(self) -> AnyWorker:
        """Start a process. An express one takes no processor from others, so it need not wait for them."""
        if self.cluster is None:
            return WorkerProcess()
        return ClusterWorker(self.cluster, processors=0 if self.is_express else 1)


def open_lanes(count: int, cluster: Cluster | None = None) -> list[Lane]:
    """So many lanes for work of any price, behind an express lane."""
    return [Lane(is_express=number == 0, cluster=cluster) for number in range(count + 1)]


class WorkerPool:
    """All lanes, and the queue before them.

    `lanes` is the number of processes for work of any price, by default one a processor less one for the server itself.
    A cluster has as many as it has processors. While it does not answer, the server's own machine does the work.
    """

    def __init__(self, lanes: int | None = None, cluster: Cluster | None = None) -> None:
        self.own_lanes = open_lanes(max(1, count_processors() - 1) if lanes is None else lanes)
        self.cluster = cluster
        self.lanes = self.own_lanes  # that are in use
        self.queue: FairQueue[Job] = FairQueue()
        self.shares = Shares(*MOST_WAITING)
        self.is_paused = False
        self._is_open = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._looking: asyncio.Future[int] | None = None

    async def do(
        self, client: Client, work: Callable[..., Result], *arguments: Any, price: float, seconds: float = LONGEST
    ) -> Result:
        """Let a process call a function of a module with plain values, when it is the client's turn.

        Waiting takes as long as it takes; the work itself at most so many `seconds` of processor time. If this task is
        cancelled, the work does not begin, or is stopped soon.
        """
        if not self._is_open:
            raise Denied(503, "web.stopping")
        with self.shares.of(client):
            job = Job(pickle(work, arguments), seconds)
            job.entry = self.queue.add(client, price, job)
            self._dispatch()
            try:
                result: Result = await job.result
                return result
            finally:
                if not self.queue.remove(job.entry) and job.worker is not None:
                    asyncio.get_running_loop().call_later(GRACE, _kill, job)

    def pause(self) -> None:
        """Begin no work for now; what is asked for waits."""
        self.is_paused = True

    def resume(self) -> None:
        """Begin what waits, and get a process ready; where there is a cluster, look first whether it answers."""
        if self.cluster is not None and self._watching is None:
            look = repeat(self._look, LOOK_SECONDS, "cluster_failed")
            self._watching = asyncio.get_running_loop().create_task(look)
            return
        self._begin()

    def _begin(self) -> None:
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
        if self._watching is not None:
            self._watching.cancel()
        if self._looking is not None:
            self._looking.cancel()
        for lane in {*self.lanes, *self.own_lanes}:
            if lane.closing is not None:
                lane.closing.cancel()
            if lane.worker is not None:
                lane.worker.kill()
        if self.cluster is not None:
            in_thread(self.cluster.leave)

    async def _look(self) -> None:
        """See how large the cluster is, and use it; while it does not answer, do without it."""
        assert self.cluster is not None
        if self._looking is None or self._looking.done():
            self._looking = asyncio.wrap_future(in_thread(self.cluster.look))
        looking = self._looking
        await asyncio.wait([looking], timeout=CONNECT_SECONDS if self.is_paused else LOOK_SECONDS)
        if looking.done() and looking.exception() is None and looking.result() > 0:
            self._use_cluster(looking.result())
        else:
            self._do_without_cluster(str(looking.exception()) if looking.done() else "no answer")
        if self.is_paused:
            self._begin()

    def _use_cluster(self, processors: int) -> None:
        assert self.cluster is not None
        CLUSTER_PROCESSORS.set(processors)
        used = [] if self.lanes is self.own_lanes else self.lanes
        if len(used) != processors + 1:
            log.info("cluster_found", processors=processors)
            self.lanes = (used + open_lanes(processors, self.cluster)[len(used) :])[: processors + 1]
            self._dispatch()

    def _do_without_cluster(self, problem: str) -> None:
        """Let the own machine work, also on what the cluster had begun."""
        CLUSTER_PROCESSORS.set(0)
        if self.lanes is self.own_lanes and not self.is_paused:
            return
        log.warning("cluster_lost", problem=problem.strip().partition("\n")[0])
        lost, self.lanes = self.lanes, self.own_lanes
        for lane in lost:
            if isinstance(lane.worker, ClusterWorker):
                lane.worker.lose()
        if self.cluster is not None:
            in_thread(self.cluster.leave)

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
        if lane.worker is not None and not lane.worker.is_alive:
            self._drop(lane)  # the system ended it, or it was killed as its work ended
        lane.worker = lane.worker or await asyncio.wrap_future(in_thread(lane.start))

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
            async with asyncio.timeout(SLOWDOWN * job.seconds + (WAY_SECONDS if lane.cluster else 0)):
                result = await asyncio.wrap_future(in_thread(job.worker.do, job.work, job.seconds))
            JOBS_DONE.inc()
            if not job.result.done():
                job.result.set_result(result)
        except (TimeoutError, TimeUsed):
            WORKERS_KILLED.inc()
            self._drop(lane)
            _fail(job, TooLong(job.seconds))
        except ClusterLost as error:
            self._do_without_cluster(str(error.__cause__ or error))
            if not job.result.done():
                job.entry = self.queue.add(entry.client, entry.price, job)
                self._dispatch()
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
