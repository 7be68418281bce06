"""Quads in words: what to do now, and what a move did."""

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.quads import kernel
from fourfold.kernel.jit import Row

NEUTRALS = 2  # tiles that are laid before the players' own (Quads F4)


def prompt(row: Row) -> Notice:
    """A neutral tile, or one of one's own."""
    if row[kernel.PLY] >= NEUTRALS:
        return Notice("quads.prompt.lay")
    if row[kernel.PLY] == 0:
        return Notice("quads.prompt.first_neutral")
    return Notice("quads.prompt.neutral_apart" if row[kernel.OPTIONS] & kernel.DIAGONAL else "quads.prompt.neutral")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The square of the tile."""
    cell = kernel.GRID.name(move & 63)
    is_neutral = before[kernel.PLY] < NEUTRALS
    return MoveWords("quads.move.neutral" if is_neutral else "quads.move.lay", {"to": cell}, (cell,))
