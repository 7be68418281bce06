"""The fixed facts about a game, known without loading its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.options import Option


@dataclass(frozen=True)
class Extra:
    """Points beside those of the pieces themselves: a message `extra.NAME`, how many, and the rule that gives them."""

    name: str
    points: int
    rule: str


@dataclass(frozen=True)
class Scoring:
    """What is written down at a table where points are counted, for those who play with a box and a score pad."""

    extras: tuple[Extra, ...]
    target: int  # so many points win
    targets: Mapping[str, int]  # or so many, with a flag among the options
    turn_seconds: tuple[int, ...] = ()  # how long a turn may take, where it is limited


@dataclass(frozen=True)
class Facts:
    """What a shelf label says.

    >>> from fourfold.core.registry import facts
    >>> facts("exago").seats
    range(2, 7)
    """

    id: str
    name: str
    authors: tuple[str, ...]
    publisher: str
    year: int
    seats: range
    options: tuple[Option, ...]
    has_deals: bool = False
    time_out_moves: bool = False  # also with two seats a player out of time has a move made for him and does not lose
    winner_starts: bool = False  # in a rematch the last winner sits on the first seat
    scoring: Scoring | None = None
    bench: Mapping[str, Any] = field(default_factory=dict)  # seats and options that the benchmark plays by default
