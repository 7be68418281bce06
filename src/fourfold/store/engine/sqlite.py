"""SQLite: how a file becomes a database of ours, and how connections to it are made.

The engine comes from `pysqlite3` where it is installed: the SQLite of many systems has faults in the
write-ahead log that newer ones do not have.
"""

import asyncio
import importlib
import sqlite3
import struct
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from fourfold.store.engine.database import Database
from fourfold.store.engine.notifications import Announcement
from fourfold.store.engine.statements import driving
from fourfold.store.errors import NotOurDatabase, StorageFailed
from fourfold.store.migrations import FOLDER, upgrade
from fourfold.store.rows import StoredEvent
from fourfold.text import say

APPLICATION_ID = 0x464F5552  # "FOUR", in the file's header: tells our databases from those of other programs
BUSY_SECONDS = 5  # how long one waits for a lock that another process holds
LOG_BYTES_KEPT = 64 * 1024 * 1024  # a write-ahead log that grew beyond, during a long read, is cut back to this
READERS = 4
HEADER_BYTES = 100

PRAGMAS = (
    "PRAGMA synchronous = FULL",  # a commit returns when the disk has it
    "PRAGMA fullfsync = ON",  # also on macOS, where a plain sync stops at the disk's own memory
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    f"PRAGMA journal_size_limit = {LOG_BYTES_KEPT}",
)


class SqliteDatabase(Database):
    """A database in one file, which one process at a time may serve."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def prepare(self) -> None:
        """Make the file a database of the newest version."""
        prepare(self.path)

    def writing_engine(self) -> Engine:
        """Make the engine of the one writer."""
        return writing_engine(self.path)

    def reading_engine(self) -> Engine:
        """Make the engine of the readers."""
        return reading_engine(self.path)

    def see_one_moment(self, connection: Connection) -> None:
        """Do nothing: every transaction does."""

    def copy(self, connection: Connection, target: Path) -> None:
        """Copy the file."""
        copy_database(connection, target)

    async def read_news(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        """Find nothing: there is nobody else."""
        return {match_id: [] for match_id in after}

    def close(self) -> None:
        """Do nothing."""

    def scrub(self, most: int | None = None) -> None:
        """Write the file anew."""
        if most is None or self.path.stat().st_size <= most:
            scrub_database(self.path)

    async def announcements(self) -> AsyncIterator[Announcement | None]:
        """Hear nothing: there is nobody else."""
        await asyncio.Event().wait()
        yield None


def driver() -> ModuleType:
    """Find the SQLite to use: that of `pysqlite3`, else that of Python."""
    try:
        return importlib.import_module("pysqlite3")
    except ImportError:
        return sqlite3


def prepare(path: Path, migrations: Path = FOLDER) -> None:
    """Make the file a database of the newest version; refuse files that are not ours, untouched."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            _refuse_others(path)
        engine = _engine(path, "PRAGMA foreign_keys = OFF", begin="BEGIN IMMEDIATE")  # versions may rebuild tables
        try:
            with engine.connect() as connection, connection.begin():
                _sign(connection)
                upgrade(connection, migrations)
            _keep_a_log(path)
        finally:
            engine.dispose()
    except OSError as problem:
        raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem.strerror)) from None
    except DBAPIError as problem:
        raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem.orig)) from problem


def writing_engine(path: Path) -> Engine:
    """Make the engine of the one writer: a transaction has the lock from its beginning."""
    return _engine(path, "PRAGMA foreign_keys = ON", begin="BEGIN IMMEDIATE", pool_size=1, max_overflow=0)


def reading_engine(path: Path) -> Engine:
    """Make the engine of the readers: each transaction sees one moment, and none can write."""
    return _engine(path, "PRAGMA query_only = ON", begin="BEGIN", pool_size=READERS, max_overflow=READERS)


def copy_database(connection: Connection, target: Path) -> None:
    """Copy the connection's database, as it is at one moment, into one file without a log beside it.

    Writers go on meanwhile.
    """
    source: Any = connection.connection.driver_connection
    sqlite = driver()
    try:
        with closing(sqlite.connect(str(target))) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite.Error as problem:
        raise StorageFailed("store.cannot_write_file", path=str(target), problem=str(problem)) from None


def scrub_database(path: Path) -> None:
    """Write the database anew, so that nothing deleted is left in gaps of its pages, and cut the log to nothing.

    Overwriting what is deleted does not reach the copies that stay in a page when its rows move to another one.
    Readers go on meanwhile, and writers wait.
    """
    sqlite = driver()
    try:
        with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            for statement in (*PRAGMAS, "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                connection.execute(statement).fetchall()
    except sqlite.Error as problem:
        raise StorageFailed("store.cannot_store", problem=str(problem)) from None


def _engine(path: Path, *pragmas: str, begin: str, **pool: int) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        module=driver(),
        connect_args={"timeout": BUSY_SECONDS},
        **pool,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so, not where the driver guesses
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(pragma).fetchall()

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        with driving(connection) as driver:
            driver.execute(begin)

    return engine


def _refuse_others(path: Path) -> None:
    _refuse_half(path)
    sqlite = driver()
    try:
        with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS)) as connection:
            connection.execute("BEGIN")  # another process may make the database between two questions
            ((signature,),) = connection.execute("PRAGMA application_id")
            ((things,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite.OperationalError as problem:
        raise StorageFailed("store.cannot_open", path=str(path), problem=str(problem)) from None
    except sqlite.DatabaseError:
        raise NotOurDatabase("store.not_ours", path=str(path)) from None
    if things and signature != APPLICATION_ID:
        raise NotOurDatabase("store.not_ours", path=str(path))


def _refuse_half(path: Path) -> None:
    """Refuse a file that is shorter than its header says: SQLite would find out when it reads what is missing.

    Where there is a log beside it, another process may be writing just now, and the log has the rest.
    """
    log = path.with_name(path.name + "-wal")
    if not path.is_file() or (log.exists() and log.stat().st_size):
        return
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if not header:
        return  # an empty file becomes a database
    if len(header) < HEADER_BYTES:
        raise NotOurDatabase("store.not_ours", path=str(path))
    page_size, pages = struct.unpack_from(">H", header, 16)[0], struct.unpack_from(">I", header, 28)[0]
    is_database = header.startswith(b"SQLite format 3\0")
    if is_database and path.stat().st_size < pages * (65_536 if page_size == 1 else page_size):
        raise StorageFailed("store.cannot_open", path=str(path), problem=say("store.cut_short"))


def _sign(connection: Connection) -> None:
    if connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def _keep_a_log(path: Path) -> None:
    """Switch to the write-ahead log, which the file remembers.

    SQLite does not wait when another process does the same at this moment, so we do.
    """
    sqlite = driver()
    patience = time.monotonic() + BUSY_SECONDS
    with closing(sqlite.connect(str(path), timeout=BUSY_SECONDS)) as connection:
        while True:
            try:
                ((mode,),) = connection.execute("PRAGMA journal_mode = WAL")
            except sqlite.OperationalError as problem:
                mode = str(problem)
            if mode == "wal":
                return
            if time.monotonic() > patience:
                raise StorageFailed("store.cannot_open", path=str(path), problem=mode)
            time.sleep(0.01)
