"""The questions that the tables answer. Each runs on a connection whose transaction sees one moment."""

from collections.abc import Collection, Iterator

from sqlalchemy import Connection, bindparam, select, tuple_

from fourfold.store.engine.statements import run
from fourfold.store.errors import UnknownMatch
from fourfold.store.rows import Guest, MatchRow, SeatRow, StoredEvent
from fourfold.store.schema import events, guests, invites, matches, seats

MATCH = [matches.c[name] for name in MatchRow.__struct_fields__]

READ_EVENTS = (
    select(events.c.kind, events.c.body, events.c.time, events.c.format, events.c.sequence)
    .where(events.c.match_id == bindparam("match"), events.c.sequence > bindparam("after"))
    .order_by(events.c.sequence)
)
FIND_INVITED_MATCH = select(invites.c.match_id).where(invites.c.token_hash == bindparam("token_hash"))


def read_events(connection: Connection, match_id: str, after: int, limit: int | None) -> list[StoredEvent]:
    """Read the events behind a sequence, in order."""
    wanted = {"match": match_id, "after": after}
    if limit is None:
        rows = run(connection, READ_EVENTS, [wanted])
    else:
        rows = connection.execute(READ_EVENTS.limit(limit), wanted)
    found = [StoredEvent(row.kind, row.body, row.time, row.format, sequence=row.sequence) for row in rows]
    if not found:
        find_match(connection, match_id)
    return found


def find_match(connection: Connection, match_id: str) -> MatchRow:
    """Find the row of one match."""
    row = connection.execute(select(*MATCH).where(matches.c.id == match_id)).first()
    if row is None:
        raise UnknownMatch("store.unknown_match", match=match_id)
    return MatchRow(**row._mapping)


def list_matches(
    connection: Connection,
    *,
    game: str | None,
    statuses: Collection[str] | None,
    public: bool | None,
    guest_id: str | None,
    behind: MatchRow | None,
    limit: int,
) -> list[MatchRow]:
    """List matches, those with the latest events first."""
    query = select(*MATCH).order_by(matches.c.updated.desc(), matches.c.id.desc()).limit(limit)
    if game is not None:
        query = query.where(matches.c.game == game)
    if statuses is not None:
        query = query.where(matches.c.status.in_(statuses))
    if public is not None:
        query = query.where(matches.c.public == public)
    if guest_id is not None:
        query = query.where(matches.c.id.in_(select(seats.c.match_id).where(seats.c.guest_id == guest_id)))
    if behind is not None:
        query = query.where(tuple_(matches.c.updated, matches.c.id) < tuple_(behind.updated, behind.id))
    return [MatchRow(**row._mapping) for row in connection.execute(query)]


def every_match(connection: Connection) -> Iterator[MatchRow]:
    """Go through all matches, in the order of their ids, a portion at a time."""
    query = select(*MATCH).order_by(matches.c.id).limit(100)
    last = ""
    while rows := connection.execute(query.where(matches.c.id > last)).all():
        for row in rows:
            yield MatchRow(**row._mapping)
        last = rows[-1].id


def list_seats(connection: Connection, match_ids: Collection[str]) -> dict[str, list[SeatRow]]:
    """List the seats of several matches, in order."""
    found: dict[str, list[SeatRow]] = {match_id: [] for match_id in match_ids}
    query = select(seats).where(seats.c.match_id.in_(found)).order_by(seats.c.match_id, seats.c.seat)
    for row in connection.execute(query):
        found[row.match_id].append(SeatRow(row.seat, row.kind, row.guest_id))
    return found


def find_events(connection: Connection, match_ids: Collection[str], kind: str) -> dict[str, bytes]:
    """Find the body of the last event of a kind in several matches; those without one are left out."""
    query = select(events.c.match_id, events.c.body).where(events.c.match_id.in_(match_ids), events.c.kind == kind)
    return {row.match_id: row.body for row in connection.execute(query.order_by(events.c.sequence))}


def find_guests(connection: Connection, guest_ids: Collection[str]) -> dict[str, Guest]:
    """Find guests by their ids; those who do not exist are left out."""
    query = select(guests).where(guests.c.id.in_(guest_ids))
    return {row.id: Guest(row.id, row.name, row.created, row.seen) for row in connection.execute(query)}


def find_invited_match(connection: Connection, token_hash: str) -> str | None:
    """Find where an invite leads."""
    found: str | None = run(connection, FIND_INVITED_MATCH, [{"token_hash": token_hash}]).scalar_one_or_none()
    return found
