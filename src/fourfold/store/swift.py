"""Appending to many matches with one statement: on a server every statement is a journey.

Only PostgreSQL has what it takes. An append that does not fit is left out of the result; the ordinary way
finds out why.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from fourfold.store.announcing import CHANNEL

APPEND = f"""
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
SELECT id, pg_notify('{CHANNEL}', id || ' ' || last_sequence) FROM moved
"""


def append_at_once(
    connection: Connection, matches: Sequence[Mapping[str, Any]], events: Sequence[Mapping[str, Any]]
) -> set[str]:
    """Append the rows of events to the matches whose last sequence is the one before; the result is which those are.

    A match stands in the rows once.
    """
    values = _columns(matches) | _columns(events)
    return {row[0] for row in connection.exec_driver_sql(APPEND, values)}


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}
