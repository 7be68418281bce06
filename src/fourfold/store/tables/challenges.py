"""Challenges: seats at matches that are reserved for somebody."""

import msgspec
from sqlalchemy import Connection, delete, insert, select

from fourfold.store.engine.notifications import announce_beside
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.rows import Challenge
from fourfold.store.schema import challenges


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
