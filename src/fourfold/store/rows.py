"""What the store keeps, as plain values. Times are whole milliseconds since 1970, ids are text."""

from typing import Annotated, Literal

import msgspec

from fourfold.match.accounts import AccountKind

Time = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class EventRow(msgspec.Struct, frozen=True):
    """Something that happened in a match. The store never looks into the body."""

    kind: str
    body: bytes
    time: Time
    format: Number = 1  # the version of the body's form


class StoredEvent(EventRow, frozen=True, kw_only=True):
    """An event under its sequence; the first of a match has 1."""

    sequence: Number


class MatchRow(msgspec.Struct, frozen=True):
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


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits where: the kind is the caller's word, the guest is None where no guest sits."""

    seat: Number
    kind: str
    guest_id: str | None = None


class Guest(msgspec.Struct, frozen=True):
    """A person or a bot, with an account or without. How it is known again is kept beside, in its sessions."""

    id: str
    name: str
    created: Time
    seen: Time = 0


class SessionRow(msgspec.Struct, frozen=True):
    """A way to be known again: by a browser's cookie, or by a token for programs. Only the token's hash is kept."""

    key: str
    guest_id: str
    kind: Literal["browser", "token"]
    label: str
    created: Time
    seen: Time


class Identity(msgspec.Struct, frozen=True):
    """Who a token belongs to, and what that one may do."""

    id: str
    name: str
    account: AccountKind
    is_muted: bool
    is_banned: bool
    session: SessionRow


class Account(msgspec.Struct, frozen=True):
    """A guest with a name that is nobody else's and a password, of which only a hash is kept."""

    id: str
    name: str
    kind: AccountKind
    created: Time
    seen: Time
    is_muted: bool
    is_banned: bool
    password: str


class Challenge(msgspec.Struct, frozen=True):
    """A seat at a match that is kept for somebody."""

    match_id: str
    guest_id: str
    created: Time


class Remark(msgspec.Struct, frozen=True):
    """Something that was said at a match."""

    number: Number
    guest_id: str
    time: Time
    text: str
