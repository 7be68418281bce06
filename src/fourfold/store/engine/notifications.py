"""Notifications between processes by PostgreSQL's LISTEN/NOTIFY.

A notification only says that a match changed; the receiver reads the events from the log.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, cast

from sqlalchemy import Connection

CHANNEL = "fourfold"
NOTIFY = "SELECT pg_notify(%(channel)s, payload) FROM unnest(%(payloads)s::text[]) AS payload"

Beside = Literal["remark", "challenge", "decline"]  # what changes outside the event log


class Announcement(NamedTuple):
    """A match has reached a sequence; or something changed outside its log, by or for a player."""

    match_id: str
    sequence: int = 0
    beside: Beside | None = None
    player: str = ""


def announce(connection: Connection, changed: Mapping[str, int]) -> None:
    """Notify the listeners of new sequences when the transaction commits; SQLite has no listeners."""
    _notify(connection, [f"{match_id} {sequence}" for match_id, sequence in changed.items()])


def announce_beside(connection: Connection, match_id: str, beside: Beside, player: str) -> None:
    """Notify the listeners of a change outside the event log."""
    _notify(connection, [f"{match_id} {beside} {player}"])


def _notify(connection: Connection, payloads: Sequence[str]) -> None:
    if payloads and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(NOTIFY, {"channel": CHANNEL, "payloads": payloads})


def parse_announcement(text: str) -> Announcement:
    """Parse the payload of a notification.

    >>> parse_announcement("m1 42").sequence
    42
    >>> parse_announcement("m1 challenge p1")
    Announcement(match_id='m1', sequence=0, beside='challenge', player='p1')
    """
    match_id, what, *player = text.split(" ")
    if player:
        return Announcement(match_id, beside=cast("Beside", what), player=player[0])
    return Announcement(match_id, int(what))
