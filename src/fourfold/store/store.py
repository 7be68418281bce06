"""The store: an event log of all matches and the tables around it, in SQLite or PostgreSQL."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from fourfold.store.atomic_files import replacing
from fourfold.store.catch_up import CatchUp
from fourfold.store.engine.database import Database
from fourfold.store.engine.failures import describe, report
from fourfold.store.engine.notifications import Announcement
from fourfold.store.engine.readers import Readers
from fourfold.store.engine.sqlite import SqliteDatabase
from fourfold.store.engine.writer import Writer
from fourfold.store.errors import BadExport, BadTarget, NoDatabase, StorageFailed, StoreClosed
from fourfold.store.exchange import Imported, format_matches, import_match, is_present, parse_matches
from fourfold.store.futures import settle
from fourfold.store.location import find_place
from fourfold.store.rows import StoredEvent
from fourfold.store.schema import matches
from fourfold.store.tables.accounts import AccountTable
from fourfold.store.tables.chat import ChatTable
from fourfold.store.tables.claims import ClaimTable
from fourfold.store.tables.commitments import CommitmentTable
from fourfold.store.tables.events import EventTable
from fourfold.store.tables.guests import GuestTable
from fourfold.store.tables.invitations import ChallengeTable, InviteTable
from fourfold.store.tables.matches import MatchTable
from fourfold.store.tables.moderation import AuditTable, ReportTable
from fourfold.store.tables.ratings import RatingTable
from fourfold.store.tables.recovery_codes import RecoveryCodeTable
from fourfold.store.tables.seats import SeatTable
from fourfold.store.tables.sessions import SessionTable
from fourfold.store.tables.subscriptions import SubscriptionTable
from fourfold.store.tables.tournaments import TournamentTable
from fourfold.store.transfer import count_rows, transfer

Result = TypeVar("Result")
Given = ParamSpec("Given")

IMPORTS_AT_ONCE = 100  # leaves room in the writer's queue for running matches


class Store:
    """All tables of one database, usable from any thread.

    A write returns a future at once; it resolves when the disk has the write, and with an error when nothing was
    written. A read returns its result, which includes every write that has resolved.

    >>> import tempfile
    >>> from fourfold.store import EventRow, MatchRow, Store
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Store.open(folder.name + "/matches.db") as store:
    ...     store.matches.create(MatchRow("m1", "quads", created=1000, status="open")).result()
    ...     two = [EventRow("move", b"a1", time=1001), EventRow("move", b"b2", time=1002)]
    ...     store.events.append("m1", 1, two).result()
    ...     [(event.sequence, event.body) for event in store.events.read("m1", after=1)]
    ...     store.events.append("m1", 2, [EventRow("move", b"c3", time=1003)]).exception().code
    2
    [(2, b'b2')]
    'store.sequence_taken'
    >>> folder.cleanup()
    """

    def __init__(self, database: Database) -> None:
        database.prepare()
        self.database = database
        self.writer = Writer(database.writing_engine(), verify=database.verify, gather_seconds=database.gather_seconds)
        self._reading_engine = database.reading_engine()
        self._readers = Readers()
        self._catch_up = CatchUp(database.read_new_events)
        self._closed = False
        access = self.writer, self._reading
        self.events = EventTable(*access)
        self.matches = MatchTable(*access)
        self.seats = SeatTable(*access)
        self.invites = InviteTable(*access)
        self.challenges = ChallengeTable(*access)
        self.chat = ChatTable(*access)
        self.claims = ClaimTable(*access)
        self.commitments = CommitmentTable(*access)
        self.guests = GuestTable(*access)
        self.accounts = AccountTable(*access)
        self.sessions = SessionTable(*access)
        self.recovery_codes = RecoveryCodeTable(*access)
        self.subscriptions = SubscriptionTable(*access)
        self.ratings = RatingTable(*access)
        self.tournaments = TournamentTable(*access)
        self.audit = AuditTable(*access)
        self.reports = ReportTable(*access)

    @classmethod
    def open(cls, place: str | Path | None = None, *, is_server: bool = False, is_new: bool = True) -> Self:
        """Open the database at a path, URL or the default place; create or migrate it first.

        A file has one server at a time, which looks for damage first. With `is_new=False` nothing is created:
        NoDatabase where there is none.
        """
        database = open_database(find_place(place))
        try:
            if not is_new and not database.exists():
                raise NoDatabase("store.no_database", path=str(database))
            if is_server:
                database.reserve()
            return cls(database)
        except BaseException:
            database.close()
            raise

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write at the same time."""
        return self.database.is_shared

    async def read_async(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Call a function that reads, in a thread where the database is a server; StorageFailed after a timeout.

        Reading a file does not block the event loop for long, and is done at once.
        """
        if not self.is_shared:
            return work(*given, **named)
        return await self._readers.run(lambda: work(*given, **named))

    async def read_new_events(self, match_id: str, after: int) -> list[StoredEvent]:
        """Read what other processes appended to an existing match after a sequence; usually nothing."""
        return await self._catch_up.read(match_id, after) if self.is_shared else []

    async def claim(self, match_id: str, last_sequence: int, worker: str, seconds: float) -> bool:
        """Claim the scheduled work of a match for so many seconds; False where another process has claimed it.

        An append ends the claim; its holder may renew it. In a database that is not shared every claim succeeds.
        """
        if not self.is_shared:
            return True
        return await settle(self.claims.acquire(match_id, last_sequence, worker, int(seconds * 1000)))

    def ping(self) -> None:
        """Ask the database something small; StorageFailed where it does not answer."""
        with self._reading() as connection:
            connection.execute(select(matches.c.id).limit(1)).first()

    def announcements(self) -> AsyncIterator[Announcement | None]:
        """Yield which matches changed, for ever; None where some notifications may have been missed."""
        return self.database.announcements()

    def close(self) -> None:
        """Finish all queued writes, then close the database. Closing twice is harmless."""
        self._closed = True
        self.writer.close()
        self._readers.close()
        self._reading_engine.dispose()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def scrub(self, most: int | None = None) -> None:
        """Erase all traces of deleted rows from the file; skip it where the file has more than so many bytes."""
        self.database.scrub(most)

    def backup(self, target: str | Path) -> int:
        """Copy a snapshot of the database into a file; writers go on meanwhile. The result is its number of matches.

        An older backup with that name is replaced when the new one is complete.
        """
        path = Path(target)
        if isinstance(self.database, SqliteDatabase) and path.exists() and path.samefile(self.database.path):
            raise BadTarget("store.target.same", path=str(path))
        if any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal")):
            raise BadTarget("store.target.in_use", path=str(path))
        with self._reading() as connection, replacing(path) as part:
            return self.database.copy(connection, part)

    def export(self, target: str | Path) -> int:
        """Write all matches into a file, one line each; the result is their number."""
        count = 0
        with self._reading(is_snapshot=True) as connection, replacing(Path(target)) as part, part.open("wb") as file:
            for line in format_matches(connection):
                file.write(line)
                count += 1
        return count

    def count_rows(self) -> int:
        """Count the rows that `transfer` copies."""
        with self._reading() as connection:
            return count_rows(connection)

    def transfer(self, target: "Store") -> Iterator[int]:
        """Copy everything but sessions into an empty database, all or nothing, and compare every row.

        Yield how many rows each step copied or compared, twice `count_rows` in all. No server may run meanwhile: what
        it writes after the first step is not copied.
        """
        engine = target.database.writing_engine()
        try:
            with self._reading(is_snapshot=True) as source, engine.connect() as connection, connection.begin():
                yield from transfer(source, connection)
        finally:
            engine.dispose()

    def import_(self, source: str | Path) -> Imported:
        """Add the matches of an exported file that are not here yet.

        The whole file is checked first: a line that cannot be read, or a match that is here with other events, is an
        error, and nothing is imported.
        """
        present: set[int] = set()
        with _reading_file(source) as lines, self._reading() as connection:
            for number, match in parse_matches(lines):
                if is_present(connection, number, match):
                    present.add(number)
        added = 0
        with _reading_file(source) as lines:
            new = (match for number, match in parse_matches(lines) if number not in present)
            while portion := [self.writer.call(import_match, match) for match in islice(new, IMPORTS_AT_ONCE)]:
                for future in portion:
                    future.result()
                added += len(portion)
        return Imported(added, len(present))

    @contextmanager
    def _reading(self, is_snapshot: bool = False) -> Iterator[Connection]:
        """Borrow a connection of the pool; errors of the database become StorageFailed."""
        if self._closed:
            raise StoreClosed("store.closed")
        try:
            with self._reading_engine.connect() as connection:
                if is_snapshot:
                    self.database.begin_snapshot(connection)
                yield connection
        except (DBAPIError, NoFreeConnection) as problem:
            report(problem)
            raise StorageFailed("store.cannot_read", problem=describe(problem)) from problem


def open_database(place: Path | URL) -> Database:
    """Choose the database by its place: a file or a URL."""
    if isinstance(place, Path):
        return SqliteDatabase(place)
    from fourfold.store.engine.postgresql import PostgresqlDatabase  # loads the driver only where it is needed

    return PostgresqlDatabase(place)


@contextmanager
def _reading_file(path: str | Path) -> Iterator[Iterator[bytes]]:
    try:
        with Path(path).open("rb") as file:
            yield iter(file)
    except OSError as problem:
        raise BadExport("store.cannot_read_file", path=str(path), problem=str(problem.strerror)) from None
