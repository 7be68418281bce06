"""PostgreSQL: a database on a server, with LISTEN/NOTIFY, timeouts and checks for dead connections.

Several processes, on several machines, can share it. Each has its own writer; the primary key of an event and the lock
on its match's row keep them apart.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError, DisconnectionError

from fourfold.store.engine.database import Database
from fourfold.store.engine.failures import reason_of, report
from fourfold.store.engine.notifications import CHANNEL, Announcement, parse_announcement
from fourfold.store.engine.readers import ANSWER_SECONDS
from fourfold.store.errors import BadTarget, NotOurDatabase, StorageFailed
from fourfold.store.migrations import FOLDER, upgrade
from fourfold.store.rows import StoredEvent
from fourfold.text import say

READERS = 4
ENCODING = "UTF8"  # another one cannot store every name
CONNECT_SECONDS = 5
LONGEST_STATEMENT = 20_000  # milliseconds; our statements take less than a hundredth of it
LONGEST_PAUSE = 10_000  # milliseconds that a transaction may be idle: a process that hangs must not block others
LONGEST_SILENCE = 10_000  # milliseconds until an unreachable server is given up
REST = 0.5  # seconds before reconnecting
PREPARING = 0x464F5552  # the advisory lock of migrations

SETTINGS = (
    f"SET statement_timeout = {LONGEST_STATEMENT}",
    f"SET lock_timeout = {LONGEST_STATEMENT}",
    f"SET idle_in_transaction_session_timeout = {LONGEST_PAUSE}",
    "SET synchronous_commit = on",  # a commit returns when the disk has it, whatever the server's default is
)
CONNECTING = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": LONGEST_SILENCE,
    "application_name": "fourfold",
    "client_encoding": "utf8",
}

READ_NEW_EVENTS = """
SELECT events.match_id, events.kind, events.body, events.time, events.format, events.sequence
FROM unnest(%(match)s::text[], %(after)s::int[]) AS wanted (id, after)
JOIN events ON events.match_id = wanted.id AND events.sequence > wanted.after
ORDER BY events.match_id, events.sequence
"""


class PostgresqlDatabase(Database):
    """A database on a server, named by its URL."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername="postgresql+psycopg")
        self._catch_up: psycopg.AsyncConnection[Any] | None = None  # CatchUp sends one query at a time

    def __str__(self) -> str:
        return self.url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)

    def exists(self) -> bool:
        """Tell whether the database has tables."""
        with self._opening() as connection:
            return bool(inspect(connection).get_table_names())

    def prepare(self, migrations: Path = FOLDER) -> None:
        """Create or migrate the tables in one transaction; other processes wait meanwhile."""
        with self._opening() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": PREPARING})
            self._refuse_others(connection)
            upgrade(connection, migrations)

    @contextmanager
    def _opening(self) -> Iterator[Connection]:
        """Connect for one transaction, as the first thing that is done with a database."""
        engine = create_engine(self.url, connect_args=CONNECTING)
        try:
            with engine.connect() as connection, connection.begin():
                self._refuse_other_encodings(connection)
                yield connection
        except DBAPIError as problem:
            raise StorageFailed("store.cannot_open", path=str(self), problem=reason_of(problem)) from problem
        finally:
            engine.dispose()

    def writing_engine(self) -> Engine:
        """Make the engine of the writer."""
        return _bounded(create_engine(self.url, connect_args=CONNECTING, pool_size=1, max_overflow=0))

    def reading_engine(self) -> Engine:
        """Make the engine of the readers: each query sees what is committed when it runs."""
        return _bounded(
            create_engine(
                self.url,
                connect_args=CONNECTING,
                isolation_level="AUTOCOMMIT",
                pool_size=READERS,
                max_overflow=READERS,
                pool_timeout=CONNECT_SECONDS,
            )
        )

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a transaction whose queries all see the same snapshot."""
        connection.execution_options(isolation_level="REPEATABLE READ")

    def copy(self, connection: Connection, target: Path) -> int:
        """Refuse: the server has its own tools for backups."""
        raise BadTarget("store.target.server")

    async def read_new_events(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        """Read with one query; retry once where the open connection turns out to be dead."""
        was_open = self._catch_up is not None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._query_new_events(after)
        except TimeoutError:
            self.close()
            raise StorageFailed("store.cannot_read", problem=say("store.no_answer")) from None
        except psycopg.Error as problem:
            self.close()
            if was_open:
                return await self.read_new_events(after)
            report(problem)
            detail = problem.diag.message_primary or say("store.no_server")
            raise StorageFailed("store.cannot_read", problem=detail) from problem
        except BaseException:  # cancelled: the answer on the way must not be taken for the next one
            self.close()
            raise

    async def _query_new_events(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        if self._catch_up is None:
            self._catch_up = await self._connect()
        cursor = self._catch_up.cursor(binary=True)
        await cursor.execute(READ_NEW_EVENTS, {"match": list(after), "after": list(after.values())})
        found: dict[str, list[StoredEvent]] = {match_id: [] for match_id in after}
        for match_id, kind, body, time, form, sequence in await cursor.fetchall():
            found[match_id].append(StoredEvent(kind, body, time, form, sequence=sequence))
        return found

    def close(self) -> None:
        """Close the connection for new events; the next query opens another."""
        connection, self._catch_up = self._catch_up, None
        if connection is not None:
            connection.pgconn.finish()

    async def _connect(self) -> "psycopg.AsyncConnection[Any]":
        place = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return await psycopg.AsyncConnection.connect(place, autocommit=True, **CONNECTING)  # type: ignore[arg-type]

    async def announcements(self) -> AsyncIterator[Announcement | None]:
        """LISTEN for what processes announce; yield None after every reconnection."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield None
                    async for heard in connection.notifies():
                        yield parse_announcement(heard.payload)
            except (psycopg.Error, OSError, ValueError) as problem:
                report(problem)
            await asyncio.sleep(REST)

    def _refuse_other_encodings(self, connection: Connection) -> None:
        found = connection.execute(text("SHOW server_encoding")).scalar_one()
        if found != ENCODING:
            raise StorageFailed("store.cannot_open", path=str(self), problem=say("store.encoding", encoding=found))

    def _refuse_others(self, connection: Connection) -> None:
        tables = set(inspect(connection).get_table_names())
        if tables and not {"alembic_version", "matches", "events"} <= tables:
            raise NotOurDatabase("store.not_ours", path=str(self))


def _bounded(engine: Engine) -> Engine:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        was_automatic, connection.autocommit = connection.autocommit, True
        for setting in SETTINGS:
            connection.execute(setting)
        connection.autocommit = was_automatic

    @event.listens_for(engine, "checkout")
    def refuse_dead(connection: Any, *_: object) -> None:
        if select([connection.fileno()], [], [], 0)[0]:  # an idle connection is readable only at its end
            raise DisconnectionError

    return engine
