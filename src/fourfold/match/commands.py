"""What players ask of a match. Who asks is never part of a command: the session says that."""

import msgspec

from fourfold.match.events import Agreement


class Command(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True, forbid_unknown_fields=True):
    """The common part of all commands."""


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Sit down, on a certain open seat or on any, and add to the secret that lots and deals come from."""

    name: str
    seat: int | None = None
    part: str = ""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Get up: before the match begins the seat is open again, afterwards it is resigned."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play a move, seen at a ply: a move that was carried out already is not carried out again."""

    move: str
    ply: int


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """Ask the others to agree: to a draw, a takeback, a pause, a rematch, or a computer for who left."""

    agreement: Agreement
    about: int | None = None
    level: str = ""
    part: str = ""  # of a rematch: what the player adds to its secret


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Agree to what was asked, or not."""

    agreement: Agreement
    accepts: bool
    part: str = ""  # of a rematch: what the player adds to its secret


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Let the clocks go on after a pause."""


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give up."""


AnyCommand = Join | Leave | Play | Offer | Answer | Resume | Resign
