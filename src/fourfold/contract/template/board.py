"""The look of Template: a board of squares, and round pieces."""

from functools import cache

from fourfold.contract.template import kernel
from fourfold.contract.template.notation import letters_of
from fourfold.core.display.boards import SquareBoard
from fourfold.core.display.look import Look
from fourfold.kernel.jit import Row
from fourfold.picture.marks import mark_line, mark_to
from fourfold.picture.shapes import Frame, Hand, HandItem, Hands, Item, Mark, Pieces, Symbol
from fourfold.picture.signs import stone

PIECES = {"x": stone("template-x", "light", "x", "piece.x"), "o": stone("template-o", "dark", "o", "piece.o")}
BOARD = SquareBoard(kernel.GRID)
FRAME = BOARD.frame()


@cache
def symbols() -> dict[str, Symbol]:
    """The pieces."""
    return {piece.id: piece for piece in PIECES.values()}


def frame(row: Row) -> Frame:
    """The empty board."""
    return FRAME


def pieces(row: Row, last: int | None) -> Pieces:
    """The pieces on the board, and a mark on the last one."""
    items = [
        Item(PIECES[letter].id, BOARD.middle(square), name=kernel.GRID.name(square))
        for square, letter in letters_of(row).items()
    ]
    marks = () if last is None else (mark_to(kernel.GRID.name(last), BOARD.outline(last)),)
    return Pieces(tuple(items), marks=marks)


def hands(row: Row) -> Hands:
    """The pieces that are left, and the one that comes next."""
    left = [(kernel.SQUARES + 1 - int(row[kernel.PLY])) // 2, (kernel.SQUARES - int(row[kernel.PLY])) // 2]
    ids = [piece.id for piece in PIECES.values()]
    held = tuple(Hand(seat, ids[seat], left[seat], (HandItem(ids[seat]),) * left[seat]) for seat in range(2))
    return Hands(held, placing=ids[kernel.to_move(row)])


def ending(row: Row) -> tuple[Mark, ...]:
    """The line that won."""
    won = [line for line in kernel.LINES for seat in range(2) if row[seat] & line == line]
    squares = [square for line in won for square in range(kernel.SQUARES) if line >> square & 1]
    return tuple(mark_line(kernel.GRID.name(square), BOARD.outline(square)) for square in dict.fromkeys(squares))


LOOK = Look(symbols, frame, pieces, hands, ending=ending)
