"""The options of a game: what they are called, what they take, how they are written."""

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
    """One option: reads a Python value or a word, writes the word."""

    kind: ClassVar[Kind]
    name: str

    @abstractmethod
    def default(self, seats: int) -> Any:
        """Give the value that stands when nothing is said."""

    @abstractmethod
    def parse(self, value: Any, seats: int) -> Any:
        """Turn what was given into the option's own value; raise ValueError where it is none."""

    @abstractmethod
    def takes(self, seats: int) -> str:
        """Say what values there are, as the end of a sentence."""

    def format(self, value: Any) -> str:
        """Write the value as the word that `parse` reads."""
        return str(value)

    def bounds(self, seats: int) -> tuple[int, int] | None:
        """The lowest and the highest number that it takes; None where it takes no numbers."""
        return None


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no."""

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
    """A whole number in a range; without a default it may be left open."""

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
    """One whole number for each seat; none for anybody unless said."""

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
    """A whole number, or the plain digits of one; nothing that merely could be made into one."""
    if isinstance(value, str) and re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(value)
    return value


def parse_options(
    name: str, options: Sequence[Option], given: Mapping[str, Any], seats: int, also: Sequence[str] = ("seats",)
) -> dict[str, Any]:
    """Read all given options of the named game and add the defaults of the others; `also` are words read elsewhere."""
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
    """Write the options that differ from their defaults, as words."""
    return {
        option.name: option.format(values[option.name])
        for option in options
        if values[option.name] != option.default(seats)
    }


def _written(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
