"""PostgreSQL: how a database on a server becomes ours, and how connections to it are made.

Several processes, on several machines, can share it. Each has one writer of its own; the primary key
of an event and the lock on its match's row keep them apart.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError, DisconnectionError

from fourfold.store.engine.database import Database
from fourfold.store.engine.notifications import CHANNEL, Announcement, parse_announcement
from fourfold.store.engine.readers import ANSWER_SECONDS
from fourfold.store.engine.statements import describe
from fourfold.store.errors import BadTarget, NotOurDatabase, StorageFailed
from fourfold.store.migrations import FOLDER, upgrade
from fourfold.store.rows import StoredEvent
from fourfold.text import say

READERS = 4
CONNECT_SECONDS = 5
LONGEST_STATEMENT = 20_000  # milliseconds; nothing that we ask takes a hundredth of it
LONGEST_PAUSE = 10_000  # milliseconds that a transaction may do nothing: a process that hangs must not hold others up
LONGEST_SILENCE = 10_000  # milliseconds until a server that the network does not reach is given up
REST = 0.5  # seconds before a lost connection is tried again
PREPARING = 0x464F5552  # the lock that lets one process at a time make the tables

SETTINGS = (
    f"SET statement_timeout = {LONGEST_STATEMENT}",
    f"SET lock_timeout = {LONGEST_STATEMENT}",
    f"SET idle_in_transaction_session_timeout = {LONGEST_PAUSE}",
    "SET synchronous_commit = on",  # a commit returns when the disk has it, whatever the server's habit is
)
CONNECTING = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": LONGEST_SILENCE,
    "application_name": "fourfold",
}


READ_NEWS = """
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
        self._news: psycopg.AsyncConnection[Any] | None = None  # one is enough: questions for news come one by one

    def __str__(self) -> str:
        return self.url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)

    def prepare(self, migrations: Path = FOLDER) -> None:
        """Make the tables, or bring them up to date, in one transaction; other processes wait meanwhile."""
        engine = create_engine(self.url, connect_args=CONNECTING)
        try:
            with engine.connect() as connection, connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": PREPARING})
                self._refuse_others(connection)
                upgrade(connection, migrations)
        except DBAPIError as problem:
            raise StorageFailed("store.cannot_open", path=str(self), problem=describe(problem)) from problem
        finally:
            engine.dispose()

    def writing_engine(self) -> Engine:
        """Make the engine of the one writer."""
        return _bounded(create_engine(self.url, connect_args=CONNECTING, pool_size=1, max_overflow=0))

    def reading_engine(self) -> Engine:
        """Make the engine of the readers: each question sees the moment at which it is asked."""
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

    def see_one_moment(self, connection: Connection) -> None:
        """Begin a transaction whose questions all see the same moment."""
        connection.execution_options(isolation_level="REPEATABLE READ")

    def copy(self, connection: Connection, target: Path) -> None:
        """Refuse: the server has better means of its own."""
        raise BadTarget("store.target.server")

    async def read_news(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        """Read with one question; again where the connection turns out to be one to a server that is gone."""
        was_open = self._news is not None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._ask_for_news(after)
        except TimeoutError:
            self.close()
            raise StorageFailed("store.cannot_read", problem=say("store.no_answer")) from None
        except psycopg.Error as problem:
            self.close()
            if was_open:
                return await self.read_news(after)
            detail = problem.diag.message_primary or say("store.no_server")
            raise StorageFailed("store.cannot_read", problem=detail) from problem
        except BaseException:  # nobody waits any more for what is under way
            self.close()
            raise

    async def _ask_for_news(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        if self._news is None:
            self._news = await self._connect()
        cursor = self._news.cursor(binary=True)
        await cursor.execute(READ_NEWS, {"match": list(after), "after": list(after.values())})
        found: dict[str, list[StoredEvent]] = {match_id: [] for match_id in after}
        for match_id, kind, body, time, form, sequence in await cursor.fetchall():
            found[match_id].append(StoredEvent(kind, body, time, form, sequence=sequence))
        return found

    def close(self) -> None:
        """Close the connection for news; the next question opens another."""
        connection, self._news = self._news, None
        if connection is not None:
            connection.pgconn.finish()

    async def _connect(self) -> "psycopg.AsyncConnection[Any]":
        place = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return await psycopg.AsyncConnection.connect(place, autocommit=True, **CONNECTING)  # type: ignore[arg-type]

    def scrub(self, most: int | None = None) -> None:
        """Do nothing: the server uses the room of deleted rows again when it cleans up."""

    async def announcements(self) -> AsyncIterator[Announcement | None]:
        """Hear what processes announce; None whenever the connection was made anew."""
        while True:
            with suppress(psycopg.Error, OSError, ValueError):
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield None
                    async for heard in connection.notifies():
                        yield parse_announcement(heard.payload)
            await asyncio.sleep(REST)

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
        if select([connection.fileno()], [], [], 0)[0]:  # where nothing was asked, all that can come is the end
            raise DisconnectionError

    return engine
