"""Action and observation encoding of Template: a choice is a square.

pieces  (2, 3, 3)  the own pieces, then the other's; squares are ranks from the south, each from the west
facts   (1,)       whether the observer is to move
"""

from fourfold.contract.template import kernel
from fourfold.core.encoding import Encoding, Piece
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled

SQUARES = kernel.SQUARES


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The square."""
    return move if depth == 0 else NO_CHOICE


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat."""
    for square in range(SQUARES):
        out[square] = state[seat] >> square & 1
        out[SQUARES + square] = state[1 - seat] >> square & 1
    out[2 * SQUARES] = kernel.to_move(state) == seat


def most_moves(start: Row) -> int:
    """One for each square."""
    return SQUARES


ENCODING = Encoding(
    Coding(choice, observe),
    choices=SQUARES,
    longest=1,
    plies=most_moves,
    own=(Piece("pieces", (2, kernel.GRID.size, kernel.GRID.size)), Piece("facts", (1,))),
    describe=kernel.GRID.name,
)
