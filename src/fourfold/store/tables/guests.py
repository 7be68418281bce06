"""Guests: every person and bot that plays, with an account or without.

The column `changed` is the invalidation mark: servers drop what they cache about a guest when it grows.
"""

import re
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, tuple_, update

from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import GuestExists, UnknownGuest
from fourfold.store.rows import Guest, SessionRow
from fourfold.store.schema import (
    accounts,
    challenges,
    events,
    guests,
    moderators,
    rating_days,
    ratings,
    recoveries,
    remarks,
    reports,
    seats,
    sessions,
    subscriptions,
)
from fourfold.store.tables.sessions import has_session, insert_session

Rewrite = Callable[[bytes, Collection[str]], bytes]
Body = tuple[str, int, bytes]  # of an event: its match, sequence and body

EVENTS_AT_ONCE = 1000
ADD_GUEST = insert(guests)
FIND_GUEST = select(guests.c.id).where(guests.c.id == bindparam("id"))
CHANGED = select(guests.c.id, guests.c.changed).where(guests.c.changed > bindparam("since"))


def is_guest(connection: Connection, guest_id: str) -> bool:
    """Tell whether there is a guest with that id."""
    return run(connection, FIND_GUEST, [{"id": guest_id}]).first() is not None


def require_guest(connection: Connection, guest_id: str) -> None:
    """Raise UnknownGuest where there is no guest with that id."""
    if not is_guest(connection, guest_id):
        raise UnknownGuest("store.unknown_guest", guest=guest_id)


def insert_guest(connection: Connection, guest: Guest) -> None:
    """Insert the row of a new guest."""
    row = {**msgspec.structs.asdict(guest), "is_muted": False, "is_banned": False, "changed": 0}
    run(connection, ADD_GUEST, [row])


def add_guest(connection: Connection, guest: Guest, token_hash: str) -> None:
    """Insert a guest and its browser session; GuestExists."""
    if is_guest(connection, guest.id) or has_session(connection, token_hash):
        raise GuestExists("store.guest_exists", guest=guest.id)
    insert_guest(connection, guest)
    insert_session(connection, SessionRow(token_hash, guest.id, "browser", "", guest.created, guest.seen))


def change_guest(connection: Connection, guest_id: str, *, name: str | None = None, seen: int | None = None) -> None:
    """Update the columns that are given; UnknownGuest."""
    require_guest(connection, guest_id)
    _update_given(connection, guest_id, name=name, seen=seen)


def sanction_guest(
    connection: Connection, guest_id: str, now: int, *, is_muted: bool | None = None, is_banned: bool | None = None
) -> None:
    """Mute or ban a guest, or lift it; None leaves a column as it is. UnknownGuest."""
    require_guest(connection, guest_id)
    _update_given(connection, guest_id, changed=now, is_muted=is_muted, is_banned=is_banned)


def _update_given(connection: Connection, guest_id: str, **given: Any) -> None:
    values = {name: value for name, value in given.items() if value is not None}
    if values:
        connection.execute(update(guests).where(guests.c.id == guest_id).values(values))


def find_guests(connection: Connection, guest_ids: Collection[str]) -> dict[str, Guest]:
    """Find guests by their ids; unknown ones are left out."""
    wanted = select(guests).where(guests.c.id.in_(guest_ids))
    return {row.id: Guest(row.id, row.name, row.created, row.seen) for row in connection.execute(wanted)}


def find_changed(connection: Connection, since: int) -> dict[str, int]:
    """Find the guests that changed after a time, and when: what servers cache about them is stale."""
    return {row.id: row.changed for row in run(connection, CHANGED, [{"since": since}])}


def find_unused(connection: Connection, before: int, limit: int) -> list[str]:
    """List guests without an account whose sessions were all last used before a time."""
    wanted = (
        select(sessions.c.guest_id)
        .where(~exists().where(accounts.c.id == sessions.c.guest_id))
        .group_by(sessions.c.guest_id)
        .having(func.max(sessions.c.seen) < before)
        .limit(limit)
    )
    return list(connection.execute(wanted).scalars())


def find_bodies(connection: Connection, guest_ids: Collection[str], kinds: Collection[str]) -> list[Body]:
    """Find the events of these kinds that contain one of the ids (keyset pagination over the whole log)."""
    place = tuple_(events.c.match_id, events.c.sequence)
    wanted = (
        select(events.c.match_id, events.c.sequence, events.c.body)
        .where(events.c.kind.in_(kinds))
        .order_by(events.c.match_id, events.c.sequence)
        .limit(EVENTS_AT_ONCE)
    )
    found: list[Body] = []
    has_id = re.compile(b"|".join(re.escape(guest_id.encode()) for guest_id in guest_ids)).search
    last = ("", 0)
    while rows := connection.execute(wanted.where(place > tuple_(*last))).all():
        found += [(row.match_id, row.sequence, row.body) for row in rows if has_id(row.body)]
        last = rows[-1].match_id, rows[-1].sequence
    return found


def erase_guests(connection: Connection, guest_ids: Collection[str], now: int, bodies: Sequence[Body]) -> None:
    """Delete all rows of guests and write the given event bodies; a guest that has seats stays, without a name."""
    connection.execute(delete(recoveries).where(recoveries.c.account_id.in_(guest_ids)))
    connection.execute(delete(moderators).where(moderators.c.account_id.in_(guest_ids)))
    connection.execute(delete(reports).where(reports.c.reporter.in_(guest_ids) | reports.c.subject.in_(guest_ids)))
    connection.execute(delete(accounts).where(accounts.c.id.in_(guest_ids)))
    for table in (subscriptions, sessions, challenges, remarks):
        connection.execute(delete(table).where(table.c.guest_id.in_(guest_ids)))
    for rating in (ratings, rating_days):
        connection.execute(delete(rating).where(rating.c.player.in_(guest_ids)))
    for match_id, sequence, body in bodies:
        place = (events.c.match_id == match_id) & (events.c.sequence == sequence)
        connection.execute(update(events).where(place).values(body=body))
    these = guests.c.id.in_(guest_ids)
    connection.execute(update(guests).where(these).values(name="", changed=now))
    connection.execute(delete(guests).where(these, ~exists().where(seats.c.guest_id == guests.c.id)))


class GuestTable(StoreTable):
    """All guests. A guest's token is long and random; only its hash is stored."""

    add = transaction(add_guest)
    change = transaction(change_guest)
    sanction = transaction(sanction_guest)
    find = query(find_guests)
    changed_since = query(find_changed)
    unused = query(find_unused)

    def erase(self, guest_ids: Collection[str], kinds: Collection[str], rewrite: Rewrite, now: int) -> Future[None]:
        """Erase people: accounts, sessions, remarks, and names, also in events of these kinds.

        It scans all such events and is slow; nobody must take a seat with these ids meanwhile. The store cannot read
        event bodies: `rewrite` removes the names from one.
        """
        with self._reading() as connection:
            found = find_bodies(connection, guest_ids, kinds)
        bodies = [(match_id, sequence, rewrite(body, guest_ids)) for match_id, sequence, body in found]
        return self._writer.call(erase_guests, tuple(guest_ids), now, bodies)
