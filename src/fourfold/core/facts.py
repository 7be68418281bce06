"""The fixed facts about a game, known without loading its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.options import Option


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
    bench: Mapping[str, Any] = field(default_factory=dict)  # seats and options that the benchmark plays by default
