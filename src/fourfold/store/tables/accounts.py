"""Accounts: guests with a unique name and a password, of which only the hash is stored."""

import unicodedata
from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from fourfold.match.accounts import AccountKind
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import AccountExists, NameTaken
from fourfold.store.rows import Account, Guest, SessionRow
from fourfold.store.schema import accounts, guests
from fourfold.store.tables.guests import insert_guest, is_guest
from fourfold.store.tables.sessions import end_sessions, insert_session

WHOLE_ACCOUNTS = select(
    accounts.c.id, guests.c.name, accounts.c.kind, accounts.c.created, guests.c.seen, guests.c.is_muted,
    guests.c.is_banned, accounts.c.password,
).select_from(accounts.join(guests, guests.c.id == accounts.c.id))  # fmt: skip


def key_of(name: str) -> str:
    """Normalize a name for comparison: names that differ only in case or width are the same.

    >>> key_of("Ann") == key_of("ＡＮＮ")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()


def sign_up(connection: Connection, guest: Guest, kind: AccountKind, password: str, session: SessionRow) -> None:
    """Make an account of a guest, new or known, and replace its sessions by a new one; NameTaken, AccountExists."""
    key = key_of(guest.name)
    if connection.execute(select(accounts.c.id).where(accounts.c.id == guest.id)).first():
        raise AccountExists("store.account_exists", guest=guest.id)
    if connection.execute(select(accounts.c.id).where(accounts.c.key == key)).first():
        raise NameTaken("store.name_taken", name=guest.name)
    if is_guest(connection, guest.id):
        connection.execute(update(guests).where(guests.c.id == guest.id).values(name=guest.name, seen=guest.seen))
    else:
        insert_guest(connection, guest)
    row = {"id": guest.id, "key": key, "password": password, "kind": kind, "created": guest.seen}
    try:
        with connection.begin_nested():
            connection.execute(insert(accounts), row)
    except IntegrityError:  # another process took the name meanwhile
        raise NameTaken("store.name_taken", name=guest.name) from None
    end_sessions(connection, guest.id, guest.seen)
    insert_session(connection, session)


def update_hash(connection: Connection, account_id: str, password: str) -> None:
    """Store another hash of the password; sessions stay."""
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(password=password))


def change_password(connection: Connection, account_id: str, password: str, now: int, but: str = "") -> None:
    """Store a new password; every session but the one with the key `but` ends."""
    update_hash(connection, account_id, password)
    end_sessions(connection, account_id, now, but=but)


def find_by_name(connection: Connection, name: str) -> Account | None:
    """Find the account with a name."""
    return _find(connection, accounts.c.key == key_of(name))


def find_by_id(connection: Connection, account_id: str) -> Account | None:
    """Find the account with an id."""
    return _find(connection, accounts.c.id == account_id)


def _find(connection: Connection, condition: ColumnElement[bool]) -> Account | None:
    row = connection.execute(WHOLE_ACCOUNTS.where(condition)).first()
    return None if row is None else Account(**row._mapping)


def find_all(connection: Connection) -> list[Account]:
    """List all accounts by name."""
    return [Account(**row._mapping) for row in connection.execute(WHOLE_ACCOUNTS.order_by(accounts.c.key))]


def find_kinds(connection: Connection, guest_ids: Collection[str]) -> dict[str, AccountKind]:
    """Find the kind of account of each guest; those without an account are left out."""
    wanted = select(accounts.c.id, accounts.c.kind).where(accounts.c.id.in_(guest_ids))
    return {row.id: row.kind for row in connection.execute(wanted)}


class AccountTable(StoreTable):
    """All accounts."""

    sign_up = transaction(sign_up)
    update_hash = transaction(update_hash)
    change_password = transaction(change_password)
    find = query(find_by_name)
    get = query(find_by_id)
    all = query(find_all)
    kinds = query(find_kinds)
