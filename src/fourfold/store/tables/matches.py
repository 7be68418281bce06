"""The matches: one row each, which a lobby shows without reading the event log."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, exists, insert, select, text, tuple_

from fourfold.store.engine.notifications import announce
from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import MatchExists, UnknownMatch
from fourfold.store.rows import EventRow, MatchRow, SeatRow
from fourfold.store.schema import challenges, matches, seats
from fourfold.store.tables.commitments import use_commitment
from fourfold.store.tables.events import find_last_sequence, insert_events
from fourfold.store.tables.invitations import insert_invite
from fourfold.store.tables.seats import find_seats, upsert_seats

MATCH = [matches.c[name] for name in MatchRow.__struct_fields__]
ADD_MATCH = insert(matches)
LOCK_TABLES = text("SELECT pg_advisory_xact_lock(4444)")
FIND_EMPTY = text("""
    SELECT ended.id FROM (
        SELECT id, updated FROM matches
        WHERE status = 'over' AND id IN (SELECT match_id FROM seats WHERE guest_id = :guest)
        ORDER BY updated DESC, id DESC LIMIT :most
    ) AS ended
    WHERE ended.updated >= :since
    AND NOT EXISTS (SELECT 1 FROM events WHERE match_id = ended.id AND kind IN ('played', 'dealt'))
""")
MOST_OPEN = 500  # tables that are looked at
PORTION = 100  # matches that one query reads when all are read

OpenTable = tuple[MatchRow, list[SeatRow]]
ChooseTable = Callable[[Sequence[OpenTable]], str | None]


def insert_match(
    connection: Connection,
    match: MatchRow,
    seats: Sequence[SeatRow] = (),
    events: Sequence[EventRow] = (),
    token_hash: str | None = None,
    due: int | None = None,
    commitment: str | None = None,
) -> None:
    """Insert a match with its seats, first events and an invite, all or nothing; MatchExists.

    A commitment given before serves for one match: UnknownCommitment where it is used already.
    """
    if find_last_sequence(connection, match.id) is not None:
        raise MatchExists("store.match_exists", match=match.id)
    if commitment is not None:
        use_commitment(connection, commitment)
    updated = events[-1].time if events else match.created
    row = {**msgspec.structs.asdict(match), "last_sequence": len(events), "updated": updated, "due": due}
    run(connection, ADD_MATCH, [row])
    upsert_seats(connection, match.id, seats)
    insert_events(connection, match.id, events)
    if token_hash is not None:
        insert_invite(connection, token_hash, match.id, match.created)
    announce(connection, {match.id: len(events)})


def insert_unless(connection: Connection, choose: ChooseTable, match: MatchRow, *given: Any) -> str | None:
    """Insert a match unless the caller chooses one of the game's open tables; the result is the chosen one.

    Callers in other processes wait for the commit, so that none of them overlooks the new match.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(LOCK_TABLES)
    chosen = choose(find_open_tables(connection, match.game))
    if chosen is None:
        insert_match(connection, match, *given)
    return chosen


def find_open_tables(connection: Connection, game: str, limit: int = MOST_OPEN) -> list[OpenTable]:
    """List the public matches of a game that have not begun and where no seat is reserved, the oldest first.

    Where there are many, the older ones are left out: nobody waits there any more.
    """
    is_reserved = exists().where(challenges.c.match_id == matches.c.id)
    wanted = select(*MATCH).where(matches.c.public, matches.c.status == "open", matches.c.game == game, ~is_reserved)
    latest = wanted.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(limit)
    found = [MatchRow(**row._mapping) for row in connection.execute(latest)]
    sitting = find_seats(connection, [match.id for match in found])
    return [(match, sitting[match.id]) for match in reversed(found)]


def find_match(connection: Connection, match_id: str) -> MatchRow:
    """Find one match; UnknownMatch."""
    row = connection.execute(select(*MATCH).where(matches.c.id == match_id)).first()
    if row is None:
        raise UnknownMatch("store.unknown_match", match=match_id)
    return MatchRow(**row._mapping)


def search_matches(
    connection: Connection,
    *,
    game: str | None = None,
    statuses: Collection[str] | None = None,
    public: bool | None = None,
    guest_id: str | None = None,
    behind: MatchRow | None = None,
    limit: int = 50,
) -> list[MatchRow]:
    """List the matches that meet all given conditions, those with the latest events first.

    For the next page, give the last match of this one as `behind`.
    """
    wanted = select(*MATCH).order_by(matches.c.updated.desc(), matches.c.id.desc()).limit(limit)
    if game is not None:
        wanted = wanted.where(matches.c.game == game)
    if statuses is not None:
        wanted = wanted.where(matches.c.status.in_(statuses))
    if public is not None:
        wanted = wanted.where(matches.c.public == public)
    if guest_id is not None:
        wanted = wanted.where(matches.c.id.in_(select(seats.c.match_id).where(seats.c.guest_id == guest_id)))
    if behind is not None:
        wanted = wanted.where(tuple_(matches.c.updated, matches.c.id) < tuple_(behind.updated, behind.id))
    return [MatchRow(**row._mapping) for row in connection.execute(wanted)]


def find_empty(connection: Connection, guest_id: str, since: int, limit: int) -> list[str]:
    """Find those of a guest's last matches that ended lately without a move or a deal."""
    wanted = {"guest": guest_id, "most": limit, "since": since}
    return [row.id for row in run(connection, FIND_EMPTY, [wanted])]


def iterate_matches(connection: Connection) -> Iterator[MatchRow]:
    """Iterate over all matches in the order of their ids (keyset pagination)."""
    wanted = select(*MATCH).order_by(matches.c.id).limit(PORTION)
    last = ""
    while rows := connection.execute(wanted.where(matches.c.id > last)).all():
        for row in rows:
            yield MatchRow(**row._mapping)
        last = rows[-1].id


class MatchTable(StoreTable):
    """All matches."""

    create = transaction(insert_match)
    create_unless = transaction(insert_unless)
    find = query(find_match)
    search = query(search_matches)
    empty = query(find_empty)
