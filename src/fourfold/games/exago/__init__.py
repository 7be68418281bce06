"""Exago: place and move hexagonal tiles; a line wins."""

from dataclasses import dataclass
from typing import Any

from fourfold.core.facts import Facts
from fourfold.core.options import Flag, Number, NumberPerSeat


def tiles_of_seat(seats: int) -> int:
    """The number of tiles of each seat without a handicap (Exago F2)."""
    return 12 if seats == 2 else 6


def line_length(seats: int) -> int:
    """The number of tiles in a line that win (Exago F2)."""
    return 5 if seats == 2 else 4


@dataclass(frozen=True)
class Handicap(NumberPerSeat):
    """Tiles taken away from each seat; enough for a line must stay (Exago F7)."""

    def _at(self, seats: int) -> NumberPerSeat:
        return NumberPerSeat(self.name, 0, tiles_of_seat(seats) - line_length(seats))

    def parse(self, value: Any, seats: int) -> tuple[int, ...]:
        return self._at(seats).parse(value, seats)

    def takes(self, seats: int) -> str:
        return self._at(seats).takes(seats)

    def bounds(self, seats: int) -> tuple[int, int]:
        return self._at(seats).low, self._at(seats).high


FACTS = Facts(
    id="exago",
    name="Exago",
    authors=("Mark Forsyth",),
    publisher="Goliath",
    year=2004,
    seats=range(2, 7),
    minutes=20,
    colour="seat-3",
    options=(
        Number("side", low=5, high=6, normal=5),
        Flag("early"),
        Flag("late"),
        Handicap("handicap", low=0, high=7),
        Flag("blocking", on=True),
    ),
    winner_starts=True,  # Exago F8
)
