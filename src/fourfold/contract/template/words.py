"""Template in words: what to do now, and what a move did."""

from fourfold.contract.template import kernel
from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.kernel.jit import Row


def prompt(row: Row) -> Notice:
    """Put a piece on an empty square."""
    return Notice("template.prompt.place")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The square of the piece."""
    square = kernel.GRID.name(move)
    return MoveWords("template.move.place", {"to": square}, (square,))
