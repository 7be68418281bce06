"""The notation of a game: the text of moves and positions."""

from collections.abc import Callable
from dataclasses import dataclass

from fourfold.kernel.jit import Row


def one_dialect(row: Row) -> int:
    """The text of a move depends on its code alone."""
    return 0


@dataclass(frozen=True)
class Notation:
    """How the moves and positions of a game are read and written; `NOTATION` of its module `notation`."""

    parse_move: Callable[[Row, str], int]  # any text of the shape of a move, legal or not; raises BadNotation
    format_move: Callable[[Row, int], str]
    parse_body: Callable[[str, Row], None]  # into a row that `blank` made; raises BadNotation or BadPosition
    format_body: Callable[[Row], str]  # all but seats and options, without spaces and `@`; `_` for what is blanked
    parse_view_body: Callable[[str, Row], None] | None = None  # where hands are hidden
    mention: Callable[[Row, int], str] | None = None  # what a sentence calls a move; its whole text where None
    dialect: Callable[[Row], int] = one_dialect  # numbers the options on which the text of a move depends
