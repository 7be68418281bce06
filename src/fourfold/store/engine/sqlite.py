"""SQLite: a database in one file, with a write-ahead log (WAL).

The driver is `pysqlite3` where it is installed: older versions of SQLite have faults in the write-ahead log.
"""

import importlib
import os
import sqlite3
import struct
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import structlog
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from fourfold.store.engine.database import Database
from fourfold.store.engine.statements import driving
from fourfold.store.errors import AlreadyServed, NotOurDatabase, StorageFailed
from fourfold.store.migrations import FOLDER, upgrade
from fourfold.text import say

APPLICATION_ID = 0x464F5552  # "FOUR", in the file's header: tells our databases from those of other programs
BUSY_SECONDS = 5  # to wait for a lock of another process
LOG_BYTES_KEPT = 64 * 1024 * 1024  # a write-ahead log that grew during a long read is truncated to this
READERS = 4
HEADER_BYTES = 100

log = structlog.get_logger()

PRAGMAS = (
    "PRAGMA synchronous = FULL",  # a commit returns when the disk has it
    "PRAGMA fullfsync = ON",  # also on macOS, where a plain sync stops at the disk's cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    f"PRAGMA journal_size_limit = {LOG_BYTES_KEPT}",
)


class SqliteDatabase(Database):
    """A database in one file, which one process at a time may serve."""

    gather_seconds = 0.02  # our own processor writes and syncs the file, whatever a commit contains

    def __init__(self, path: Path) -> None:
        self.path = path
        self._wal = path.with_name(path.name + "-wal")
        self._file: os.stat_result | None = None  # the file that was prepared
        self._lock: BinaryIO | None = None

    def __str__(self) -> str:
        return str(self.path)

    def exists(self) -> bool:
        """Tell whether there is a file with something in it."""
        return self.path.is_file() and self.path.stat().st_size > 0

    def prepare(self, migrations: Path = FOLDER) -> None:
        """Create the file, or migrate it to the newest version; refuse files that are not ours, untouched."""
        path = self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                _refuse_others(path)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # accounts are in it
            engine = _engine(path, "PRAGMA foreign_keys = OFF", begin="BEGIN IMMEDIATE")  # versions may rebuild tables
            try:
                with engine.connect() as connection, connection.begin():
                    _sign(connection)
                    upgrade(connection, migrations)
                _switch_to_wal(path)
            finally:
                engine.dispose()
            self._file = path.stat()
        except OSError as problem:
            raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem.strerror)) from None
        except DBAPIError as problem:
            raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem.orig)) from problem

    def reserve(self) -> None:
        """Refuse a second server of the file, by a lock beside it, and a damaged file."""
        path = self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = path.with_name(path.name + "-lock").open("ab")
            if not _try_to_lock(self._lock):
                raise AlreadyServed("store.served", path=str(path))
            if path.exists():
                _refuse_others(path)
                _refuse_damaged(path)
        except OSError as problem:
            raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem.strerror)) from None

    def verify(self) -> None:
        """Raise where the file, or its write-ahead log, is no longer at its place."""
        try:
            self._wal.stat()
            is_there = self._file is not None and os.path.samestat(self.path.stat(), self._file)
        except OSError:
            is_there = False
        if not is_there:
            raise StorageFailed("store.vanished")

    def close(self) -> None:
        """Let another server have the file."""
        if self._lock is not None:
            self._lock.close()

    def writing_engine(self) -> Engine:
        """Make the engine of the writer: a transaction has the write lock from its beginning."""
        return _engine(self.path, "PRAGMA foreign_keys = ON", begin="BEGIN IMMEDIATE", pool_size=1, max_overflow=0)

    def reading_engine(self) -> Engine:
        """Make the engine of the readers: each transaction sees one snapshot, and none can write."""
        return _engine(self.path, "PRAGMA query_only = ON", begin="BEGIN", pool_size=READERS, max_overflow=READERS)

    def copy(self, connection: Connection, target: Path) -> int:
        """Copy a snapshot into one file without a write-ahead log; writers go on meanwhile."""
        source: Any = connection.connection.driver_connection
        sqlite = driver()
        try:
            with closing(sqlite.connect(str(target))) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE").fetchall()
                ((matches,),) = copy.execute("SELECT count(*) FROM matches")
                return int(matches)
        except sqlite.Error as problem:
            raise StorageFailed("store.cannot_write_file", path=str(target), problem=str(problem)) from None

    def scrub(self, most: int | None = None) -> None:
        """Rewrite the file (VACUUM), so that no page keeps deleted rows, and truncate the write-ahead log.

        `secure_delete` does not reach the copies that stay in a page when its rows move to another one.
        Readers go on meanwhile, and writers wait.
        """
        if most is not None and self.path.stat().st_size > most:
            return
        sqlite = driver()
        try:
            with closing(sqlite.connect(str(self.path), timeout=BUSY_SECONDS, isolation_level=None)) as connection:
                for statement in (*PRAGMAS, "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    connection.execute(statement).fetchall()
        except sqlite.Error as problem:
            raise StorageFailed("store.cannot_store", problem=str(problem)) from None


def driver() -> ModuleType:
    """Find the SQLite module to use: `pysqlite3`, else that of Python."""
    try:
        return importlib.import_module("pysqlite3")
    except ImportError:
        return sqlite3


def _engine(path: Path, *pragmas: str, begin: str, **pool: int) -> Engine:
    address = f"{path.absolute().as_uri()}?mode=rw"  # a file that vanished is not created anew
    engine = create_engine(
        URL.create("sqlite", database=address, query={"uri": "true"}),
        module=driver(),
        connect_args={"timeout": BUSY_SECONDS},
        **pool,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(pragma).fetchall()

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        with driving(connection) as driver:
            driver.execute(begin)

    return engine


def _refuse_others(path: Path) -> None:
    _refuse_truncated(path)
    sqlite = driver()
    signature: int | None = None
    try:
        with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS)) as connection:
            connection.execute("BEGIN")  # another process may create the database between two queries
            ((signature,),) = connection.execute("PRAGMA application_id")
            ((things,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite.OperationalError as problem:
        raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem)) from None
    except sqlite.DatabaseError as problem:
        if signature == APPLICATION_ID:
            raise StorageFailed("store.damaged", path=str(path), problem=str(problem)) from None
        raise NotOurDatabase("store.not_ours", path=str(path)) from None
    if things and signature != APPLICATION_ID:
        raise NotOurDatabase("store.not_ours", path=str(path))


def _refuse_truncated(path: Path) -> None:
    """Refuse a file that is shorter than its header says: SQLite would only notice when it reads a missing page.

    Another process may just be creating the file, first page first: what looks cut short is looked at again under a
    read lock.
    """
    if not _is_truncated(path):
        return
    sqlite = driver()
    with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS)) as connection, suppress(sqlite.DatabaseError):
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        if not _is_truncated(path):
            return
    raise StorageFailed("store.cannot_open", path=str(path), problem=say("store.cut_short"))


def _is_truncated(path: Path) -> bool:
    """Tell whether pages are missing; where there is a write-ahead log, it has the rest."""
    log = path.with_name(path.name + "-wal")
    if not path.is_file() or (log.exists() and log.stat().st_size):
        return False
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if not header:
        return False  # an empty file becomes a database
    if len(header) < HEADER_BYTES:
        raise NotOurDatabase("store.not_ours", path=str(path))
    page_size, pages = struct.unpack_from(">H", header, 16)[0], struct.unpack_from(">I", header, 28)[0]
    is_database = header.startswith(b"SQLite format 3\0")
    return is_database and path.stat().st_size < pages * (65_536 if page_size == 1 else page_size)


def _refuse_damaged(path: Path) -> None:
    """Let SQLite look at every page; the log says how long it took."""
    begun = time.monotonic()
    sqlite = driver()
    try:
        with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS)) as connection:
            ((found,), *_) = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite.DatabaseError as problem:
        found = str(problem)
    if found != "ok":
        raise StorageFailed("store.damaged", path=str(path), problem=found)
    log.info("database checked", path=str(path), seconds=round(time.monotonic() - begun, 3))


def _try_to_lock(file: BinaryIO) -> bool:
    """Lock a file as long as it is open; the system ends the lock of a process that dies."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sign(connection: Connection) -> None:
    if connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def _switch_to_wal(path: Path) -> None:
    """Switch the file to WAL mode for good.

    SQLite does not wait while another process does the same, so this retries.
    """
    sqlite = driver()
    deadline = time.monotonic() + BUSY_SECONDS
    with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS)) as connection:
        while True:
            try:
                ((mode,),) = connection.execute("PRAGMA journal_mode = WAL")
            except sqlite.OperationalError as problem:
                mode = str(problem)
            if mode == "wal":
                return
            if time.monotonic() > deadline:
                raise StorageFailed("store.cannot_open", path=str(path), problem=mode)
            time.sleep(0.01)
