"""Qawale in words: what to do now, and what a move did."""

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.qawale import kernel
from fourfold.games.qawale.board import way_of
from fourfold.kernel.jit import Row


def prompt(row: Row) -> Notice:
    """Take a stack, or swap."""
    return Notice("qawale.prompt.swap" if kernel.may_swap(row) else "qawale.prompt.take")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The square of the stack and the pebbles sown, the added one last."""
    if move == kernel.SWAP:
        return MoveWords("qawale.move.swap", {})
    names = [kernel.GRID.name(cell) for cell in way_of(move)]
    sown = tuple(dict.fromkeys(reversed(names[1:])))
    return MoveWords("qawale.move.sow", {"from": names[0], "count": len(names) - 1}, sown)
