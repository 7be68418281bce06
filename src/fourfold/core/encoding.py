"""Action and observation encoding for reinforcement learning: moves as choices, views as observations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fourfold.core.clicks import MoveClicks
from fourfold.kernel.defaults import NO_STEPS
from fourfold.kernel.jit import NO_CHOICE, Coding, Row, Steps


@dataclass(frozen=True)
class Piece:
    """A named part of an observation: its shape and the bounds of its numbers."""

    name: str
    shape: tuple[int, ...]
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        """The number of its values."""
        return prod(self.shape)


# The last of a game's own pieces, where repetition ends it: how often the position occurred before, out of the times
# that end the game. A row does not tell, so the environments write it.
REPETITION = Piece("repetition", (1,))


def no_limit(start: Row) -> int:
    """Say that a number has no limit."""
    return 0


@dataclass(frozen=True)
class Encoding:
    """The action space and the observation space of a game, the same for all seats and options.

    A move is a path of at most `longest` choices out of `choices`. An observation is a row of `size` numbers: the
    pieces in order, then the choices of the unfinished move of the seat to move. `steps` are optional: without them
    masks are read off all legal moves, and observations written anew after each move.

    >>> from fourfold.core.registry import encoding
    >>> quads = encoding("quads")
    >>> quads.choices, quads.longest, quads.size
    (102, 2, 826)
    >>> [piece.name for piece in quads.pieces]
    ['tiles', 'hands', 'neutrals', 'facts', 'path']
    """

    kernels: Coding
    choices: int
    longest: int
    plies: Callable[[Row], int]  # (start) -> the most moves of a game, or from one deal to the next
    own: tuple[Piece, ...]
    describe: Callable[[int], str]  # names a choice
    steps: Steps = NO_STEPS
    deals: Callable[[Row], int] = no_limit  # (start) -> the most deals of a game; 0 if there is no limit
    dealt: str = (
        ""  # the piece of what is dealt: a row for each holder, the observer first, with 1 for all that is seen
    )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces in order; the last one is the path of choices, without the final choice."""
        return *self.own, Piece("path", (self.longest - 1, self.choices))

    @cached_property
    def own_size(self) -> int:
        """The number of values before the path."""
        return sum(piece.size for piece in self.own)

    @property
    def has_repetition(self) -> bool:
        """Whether the last of the own values is how often the position has occurred."""
        return self.own[-1] is REPETITION

    @cached_property
    def size(self) -> int:
        """The number of values of an observation."""
        return sum(piece.size for piece in self.pieces)

    @cached_property
    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lowest and the highest value of each number of an observation."""
        sizes = [piece.size for piece in self.pieces]
        low = np.array([piece.low for piece in self.pieces], np.float32)
        high = np.array([piece.high for piece in self.pieces], np.float32)
        return np.repeat(low, sizes), np.repeat(high, sizes)

    def split(self, observation: NDArray[np.float32]) -> Mapping[str, NDArray[np.float32]]:
        """Give views of the pieces by name, in their shapes; the last axis holds the observation."""
        parts: dict[str, NDArray[np.float32]] = {}
        first = 0
        for piece in self.pieces:
            flat = observation[..., first : first + piece.size]
            parts[piece.name] = flat.reshape(*observation.shape[:-1], *piece.shape)
            first += piece.size
        return parts


def tabulate_choices(clicks: MoveClicks, row: Row, codes: Sequence[int], names: Sequence[str]) -> NDArray[np.int16]:
    """Tabulate the choices of short moves: for each code of a move the numbers of its clicks among the names.

    Where codes are small and clicks depend on nothing else, looking them up is a game's whole kernel `choice`.
    """
    numbers = {name: number for number, name in enumerate(names)}
    paths = {code: [numbers[click.name] for click in clicks.of(row, code)] for code in codes}
    table = np.full((max(codes) + 1, max(map(len, paths.values()))), NO_CHOICE, np.int16)
    for code, path in paths.items():
        table[code, : len(path)] = path
    return table
