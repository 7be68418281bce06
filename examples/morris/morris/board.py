"""The look of Nine Men's Morris: three squares joined by lines, and men on their points."""

from functools import cache

from fourfold.core.display.boards import PointBoard
from fourfold.core.display.look import Look
from fourfold.kernel.jit import Row
from fourfold.picture.marks import mark_from, mark_to
from fourfold.picture.shapes import Frame, Hand, HandItem, Hands, Item, Mark, Pieces, Symbol
from fourfold.picture.signs import stone
from morris import kernel
from morris.notation import letters_of

MEN = {"w": stone("morris-white", "light", "w", "piece.white"), "b": stone("morris-black", "dark", "b", "piece.black")}
BOARD = PointBoard(kernel.GRID)


@cache
def symbols() -> dict[str, Symbol]:
    """The men."""
    return {man.id: man for man in MEN.values()}


def frame(row: Row) -> Frame:
    """The empty board."""
    return BOARD.frame


def pieces(row: Row, last: int | None) -> Pieces:
    """The men; one that moved has its way."""
    target, source = (kernel.NO_POINT, kernel.NO_POINT) if last is None else (last & 31, last >> kernel.SOURCE & 31)
    came = () if source == kernel.NO_POINT else (BOARD.middle(source),)
    items = [
        Item(MEN[letter].id, BOARD.middle(point), name=kernel.GRID.name(point), way=came if point == target else ())
        for point, letter in letters_of(row).items()
    ]
    return Pieces(tuple(items), marks=() if last is None else marks(target, source))


def marks(target: int, source: int) -> tuple[Mark, ...]:
    """The marks of the last move."""
    to = mark_to(kernel.GRID.name(target), BOARD.outline(target, 44))
    return (to,) if source == kernel.NO_POINT else (to, mark_from(kernel.GRID.name(source), BOARD.outline(source, 24)))


def hands(row: Row) -> Hands:
    """The men still to be placed."""
    left = [int(row[kernel.TO_PLACE] + (seat == row[kernel.MOVER])) // 2 for seat in range(2)]
    men = [man.id for man in MEN.values()]
    held = tuple(Hand(seat, men[seat], left[seat], (HandItem(men[seat]),) * left[seat]) for seat in range(2))
    if row[kernel.TO_PLACE]:
        return Hands(held, placing=men[row[kernel.MOVER]])
    own = [point for point in range(kernel.POINTS) if int(row[row[kernel.MOVER]]) >> point & 1]
    return Hands(held, lifts={kernel.GRID.name(point): (men[row[kernel.MOVER]],) for point in own})


LOOK = Look(symbols, frame, pieces, hands)
