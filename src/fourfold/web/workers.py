"""Worker processes behind one port: a supervisor starts them, and replaces one that dies or hangs.

The operating system balances connections between them (SO_REUSEPORT); they share the database. Each worker writes a
heartbeat every second to a pipe, and stops when the supervisor is gone.
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

MARK = "FOURFOLD_WORKER"  # an environment variable of workers: the anchor of their clock
FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # where the metrics of all workers are added up
POLL_SECONDS = 0.2
STARTING_SECONDS = 120.0  # until the first heartbeat
SILENT_SECONDS = 20.0  # between two heartbeats
STOPPING_SECONDS = 15.0
FIRST_BACKOFF, LONGEST_BACKOFF = 0.5, 10.0  # seconds before a worker that died is replaced
SHORT_LIFE = 10.0  # seconds; a worker that lived shorter doubles the backoff

log = structlog.get_logger()


def is_worker() -> bool:
    """Whether this process is a worker."""
    return MARK in os.environ


def give_sign() -> bool:
    """Write a heartbeat; False where the supervisor is gone."""
    try:
        os.write(sys.stdout.fileno(), b".")
    except BlockingIOError:
        return True  # the pipe is full, but there
    except OSError:
        return False
    return True


class Worker:
    """A worker process, and the time of its last heartbeat."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
        assert self.process.stdout is not None
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.output, False)
        self.started = self.heard = time.monotonic()
        self.has_begun = False

    def listen(self) -> bool:
        """Read heartbeats; False where the process has ended."""
        said = os.read(self.output, 4096)
        if said:
            self.heard, self.has_begun = time.monotonic(), True
        return bool(said)

    @property
    def hangs(self) -> bool:
        """Whether the last heartbeat is too old."""
        return time.monotonic() - self.heard > (SILENT_SECONDS if self.has_begun else STARTING_SECONDS)

    def end(self, how: signal.Signals | None, seconds: float) -> int:
        """Send a signal, kill the process if it does not end in time, and return its exit code."""
        if how is not None:
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
    """The supervisor of workers that run the same command."""

    def __init__(self, number: int, command: Sequence[str], drain_seconds: float = 0.0) -> None:
        self.number = number
        self.stopping_seconds = STOPPING_SECONDS + drain_seconds
        self.command = command
        self.working: list[Worker] = []
        self.selector = DefaultSelector()
        self.is_stopping = False
        self.backoff = FIRST_BACKOFF
        self.next_start = 0.0

    def run(self) -> int:
        """Supervise until a signal; the exit code is a worker's where none ever came up."""
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self.stop)
        with tempfile.TemporaryDirectory(prefix="fourfold-figures-") as folder:
            os.environ[FIGURES] = folder
            try:
                return self.watch(os.environ | {MARK: str(anchor()), FIGURES: folder})
            finally:
                self.end_all()

    def stop(self, _: int, __: FrameType | None) -> None:
        """The signal handler: shut down gracefully."""
        self.is_stopping = True

    def watch(self, environment: Mapping[str, str]) -> int:
        """Start missing workers and replace lost ones, until told to stop."""
        have_begun = False
        while not self.is_stopping:
            if len(self.working) < self.number and time.monotonic() >= self.next_start:
                self.start(environment)
            for key, _ in self.selector.select(POLL_SECONDS):
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
        """Remove a worker that died or hangs; the backoff delays the next one."""
        self.selector.unregister(worker.output)
        self.working.remove(worker)
        code = worker.end(signal.SIGKILL, STOPPING_SECONDS)
        lived = time.monotonic() - worker.started
        self.backoff = min(2 * self.backoff, LONGEST_BACKOFF) if lived < SHORT_LIFE else FIRST_BACKOFF
        self.next_start = time.monotonic() + self.backoff
        if not self.is_stopping:
            log.error("worker_lost", worker=worker.process.pid, code=code)
        return code

    def end_all(self) -> None:
        """Stop all workers at the same time, and wait for them."""
        for worker in self.working:
            with suppress(ProcessLookupError):
                worker.process.terminate()
        for worker in self.working:
            worker.end(None, self.stopping_seconds)  # a second signal would end the drain
        self.selector.close()
