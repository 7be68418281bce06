"""Who carries out many tasks that do not depend on each other: this process, several of this machine, or a Ray cluster.

A task must say all that its work depends on, a seed where there is chance: then it gives the same result wherever and
however often it is carried out, and nothing is lost or counted twice when a worker dies.
"""

import importlib.util
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from fourfold.research.errors import BadBatch, WorkerDied

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2  # tasks handed out for each worker before one is done
ATTEMPTS = 3  # at a task whose workers die


class Crew(Protocol):
    """Carries out tasks; results come as they are ready, each with the place of its task. Who stops asking stops it."""

    def run(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[tuple[int, Result]]:
        """Do the work for every task."""
        ...


def hire(jobs: int | None = None, ray: str | None = None) -> Crew:
    """Find a crew: of so many processes, as many as there are processors unless said, or of a Ray cluster's.

    >>> sorted(hire(jobs=1).run(abs, [-1, 2, -3]))
    [(0, 1), (1, 2), (2, 3)]
    """
    if ray is not None:
        return RayCrew(ray)
    count = (os.cpu_count() or 1) if jobs is None else jobs
    if count < 1:
        raise BadBatch("research.bad_jobs", jobs=str(count))
    return Alone() if count == 1 else Processes(count)


class Alone:
    """The process itself."""

    def run(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[tuple[int, Result]]:
        """Do one task after the other."""
        for place, task in enumerate(tasks):
            yield place, work(task)


class Processes:
    """Several processes of this machine. Where one dies, all begin anew with what is not done."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[tuple[int, Result]]:
        """Hand the tasks out, a few ahead; raise WorkerDied for one that kills every worker that tries it."""
        left = list(range(len(tasks)))
        deaths: Counter[int] = Counter()
        while left:
            begun: dict[Future[Result], int] = {}
            alone = max(deaths.values(), default=0) > 0  # which task kills shows only when each has a pool of its own
            try:
                yield from self._work_off(work, tasks, left, begun, 1 if alone else self.jobs)
            except BrokenProcessPool as error:
                for place in begun.values():
                    deaths[place] += 1
                    if alone and deaths[place] > ATTEMPTS:
                        raise WorkerDied("research.worker_died", number=place, attempts=ATTEMPTS) from error

    def _work_off(
        self,
        work: Callable[[Task], Result],
        tasks: Sequence[Task],
        left: list[int],
        begun: dict[Future[Result], int],
        jobs: int,
    ) -> Generator[tuple[int, Result]]:
        """Work on what is left; what is done is taken off, and `begun` says what was being done if it breaks off."""
        context = multiprocessing.get_context("spawn")  # a copy of a process with threads may hang
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(jobs, context, _be_quiet)
        waiting = iter(list(left))
        is_over = False
        try:
            while left:
                while len(begun) < (jobs if jobs == 1 else jobs * AHEAD):
                    place = next(waiting, None)
                    if place is None:
                        break
                    begun[pool.submit(work, tasks[place])] = place
                done, _ = wait(begun, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda future: begun[future]):
                    result = future.result()
                    place = begun.pop(future)
                    left.remove(place)
                    yield place, result
            is_over = True
        finally:
            for process in set(multiprocessing.active_children()) - others:
                if not is_over:
                    process.terminate()  # nobody asks for what is still being done
            pool.shutdown(wait=True, cancel_futures=True)


def _be_quiet() -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who hired the crew ends it


class RayCrew:
    """The workers of a Ray cluster, found at an address; `local` begins one on this machine."""

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("ray") is None:
            raise BadBatch("research.no_ray")
        self.address = address

    def run(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[tuple[int, Result]]:
        """Hand the tasks out, a few ahead for each processor; Ray tries a task again whose worker died."""
        ray: Any = importlib.import_module("ray")
        is_ours = not ray.is_initialized()
        if is_ours:
            ray.init(None if self.address == "local" else self.address, log_to_driver=False, include_dashboard=False)
        remote = ray.remote(max_retries=ATTEMPTS)(work)
        begun: dict[Any, int] = {}
        waiting = iter(range(len(tasks)))
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while True:
                while len(begun) < most and (place := next(waiting, None)) is not None:
                    begun[remote.remote(tasks[place])] = place
                if not begun:
                    return
                done, _ = ray.wait(list(begun), num_returns=1)
                for reference in done:
                    place = begun.pop(reference)
                    try:
                        result = ray.get(reference)
                    except ray.exceptions.WorkerCrashedError as error:
                        raise WorkerDied("research.worker_died", number=place, attempts=ATTEMPTS) from error
                    yield place, result
        finally:
            for reference in begun:
                ray.cancel(reference, force=True)
            if is_ours:
                ray.shutdown()
