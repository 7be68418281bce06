"""Notifications between processes by PostgreSQL's LISTEN/NOTIFY.

A notification only says that a match changed; the receiver reads the events from the log. It is sent when what it tells
is committed, by a transaction of its own: one with a NOTIFY holds a lock of the whole server while it commits, and a
commit that waits for the disk would make all others wait too.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, cast

from sqlalchemy import Connection

from fourfold.store.engine.statements import driving

CHANNEL = "fourfold"
UNSENT = "announcements"  # in the `info` of a connection: what its transaction has to announce
NOTIFY = "SELECT pg_notify(%(channel)s, payload) FROM unnest(%(payloads)s::text[]) AS payload"

Beside = Literal["remark", "challenge", "decline", "program"]  # what changes outside the event log


class Announcement(NamedTuple):
    """A match has reached a sequence; or something changed outside its log, by or for a player.

    Or a program has begun to listen: then the key of its session stands for the match, and its stream for the player.
    """

    match_id: str
    sequence: int = 0
    beside: Beside | None = None
    player: str = ""


def announce(connection: Connection, changed: Mapping[str, int]) -> None:
    """Notify the listeners of new sequences once the transaction is committed; SQLite has no listeners."""
    _keep(connection, [f"{match_id} {sequence}" for match_id, sequence in changed.items()])


def announce_beside(connection: Connection, match_id: str, beside: Beside, player: str) -> None:
    """Notify the listeners of a change outside the event log."""
    _keep(connection, [f"{match_id} {beside} {player}"])


def _keep(connection: Connection, payloads: Sequence[str]) -> None:
    if connection.dialect.name == "postgresql":
        connection.info.setdefault(UNSENT, []).extend(payloads)


def forget_announcements(connection: Connection) -> None:
    """Announce nothing of a transaction that was rolled back."""
    connection.info.pop(UNSENT, None)


def send_announcements(connection: Connection) -> None:
    """Send what the committed transaction has to announce, in one round trip."""
    payloads = connection.info.pop(UNSENT, None)
    if payloads:
        with driving(connection) as driver:
            driver.autocommit = True
            driver.execute(NOTIFY, {"channel": CHANNEL, "payloads": payloads})
            driver.autocommit = False


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
