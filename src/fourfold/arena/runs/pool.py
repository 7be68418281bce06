"""Who carries out many tasks that do not depend on each other: this process, several of this machine, or a Ray cluster.

A task must say all that its work depends on, a seed where there is chance: then it gives the same result wherever and
however often it is carried out, and nothing is lost or counted twice when a worker dies.
"""

import importlib
import importlib.util
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
from fourfold.core.processors import count_processors

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2  # tasks handed out for each worker before the first of them is asked for
ATTEMPTS = 3  # at a task whose workers die
ANSWERS_WITHIN = 5.0  # seconds, if a cluster is there
LOCAL = "local"  # the address of a cluster that begins and ends with the work


class Pool(Protocol):
    """Carries out tasks, and gives the results in their order. Whoever stops asking stops the work."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Do the work for every task; both must be able to travel to another process."""
        ...


def hire(jobs: int | None = None, ray: str | None = None) -> Pool:
    """Find a crew: of so many processes, as many as there are processors unless said, or of a Ray cluster's.

    >>> list(hire(jobs=1).run(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if ray is not None:
        return Cluster(ray)
    count = count_processors() if jobs is None else jobs
    if count < 1:
        raise BadLimit("arena.bad_jobs", jobs=count)
    return Alone() if count == 1 else Processes(count)


class Alone:
    """The process itself."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Do one task after the other."""
        for task in tasks:
            yield work(task)


class Processes:
    """Several processes of this machine. Where one dies all begin anew, with the tasks that have no result yet."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Hand the tasks out, a few ahead; raise Crashed for one that ends every process that tries it.

        After a death the tasks that were begun are done one at a time: so the one that kills is found out.
        """
        source, begun, deaths, careful = iter(tasks), deque[Task](), 0, 0
        is_over = False
        while not is_over:
            others = set(multiprocessing.active_children())
            pool = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), _begin)
            try:
                for result in self._work_off(pool, work, source, begun, careful):
                    deaths, careful = 0, max(0, careful - 1)
                    yield result
                is_over = True
            except BrokenProcessPool as error:
                deaths, careful = deaths + 1, len(begun)
                if deaths == ATTEMPTS:
                    raise Crashed("arena.crashed") from error
            finally:
                for process in set(multiprocessing.active_children()) - others:
                    if not is_over:
                        process.terminate()  # nobody asks for what is still being done
                pool.shutdown(wait=True, cancel_futures=True)

    def _work_off(
        self,
        pool: ProcessPoolExecutor,
        work: Callable[[Task], Result],
        source: Iterator[Task],
        begun: deque[Task],
        careful: int,
    ) -> Generator[Result]:
        """Work on what was begun, the careful ones one at a time, and then on the rest; `begun` is kept up to date."""
        for _ in range(careful):
            yield pool.submit(work, begun[0]).result()
            begun.popleft()
        waiting: deque[Future[Result]] = deque()
        while True:
            new = list(islice(source, self.jobs * AHEAD - len(begun)))
            begun.extend(new)
            waiting.extend(pool.submit(work, task) for task in new)
            if not begun:
                return
            result = waiting.popleft().result()
            begun.popleft()
            yield result


_endings: list[Callable[[], None]] = []  # in a worker: what ends what it began


def at_end(close: Callable[[], None]) -> None:
    """Let something be ended with the worker that calls this, however it ends."""
    _endings.append(close)
    Finalize(None, close, exitpriority=10)


def _begin() -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who hired the crew ends it
        signal.signal(signal.SIGTERM, _leave)


def _leave(*_: Any) -> None:
    """End at once: whoever lets go of a half-read task leaves the other half to the next worker, who cannot read it."""
    for close in _endings:
        with suppress(Exception):
            close()
    os._exit(0)


class Cluster:
    """The workers of a Ray cluster at an address, or of one that begins here and ends with the work."""

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("ray") is None:
            raise NoCluster("arena.no_ray")
        self.address = address

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Hand the tasks out, a few ahead for each processor; Ray tries those again whose workers die."""
        ray: Any = importlib.import_module("ray")
        is_ours = not ray.is_initialized()
        if is_ours:
            self._join(ray)
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

    def _join(self, ray: Any) -> None:
        """Begin or find the cluster; where none answers say so at once: Ray itself would try for minutes."""
        address = None if self.address == LOCAL else self.address
        try:
            host, colon, port = self.address.removeprefix("ray://").rpartition(":")
            if colon and port.isdecimal():
                socket.create_connection((host, int(port)), ANSWERS_WITHIN).close()
            ray.init(address, log_to_driver=False, include_dashboard=False if address is None else None)
        except (OSError, OverflowError, RuntimeError, ValueError) as error:
            raise NoCluster("arena.no_cluster", address=self.address, problem=str(error).splitlines()[0]) from error
