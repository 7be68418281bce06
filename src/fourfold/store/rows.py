"""The rows of the tables as plain values. Times are whole milliseconds since 1970 (Unix time), ids are text."""

from typing import Annotated, Literal

import msgspec

from fourfold.match.accounts import AccountKind

Time = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class EventRow(msgspec.Struct, frozen=True):
    """An event of a match. The store never reads the body."""

    kind: str
    body: bytes
    time: Time
    format: Number = 1  # the version of the body's encoding


class StoredEvent(EventRow, frozen=True, kw_only=True):
    """An event with its sequence; the first of a match has 1."""

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
    """A match whose scheduled work is due: its last event, and since when."""

    match_id: str
    last_sequence: Number
    due: Time


class MatchChange(msgspec.Struct, frozen=True):
    """The columns of a match that an append changes; None leaves a column as it is."""

    status: str | None = None
    settings: str | None = None
    public: bool | None = None


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a match: the kind is the caller's word, the guest is None where a computer sits or nobody."""

    seat: Number
    kind: str
    guest_id: str | None = None
    name: str = ""  # of a computer


class Guest(msgspec.Struct, frozen=True):
    """A person or a bot, with an account or without; its sessions identify it."""

    id: str
    name: str
    created: Time
    seen: Time = 0


class SessionRow(msgspec.Struct, frozen=True):
    """A session: the cookie of a browser or the token of a program. The key is the token's hash.

    A `device` gives no access: it remembers that a browser was logged in before.
    """

    key: str
    guest_id: str
    kind: Literal["browser", "token", "device"]
    label: str
    created: Time
    seen: Time


class Identity(msgspec.Struct, frozen=True):
    """The guest or account that a session identifies, and its sanctions."""

    id: str
    name: str
    account: AccountKind
    is_muted: bool
    is_banned: bool
    session: SessionRow


class Account(msgspec.Struct, frozen=True):
    """A guest with a unique name and the hash of a password."""

    id: str
    name: str
    kind: AccountKind
    created: Time
    seen: Time
    is_muted: bool
    is_banned: bool
    password: str


class Challenge(msgspec.Struct, frozen=True):
    """A seat at a match that is reserved for somebody."""

    match_id: str
    guest_id: str
    created: Time


class Remark(msgspec.Struct, frozen=True):
    """A chat message at a match."""

    number: Number
    guest_id: str
    time: Time
    text: str


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser gets push messages, and with which keys they are encrypted."""

    guest_id: str
    session_key: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: Time


class AuditEntry(msgspec.Struct, frozen=True):
    """What an administrator or moderator did to a player; players are named by their ids."""

    time: Time
    actor: str
    action: str
    subject: str


class Report(msgspec.Struct, frozen=True):
    """A report of abuse: about whom, why, and at which match."""

    id: str
    time: Time
    reporter: str
    subject: str
    match_id: str | None
    reason: str
    text: str
    is_open: bool = True
