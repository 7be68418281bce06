"""Sets of cells in two words, and the tables' entries for a board."""

from fourfold.games.exago.rules.layout import SIDE
from fourfold.games.exago.rules.tables import FIRST_OF_LARGE, LARGE, SMALL, WORD
from fourfold.kernel.bits import bit
from fourfold.kernel.jit import Row, compiled, trailing_zeros

LARGE_SIDE = LARGE.side
CENTRE_OF_SMALL, CENTRE_OF_LARGE = SMALL.centre, LARGE.centre


@compiled
def low_bit(cell: int) -> int:
    """The low word of the set of one cell."""
    return bit(cell) if cell < WORD else 0


@compiled
def high_bit(cell: int) -> int:
    """The high word of the set of one cell."""
    return bit(cell - WORD) if cell >= WORD else 0


@compiled
def has(low: int, high: int, cell: int) -> bool:
    """Tell whether a cell is in a set."""
    return ((low >> cell if cell < WORD else high >> (cell - WORD)) & 1) != 0


@compiled
def lowest(low: int, high: int) -> int:
    """The first cell of a set that is not empty."""
    return trailing_zeros(low) if low else WORD + trailing_zeros(high)


@compiled
def first_entry(state: Row) -> int:
    """Where the entries of this board begin in the tables."""
    return FIRST_OF_LARGE if state[SIDE] == LARGE_SIDE else 0


@compiled
def centre(state: Row) -> int:
    """The cell in the middle of the board."""
    return CENTRE_OF_LARGE if state[SIDE] == LARGE_SIDE else CENTRE_OF_SMALL
