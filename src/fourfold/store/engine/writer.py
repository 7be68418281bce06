"""The writer thread: group commit of all waiting writes, whose futures then resolve.

A commit costs one sync of the disk, whatever it contains. Writes that arrive during a commit wait for the next one, and
while many arrive, commits keep a small distance: more writes share one.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, ProgrammingError

from fourfold.store.engine.failures import describe, report
from fourfold.store.engine.notifications import forget_announcements, send_announcements
from fourfold.store.errors import StorageFailed, StoreBusy, StoreClosed

Given = ParamSpec("Given")
Result = TypeVar("Result")

QUEUE_LIMIT = 10_000
BATCH_LIMIT = 500
ATTEMPTS = 3  # for a batch of which certainly nothing was stored

FAULTS_OF_ONE_WRITE = (IntegrityError, DataError, InterfaceError, ProgrammingError)
LOST_RACES = ("40001", "40P01")  # of PostgreSQL: serialization failure, deadlock


class Write(ABC, Generic[Result]):
    """A write as a value: it may be run again after a rollback."""

    @abstractmethod
    def run(self, connection: Connection) -> Result:
        """Write, or raise; then all of it is rolled back."""

    @classmethod
    def run_together(cls, connection: Connection, writes: Sequence[Any]) -> list[Any]:
        """Run several writes of one class, in order. An error in the list is the outcome of its write alone.

        When it raises, all of them are rolled back and run one by one.
        """
        return [write.run(connection) for write in writes]


@dataclass(frozen=True, slots=True)
class WriteCall(Write[Result]):
    """A write that calls a function of the connection."""

    work: Callable[[Connection], Result]

    def run(self, connection: Connection) -> Result:
        """Call the function."""
        return self.work(connection)


class Writer:
    """Takes writes from any thread and returns futures, which resolve when the disk has the writes.

    A write that is refused (a sequence is taken) fails alone; the rest of its batch is stored. When the
    disk fails, the batch fails with StorageFailed, and the next batch begins with a new connection.
    """

    def __init__(
        self,
        engine: Engine,
        queue_limit: int = QUEUE_LIMIT,
        batch_limit: int = BATCH_LIMIT,
        verify: Callable[[], None] = lambda: None,
        gather_seconds: float = 0.0,
    ) -> None:
        self.commits = 0
        self.written = 0
        self._engine = engine
        self._verify = verify
        self._queue_limit = queue_limit
        self._batch_limit = batch_limit
        self._gather_seconds = gather_seconds
        self._queue: deque[tuple[Write[Any], Future[Any]]] = deque()
        self._changed = Condition()
        self._closing = False
        self._connection: Connection | None = None
        self._is_committing = False
        self._thread = Thread(target=self._serve, name="fourfold-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._queue)

    def submit(self, write: Write[Result]) -> Future[Result]:
        """Queue a write. The future fails at once when the queue is full or the writer closed."""
        future: Future[Result] = Future()
        with self._changed:
            if self._closing:
                future.set_exception(StoreClosed("store.closed"))
            elif len(self._queue) >= self._queue_limit:
                future.set_exception(StoreBusy("store.busy", waiting=len(self._queue)))
            else:
                self._queue.append((write, future))
                self._changed.notify()
        return future

    def call(
        self, work: Callable[Concatenate[Connection, Given], Result], *given: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        """Queue a write that calls a function with the connection and these values."""
        return self.submit(WriteCall(lambda connection: work(connection, *given, **named)))

    def close(self) -> None:
        """Write what is waiting, then stop. Later writes are refused."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _serve(self) -> None:
        earliest = 0.0  # when the next commit may begin
        while batch := self._take(earliest):
            self._store([(write, future) for write, future in batch if future.set_running_or_notify_cancel()])
            earliest = monotonic() + self._gather_seconds
        self._disconnect()
        self._engine.dispose()

    def _take(self, earliest: float) -> list[tuple[Write[Any], Future[Any]]]:
        with self._changed:
            while not self._queue and not self._closing:
                self._changed.wait()
        if (wait := earliest - monotonic()) > 0 and not self._closing:
            sleep(wait)
        with self._changed:
            return [self._queue.popleft() for _ in range(min(len(self._queue), self._batch_limit))]

    def _store(self, batch: list[tuple[Write[Any], Future[Any]]]) -> None:
        if not batch:
            return
        try:
            outcomes = self._commit([write for write, _ in batch])
        except Exception as problem:
            report(problem)
            self._disconnect()
            outcomes = [StorageFailed("store.cannot_store", problem=describe(problem)) for _ in batch]
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def _commit(self, writes: list[Write[Any]]) -> list[Any]:
        """Commit, with retries where the connection was lost before the commit, or another process won a race."""
        for _ in range(ATTEMPTS - 1):
            try:
                return self._try_to_commit(writes)
            except DBAPIError as problem:
                if self._is_committing or not _is_passing(problem):
                    raise
                self._disconnect()
        return self._try_to_commit(writes)

    def _try_to_commit(self, writes: list[Write[Any]]) -> list[Any]:
        """Run the writes together, which is fastest; where one fails, each again in its own savepoint."""
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            outcomes = self._commit_by(_run_group, writes)
        except Exception as problem:
            _raise_if_of_the_disk(problem)
            outcomes = self._commit_by(_run_each, writes)
        self._verify()
        self._announce()
        self.commits += 1
        self.written += len(writes)
        return outcomes

    def _commit_by(
        self, run: Callable[[Connection, list[Write[Any]]], list[Any]], writes: list[Write[Any]]
    ) -> list[Any]:
        assert self._connection is not None
        outcomes: list[Any] = []
        self._is_committing = False
        forget_announcements(self._connection)
        with self._connection.begin():
            for _, group in groupby(writes, key=type):
                outcomes += run(self._connection, list(group))
            self._is_committing = True
        return outcomes

    def _announce(self) -> None:
        """Tell the other processes; the commit stands where this fails, and they look by themselves now and then."""
        assert self._connection is not None
        try:
            send_announcements(self._connection)
        except DBAPIError as problem:
            report(problem)
            self._disconnect()

    def _disconnect(self) -> None:
        """Drop the connection: after an error of the disk its state cannot be trusted."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # closing may fail too; the thread must go on
                connection.invalidate()
                connection.close()


def _run_group(connection: Connection, writes: list[Write[Any]]) -> list[Any]:
    return writes[0].run_together(connection, writes)


def _run_each(connection: Connection, writes: list[Write[Any]]) -> list[Any]:
    return [_run_alone(connection, write) for write in writes]


def _run_alone(connection: Connection, write: Write[Any]) -> Any:
    try:
        with connection.begin_nested():
            return write.run(connection)
    except Exception as problem:
        _raise_if_of_the_disk(problem)
        return problem


def _is_passing(problem: DBAPIError) -> bool:
    """Whether a retry with a new connection may succeed."""
    return problem.connection_invalidated or getattr(problem.orig, "sqlstate", None) in LOST_RACES


def _raise_if_of_the_disk(problem: Exception) -> None:
    if isinstance(problem, DBAPIError) and not isinstance(problem, FAULTS_OF_ONE_WRITE):
        raise problem
