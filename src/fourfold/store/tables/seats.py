"""The seats of matches: which guest, or which kind of player, has which seat."""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from fourfold.store.engine.statements import run_all
from fourfold.store.engine.table import StoreTable, query
from fourfold.store.rows import SeatRow
from fourfold.store.schema import seats
from fourfold.store.tables.guests import require_guest

ADD_SEATS = insert(seats)
REMOVE_SEAT = delete(seats).where(seats.c.match_id == bindparam("match"), seats.c.seat == bindparam("number"))


def upsert_seats(connection: Connection, match_id: str, new: Sequence[SeatRow]) -> None:
    """Insert or replace seats of a match; UnknownGuest."""
    for guest_id in {seat.guest_id for seat in new} - {None}:
        require_guest(connection, str(guest_id))
    run_all(connection, REMOVE_SEAT, [{"match": match_id, "number": seat.seat} for seat in new])
    rows = [{"match_id": match_id, **msgspec.structs.asdict(seat)} for seat in new]
    run_all(connection, ADD_SEATS, rows)


def find_seats(connection: Connection, match_ids: Collection[str]) -> dict[str, list[SeatRow]]:
    """Find the seats of several matches, in order."""
    found: dict[str, list[SeatRow]] = {match_id: [] for match_id in match_ids}
    wanted = select(seats).where(seats.c.match_id.in_(found)).order_by(seats.c.match_id, seats.c.seat)
    for row in connection.execute(wanted):
        found[row.match_id].append(SeatRow(row.seat, row.kind, row.guest_id, row.name))
    return found


class SeatTable(StoreTable):
    """The seats of all matches."""

    find = query(find_seats)
