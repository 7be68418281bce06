"""The interface of a database: what the store needs from SQLite and PostgreSQL."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from sqlalchemy import Connection, Engine

from fourfold.store.engine.notifications import Announcement
from fourfold.store.migrations import FOLDER
from fourfold.store.rows import StoredEvent


class Database(ABC):
    """A database with our tables. What is not abstract suits a database that one process has for itself."""

    is_shared = False  # whether several processes may write at once
    gather_seconds = 0.005  # from one commit to the next at least; a write that comes after that is stored at once

    @abstractmethod
    def exists(self) -> bool:
        """Tell whether there is a database with tables, without creating anything."""

    @abstractmethod
    def prepare(self, migrations: Path = FOLDER) -> None:
        """Create the database, or migrate it to the newest version; leave others' databases untouched and refuse."""

    def reserve(self) -> None:
        """Be the only server of the database until it is closed; nothing where it is shared."""

    def verify(self) -> None:
        """Raise where the database is no longer at its place, so that a commit means nothing."""

    @abstractmethod
    def writing_engine(self) -> Engine:
        """Make the engine of this process's writer."""

    @abstractmethod
    def reading_engine(self) -> Engine:
        """Make the engine of the connection pool for reads."""

    @abstractmethod
    def copy(self, connection: Connection, target: Path) -> int:
        """Copy a snapshot of the database into a file; the result is how many matches the copy has."""

    def begin_snapshot(self, connection: Connection) -> None:
        """Make all queries on a connection, until it is given back, see the same snapshot."""

    def scrub(self, most: int | None = None) -> None:
        """Erase all traces of deleted rows, unless the database has more than so many bytes.

        Where there is nothing to do, the server's own vacuum does it.
        """

    def close(self) -> None:
        """Close what is open besides the engines."""

    async def read_new_events(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        """Read the events of several matches after a sequence each, without blocking the event loop."""
        return {match_id: [] for match_id in after}

    async def announcements(self) -> AsyncIterator[Announcement | None]:
        """Yield what other processes announce, for ever; None where some may have been missed."""
        await asyncio.Event().wait()
        yield None
