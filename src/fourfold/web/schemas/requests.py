"""What clients may ask for, beside the commands of a match."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from starlette.requests import Request

from fourfold.match.commands import AnyCommand
from fourfold.match.settings import ClockSetting
from fourfold.players.levels import USUAL
from fourfold.web.errors import Denied

Body = TypeVar("Body")
LONGEST_POSITION, LONGEST_MOVE = 4_000, 80  # letters; a table of all tiles of Quad-Ominos takes about 1,500
MOST_MOVES, MOST_CLICKS = 64, 64

PositionText = Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)]
MoveTexts = Annotated[list[Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]], msgspec.Meta(max_length=MOST_MOVES)]
ClickTexts = Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=MOST_CLICKS)]
SeatCount = Annotated[int, msgspec.Meta(ge=1, le=64)]  # more than any game has; the game itself says how many it takes


class NameYourself(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Become a guest, or change the name."""

    name: str = ""


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there: `me`, a `computer` of some level, an `account` of some name, or whoever comes (`open`)."""

    kind: Literal["me", "computer", "account", "open"] = "open"
    level: str = ""
    name: str = ""


class CreateMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a match; without seats, me and open ones for the others."""

    game: str
    seats: SeatCount = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()
    is_public: bool = False
    places: list[SeatWish] = []
    by_lot: bool = True  # whether lots are drawn for the seats; else everybody sits where the places say
    has_chat: bool = True
    name: str = ""
    commitment: str = ""  # one that was asked for before; its secret is the match's
    part: str = ""  # 64 hexadecimal digits that I add to the secret
    start: PositionText = ""  # a position to begin with; seats and options are its own
    has_hints: bool | None = None


class QuickMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play against computers at once."""

    game: str
    level: str = USUAL
    seats: SeatCount = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()
    name: str = ""
    commitment: str = ""
    part: str = ""


class AcceptInvite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down at the match that an invite leads to, on a certain seat or on any that is open."""

    name: str = ""
    seat: int | None = None
    part: str = ""  # 64 hexadecimal digits that I add to the secret


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say."""


class PositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and moves to be played on from it."""

    position: PositionText
    moves: MoveTexts = []


class ClicksRequest(PositionRequest, frozen=True, forbid_unknown_fields=True):
    """A position where something is clicked; with `whole` all clicks from there on, where there are few enough."""

    path: ClickTexts = []
    whole: bool = False


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of who solves a puzzle so far; the answers of the other side are not among them."""

    moves: MoveTexts


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as text or as JSON."""

    text: str


class WantedPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as a picture, or a record as a moving one, as text or as JSON."""

    kind: Literal["svg", "png", "gif", "txt", "json"]
    position: PositionText = ""
    text: str = ""
    palette: Literal["light", "dark"] = "light"


_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}  # made when they are needed first
_command_decoder = msgspec.json.Decoder(AnyCommand)


def register(kind: type) -> None:
    """Let bodies of a further kind be read."""
    _decoders[kind] = msgspec.json.Decoder(kind)


async def read_body(request: Request, kind: type[Body]) -> Body:
    """Read a body of a kind, or refuse it in words."""
    body: Body = _decode(_decoder_of(kind), await request.body())
    return body


def _decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    return _decoders.get(kind) or _decoders.setdefault(kind, msgspec.json.Decoder(kind))


async def read_command(request: Request) -> Any:
    """Read a command of a match."""
    return _decode(_command_decoder, await request.body())


def _decode(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Denied(400, "web.bad_body", problem=str(problem)) from None
