"""A Ray cluster that does slow work on other machines, and its workers as the pool sees them.

The server is a client of the cluster (`ray://`), not a part of it: a cluster that dies does not take the server along.
Ray chooses the machine, and does a piece again whose process or machine died. Pieces have no effects, so that is safe.
"""

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import cache
from importlib import import_module
from pickle import loads
from threading import Lock, Thread
from typing import Any

from fourfold.arena.runs.pool import knock
from fourfold.core.errors import require_extra
from fourfold.text import DEFAULT_LANGUAGE, speak
from fourfold.web.jobs.worker import PRELOAD, WorkerLost, do_job, limit_memory, pickle

SCHEME = "ray://"
ATTEMPTS = 3  # at a piece of work whose processes die
LOGGERS = ["ray", *(f"ray.util.client.{name}" for name in ("dataclient", "logsclient", "worker"))]
NO_RECONNECTING = {"RAY_CLIENT_RECONNECT_GRACE_PERIOD": "0"}  # the pool knows better what to do meanwhile


class ClusterLost(WorkerLost):
    """The cluster does not answer any more."""


class Cluster:
    """The connection to a cluster. Its methods block: they are called in threads."""

    def __init__(self, address: str) -> None:
        require_extra("ray", "ray", "grpc")
        self.address = SCHEME + address.removeprefix(SCHEME)
        self.ray: Any = None  # while there is a connection
        self._begin: Any = None
        self._changing = Lock()

    def look(self) -> int:
        """Connect, unless that is done; the result is the number of the cluster's processors."""
        with self._changing:
            if self.ray is None:
                self._connect()
            return int(self.ray.cluster_resources().get("CPU", 0))

    def _connect(self) -> None:
        knock(self.address)
        os.environ.update(NO_RECONNECTING)
        ray = import_module("ray")
        ray.init(self.address, log_to_driver=False, logging_level=logging.CRITICAL)
        for name in LOGGERS:
            logging.getLogger(name).disabled = True  # the pool logs what an operator needs to know, as JSON
        self.ray, self._begin = ray, ray.remote(max_retries=ATTEMPTS - 1)(work)
        count = int(ray.cluster_resources().get("CPU", 0))
        self._loading = [self._begin.remote(pickle(os.getpid, ())) for _ in range(count)]  # so that it is loaded early

    def leave(self) -> None:
        """End the connection; what is under way there is stopped."""
        with self._changing, suppress(Exception):
            ray, self.ray = self.ray, None
            if ray is not None:
                ray.shutdown()

    def begin(self, job: bytes, processors: int) -> tuple["Future[bytes]", Callable[[], None]]:
        """Begin a piece of work; the result is its answer, and what stops it."""
        ray, begin = self.ray, self._begin
        if ray is None:
            raise ClusterLost()
        reference = begin.options(num_cpus=processors).remote(job)
        return reference.future(), lambda: ray.cancel(reference, force=True)


class ClusterWorker:
    """A process of the cluster, which Ray chooses for each piece of work anew; see `WorkerProcess`."""

    is_alive = True

    def __init__(self, cluster: Cluster, processors: int) -> None:
        self.cluster = cluster
        self.processors = processors  # that Ray counts for it
        self.answer: Future[bytes] = Future()
        self._stop: Callable[[], None] | None = None

    def do(self, job: bytes, seconds: float) -> Any:
        """Do a pickled job, however long it takes; an error is raised here.

        WorkerLost where it was stopped, or its processes died.
        """
        answer: Future[bytes] = Future()
        self.answer = answer
        try:
            done, self._stop = self.cluster.begin(job, self.processors)
        except Exception as problem:
            raise ClusterLost() from problem
        done.add_done_callback(lambda _: _pass_on(done, answer))
        result, error = loads(answer.result())
        if error is not None:
            raise error
        return result

    def kill(self) -> None:
        """Stop the work at once, whatever it does."""
        self._give_up(WorkerLost())

    def lose(self) -> None:
        """Give the work up, because the cluster is gone."""
        self._give_up(ClusterLost())

    def close(self) -> None:
        """Stop what is under way."""
        self.kill()

    def _give_up(self, error: WorkerLost) -> None:
        stop, self._stop = self._stop, None
        if stop is None or self.answer.done():
            return
        with suppress(InvalidStateError):
            self.answer.set_exception(error)
        Thread(target=_try, args=(stop,), daemon=True).start()


def _pass_on(done: "Future[bytes]", answer: "Future[bytes]") -> None:
    """Pass the answer of Ray on, unless nobody waits for it."""
    problem = done.exception()
    with suppress(InvalidStateError):
        if problem is None:
            answer.set_result(done.result())
        else:
            error = ClusterLost() if isinstance(problem, ConnectionError) else WorkerLost()
            error.__cause__ = problem
            answer.set_exception(error)


def _try(action: Callable[[], None]) -> None:
    with suppress(Exception):
        action()


# ----- called in a process of the cluster, to which Ray gives a low priority


@cache
def set_up() -> None:
    """Load everything, once."""
    speak(DEFAULT_LANGUAGE)
    import_module(PRELOAD)
    limit_memory()


def work(job: bytes) -> bytes:
    """Do a pickled job."""
    set_up()
    return do_job(job)
