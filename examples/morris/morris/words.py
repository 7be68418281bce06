"""Nine Men's Morris in words: what to do now, and what a move did."""

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.kernel.jit import Row
from morris import kernel


def prompt(row: Row) -> Notice:
    """Place a man, move one, or fly."""
    if row[kernel.TO_PLACE]:
        return Notice("morris.prompt.place", {"left": (int(row[kernel.TO_PLACE]) + 1) // 2})
    has_few = int(row[row[kernel.MOVER]]).bit_count() == kernel.FEW
    return Notice("morris.prompt.fly" if row[kernel.FLYING] and has_few else "morris.prompt.move")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The points of the move, and the man that it took."""
    target, source, taken = move & 31, move >> kernel.SOURCE & 31, move >> kernel.TAKEN
    to = kernel.GRID.name(target)
    values: dict[str, str | int] = {"to": to, "taken": "none" if taken == kernel.NO_POINT else kernel.GRID.name(taken)}
    if source == kernel.NO_POINT:
        return MoveWords("morris.move.place", values, (to,))
    return MoveWords("morris.move.move", {**values, "from": kernel.GRID.name(source)}, (to,))
