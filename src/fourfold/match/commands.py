"""Commands: what a player asks of a match. A command never names its player: the HTTP session does."""

import msgspec

from fourfold.match.events import Agreement


class Command(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True, forbid_unknown_fields=True):
    """The base of all commands."""


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a certain open seat or any, and contribute to the seed of lots and deals."""

    name: str
    seat: int | None = None
    part: str = ""
    commitment: str = ""  # the one that the part is for; a match with another one refuses it


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave: before the match starts the seat is open again, afterwards this is a resignation."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play a move at a ply. The command is idempotent: a move that was played already is not played again."""

    move: str
    ply: int


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """Offer a draw, a takeback, a pause, a rematch, or a computer in place of a player who left."""

    agreement: Agreement
    about: int | None = None
    level: str = ""
    part: str = ""  # of a rematch: the contribution to its seed


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Accept or decline an offer."""

    agreement: Agreement
    accepts: bool
    part: str = ""  # of a rematch: the contribution to its seed


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """End a pause."""


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Resign."""


AnyCommand = Join | Leave | Play | Offer | Answer | Resume | Resign
