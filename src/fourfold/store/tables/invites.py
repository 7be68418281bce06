"""Invites: secret tokens that lead to a match. Only the hash of a token is stored."""

from sqlalchemy import Connection, bindparam, delete, insert, select

from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import InviteExists
from fourfold.store.schema import invites
from fourfold.store.tables.events import require_match

ADD_INVITE = insert(invites)
FIND_INVITE = select(invites.c.match_id).where(invites.c.token_hash == bindparam("token_hash"))


def insert_invite(connection: Connection, token_hash: str, match_id: str, created: int) -> None:
    """Insert an invite; UnknownMatch, InviteExists."""
    require_match(connection, match_id)
    if find_invited_match(connection, token_hash) is not None:
        raise InviteExists("store.invite_exists")
    run(connection, ADD_INVITE, [{"token_hash": token_hash, "match_id": match_id, "created": created}])


def find_invited_match(connection: Connection, token_hash: str) -> str | None:
    """Find the id of the match that a token leads to; None for an unknown token."""
    found: str | None = run(connection, FIND_INVITE, [{"token_hash": token_hash}]).scalar_one_or_none()
    return found


def delete_invites(connection: Connection, match_id: str) -> int:
    """Delete all invites to a match; the result is how many there were."""
    return connection.execute(delete(invites).where(invites.c.match_id == match_id)).rowcount


class InviteTable(StoreTable):
    """The invites to all matches."""

    add = transaction(insert_invite)
    find_match = query(find_invited_match)
    remove = transaction(delete_invites)
