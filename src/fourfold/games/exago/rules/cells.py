"""Bitboards of cells, the fields of a move, and the entries of a board in the tables."""

from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.tables import FIRST_OF_LARGE, LARGE, NEAR_HIGH, NEAR_LOW, SMALL, WORD
from fourfold.kernel.bitboard import Bitboard
from fourfold.kernel.bits import bit
from fourfold.kernel.jit import Row, compiled, trailing_zeros

LARGE_SIDE = LARGE.side
CENTRE_OF_SMALL, CENTRE_OF_LARGE = SMALL.centre, LARGE.centre


@compiled
def only(cell: int) -> Bitboard:
    """The set of one cell."""
    is_low = cell < WORD
    return bit(cell) if is_low else 0, 0 if is_low else bit(cell - WORD)


@compiled
def cells_of(move: int) -> tuple[int, int, int]:
    """The target of a move, its source, and the first cell of the group that stays; NO_CELL where there is none."""
    return move & layout.FIELD, (move >> layout.SOURCE & layout.FIELD) - 1, (move >> layout.KEEP & layout.FIELD) - 1


@compiled
def near(entry: int) -> Bitboard:
    """The cells around a cell, which is given by its entry in the tables."""
    return NEAR_LOW[entry], NEAR_HIGH[entry]


@compiled
def has(cells: Bitboard, cell: int) -> bool:
    """Tell whether a cell is in a set."""
    return ((cells[0] >> cell if cell < WORD else cells[1] >> (cell - WORD)) & 1) != 0


@compiled
def lowest(cells: Bitboard) -> int:
    """The first cell of a set that is not empty."""
    return trailing_zeros(cells[0]) if cells[0] else WORD + trailing_zeros(cells[1])


@compiled
def without_lowest(cells: Bitboard) -> Bitboard:
    """Remove the first cell of a set that is not empty."""
    low, high = cells
    return (low & (low - 1), high) if low else (low, high & (high - 1))


@compiled
def first_entry(state: Row) -> int:
    """Where the entries of this board begin in the tables."""
    return FIRST_OF_LARGE if state[layout.SIDE] == LARGE_SIDE else 0


@compiled
def centre(state: Row) -> int:
    """The cell in the middle of the board."""
    return CENTRE_OF_LARGE if state[layout.SIDE] == LARGE_SIDE else CENTRE_OF_SMALL
