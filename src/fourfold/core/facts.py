"""Metadata of a game, available without loading its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.options import Option


@dataclass(frozen=True)
class Extra:
    """A bonus or a penalty: a message `extra.NAME`, its points, and the rule that gives them."""

    name: str
    points: int
    rule: str


@dataclass(frozen=True)
class Scoring:
    """How points are scored, for a score pad beside a physical game."""

    extras: tuple[Extra, ...]
    target: int  # the points that win
    targets: Mapping[str, int]  # the same with a flag among the options
    turn_seconds: tuple[int, ...] = ()  # how long a turn may take, where it is limited


@dataclass(frozen=True)
class Facts:
    """The metadata of a game.

    >>> from fourfold.core.registry import facts
    >>> facts("exago").seats
    range(2, 7)
    """

    id: str
    name: str
    seats: range
    options: tuple[Option, ...] = ()
    authors: tuple[str, ...] = ()  # of a game that somebody made, as are its publisher and the year
    publisher: str = ""
    year: int = 0
    has_deals: bool = False
    time_out_moves: bool = False  # out of time, a player does not lose even with two seats: a move is made for him
    minutes: int = 0  # how long a match usually takes; 0: unknown
    colour: str = "neutral"  # of its box: a name of the palette
    winner_starts: bool = False  # in a rematch the last winner sits on the first seat
    scoring: Scoring | None = None
    bench: Mapping[str, Any] = field(default_factory=dict)  # seats and options that the benchmark plays by default
