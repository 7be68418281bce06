"""What a net is given of a game, and what it gives back: sizes and kernels, one a game that has a net."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fourfold.kernel.jit import Sight

MOST_MARKS = 20  # that a move can have


@dataclass(frozen=True)
class Vision:
    """How a net sees a game: `planes` of a square board `across` cells wide, then `facts`, all small whole numbers.

    It answers with `likings` and with the chances of the seat to move. What it learned holds for tables with `seats`
    seats and these `options`; the others it was never shown. `is_stronger` says that the player that it guides was
    measured to beat the search at equal time.
    """

    kernels: Sight
    planes: int
    across: int
    facts: int
    likings: int
    seats: int
    options: Mapping[str, Any]
    is_stronger: bool = False

    @property
    def size(self) -> int:
        """How many numbers a net is given."""
        return self.planes * self.across**2 + self.facts

    def covers(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Tell whether a net that sees this way was made for such a table."""
        return seats == self.seats and all(options.get(name) == value for name, value in self.options.items())
