"""Bulk append: events for many matches with one or two statements.

With PostgreSQL every statement costs a round trip. With SQLite every row of `executemany` would release and reacquire
the interpreter lock. An append whose sequence does not fit is left out of the result; the caller finds out why.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from fourfold.store.engine.notifications import announce
from fourfold.store.engine.statements import driving

APPEND = """
WITH wanted AS (
    SELECT * FROM unnest(
        %(match)s::text[], %(before)s::int[], %(last)s::int[], %(now)s::bigint[], %(new_due)s::bigint[],
        %(new_status)s::text[], %(new_settings)s::text[], %(new_public)s::bool[]
    ) AS wanted (id, before, last, now, due, status, settings, public)
), moved AS (
    UPDATE matches SET
        last_sequence = wanted.last, updated = wanted.now, due = wanted.due, worker = NULL, claimed = NULL,
        status = coalesce(wanted.status, matches.status), settings = coalesce(wanted.settings, matches.settings),
        public = coalesce(wanted.public, matches.public)
    FROM wanted WHERE matches.id = wanted.id AND matches.last_sequence = wanted.before
    RETURNING matches.id, matches.last_sequence
), added AS (
    INSERT INTO events (match_id, sequence, time, kind, format, body)
    SELECT new.* FROM unnest(
        %(match_id)s::text[], %(sequence)s::int[], %(time)s::bigint[], %(kind)s::text[], %(format)s::int[],
        %(body)s::bytea[]
    ) AS new (match_id, sequence, time, kind, format, body) JOIN moved ON moved.id = new.match_id
)
SELECT id, last_sequence FROM moved
"""

MATCH = ("match", "before", "last", "now", "new_due", "new_status", "new_settings", "new_public")
MOVE_MATCHES = f"""
WITH wanted ({", ".join(MATCH)}) AS (VALUES %s)
UPDATE matches SET
    last_sequence = last, updated = now, due = new_due, worker = NULL, claimed = NULL,
    status = coalesce(new_status, status), settings = coalesce(new_settings, settings),
    public = coalesce(new_public, public)
FROM wanted WHERE id = match AND last_sequence = before
"""
EVENT = ("match_id", "sequence", "time", "kind", "format", "body")
ADD_EVENTS = f"INSERT INTO events ({', '.join(EVENT)}) VALUES %s"
ROWS_AT_ONCE = 1000  # keeps a statement below SQLite's limit of values


def move_in_file(connection: Connection, matches: Sequence[Mapping[str, Any]]) -> int:
    """Update, in SQLite, the matches whose last sequence is `before`; return how many there are.

    A match that occurs in several rows is counted once.
    """
    return sum(_run(connection, MOVE_MATCHES, MATCH, rows) for rows in _portions(matches))


def add_in_file(connection: Connection, events: Sequence[Mapping[str, Any]]) -> None:
    """Insert events in SQLite."""
    for rows in _portions(events):
        _run(connection, ADD_EVENTS, EVENT, rows)


def _portions(rows: Sequence[Mapping[str, Any]]) -> list[Sequence[Mapping[str, Any]]]:
    return [rows[first : first + ROWS_AT_ONCE] for first in range(0, len(rows), ROWS_AT_ONCE)]


def _run(connection: Connection, statement: str, names: tuple[str, ...], rows: Sequence[Mapping[str, Any]]) -> int:
    values = [row[name] for row in rows for name in names]
    with driving(connection) as driver:
        return int(driver.execute(_for_rows(statement, len(names), len(rows)), values).rowcount)


@lru_cache(maxsize=256)
def _for_rows(statement: str, columns: int, rows: int) -> str:
    return statement % ", ".join([f"({', '.join('?' * columns)})"] * rows)


def append_at_once(
    connection: Connection, matches: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]]
) -> set[str]:
    """Append, in PostgreSQL, to the matches whose last sequence is `before`; return which those are.

    A match occurs in the rows once.
    """
    values = _columns(matches) | _columns(events)
    with driving(connection) as driver, driver.pipeline():  # BEGIN travels in the same round trip
        moved = dict(driver.execute(APPEND, values))
    announce(connection, moved)
    return set(moved)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}
