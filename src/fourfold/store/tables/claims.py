"""Claims: leases on scheduled work, such as a computer's move or a clock that runs out.

Several processes may see that a match is due. One claims the work for some seconds, so that another takes over from a
process that dies or hangs. A claim only saves work: the primary key of the event keeps two processes from storing it.
"""

from sqlalchemy import BigInteger, Connection, bindparam, literal_column, or_, select, update

from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
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


def find_due(connection: Connection, now: int, worker: str = "", limit: int = 1000) -> list[Due]:
    """List matches that are due and not claimed by another worker, the longest overdue first."""
    wanted = select(matches.c.id, matches.c.last_sequence, matches.c.due).where(matches.c.due <= now)
    if connection.dialect.name == "postgresql":
        wanted = wanted.where(or_(matches.c.claimed.is_(None), matches.c.claimed < NOW, matches.c.worker == worker))
    return [Due(*row) for row in connection.execute(wanted.order_by(matches.c.due).limit(limit))]


def claim(connection: Connection, match_id: str, last_sequence: int, worker: str, milliseconds: int) -> bool:
    """Claim the scheduled work of a match for a while; False where another worker has it, or the match went on."""
    wanted = {"match": match_id, "last": last_sequence, "by": worker, "milliseconds": milliseconds}
    return run(connection, CLAIM, [wanted]).rowcount == 1


def change_due(connection: Connection, match_id: str, last_sequence: int, due: int | None) -> None:
    """Correct when a match is due, unless it went on."""
    run(connection, CHANGE_DUE, [{"match": match_id, "last": last_sequence, "new_due": due}])


class ClaimTable(StoreTable):
    """The scheduled work of all matches. In a database that is not shared nobody else could claim it."""

    due = query(find_due)
    acquire = transaction(claim)
    change_due = transaction(change_due)
