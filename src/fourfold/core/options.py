"""The options of a game: their kinds, parsing, validation and formatting."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from fourfold.core.errors import BadValue, UnknownOption
from fourfold.text import say

Kind = Literal["flag", "number", "numbers", "choice"]
YES = {"true": True, "on": True, "false": False, "off": False}


@dataclass(frozen=True)
class Option(ABC):
    """An option: parses a Python value or a word, formats the word."""

    kind: ClassVar[Kind]
    name: str

    @abstractmethod
    def default(self, seats: int) -> Any:
        """Give the default value."""

    @abstractmethod
    def parse(self, value: Any, seats: int) -> Any:
        """Turn a given value into the option's own; raise ValueError if it is not valid."""

    @abstractmethod
    def takes(self, seats: int) -> str:
        """Describe the valid values, as the end of a sentence."""

    def format(self, value: Any) -> str:
        """Format the value as the word that `parse` reads."""
        return str(value)

    def bounds(self, seats: int) -> tuple[int, int] | None:
        """The lowest and the highest valid number; None if it takes no numbers."""
        return None


@dataclass(frozen=True)
class Flag(Option):
    """A Boolean option."""

    kind = "flag"
    on: bool = False

    def default(self, seats: int) -> bool:
        return self.on

    def parse(self, value: Any, seats: int) -> bool:
        if isinstance(value, bool):
            return value
        word = str(value).lower()
        if word not in YES:
            raise ValueError(value)
        return YES[word]

    def takes(self, seats: int) -> str:
        return say("fourfold.takes.flag")

    def format(self, value: Any) -> str:
        return "on" if value else "off"


@dataclass(frozen=True)
class Number(Option):
    """A whole number in a range; without a default it may be None."""

    kind = "number"
    low: int
    high: int
    normal: int | None = None

    def default(self, seats: int) -> int | None:
        return self.normal

    def parse(self, value: Any, seats: int) -> int | None:
        if value is None and self.normal is None:
            return None
        number = _whole(value)
        if not self.low <= number <= self.high:
            raise ValueError(value)
        return number

    def takes(self, seats: int) -> str:
        return say("fourfold.takes.number", low=self.low, high=self.high)

    def bounds(self, seats: int) -> tuple[int, int]:
        return self.low, self.high


@dataclass(frozen=True)
class Choice(Option):
    """One of several words; the first is the default."""

    kind = "choice"
    words: tuple[str, ...]

    def default(self, seats: int) -> str:
        return self.words[0]

    def parse(self, value: Any, seats: int) -> str:
        if str(value).lower() not in self.words:
            raise ValueError(value)
        return str(value).lower()

    def takes(self, seats: int) -> str:
        return say("fourfold.takes.choice", words=", ".join(self.words))


@dataclass(frozen=True)
class NumberPerSeat(Option):
    """A whole number for each seat, 0 by default."""

    kind = "numbers"
    low: int
    high: int

    def default(self, seats: int) -> tuple[int, ...]:
        return (0,) * seats

    def parse(self, value: Any, seats: int) -> tuple[int, ...]:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple):
            raise ValueError(value)
        numbers = tuple(_whole(part) for part in parts)
        if len(numbers) != seats or not all(self.low <= number <= self.high for number in numbers):
            raise ValueError(value)
        return numbers

    def takes(self, seats: int) -> str:
        return say("fourfold.takes.number_per_seat", low=self.low, high=self.high, seats=seats)

    def bounds(self, seats: int) -> tuple[int, int]:
        return self.low, self.high

    def format(self, value: Any) -> str:
        return ",".join(map(str, value))


def _whole(value: Any) -> int:
    """Accept a whole number or its plain digits; nothing that `int` would convert."""
    if isinstance(value, str) and re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(value)
    return value


def parse_options(
    name: str, options: Sequence[Option], given: Mapping[str, Any], seats: int, also: Sequence[str] = ("seats",)
) -> dict[str, Any]:
    """Parse the given options of the named game and add defaults; `also` names words that are parsed elsewhere."""
    known = {option.name: option for option in options}
    for key in given:
        if key not in known:
            raise UnknownOption("fourfold.unknown_option", game=name, option=key, options=", ".join([*known, *also]))
    values = {}
    for key, option in known.items():
        try:
            values[key] = option.parse(given[key], seats) if key in given else option.default(seats)
        except (ValueError, TypeError, OverflowError):
            raise BadValue(
                "fourfold.bad_value", game=name, option=key, value=_written(given[key]), takes=option.takes(seats)
            ) from None
    return values


def format_options(options: Sequence[Option], values: Mapping[str, Any], seats: int) -> dict[str, str]:
    """Format the options that differ from their defaults."""
    return {
        option.name: option.format(values[option.name])
        for option in options
        if values[option.name] != option.default(seats)
    }


def _written(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
