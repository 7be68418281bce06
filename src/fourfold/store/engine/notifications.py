"""Telling other processes that a match went on. It only wakes them: what happened they read from the log."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, cast

from sqlalchemy import Connection

CHANNEL = "fourfold"
ANNOUNCE = "SELECT pg_notify(%(channel)s, said) FROM unnest(%(said)s::text[]) AS said"

Beside = Literal["remark", "challenge", "decline"]  # what happens beside the log


class Announcement(NamedTuple):
    """A match has so many events now; or something happened beside them, by or to a player."""

    match_id: str
    sequence: int = 0
    beside: Beside | None = None
    player: str = ""


def announce(connection: Connection, changed: Mapping[str, int]) -> None:
    """Let everybody who listens know, when the transaction is committed; a file has nobody to be told."""
    _say(connection, [f"{match_id} {sequence}" for match_id, sequence in changed.items()])


def announce_beside(connection: Connection, match_id: str, beside: Beside, player: str) -> None:
    """The same where the log stays as it is."""
    _say(connection, [f"{match_id} {beside} {player}"])


def _say(connection: Connection, said: Sequence[str]) -> None:
    if said and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(ANNOUNCE, {"channel": CHANNEL, "said": said})


def parse_announcement(text: str) -> Announcement:
    """Read what was said.

    >>> parse_announcement("m1 42").sequence
    42
    >>> parse_announcement("m1 challenge p1")
    Announcement(match_id='m1', sequence=0, beside='challenge', player='p1')
    """
    match_id, what, *player = text.split(" ")
    if player:
        return Announcement(match_id, beside=cast("Beside", what), player=player[0])
    return Announcement(match_id, int(what))
