"""Sessions: browser cookies and API tokens. Only the hash of a token is stored, as the key."""

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from fourfold.store.engine.notifications import announce_beside
from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import UnknownGuest
from fourfold.store.rows import Identity, SessionRow
from fourfold.store.schema import accounts, guests, recoveries, sessions

MOST_SESSIONS = 50  # of one kind and guest; beyond, the least recently used one is deleted

ADD_SESSION = insert(sessions)
FIND_SESSION = select(sessions.c.guest_id).where(sessions.c.key == bindparam("key"))
IDENTIFY = (
    select(
        guests.c.id, guests.c.name, guests.c.is_muted, guests.c.is_banned, accounts.c.kind.label("account"),
        sessions.c.key, sessions.c.kind, sessions.c.label, sessions.c.created, sessions.c.seen,
    )
    .join_from(sessions, guests, guests.c.id == sessions.c.guest_id)
    .outerjoin(accounts, accounts.c.id == guests.c.id)
    .where(sessions.c.key == bindparam("key"))
)  # fmt: skip


def insert_session(connection: Connection, session: SessionRow) -> None:
    """Insert the row of a session."""
    run(connection, ADD_SESSION, [msgspec.structs.asdict(session)])


def has_session(connection: Connection, key: str) -> bool:
    """Tell whether there is a session with that key."""
    return run(connection, FIND_SESSION, [{"key": key}]).first() is not None


def add_session(connection: Connection, session: SessionRow) -> None:
    """Insert a session and delete those beyond MOST_SESSIONS; UnknownGuest."""
    if not connection.execute(select(guests.c.id).where(guests.c.id == session.guest_id)).first():
        raise UnknownGuest("store.unknown_guest", guest=session.guest_id)
    insert_session(connection, session)
    same = (sessions.c.guest_id == session.guest_id) & (sessions.c.kind == session.kind)
    kept = select(sessions.c.key).where(same).order_by(sessions.c.seen.desc(), sessions.c.key).limit(MOST_SESSIONS)
    connection.execute(delete(sessions).where(same, sessions.c.key.not_in(connection.execute(kept).scalars().all())))


def end_sessions(connection: Connection, guest_id: str, now: int, *, mark: str = "", but: str = "") -> int:
    """Delete the sessions whose keys begin with the mark, but never the one with the key `but`; count them.

    Devices among them are forgotten too, and not counted.
    """
    connection.execute(update(guests).where(guests.c.id == guest_id).values(changed=now))
    mine = (
        (sessions.c.guest_id == guest_id) & sessions.c.key.startswith(mark, autoescape=True) & (sessions.c.key != but)
    )
    connection.execute(delete(sessions).where(mine, sessions.c.kind == "device"))
    return connection.execute(delete(sessions).where(mine, sessions.c.kind != "device")).rowcount


def expire_sessions(connection: Connection, before: int, now: int) -> int:
    """Delete sessions of accounts that were last used before a time, and expired recovery codes; count the sessions.

    Sessions of guests without an account are deleted with the guest.
    """
    connection.execute(delete(recoveries).where(recoveries.c.expires < now))
    has_account = exists().where(accounts.c.id == sessions.c.guest_id)
    return connection.execute(delete(sessions).where(sessions.c.seen < before, has_account)).rowcount


def touch_session(connection: Connection, identity: Identity, now: int) -> None:
    """Store when a session, and its guest, was last used."""
    connection.execute(update(sessions).where(sessions.c.key == identity.session.key).values(seen=now))
    connection.execute(update(guests).where(guests.c.id == identity.id).values(seen=now))


def announce_program(connection: Connection, key: str, stream: str) -> None:
    """Tell the other processes that a program with this session has begun to listen."""
    announce_beside(connection, key, "program", stream)


def find_identity(connection: Connection, key: str) -> Identity | None:
    """Find who a session belongs to; None for an unknown key."""
    row = run(connection, IDENTIFY, [{"key": key}]).first()
    if row is None:
        return None
    session = SessionRow(row.key, row.id, row.kind, row.label, row.created, row.seen)
    return Identity(row.id, row.name, row.account or "", bool(row.is_muted), bool(row.is_banned), session)


def find_sessions(connection: Connection, guest_id: str) -> list[SessionRow]:
    """List the sessions of a guest, the most recently used first."""
    wanted = select(sessions).where(sessions.c.guest_id == guest_id).order_by(sessions.c.seen.desc(), sessions.c.key)
    return [SessionRow(**row._mapping) for row in connection.execute(wanted)]


class SessionTable(StoreTable):
    """The sessions of all guests and accounts."""

    add = transaction(add_session)
    end = transaction(end_sessions)
    expire = transaction(expire_sessions)
    touch = transaction(touch_session)
    announce_program = transaction(announce_program)
    identify = query(find_identity)
    of = query(find_sessions)
