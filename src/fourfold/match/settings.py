"""What a match is played by: the game and its options, the clock, who may sit where."""

from typing import Any, Literal

import msgspec

from fourfold.core.registry import facts, game
from fourfold.match.accounts import AccountKind
from fourfold.match.refusal import Refused

SECOND, DAY = 1_000, 86_400_000  # in milliseconds
LONGEST_NAME = 40  # letters of the name of a player

Status = Literal["open", "running", "paused", "over"]
UNFINISHED: tuple[Status, ...] = ("open", "running", "paused")

ClockKind = Literal["none", "turn", "sudden", "fischer", "days"]
LONGEST_SECONDS = 24 * 3600
LONGEST_DAYS = 30


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is limited.

    `turn`: so many seconds for each turn (30 or 60 in Quad-Ominos F10); `sudden`: so many for the
    whole game; `fischer`: the same, and `increment` more for each turn; `days`: so many days for each
    turn; `none`: no limit.
    """

    kind: ClockKind = "none"
    time: int = 0  # seconds; days where the kind says so
    increment: int = 0  # seconds

    @property
    def budget(self) -> int:
        """What a seat begins with, or has for each turn, in milliseconds."""
        return self.time * (DAY if self.kind == "days" else SECOND)

    @property
    def is_for_turns(self) -> bool:
        """Whether each turn has the whole budget."""
        return self.kind in ("turn", "days")

    def check(self) -> None:
        """Refuse what no clock can show."""
        longest = LONGEST_DAYS if self.kind == "days" else LONGEST_SECONDS
        if self.kind != "none" and not 1 <= self.time <= longest:
            raise Refused("match.clock_time", time=self.time, longest=longest)
        if not 0 <= self.increment <= LONGEST_SECONDS or (self.increment and self.kind != "fischer"):
            raise Refused("match.clock_increment", increment=self.increment)


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits there: a person, a computer of some level, or nobody yet."""

    kind: Literal["person", "computer", "open"] = "open"
    player: str = ""  # the person's id, or the computer's level
    name: str = ""
    account: AccountKind = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is agreed before a match begins."""

    game: str
    seats: int = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()
    is_public: bool = False  # whether it stands in the lobby
    by_lot: bool = True  # whether lots are drawn for the seats when all are taken
    start: str = ""  # the text of the position to begin with, where it is not the game's own
    has_hints: bool | None = None  # whether players may ask for good moves; unless said, where only one person plays
    has_chat: bool = True  # whether those at the table can talk

    def check(self) -> None:
        """Refuse what cannot be played; the errors are those of the game."""
        own = game(facts(self.game).id).undealt(seats=self.seats, **self.options)
        self.clock.check()
        if self.start:
            begun = own.game.read(self.start)
            if (begun.seats, begun.options) != (own.seats, own.options):
                raise Refused("match.other_start", seats=begun.seats)
            if begun.outcome is not None:
                raise Refused("match.start_is_over", reason=begun.outcome.reason)

    def undealt(self) -> Any:
        """The position that the match begins with, before any deal."""
        if self.start:
            return game(self.game).read(self.start)
        return game(self.game).undealt(seats=self.seats, **self.options)
