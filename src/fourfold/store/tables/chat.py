"""Chat: the remarks made at matches. They are outside the event log, so they can be deleted."""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from fourfold.store.engine.notifications import announce_beside
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.rows import Remark
from fourfold.store.schema import remarks

MOST_REMARKS = 200  # kept of a match; earlier ones are deleted


def insert_remark(connection: Connection, match_id: str, guest_id: str, time: int, text: str) -> Remark:
    """Insert a remark, and delete those beyond MOST_REMARKS; the result has its number."""
    mine = remarks.c.match_id == match_id
    number = (connection.execute(select(func.max(remarks.c.number)).where(mine)).scalar() or 0) + 1
    made = Remark(number, guest_id, time, text)
    connection.execute(insert(remarks), {"match_id": match_id, **msgspec.structs.asdict(made)})
    connection.execute(delete(remarks).where(mine, remarks.c.number <= number - MOST_REMARKS))
    announce_beside(connection, match_id, "remark", guest_id)
    return made


def read_remarks(connection: Connection, match_id: str, after: int = 0) -> list[Remark]:
    """Read the remarks at a match after a number, in order."""
    wanted = select(remarks).where(remarks.c.match_id == match_id, remarks.c.number > after)
    return [_remark(row) for row in connection.execute(wanted.order_by(remarks.c.number))]


def find_remarks(connection: Connection, guest_id: str) -> list[tuple[str, Remark]]:
    """List all remarks of a guest, each with the id of its match."""
    wanted = select(remarks).where(remarks.c.guest_id == guest_id).order_by(remarks.c.time, remarks.c.number)
    return [(row.match_id, _remark(row)) for row in connection.execute(wanted)]


def _remark(row: Any) -> Remark:
    return Remark(row.number, row.guest_id, row.time, row.text)


class ChatTable(StoreTable):
    """The remarks of all matches."""

    add = transaction(insert_remark)
    read = query(read_remarks)
    of = query(find_remarks)
