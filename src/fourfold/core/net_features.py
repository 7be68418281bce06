"""The input and output of a policy and value network, for each game that has one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fourfold.kernel.jit import Sight

MOST_MARKS = 20  # of one move


@dataclass(frozen=True)
class Vision:
    """The features of a game: `planes` of a square board `across` cells wide, then `facts`, all small whole numbers.

    The network gives `likings` (policy logits) and the chances of the seat to move (value). It was trained for
    `seats` and these `options` only. `is_stronger` says that the player that it guides was measured to beat the
    search at equal time.
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
        """The number of input values."""
        return self.planes * self.across**2 + self.facts

    def covers(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Tell whether the network was trained for these seats and options."""
        return seats == self.seats and all(options.get(name) == value for name, value in self.options.items())
