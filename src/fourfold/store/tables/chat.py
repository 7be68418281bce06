"""What is said at matches: beside the log, so that it can be taken away and changes no match."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from fourfold.store.engine.notifications import announce_beside
from fourfold.store.engine.writer import Write, Writer
from fourfold.store.rows import Remark
from fourfold.store.schema import remarks

MOST_REMARKS = 200  # that are kept of a match; earlier ones are deleted


@dataclass(frozen=True, slots=True)
class AddRemark(Write[Remark]):
    """Something is said. The result has the number that it got."""

    match_id: str
    guest_id: str
    time: int
    text: str

    def run(self, connection: Connection) -> Remark:
        """Put the row in, and take out what is too old."""
        mine = remarks.c.match_id == self.match_id
        number = (connection.execute(select(func.max(remarks.c.number)).where(mine)).scalar() or 0) + 1
        made = Remark(number, self.guest_id, self.time, self.text)
        connection.execute(insert(remarks), {"match_id": self.match_id, **msgspec.structs.asdict(made)})
        connection.execute(delete(remarks).where(mine, remarks.c.number <= number - MOST_REMARKS))
        announce_beside(connection, self.match_id, "remark", self.guest_id)
        return made


class ChatTable:
    """The remarks of all matches."""

    def __init__(self, writer: Writer, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._writer = writer
        self._reading = reading

    def add(self, match_id: str, guest_id: str, time: int, text: str) -> Future[Remark]:
        """Keep what somebody says at a match."""
        return self._writer.submit(AddRemark(match_id, guest_id, time, text))

    def read(self, match_id: str, after: int = 0) -> list[Remark]:
        """Read what was said behind a number, in order."""
        query = select(remarks).where(remarks.c.match_id == match_id, remarks.c.number > after)
        with self._reading() as connection:
            return [_remark(row) for row in connection.execute(query.order_by(remarks.c.number))]

    def of(self, guest_id: str) -> list[tuple[str, Remark]]:
        """List all that somebody said, with the matches."""
        query = select(remarks).where(remarks.c.guest_id == guest_id).order_by(remarks.c.time, remarks.c.number)
        with self._reading() as connection:
            return [(row.match_id, _remark(row)) for row in connection.execute(query)]


def _remark(row: Any) -> Remark:
    return Remark(row.number, row.guest_id, row.time, row.text)
