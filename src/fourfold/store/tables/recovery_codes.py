"""Recovery codes: one-time codes that replace a lost password. Only their hashes are stored."""

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, insert, select

from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import UnknownCode
from fourfold.store.rows import SessionRow
from fourfold.store.schema import recoveries
from fourfold.store.tables.accounts import change_password
from fourfold.store.tables.sessions import insert_session


def put_codes(connection: Connection, account_id: str, keys: Collection[str], expires: int | None = None) -> None:
    """Insert codes for an account; without an expiry they replace all earlier ones."""
    if expires is None:
        connection.execute(delete(recoveries).where(recoveries.c.account_id == account_id))
    rows = [{"key": key, "account_id": account_id, "expires": expires} for key in keys]
    connection.execute(insert(recoveries), rows)


def count_codes(connection: Connection, account_id: str) -> int:
    """Count the unused codes of an account."""
    wanted = select(func.count()).select_from(recoveries).where(recoveries.c.account_id == account_id)
    return int(connection.execute(wanted).scalar_one())


def use_code(connection: Connection, key: str, password: str, session: SessionRow) -> None:
    """Use up a code: store a new password, end all sessions, insert a new one. UnknownCode where it is not valid."""
    found = connection.execute(
        delete(recoveries).where(
            recoveries.c.key == key,
            recoveries.c.account_id == session.guest_id,
            (recoveries.c.expires.is_(None)) | (recoveries.c.expires > session.created),
        )
    )
    if not found.rowcount:
        raise UnknownCode("store.unknown_code")
    change_password(connection, session.guest_id, password, session.created)
    insert_session(connection, session)


class RecoveryCodeTable(StoreTable):
    """The recovery codes of all accounts."""

    put = transaction(put_codes)
    count = query(count_codes)
    use = transaction(use_code)
