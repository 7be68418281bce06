"""Qawale in words: what to do now, what a move did, and what a better one would have done."""

from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.games.qawale import kernel
from fourfold.games.qawale.board import way_of
from fourfold.kernel.jit import Row

THREE = 3  # of the four cells of a line


def prompt(row: Row) -> Notice:
    """Take a stack, or swap."""
    return Notice("qawale.prompt.swap" if kernel.may_swap(row) else "qawale.prompt.take")


def describe(before: Row, move: int, after: Row) -> MoveWords:
    """The square of the stack and the pebbles sown, the added one last; their squares for those who listen."""
    if move == kernel.SWAP:
        return MoveWords("qawale.move.swap", {})
    names = [kernel.GRID.name(cell) for cell in way_of(move)]
    sown = tuple(dict.fromkeys(reversed(names[1:])))
    heard = Notice("qawale.heard.sow", {"from": names[0], "way": ", ".join(names[1:])})
    return MoveWords("qawale.move.sow", {"from": names[0], "count": len(names) - 1}, sown, heard=(heard,))


def merit(before: Row, better: int, after: Row, instead: Row) -> Notice | None:
    """The other's lines of three are gone, or there are more of one's own."""
    own = (int(before[kernel.PLY]) - int(before[kernel.SWAPPED])) & 1
    first, left = _threes(after, 1 - own), _threes(instead, 1 - own)
    if left and _threes(before, 1 - own) and not first:
        return Notice("qawale.merit.broken")
    made = _threes(after, own)
    return Notice("qawale.merit.threes", {"count": made}) if made > max(1, _threes(instead, own)) else None


def _threes(row: Row, colour: int) -> int:
    """How many lines show three of a colour."""
    tops = int(row[kernel.FIRST_TOPS + colour])
    return sum((tops & line).bit_count() == THREE for line in kernel.LINE_SETS)
