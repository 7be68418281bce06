"""How a game is put into numbers for those who learn it by program: its moves as choices, its views as observations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fourfold.kernel.jit import Coding


@dataclass(frozen=True)
class Piece:
    """A part of an observation: its name, the shape that its numbers have by themselves, and their bounds."""

    name: str
    shape: tuple[int, ...]
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Encoding:
    """The choices that moves are made of and the pieces of an observation, the same for all seats and options.

    A move is a path of at most `longest` choices out of `choices`. An observation is a row of `size` numbers: the
    pieces one after the other, and last the choices that the seat to move has made of its move so far.

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
    plies: int  # more moves no game has; 0 where there is no end to them
    own: tuple[Piece, ...]
    describe: Callable[[int], str]  # names a choice

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, in order; a path that can still go on leaves room for its last choice."""
        return *self.own, Piece("path", (self.longest - 1, self.choices))

    @cached_property
    def own_size(self) -> int:
        """How many numbers come before the path."""
        return sum(piece.size for piece in self.own)

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(piece.size for piece in self.pieces)

    @cached_property
    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the greatest that each number of an observation can be."""
        sizes = [piece.size for piece in self.pieces]
        low = np.array([piece.low for piece in self.pieces], np.float32)
        high = np.array([piece.high for piece in self.pieces], np.float32)
        return np.repeat(low, sizes), np.repeat(high, sizes)

    def split(self, observation: NDArray[np.float32]) -> Mapping[str, NDArray[np.float32]]:
        """The pieces of an observation, or of one a game in the last axis, by name and in their shapes, uncopied."""
        parts: dict[str, NDArray[np.float32]] = {}
        first = 0
        for piece in self.pieces:
            flat = observation[..., first : first + piece.size]
            parts[piece.name] = flat.reshape(*observation.shape[:-1], *piece.shape)
            first += piece.size
        return parts
