"""Commitments (commit-reveal): hashes of secrets, published before a match is set up. Each serves for one match."""

from sqlalchemy import Connection, bindparam, delete, insert, select

from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import UnknownCommitment
from fourfold.store.schema import commitments

LIFETIME = 86_400_000  # milliseconds; an unused commitment is then deleted

ADD = insert(commitments)
REMOVE = delete(commitments).where(commitments.c.commitment == bindparam("given"))
REMOVE_OLD = delete(commitments).where(commitments.c.created < bindparam("oldest"))
FIND = select(commitments.c.secret).where(commitments.c.commitment == bindparam("given"))


def insert_commitment(connection: Connection, commitment: str, secret: str, created: int) -> None:
    """Insert the secret of a future match under its commitment, and delete expired ones."""
    run(connection, REMOVE_OLD, [{"oldest": created - LIFETIME}])
    run(connection, ADD, [{"commitment": commitment, "secret": secret, "created": created}])


def use_commitment(connection: Connection, commitment: str) -> None:
    """Delete a commitment because a match uses it; UnknownCommitment."""
    if not run(connection, REMOVE, [{"given": commitment}]).rowcount:
        raise UnknownCommitment("store.unknown_commitment")


def find_secret(connection: Connection, commitment: str) -> str:
    """Find the secret of an unused commitment; UnknownCommitment."""
    found: str | None = run(connection, FIND, [{"given": commitment}]).scalar_one_or_none()
    if found is None:
        raise UnknownCommitment("store.unknown_commitment")
    return found


class CommitmentTable(StoreTable):
    """The unused commitments."""

    add = transaction(insert_commitment)
    secret = query(find_secret)
