"""What happened in a match. Events are facts: they are stored, sent and applied, never checked again.

Every body carries the version of its format, so that old matches can be read for ever.
"""

from typing import Literal

import msgspec

from fourfold.match.accounts import AccountKind
from fourfold.match.encoding import encode_json
from fourfold.match.settings import Seat, Settings

FORMAT = 1

Agreement = Literal["draw", "takeback", "pause", "rematch", "replace"]


class Body(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """The common part of all events' bodies."""

    format: int = FORMAT

    @property
    def kind(self) -> str:
        """The word that names what happened."""
        return str(self.__struct_config__.tag)


class Created(Body, frozen=True, kw_only=True, tag="created"):
    """The table was set up; the seats are as they were asked for, before lots are drawn.

    The secret is what lots and deals come from. Until the match is over everybody is told only the commitment to it.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    creator: str
    commitment: str = ""  # nothing of the three in matches of old
    secret: str = ""
    parts: tuple[str, ...] = ()  # what each place adds to the secret, or nothing


class Joined(Body, frozen=True, kw_only=True, tag="joined"):
    """A person sat down on an open seat."""

    seat: int
    player: str
    name: str
    account: AccountKind = ""
    part: str = ""  # what the place adds to the secret


class Claimed(Body, frozen=True, kw_only=True, tag="claimed"):
    """A seat belongs to an account from now on: its guest has signed up, or logged in to the account."""

    seat: int
    player: str
    name: str
    account: AccountKind


class Opened(Body, frozen=True, kw_only=True, tag="opened"):
    """A person got up before the match began; the seat is open again."""

    seat: int


class Started(Body, frozen=True, kw_only=True, tag="started"):
    """All seats are taken and lots are drawn: place k of the order is who sits on seat k from now on."""

    order: tuple[int, ...]
    by_lot: bool = False  # whether the order comes from the secret
    starter: int | None = None  # the place that has the first seat whatever the lot says


class Dealt(Body, frozen=True, kw_only=True, tag="dealt"):
    """A round was dealt. The order is told to nobody until the match is over."""

    order: tuple[str, ...]
    number: int = 0  # of the deal in its match, from 1 on, where it comes from the secret


class Played(Body, frozen=True, kw_only=True, tag="played"):
    """A move was made: by who sits there, or for him because his time ran out or he left."""

    seat: int
    ply: int  # how many moves were played before this one
    move: str
    by: Literal["player", "clock"] = "player"


class Offered(Body, frozen=True, kw_only=True, tag="offered"):
    """A seat asked the others to agree to something."""

    seat: int
    agreement: Agreement
    about: int | None = None  # the seat to be replaced
    level: str = ""  # by which computer
    part: str = ""  # of a rematch: what the seat adds to its secret


class Answered(Body, frozen=True, kw_only=True, tag="answered"):
    """A seat agreed to what is asked, or did not, which ends the question."""

    seat: int
    agreement: Agreement
    accepts: bool
    part: str = ""  # of a rematch: what the seat adds to its secret


class TakenBack(Body, frozen=True, kw_only=True, tag="taken_back"):
    """The match went back to where so many moves were played."""

    ply: int


class Paused(Body, frozen=True, kw_only=True, tag="paused"):
    """All agreed to stop the clocks."""


class Resumed(Body, frozen=True, kw_only=True, tag="resumed"):
    """The clocks go on."""

    seat: int


class Resigned(Body, frozen=True, kw_only=True, tag="resigned"):
    """A seat gave up. With more than two seats the others play on."""

    seat: int


class Replaced(Body, frozen=True, kw_only=True, tag="replaced"):
    """A computer plays on for who left."""

    seat: int
    level: str


class Hinted(Body, frozen=True, kw_only=True, tag="hinted"):
    """A seat was told good moves, for the first time in this match."""

    seat: int


class Ended(Body, frozen=True, kw_only=True, tag="ended"):
    """The match is over: the winner's seat or None for a draw, the scores, and the code of the reason."""

    winner: int | None
    scores: tuple[int, ...]
    code: str


class Revealed(Body, frozen=True, kw_only=True, tag="revealed"):
    """The secret of the match is told, and the commitment to the one that a rematch will use, which is not told."""

    secret: str
    next_commitment: str
    next_secret: str = ""


class Rematched(Body, frozen=True, kw_only=True, tag="rematched"):
    """All agreed to play again: the match that follows, and who of this one sits where in it."""

    match: str
    order: tuple[int, ...]
    parts: tuple[str, ...] = ()  # what each seat of this match adds to the secret of the next


EventBody = (
    Created
    | Joined
    | Claimed
    | Opened
    | Started
    | Dealt
    | Played
    | Offered
    | Answered
    | TakenBack
    | Paused
    | Resumed
    | Resigned
    | Replaced
    | Hinted
    | Ended
    | Revealed
    | Rematched
)


class Event(msgspec.Struct, frozen=True):
    """One event: its number in the match, from 1 on; the time in milliseconds; what happened."""

    sequence: int
    time: int
    body: EventBody


_decoder: msgspec.json.Decoder[EventBody] = msgspec.json.Decoder(EventBody)


def encode_body(body: EventBody) -> bytes:
    """Write a body as JSON."""
    return encode_json(body)


def decode_body(text: bytes | str) -> EventBody:
    """Read a body that `encode_body` wrote."""
    return _decoder.decode(text)
