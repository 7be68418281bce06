"""Exago in words: what to do now, and what a move did."""

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import cells_of
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.jit import Row


def prompt(row: Row) -> Notice:
    """Put a tile from the hand, or lift one."""
    left = int(row[layout.HAND + row[layout.MOVER]])
    if not row[layout.BOARD : layout.BOARD + 2].any():
        return Notice("exago.prompt.first")
    if not left:
        return Notice("exago.prompt.lift")
    if row[layout.EARLY]:
        return Notice("exago.prompt.put_or_lift", {"left": left})
    return Notice("exago.prompt.put", {"left": left}) if left > 1 else Notice("exago.prompt.last")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The cells of the move, and how many tiles went back to the hands."""
    grid = GRIDS[int(before[layout.SIDE])]
    target, source, _ = cells_of(move)
    cell = grid.name(target)
    if source == layout.NO_CELL:
        return MoveWords("exago.move.put", {"to": cell}, (cell,))
    hands = slice(layout.HAND, layout.HAND + int(before[layout.SEATS]))
    count = int(after[hands].sum() - before[hands].sum())
    return MoveWords("exago.move.lift", {"from": grid.name(source), "to": cell, "count": count}, (cell,))
