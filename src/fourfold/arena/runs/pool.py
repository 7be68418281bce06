"""Process pools for independent tasks: this process, several processes of this machine, or a Ray cluster.

A task must contain all that its work depends on, a seed where there is chance. Then it gives the same result wherever
and however often it runs, and nothing is lost or counted twice when a worker dies.
"""

import importlib
import multiprocessing
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing.util import Finalize
from typing import Any, Protocol, TypeVar

from fourfold.arena.errors import BadLimit, Crashed, NoCluster
from fourfold.core.errors import require_extra
from fourfold.core.processors import count_processors

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2  # tasks submitted for each worker before the first result is awaited
ATTEMPTS = 3  # at a task whose workers die
CONNECT_SECONDS = 5.0  # to reach a cluster
STOP_SECONDS = 5.0  # for a worker to exit
LOCAL = "local"  # the address of a cluster that starts and ends with the run


class Pool(Protocol):
    """Runs tasks and yields their results in order. Closing the generator stops the work."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Call the function for every task; both must be picklable."""
        ...


def open_pool(jobs: int | None = None, ray: str | None = None) -> Pool:
    """Choose a pool: so many processes, by default one for each processor, or a Ray cluster.

    >>> list(open_pool(jobs=1).run(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if ray is not None:
        return RayPool(ray)
    count = count_processors() if jobs is None else jobs
    if count < 1:
        raise BadLimit("arena.bad_jobs", jobs=count)
    return SerialPool() if count == 1 else ProcessPool(count)


class SerialPool:
    """Runs the tasks in this process."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Run one task after the other."""
        yield from map(work, tasks)


class ProcessPool:
    """Several processes of this machine. When one dies, the pool is restarted with the unfinished tasks."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Submit the tasks, a few ahead; Crashed for a task that kills every process that tries it.

        After a crash the unfinished tasks run one at a time, which finds the one that kills.
        """
        source, unfinished, crashes, suspects = iter(tasks), deque[Task](), 0, 0
        is_over = False
        while not is_over:
            others = set(multiprocessing.active_children())
            executor = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), _set_up_worker)
            try:
                for result in self._run_until_crash(executor, work, source, unfinished, suspects):
                    crashes, suspects = 0, max(0, suspects - 1)
                    yield result
                is_over = True
            except BrokenProcessPool as error:
                crashes, suspects = crashes + 1, len(unfinished)
                if crashes == ATTEMPTS:
                    raise Crashed("arena.crashed") from error
            finally:
                if not is_over:
                    _stop(set(multiprocessing.active_children()) - others)
                executor.shutdown(wait=True, cancel_futures=True)

    def _run_until_crash(
        self,
        executor: ProcessPoolExecutor,
        work: Callable[[Task], Result],
        source: Iterator[Task],
        unfinished: deque[Task],
        suspects: int,
    ) -> Generator[Result]:
        """Run the unfinished tasks, the suspects one at a time, and then the rest; keep `unfinished` up to date."""
        for _ in range(suspects):
            yield executor.submit(work, unfinished[0]).result()
            unfinished.popleft()
        waiting: deque[Future[Result]] = deque()
        while True:
            new = list(islice(source, self.jobs * AHEAD - len(unfinished)))
            unfinished.extend(new)
            waiting.extend(executor.submit(work, task) for task in new)
            if not unfinished:
                return
            result = waiting.popleft().result()
            unfinished.popleft()
            yield result


def _stop(processes: set[multiprocessing.process.BaseProcess]) -> None:
    """Terminate workers, and kill those that miss the signal: one that begins to wait for a lock may not notice it."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(STOP_SECONDS)
        process.kill()


_cleanups: list[Callable[[], None]] = []  # of this worker process


def at_worker_exit(close: Callable[[], None]) -> None:
    """Register a cleanup for the end of this worker process, however it ends."""
    _cleanups.append(close)
    Finalize(None, close, exitpriority=10)


def _set_up_worker() -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends the worker
        signal.signal(signal.SIGTERM, _exit_worker)


def _exit_worker(*_: Any) -> None:
    """Exit at once: a half-read task would leave its other half in the pipe for the next worker."""
    for close in _cleanups:
        with suppress(Exception):
            close()
    os._exit(0)


class RayPool:
    """The workers of a Ray cluster at an address, or of a local one that lives as long as the run."""

    def __init__(self, address: str) -> None:
        require_extra("ray", "ray")
        self.address = address

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Submit the tasks, a few ahead for each processor; Ray retries those whose workers die."""
        ray: Any = importlib.import_module("ray")
        is_ours = not ray.is_initialized()
        if is_ours:
            self._connect(ray)
        remote = ray.remote(max_retries=ATTEMPTS)(work)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        source, waiting = iter(tasks), deque[Any]()
        try:
            while True:
                waiting.extend(remote.remote(task) for task in islice(source, most - len(waiting)))
                if not waiting:
                    return
                try:
                    result: Result = ray.get(waiting[0])
                except ray.exceptions.WorkerCrashedError as error:
                    raise Crashed("arena.crashed") from error
                waiting.popleft()
                yield result
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)
            if is_ours:
                ray.shutdown()

    def _connect(self, ray: Any) -> None:
        """Start or find the cluster; NoCluster at once where none answers: Ray itself would retry for minutes."""
        address = None if self.address == LOCAL else self.address
        try:
            knock(self.address)
            ray.init(address, log_to_driver=False, include_dashboard=False if address is None else None)
        except (OSError, OverflowError, RuntimeError, ValueError) as error:
            raise NoCluster("arena.no_cluster", address=self.address, problem=str(error).splitlines()[0]) from error


def knock(address: str) -> None:
    """Raise OSError at once where nobody listens at a cluster's address: Ray itself would retry for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
