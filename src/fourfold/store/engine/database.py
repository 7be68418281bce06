"""What the store asks of a database, whichever it is."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from sqlalchemy import Connection, Engine

from fourfold.store.engine.notifications import Announcement
from fourfold.store.rows import StoredEvent


class Database(ABC):
    """A place that keeps the tables."""

    is_shared: bool  # whether several processes may write at once

    @abstractmethod
    def prepare(self) -> None:
        """Make it a database of the newest version; refuse what is not ours, untouched."""

    @abstractmethod
    def writing_engine(self) -> Engine:
        """Make the engine of the one writer of this process."""

    @abstractmethod
    def reading_engine(self) -> Engine:
        """Make the engine of the readers."""

    @abstractmethod
    def see_one_moment(self, connection: Connection) -> None:
        """Let all questions on a connection, until it is given back, see the same moment."""

    @abstractmethod
    def copy(self, connection: Connection, target: Path) -> None:
        """Copy everything, as it is at one moment, into a file."""

    @abstractmethod
    async def read_news(self, after: Mapping[str, int]) -> Mapping[str, list[StoredEvent]]:
        """Read, for several matches, the events behind a sequence, without holding up the event loop."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what is kept open beside the engines."""

    @abstractmethod
    def scrub(self, most: int | None = None) -> None:
        """Let no trace of what was deleted be left, unless there are more than so many bytes."""

    @abstractmethod
    def announcements(self) -> AsyncIterator[Announcement | None]:
        """Hear what processes announce, for ever; None where some may have been missed."""
