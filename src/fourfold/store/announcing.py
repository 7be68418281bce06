"""Telling other processes that a match went on. It only wakes them: what happened they read from the log."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection

CHANNEL = "fourfold"
ANNOUNCE = "SELECT pg_notify(%(channel)s, said) FROM unnest(%(said)s::text[]) AS said"


BESIDE = 0  # stands for a sequence where something changed beside the log: a remark, a challenge


class Announcement(NamedTuple):
    """A match has so many events now, or something changed beside them."""

    match_id: str
    sequence: int


def announce(connection: Connection, changed: Mapping[str, int]) -> None:
    """Let everybody who listens know, when the transaction is committed; a file has nobody to be told."""
    if changed and connection.dialect.name == "postgresql":
        said = [f"{match_id} {sequence}" for match_id, sequence in changed.items()]
        connection.exec_driver_sql(ANNOUNCE, {"channel": CHANNEL, "said": said})


def parse_announcement(text: str) -> Announcement:
    """Read what `announce` said.

    >>> parse_announcement("m1 42")
    Announcement(match_id='m1', sequence=42)
    """
    match_id, _, sequence = text.rpartition(" ")
    return Announcement(match_id, int(sequence))
