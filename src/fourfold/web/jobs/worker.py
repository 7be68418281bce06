"""A worker process: it does one piece of work after the other, at a low priority, and ends with the server.

Workers are forked from a server of their own (see `preload`), so they inherit no socket and no database connection.
Windows cannot fork: there each worker is a fresh interpreter that loads everything itself.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from pickle import dumps, loads
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from fourfold.core.errors import FourfoldError
from fourfold.text import DEFAULT_LANGUAGE, speak
from fourfold.web.errors import Denied

NICE = 5  # the priority of workers: whatever the server itself does comes first
MEMORY = 1 << 30  # bytes that a worker may take beside what it begins with
PRELOAD = "fourfold.web.jobs.preload"
TIME_USED = 0 if sys.platform == "win32" else signal.SIGPROF  # ends a process whose time is up

if sys.platform == "win32":
    _context = multiprocessing.get_context("spawn")
else:
    _context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([PRELOAD])
_starting = Lock()


class WorkerLost(Denied):
    """The process died, or was killed because its work took too long or too much memory."""

    seconds = 2

    def __init__(self) -> None:
        super().__init__(503, "web.worker_lost")


class TimeUsed(WorkerLost):
    """The process was killed because its work took too much processor time."""


class WorkerProcess:
    """A worker process, as the server sees it. Its methods block: they are called in threads."""

    def __init__(self) -> None:
        self.connection, theirs = _context.Pipe()
        self.process = _context.Process(target=work, args=(theirs,), daemon=True, name="fourfold worker")
        with _starting:
            self.process.start()
        theirs.close()
        self._in_use = Lock()
        self._is_killed = False

    @property
    def is_alive(self) -> bool:
        """Whether it can do more work."""
        return not self._is_killed and self.process.is_alive()

    def do(self, job: bytes, seconds: float) -> Any:
        """Do a pickled job; an error is raised here. WorkerLost where the process died, TimeUsed where that is why."""
        try:
            with self._in_use:
                self.connection.send((seconds, job))
                result, error = loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            self.process.join()
            raise TimeUsed() if self.process.exitcode == -TIME_USED else WorkerLost() from None
        if error is not None:
            raise error
        return result

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        self._is_killed = True
        self.process.kill()

    def close(self) -> None:
        """End the process, and wait for it."""
        self.process.kill()
        self.process.join()
        with self._in_use:
            self.connection.close()


def pickle(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """A job: a function of a module, and plain values."""
    return dumps((function, arguments))


def work(connection: Connection) -> None:
    """The main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which ends its workers
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    limit_memory()
    speak(DEFAULT_LANGUAGE)
    jobs: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
    Thread(target=_read, args=(connection, jobs), daemon=True).start()
    while True:
        seconds, job = jobs.get()
        _limit_time(seconds)
        answer = do_job(job)
        _limit_time(0)
        with suppress(OSError):
            connection.send_bytes(answer)


def _read(connection: Connection, jobs: SimpleQueue[tuple[float, bytes]]) -> None:
    """Read jobs; when the server is gone, also in the middle of a job, end the process."""
    try:
        while True:
            jobs.put(connection.recv())
    except (EOFError, OSError):
        os._exit(0)


def do_job(job: bytes) -> bytes:
    """Do a pickled job; the result is pickled, too: a value, or an error."""
    try:
        function, arguments = loads(job)
        return dumps((function(*arguments), None))
    except FourfoldError as error:
        return dumps((None, error))
    except Exception as error:  # what it was need not be known where it is raised again
        return dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))


def _limit_time(seconds: float) -> None:
    """Let the system end this process after so much processor time; 0 takes the limit back."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory() -> None:
    """Limit the address space, where the system tells how much of it is in use."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
