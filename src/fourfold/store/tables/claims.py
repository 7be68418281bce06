"""Who takes care of what happens by itself: a computer's move, a clock that runs out.

Several processes may see that it is due. One claims it, for a while, so that a process that dies or hangs
is replaced by another. A claim saves work and no more: the primary key of the event is what keeps two from
storing it.
"""

from dataclasses import dataclass

from sqlalchemy import BigInteger, Connection, bindparam, literal_column, or_, select, update

from fourfold.store.engine.statements import run
from fourfold.store.engine.writer import Write
from fourfold.store.rows import Due
from fourfold.store.schema import matches

# The time of the server, in milliseconds: processes on several machines have clocks of their own.
NOW = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", BigInteger)
CLAIM = (
    update(matches)
    .where(
        matches.c.id == bindparam("match"),
        matches.c.last_sequence == bindparam("last"),
        or_(matches.c.claimed.is_(None), matches.c.claimed < NOW, matches.c.worker == bindparam("by")),
    )
    .values(worker=bindparam("by"), claimed=NOW + bindparam("milliseconds", type_=BigInteger))
)
CHANGE_DUE = (
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.last_sequence == bindparam("last"))
    .values(due=bindparam("new_due", type_=matches.c.due.type))
)


def list_due(connection: Connection, now: int, worker: str, limit: int) -> list[Due]:
    """List matches where something is due that no other process takes care of, the longest overdue first."""
    query = select(matches.c.id, matches.c.last_sequence, matches.c.due).where(matches.c.due <= now)
    if connection.dialect.name == "postgresql":
        query = query.where(or_(matches.c.claimed.is_(None), matches.c.claimed < NOW, matches.c.worker == worker))
    return [Due(*row) for row in connection.execute(query.order_by(matches.c.due).limit(limit))]


@dataclass(frozen=True, slots=True)
class Claim(Write[bool]):
    """A process takes care of what happens by itself in a match, for a while. The result is whether it is the one."""

    match_id: str
    last_sequence: int
    worker: str
    milliseconds: int

    def run(self, connection: Connection) -> bool:
        """Claim it unless another process did, or the match went on."""
        wanted = {"match": self.match_id, "last": self.last_sequence, "by": self.worker}
        return run(connection, CLAIM, [wanted | {"milliseconds": self.milliseconds}]).rowcount == 1


@dataclass(frozen=True, slots=True)
class ChangeDue(Write[None]):
    """When something happens by itself in a match, where that is stored wrongly; not if the match went on."""

    match_id: str
    last_sequence: int
    due: int | None

    def run(self, connection: Connection) -> None:
        """Change the row."""
        run(connection, CHANGE_DUE, [{"match": self.match_id, "last": self.last_sequence, "new_due": self.due}])
