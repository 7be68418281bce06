"""The input and output of a policy and value network, for each game that has one, and how it is trained."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True)
class Training:
    """How a network is trained by self-play, and how large it is: `channels`, `blocks`, and the first layer's `kernel`.

    Games begin from all the `variants` alike, which are options beside those of `Vision`; half of them with up to
    `random` random moves. A game that is longer than `longest` plies is a draw. For data augmentation the board is
    turned and mirrored, as a hexagon or as a square; `turn_ways` then permutes the orientations of a piece, which the
    first planes, facts and likings stand for, those of the mover before those of the other.
    """

    channels: int
    blocks: int
    kernel: int
    marks: int  # of a move, at most
    opening: int  # plies in which moves are sampled by visit count
    longest: int
    random: int = 4
    variants: tuple[Mapping[str, Any], ...] = ({},)
    solved_from: int | None = None  # the ply from which a game without draws is solved exactly
    is_hexagonal: bool = False
    turn_ways: Callable[[NDArray[np.int64]], NDArray[np.int64]] | None = None  # (2 x 2 matrix) -> permutation
