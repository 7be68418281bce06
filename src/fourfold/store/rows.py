"""What the store keeps, as plain values. Times are whole milliseconds since 1970, ids are text."""

from typing import Annotated

import msgspec

Time = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Event(msgspec.Struct, frozen=True):
    """Something that happened in a match. The store never looks into the body."""

    kind: str
    body: bytes
    time: Time
    format: Number = 1  # the version of the body's form


class StoredEvent(Event, frozen=True, kw_only=True):
    """An event under its sequence; the first of a match has 1."""

    sequence: Number


class Match(msgspec.Struct, frozen=True):
    """The row of one match: what a lobby shows without reading any event."""

    id: str
    game: str
    created: Time
    status: str
    settings: str = "{}"  # a JSON text
    public: bool = False  # whether the lobby shows it
    last_sequence: Number = 0  # set by the store
    updated: Time = 0  # set by the store: when the last event happened


class Due(msgspec.Struct, frozen=True):
    """A match where something is to happen by itself, its last event, and since when."""

    match_id: str
    last_sequence: Number
    due: Time


class MatchChange(msgspec.Struct, frozen=True):
    """What an append changes in the row of its match; None leaves a column as it is."""

    status: str | None = None
    settings: str | None = None
    public: bool | None = None


class Seat(msgspec.Struct, frozen=True):
    """Who sits where: the kind is the caller's word, the guest is None where no guest sits."""

    seat: Number
    kind: str
    guest_id: str | None = None


class Guest(msgspec.Struct, frozen=True):
    """A person without an account. The hash of the token is kept beside, and never given out."""

    id: str
    name: str
    created: Time
    seen: Time = 0
