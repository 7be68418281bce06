"""Request bodies, beside the commands of a match."""

from typing import Annotated, Literal

import msgspec

from fourfold.match.settings import ClockSetting
from fourfold.players.levels import USUAL

LONGEST_POSITION, LONGEST_MOVE = 4_000, 80  # letters; a table of all tiles of Quad-Ominos takes about 1,500
LONGEST_CHAT_MESSAGE = 300
MOST_MOVES, MOST_CLICKS = 64, 64

PositionText = Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)]
MoveTexts = Annotated[list[Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]], msgspec.Meta(max_length=MOST_MOVES)]
ClickTexts = Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=MOST_CLICKS)]
SeatCount = Annotated[int, msgspec.Meta(ge=1, le=64)]  # more than any game has; the game itself says how many it takes


class NameYourself(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a guest session, or change the guest's name."""

    name: str = ""


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat: `me`, a `computer` of a level, an `account` by its name, or anybody (`open`)."""

    kind: Literal["me", "computer", "account", "open"] = "open"
    level: str = ""
    name: str = ""


class CreateMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a match; without `places`, one seat is mine and the others are open."""

    game: str
    seats: SeatCount = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()
    is_public: bool = False
    places: list[SeatWish] = []
    by_lot: bool = True  # whether lots decide the seats; otherwise everybody sits where `places` says
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
    """Sit down by invitation, on a certain seat or on any open one."""

    name: str = ""
    seat: int | None = None
    part: str = ""  # 64 hexadecimal digits that I add to the secret


class SendChat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send a chat message to a match."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CHAT_MESSAGE)]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class PositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and moves to play from it."""

    position: PositionText
    moves: MoveTexts = []


class ClicksRequest(PositionRequest, frozen=True, forbid_unknown_fields=True):
    """A position and the clicks so far; with `whole` all further clicks, where there are few enough moves."""

    path: ClickTexts = []
    whole: bool = False


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's moves so far, without the other side's."""

    moves: MoveTexts


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as text or as JSON."""

    text: str


class WantedPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file to make: of a position an SVG or PNG; of a record a GIF, a text or JSON."""

    kind: Literal["svg", "png", "gif", "txt", "json"]
    position: PositionText = ""
    text: str = ""
    palette: Literal["light", "dark"] = "light"
