"""Match settings: the game and its options, the time control, the seats."""

from typing import Any, Literal

import msgspec

from fourfold.core.registry import facts, game
from fourfold.match.accounts import AccountKind
from fourfold.match.refusal import Refused, refuse_if

SECOND, DAY = 1_000, 86_400_000  # in milliseconds
LONGEST_NAME = 40  # letters of the name of a player

Status = Literal["open", "running", "paused", "over"]
UNFINISHED: tuple[Status, ...] = ("open", "running", "paused")

ClockKind = Literal["none", "turn", "sudden", "fischer", "days"]
LONGEST_SECONDS = 24 * 3600
LONGEST_DAYS = 30
FIRST_TURN = 120  # seconds for a first turn where people wait for each other


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time control.

    `turn`: seconds for each turn (30 or 60 in Quad-Ominos F10); `sudden`: seconds for the whole game (sudden death);
    `fischer`: the same, and `increment` more for each turn; `days`: days for each turn (correspondence); `none`: no
    limit. When the clocks start is a setting of the match.
    """

    kind: ClockKind = "none"
    time: int = 0  # seconds; days where the kind says so
    increment: int = 0  # seconds

    @property
    def budget(self) -> int:
        """Milliseconds for the whole game, or for each turn."""
        return self.time * (DAY if self.kind == "days" else SECOND)

    @property
    def is_for_turns(self) -> bool:
        """Whether each turn gets the whole budget."""
        return self.kind in ("turn", "days")

    @property
    def is_slow(self) -> bool:
        """Whether nobody sits and waits for a move: days for each turn, or no limit."""
        return self.kind in ("days", "none")

    def check(self) -> None:
        """Refuse a time control that is out of range."""
        longest = LONGEST_DAYS if self.kind == "days" else LONGEST_SECONDS
        has_bad_time = self.kind != "none" and not 1 <= self.time <= longest
        refuse_if("match.clock_time", has_bad_time, time=self.time, longest=longest)
        most = LONGEST_SECONDS if self.kind == "fischer" else 0
        refuse_if("match.clock_increment", not 0 <= self.increment <= most, increment=self.increment)


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: taken by a person, taken by a computer of some level, or open."""

    kind: Literal["person", "computer", "open"] = "open"
    player: str = ""  # the person's id, or the computer's level
    name: str = ""
    account: AccountKind = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before a match starts."""

    game: str
    seats: int = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()
    is_public: bool = False  # whether the lobby lists it
    by_lot: bool = True  # whether lots are drawn for the seats at the start
    start: str = ""  # the starting position as text; empty for the game's own
    has_hints: bool | None = None  # whether hints are allowed; None: only where one person plays
    has_chat: bool = True  # whether the match has a chat
    clock_waits: bool = False  # whether clocks start only when everybody has had a first turn
    first_turn: int = 0  # seconds of a person's first turn, after which the seat forfeits; 0: no limit

    def among_people(self) -> "Settings":
        """The settings where people wait for each other: with a clock a first turn has a limit too."""
        return self if self.clock.is_slow else msgspec.structs.replace(self, first_turn=FIRST_TURN)

    def check(self) -> None:
        """Refuse settings that cannot be played; the game raises its own errors."""
        own = game(facts(self.game).id).undealt(seats=self.seats, **self.options)
        self.clock.check()
        refuse_if("match.first_turn", not 0 <= self.first_turn <= LONGEST_SECONDS, longest=LONGEST_SECONDS)
        if self.start:
            begun = own.game.read(self.start)
            is_other = (begun.seats, begun.options) != (own.seats, own.options)
            refuse_if("match.other_start", is_other, seats=begun.seats)
            if begun.outcome is not None:
                raise Refused("match.start_is_over", reason=begun.outcome.reason)

    def undealt(self) -> Any:
        """The starting position, before any deal."""
        if self.start:
            return game(self.game).read(self.start)
        return game(self.game).undealt(seats=self.seats, **self.options)
