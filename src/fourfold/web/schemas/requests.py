"""Request bodies, beside the commands of a match."""

from typing import Annotated, Literal

import msgspec

from fourfold.arena.tournaments.tournament import System
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


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game, its options and the clock."""

    game: str
    seats: SeatCount = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()


class MatchSetup(GameSetup, frozen=True, kw_only=True):
    """The game, and my part of a new match."""

    name: str = ""
    commitment: str = ""  # one that was asked for before; its secret is the match's
    part: str = ""  # 64 hexadecimal digits that I add to the secret


class CreateMatch(MatchSetup, frozen=True, kw_only=True):
    """Set up a match; without `places`, one seat is mine and the others are open."""

    is_public: bool = False
    places: list[SeatWish] = []
    by_lot: bool = True  # whether lots decide the seats; otherwise everybody sits where `places` says
    has_chat: bool = True
    start: PositionText = ""  # a position to begin with; seats and options are its own
    has_hints: bool | None = None


class AskCommitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a commitment."""

    by_lot: bool = True  # whether it is for a match that draws lots; without them it promises that, too


class QuickMatch(MatchSetup, frozen=True, kw_only=True):
    """Play against computers at once."""

    level: str = USUAL


class FindTable(MatchSetup, frozen=True, kw_only=True):
    """Play somebody now: sit down at an open table with these settings, or open one."""


class CreateTournament(GameSetup, frozen=True, kw_only=True):
    """Set up a tournament; the levels enter at once, and so do I unless `with_me` is false."""

    name: str
    system: System | Literal["arena"] = "round-robin"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0  # of a Swiss system; 0: as many as find a winner
    games: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 1  # of each pairing
    levels: list[str] = []
    with_me: bool = True
    minutes: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0  # of an arena; 0: an hour
    first_turn: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0  # seconds after which who never moved forfeits
    commitment: str = ""  # one that was asked for before; its secret is the tournament's seed
    part: str = ""  # 64 hexadecimal digits that I add to the secrets of all matches


class EnterTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Enter a tournament."""

    commitment: str = ""  # that of the tournament
    part: str = ""  # 64 hexadecimal digits that I add to the secrets of all matches


class WithdrawFromTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Withdraw from a tournament; who organizes it can withdraw another player."""

    player: str = ""


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


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a first try, and the solver's rating before it; a new solver has none."""

    is_solved: bool
    rating: Annotated[float, msgspec.Meta(ge=-5000, le=10_000)] | None = None
    deviation: Annotated[float, msgspec.Meta(ge=1, le=1000)] | None = None


class RecordText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as text or as JSON."""

    text: str


class WantedPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file to make: of a position an SVG or PNG; of a record a GIF, a text or JSON."""

    kind: Literal["svg", "png", "gif", "txt", "json"]
    position: PositionText = ""
    text: str = ""
    palette: Literal["light", "dark"] = "light"
