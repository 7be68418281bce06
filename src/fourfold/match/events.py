"""Domain events of a match (event sourcing): facts that are stored, sent and applied, never checked again.

Every body carries a format version, so that old matches stay readable.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from fourfold.match.accounts import AccountKind
from fourfold.match.encoding import encode_json
from fourfold.match.settings import Seat, Settings

FORMAT = 1

Agreement = Literal["draw", "takeback", "pause", "rematch", "replace"]


class Body(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """The base of all event bodies."""

    format: int = FORMAT

    @property
    def kind(self) -> str:
        """The tag of the event's type."""
        return str(self.__struct_config__.tag)


class SeatBody(Body, frozen=True, kw_only=True):
    """The base of all events of one seat."""

    seat: int


class Created(Body, frozen=True, kw_only=True, tag="created"):
    """The match was created; the seats are in the order of the request, before lots are drawn.

    The secret seeds lots and deals. Until the match is over, only the commitment to it is shown.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    creator: str
    commitment: str = ""  # this and the two below are empty in old matches
    secret: str = ""
    parts: tuple[str, ...] = ()  # each place's contribution to the seed, or empty
    seed_commitment: str = ""  # of a tournament's match: to the seed that the secret is derived from
    match: str = ""  # of a tournament's match: its id, from which the secret is derived too


class Joined(SeatBody, frozen=True, kw_only=True, tag="joined"):
    """A person took an open seat."""

    player: str
    name: str
    account: AccountKind = ""
    part: str = ""  # the place's contribution to the seed


class Claimed(SeatBody, frozen=True, kw_only=True, tag="claimed"):
    """A guest's seat became an account's: the guest signed up or logged in."""

    player: str
    name: str
    account: AccountKind


class Opened(SeatBody, frozen=True, kw_only=True, tag="opened"):
    """A person left before the start; the seat is open again."""


class Started(Body, frozen=True, kw_only=True, tag="started"):
    """All seats are taken and lots are drawn: `order[k]` is the place of the player who gets seat k."""

    order: tuple[int, ...]
    by_lot: bool = False  # whether the order is derived from the secret
    starter: int | None = None  # the place that has the first seat whatever the lot
    is_rated: bool = True  # whether the match may count for ratings


class Dealt(Body, frozen=True, kw_only=True, tag="dealt"):
    """A round was dealt. The order stays hidden until the match is over."""

    order: tuple[str, ...]
    number: int = 0  # of the deal in its match, from 1; 0 where it is not derived from a secret


class Played(SeatBody, frozen=True, kw_only=True, tag="played"):
    """A move was played: by the player, or for a player who is out of time or has left."""

    ply: int  # the number of moves before this one
    move: str
    by: Literal["player", "clock"] = "player"


class Offered(SeatBody, frozen=True, kw_only=True, tag="offered"):
    """A seat made an offer to the others."""

    agreement: Agreement
    about: int | None = None  # the seat to be replaced
    level: str = ""  # by which computer
    part: str = ""  # of a rematch: the contribution to its seed


class Answered(SeatBody, frozen=True, kw_only=True, tag="answered"):
    """A seat accepted an offer, or declined it, which ends it."""

    agreement: Agreement
    accepts: bool
    part: str = ""  # of a rematch: the contribution to its seed


class TakenBack(Body, frozen=True, kw_only=True, tag="taken_back"):
    """The moves from this ply on were taken back."""

    ply: int


class Paused(Body, frozen=True, kw_only=True, tag="paused"):
    """All agreed to a pause; the clocks stand."""


class Resumed(SeatBody, frozen=True, kw_only=True, tag="resumed"):
    """The pause is over."""


class Resigned(SeatBody, frozen=True, kw_only=True, tag="resigned"):
    """A seat resigned. With more than two seats the others play on."""


class Replaced(SeatBody, frozen=True, kw_only=True, tag="replaced"):
    """A computer took the seat of a player who left."""

    level: str
    name: str = ""  # empty in old matches


class Hinted(SeatBody, frozen=True, kw_only=True, tag="hinted"):
    """A seat got its first hint of this match."""


class Ended(Body, frozen=True, kw_only=True, tag="ended"):
    """The match is over: the winner's seat (None for a draw), the scores, and the code of the reason."""

    winner: int | None
    scores: tuple[int, ...]
    code: str
    absent: int | None = None  # of a match that was called off: the seat that did not come


class Revealed(Body, frozen=True, kw_only=True, tag="revealed"):
    """The secret of the match is shown, and the commitment to that of a rematch, which stays hidden."""

    secret: str
    next_commitment: str
    next_secret: str = ""


class Rematched(Body, frozen=True, kw_only=True, tag="rematched"):
    """All agreed to a rematch: its id, and `order[k]` is the seat here of the player who gets seat k there."""

    match: str
    order: tuple[int, ...]
    parts: tuple[str, ...] = ()  # each seat's contribution to the seed of the rematch


SetupEvent = Created | Joined | Claimed | Opened | Started
PlayEvent = Dealt | Played | Offered | Answered | TakenBack | Paused | Resumed | Resigned | Replaced | Hinted
EndEvent = Ended | Revealed | Rematched
EventBody = SetupEvent | PlayEvent | EndEvent


class Event(msgspec.Struct, frozen=True):
    """An event: its sequence number in the match, from 1; the time in milliseconds; the body."""

    sequence: int
    time: int
    body: EventBody


encode_body: Callable[[EventBody], bytes] = encode_json
decode_body: Callable[[bytes | str], EventBody] = msgspec.json.Decoder(EventBody).decode
