"""Invitations: challenges, which reserve a seat for somebody, and invites, secret tokens that lead to a match.

Only the hash of a token is stored.
"""

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from fourfold.store.engine.notifications import announce_beside
from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import InviteExists
from fourfold.store.rows import Challenge
from fourfold.store.schema import challenges, invites
from fourfold.store.tables.events import require_match

ADD_INVITE = insert(invites)
FIND_INVITE = select(invites.c.match_id).where(invites.c.token_hash == bindparam("token_hash"))


def _delete(connection: Connection, match_id: str, guest_id: str) -> bool:
    this = (challenges.c.match_id == match_id) & (challenges.c.guest_id == guest_id)
    return bool(connection.execute(delete(challenges).where(this)).rowcount)


def put_challenge(connection: Connection, challenge: Challenge) -> None:
    """Insert or replace a challenge, and notify the other processes."""
    _delete(connection, challenge.match_id, challenge.guest_id)
    connection.execute(insert(challenges), msgspec.structs.asdict(challenge))
    announce_beside(connection, challenge.match_id, "challenge", challenge.guest_id)


def remove_challenge(connection: Connection, match_id: str, guest_id: str, *, is_declined: bool) -> bool:
    """Delete a challenge that is answered; the result is whether there was one."""
    was_there = _delete(connection, match_id, guest_id)
    if was_there and is_declined:
        announce_beside(connection, match_id, "decline", guest_id)
    return was_there


def find_challenges(connection: Connection, guest_id: str) -> list[Challenge]:
    """List the challenges to a guest, the oldest first."""
    wanted = select(challenges).where(challenges.c.guest_id == guest_id).order_by(challenges.c.created)
    return [Challenge(**row._mapping) for row in connection.execute(wanted)]


class ChallengeTable(StoreTable):
    """The challenges to all players."""

    add = transaction(put_challenge)
    remove = transaction(remove_challenge)
    of = query(find_challenges)


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
