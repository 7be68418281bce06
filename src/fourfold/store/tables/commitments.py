"""Commitments: the hashes of secrets that somebody was told before setting up a match. Each serves for one match."""

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select

from fourfold.store.engine.statements import run
from fourfold.store.engine.writer import Write
from fourfold.store.errors import UnknownCommitment
from fourfold.store.schema import commitments

LIFETIME = 86_400_000  # milliseconds; who has not set up a match by then asks for another commitment

ADD = insert(commitments)
REMOVE = delete(commitments).where(commitments.c.commitment == bindparam("given"))
REMOVE_OLD = delete(commitments).where(commitments.c.created < bindparam("oldest"))
FIND = select(commitments.c.secret).where(commitments.c.commitment == bindparam("given"))


@dataclass(frozen=True, slots=True)
class AddCommitment(Write[None]):
    """A secret for a match to come, under the commitment to it; what was never used is forgotten after a day."""

    commitment: str
    secret: str
    created: int

    def run(self, connection: Connection) -> None:
        """Put the row in."""
        run(connection, REMOVE_OLD, [{"oldest": self.created - LIFETIME}])
        run(connection, ADD, [{"commitment": self.commitment, "secret": self.secret, "created": self.created}])


def use_commitment(connection: Connection, commitment: str) -> None:
    """Let a commitment serve for a match, and for none other: its secret is told at the end of that match."""
    if not run(connection, REMOVE, [{"given": commitment}]).rowcount:
        raise UnknownCommitment("store.unknown_commitment")


def find_secret(connection: Connection, commitment: str) -> str:
    """Find the secret of a commitment that has not served yet."""
    found: str | None = run(connection, FIND, [{"given": commitment}]).scalar_one_or_none()
    if found is None:
        raise UnknownCommitment("store.unknown_commitment")
    return found
