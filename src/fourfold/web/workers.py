"""Several server processes behind one address: started, watched, and replaced when one dies or hangs.

They share the port, which the operating system hands connections of to each, and the database. Each says every
second that its event loop goes round; each stops when nobody listens to that any more, so none outlives the parent.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from types import FrameType

import structlog
from prometheus_client import multiprocess

from fourfold.web.clock import anchor

MARK = "FOURFOLD_WORKER"  # in the environment of a worker: the anchor of its time
FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # where workers add up their figures
ROUND_SECONDS = 0.2
STARTING_SECONDS = 120.0  # until the first sign of life
SILENT_SECONDS = 20.0  # between two signs of life
STOPPING_SECONDS = 15.0
FIRST_REST, LONGEST_REST = 0.5, 10.0  # seconds before one that died soon after its start is replaced
SOON = 10.0

log = structlog.get_logger()


def is_worker() -> bool:
    """Whether this process is one of several, started by another."""
    return MARK in os.environ


def give_sign() -> bool:
    """Tell the parent that all is well; False where it is gone."""
    try:
        os.write(sys.stdout.fileno(), b".")
    except BlockingIOError:
        return True  # it is there, and has other things to do
    except OSError:
        return False
    return True


class Worker:
    """One process, and when it was last heard of."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
        assert self.process.stdout is not None
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.output, False)
        self.started = self.heard = time.monotonic()
        self.has_begun = False

    def listen(self) -> bool:
        """Take in signs of life; False where the process has ended."""
        said = os.read(self.output, 4096)
        if said:
            self.heard, self.has_begun = time.monotonic(), True
        return bool(said)

    @property
    def hangs(self) -> bool:
        """Whether nothing was heard for too long."""
        return time.monotonic() - self.heard > (SILENT_SECONDS if self.has_begun else STARTING_SECONDS)

    def end(self, how: signal.Signals, seconds: float) -> int:
        """Let it stop, or make it, and clear away what is left; the result is its exit code."""
        self.process.send_signal(how)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        multiprocess.mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]
        return code


class Workers:
    """A number of workers that run the same command, until this process is told to stop."""

    def __init__(self, number: int, command: Sequence[str]) -> None:
        self.number = number
        self.command = command
        self.working: list[Worker] = []
        self.selector = DefaultSelector()
        self.is_stopping = False
        self.rest = FIRST_REST
        self.next_start = 0.0

    def run(self) -> int:
        """Keep them running; the result is the exit code: that of a worker where none ever came to life."""
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self.stop)
        with tempfile.TemporaryDirectory(prefix="fourfold-figures-") as folder:
            os.environ[FIGURES] = folder
            try:
                return self.watch(os.environ | {MARK: str(anchor()), FIGURES: folder})
            finally:
                self.end_all()

    def stop(self, _: int, __: FrameType | None) -> None:
        """Stop in order."""
        self.is_stopping = True

    def watch(self, environment: Mapping[str, str]) -> int:
        """Start those that are missing, and look after the others, until told to stop."""
        have_begun = False
        while not self.is_stopping:
            if len(self.working) < self.number and time.monotonic() >= self.next_start:
                self.start(environment)
            for key, _ in self.selector.select(ROUND_SECONDS):
                worker: Worker = key.data
                if not worker.listen():
                    code = self.lose(worker)
                    if not have_begun and not self.is_stopping:
                        return code
                have_begun = have_begun or worker.has_begun
            for worker in [worker for worker in self.working if worker.hangs]:
                log.error("worker_hangs", worker=worker.process.pid)
                self.lose(worker)
        return 0

    def start(self, environment: Mapping[str, str]) -> None:
        worker = Worker(self.command, environment)
        self.working.append(worker)
        self.selector.register(worker.output, EVENT_READ, worker)

    def lose(self, worker: Worker) -> int:
        """Put away one that died or hangs; another comes, the later the sooner it died."""
        self.selector.unregister(worker.output)
        self.working.remove(worker)
        code = worker.end(signal.SIGKILL, STOPPING_SECONDS)
        lived = time.monotonic() - worker.started
        self.rest = min(2 * self.rest, LONGEST_REST) if lived < SOON else FIRST_REST
        self.next_start = time.monotonic() + self.rest
        if not self.is_stopping:
            log.error("worker_lost", worker=worker.process.pid, code=code)
        return code

    def end_all(self) -> None:
        """Let all stop at once, and wait for them."""
        for worker in self.working:
            with suppress(ProcessLookupError):
                worker.process.terminate()
        for worker in self.working:
            worker.end(signal.SIGTERM, STOPPING_SECONDS)
        self.selector.close()
