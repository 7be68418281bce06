"""Moves, deals, and the lazy sequence of legal moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, overload

import numpy as np

from fourfold.core.errors import FourfoldError
from fourfold.kernel.choices import list_moves

if TYPE_CHECKING:
    from fourfold.core.game import Game
    from fourfold.kernel.jit import Row


@dataclass(frozen=True, order=True)
class Move:
    """A move. Its text is its identity; the kernels use its code.

    >>> import fourfold
    >>> move = fourfold.game("qawale").start().moves()[0]
    >>> move, str(move)
    (Move('a1NNN'), 'a1NNN')
    """

    text: str
    code: int = field(compare=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


@dataclass(frozen=True)
class Deal:
    """A deal, a chance event between moves: the order of all tiles that were dealt.

    >>> import fourfold
    >>> position = fourfold.game("quadominos").start(seed=1)
    >>> len(position.last.order), position.ply
    (125, 0)
    """

    order: tuple[str, ...]

    def __str__(self) -> str:
        return "deal:" + ",".join(self.order)


class Moves(Sequence[Move]):
    """The legal moves of a row, a lazy sequence.

    There can be millions: length, index, slice and `in` never list them all.

    >>> import fourfold
    >>> moves = fourfold.game("qawale").start().moves()
    >>> len(moves), moves[-1], "a1NEE" in moves, "a1SSS" in moves
    (40, Move('d4WWW'), True, False)
    """

    def __init__(self, game: "Game", row: "Row", *, known: bool = True) -> None:
        self.game = game
        self.row = row
        self._work = np.zeros(game.work_words, np.int64)
        self._known = known
        self._length = int(game.rules.count(row, self._work)) if known else 0

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._nth(i) for i in range(*index.indices(self._length))]
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(index)
        return self._nth(place)

    def code(self, index: int) -> int:
        """Give the code of the move at a valid index."""
        return int(self.game.rules.nth(self.row, index, self._work))

    def codes(self) -> list[int]:
        """List the codes of all moves; only for callers who know that there are few."""
        codes = np.empty(self._length, np.int64)
        list_moves(self.game.rule_words, self.row, self._work, codes)
        return codes.tolist()

    def _nth(self, index: int) -> Move:
        code = self.code(index)
        return Move(self.game.notation.format_move(self.row, code), code)

    def __iter__(self) -> Iterator[Move]:
        return map(self._nth, range(self._length))

    def __contains__(self, move: object) -> bool:
        if not self._known or not isinstance(move, Move | str):
            return False
        try:
            code = self.game.notation.parse_move(self.row, str(move).strip())
        except FourfoldError:
            return False
        return not self.game.rules.refuse(self.row, code, np.zeros(self.game.work_words, np.int64))

    def count(self, value: object) -> int:
        """Give 1 for a legal move, as a Move or as text, else 0."""
        return int(value in self)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Find the index of a move, given as a Move or as text."""
        for place in range(*slice(start, stop).indices(self._length)):
            if str(self._nth(place)) == str(value):
                return place
        raise ValueError(f"{value} is not among these moves")

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self[:8]))
        more = ", …" if self._length > 8 else ""
        return f"<{self._length} moves: {shown}{more}>"
