"""Qawale in numbers: a move is the square of its origin, then each square that a pebble is sown on.

Choices: the 16 squares from a1, and `swap`. An observation speaks of the own and the other colour; squares are rows
from the south, each from the west.

    tops    (3, 4, 4)      whether the top pebble is own, the other's, neutral
    stacks  (28, 3, 4, 4)  the same for each pebble of a stack, from the bottom up
    facts   (6,)           the own pebbles left and the other's, in tenths; whether double lines draw, swapping is an
                           option, the seats have swapped, the observer is to move
"""

from fourfold.core.encoding import Encoding, Piece
from fourfold.games.qawale.kernel import (
    CELLS,
    DOUBLE_DRAWS,
    GRID,
    MAY_SWAP,
    NEIGHBOUR,
    NEUTRAL,
    OPTIONS,
    PLACEMENTS,
    PLY,
    SWAP,
    SWAPPED,
    TALLEST,
    height,
    steps_of,
    to_move,
)
from fourfold.games.qawale.notation import SWAP_WORD
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled

SWAP_CHOICE = CELLS
STACKS_AT = 3 * CELLS
FACTS_AT = STACKS_AT + 3 * TALLEST * CELLS
MOST_PEBBLES = 10


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The origin, then the squares on the way."""
    if move == SWAP:
        return SWAP_CHOICE if depth == 0 else NO_CHOICE
    if depth > steps_of(move):
        return NO_CHOICE
    cell = move & 15
    for step in range(depth):
        cell = NEIGHBOUR[cell, move >> 4 + 2 * step & 3]
    return cell


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write what lies on the board."""
    own = 1 + (seat ^ state[SWAPPED])
    for cell in range(CELLS):
        stack = state[cell]
        tall = height(stack)
        for level in range(tall):
            pebble = stack >> 2 * level & 3
            whose = 2 if pebble == NEUTRAL else int(pebble != own)
            out[STACKS_AT + (3 * level + whose) * CELLS + cell] = 1
            if level == tall - 1:
                out[whose * CELLS + cell] = 1
    placed = state[PLY] - state[SWAPPED]
    each = (state[OPTIONS] & PLACEMENTS) >> 1
    for whose in range(2):
        colour = own - 1 ^ whose
        out[FACTS_AT + whose] = (each - (placed + 1 - colour) // 2) / MOST_PEBBLES
    out[FACTS_AT + 2] = state[OPTIONS] & DOUBLE_DRAWS != 0
    out[FACTS_AT + 3] = state[OPTIONS] & MAY_SWAP != 0
    out[FACTS_AT + 4] = state[SWAPPED]
    out[FACTS_AT + 5] = to_move(state) == seat


def describe(number: int) -> str:
    """Name a choice: a square, or the swap."""
    return SWAP_WORD if number == SWAP_CHOICE else GRID.name(number)


ENCODING = Encoding(
    Coding(choice, observe),
    choices=CELLS + 1,
    longest=TALLEST + 1,
    plies=2 * MOST_PEBBLES + 1,
    own=(
        Piece("tops", (3, GRID.size, GRID.size)),
        Piece("stacks", (TALLEST, 3, GRID.size, GRID.size)),
        Piece("facts", (6,)),
    ),
    describe=describe,
)
