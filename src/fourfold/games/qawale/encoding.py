"""Action and observation encoding of Qawale: a move is its origin, then each square that gets a pebble.

Choices: the 16 squares from a1, and `swap`. An observation distinguishes the own and the other colour; squares are
ranks from the south, each from the west.

    tops    (3, 4, 4)      whether the top pebble is own, the other's, neutral
    stacks  (28, 3, 4, 4)  the same for each pebble of a stack, from the bottom up
    facts   (6,)           the own pebbles left and the other's, in tenths; whether double lines draw, swapping is an
                           option, the seats have swapped, the observer is to move
"""

import numpy as np

from fourfold.core.encoding import Encoding, Piece
from fourfold.games.qawale import kernel
from fourfold.games.qawale.notation import SWAP_WORD
from fourfold.kernel.defaults import observe_view
from fourfold.kernel.jit import INCOMPLETE, NO_CHOICE, Coding, Features, Flags, Row, Steps, compiled, word

SWAP_CHOICE = kernel.CELLS
STACKS_AT = 3 * kernel.CELLS
FACTS_AT = STACKS_AT + 3 * kernel.TALLEST * kernel.CELLS
MOST_PEBBLES = 10
LEVEL = 3 * kernel.CELLS  # the planes of one pebble of all stacks

DIRECTION = np.zeros((kernel.CELLS, kernel.CELLS), np.int64)  # of the step from a cell to the next one
for _cell, _direction in np.argwhere(kernel.NEIGHBOUR >= 0):
    DIRECTION[_cell, kernel.NEIGHBOUR[_cell, _direction]] = _direction


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The origin, then the squares of the steps."""
    if move == kernel.SWAP:
        return SWAP_CHOICE if depth == 0 else NO_CHOICE
    if depth > kernel.steps_of(move):
        return NO_CHOICE
    cell = move & 15
    for step in range(depth):
        cell = kernel.NEIGHBOUR[cell, move >> 4 + 2 * step & 3]
    return cell


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat."""
    own = 1 + (seat ^ state[kernel.SWAPPED])
    for cell in range(kernel.CELLS):
        stack = state[cell]
        tall = kernel.height(stack)
        for level in range(tall):
            pebble = stack >> 2 * level & 3
            whose = 2 if pebble == kernel.NEUTRAL else int(pebble != own)
            out[STACKS_AT + (3 * level + whose) * kernel.CELLS + cell] = 1
            if level == tall - 1:
                out[whose * kernel.CELLS + cell] = 1
    placed = state[kernel.PLY] - state[kernel.SWAPPED]
    each = (state[kernel.OPTIONS] & kernel.PLACEMENTS) >> 1
    for whose in range(2):
        colour = own - 1 ^ whose
        out[FACTS_AT + whose] = (each - (placed + 1 - colour) // 2) / MOST_PEBBLES
    out[FACTS_AT + 2] = state[kernel.OPTIONS] & kernel.DOUBLE_DRAWS != 0
    out[FACTS_AT + 3] = state[kernel.OPTIONS] & kernel.MAY_SWAP != 0
    out[FACTS_AT + 4] = state[kernel.SWAPPED]
    out[FACTS_AT + 5] = kernel.to_move(state) == seat


@compiled
def mask(state: Row, work: Row, path: Row, depth: int, out: Flags) -> None:
    """Any stack; then a neighbour, but not the one that the last step came from (Qawale F3, R1)."""
    if depth == 0:
        for cell in range(kernel.CELLS):
            out[cell] = state[cell] != 0
        out[SWAP_CHOICE] = kernel.may_swap(state)
        return
    cell = path[depth - 1]
    for d in range(4):
        if kernel.NEIGHBOUR[cell, d] >= 0:
            out[kernel.NEIGHBOUR[cell, d]] = 1
    if depth > 1:
        out[path[depth - 2]] = 0


@compiled
def complete(state: Row, work: Row, path: Row, depth: int) -> int:
    """A move has a step for each pebble of the stack, and one for the added pebble."""
    origin = path[0]
    if origin == SWAP_CHOICE:
        return kernel.SWAP
    length = kernel.height(state[origin]) + 1
    if depth <= length:
        return INCOMPLETE
    move = word(1)
    for step in range(length, 0, -1):
        move = move << 2 | DIRECTION[path[step - 1], path[step]]
    return move << 4 | origin


@compiled
def erase(state: Row, move: int, seat: int, out: Features) -> None:
    """Erase the tops and the stacks up to the tallest; the facts are always written."""
    tallest = 0
    for cell in range(kernel.CELLS):
        tallest = max(tallest, kernel.height(state[cell]))
    out[: STACKS_AT + LEVEL * tallest] = 0


def most_moves(start: Row) -> int:
    """A placement for each pebble, and the swap."""
    return int(start[kernel.OPTIONS] & kernel.PLACEMENTS) + bool(start[kernel.OPTIONS] & kernel.MAY_SWAP)


def describe(number: int) -> str:
    """Name a choice: a square, or the swap."""
    return SWAP_WORD if number == SWAP_CHOICE else kernel.GRID.name(number)


ENCODING = Encoding(
    Coding(choice, observe),
    choices=kernel.CELLS + 1,
    longest=kernel.TALLEST + 1,
    plies=most_moves,
    own=(
        Piece("tops", (3, kernel.GRID.size, kernel.GRID.size)),
        Piece("stacks", (kernel.TALLEST, 3, kernel.GRID.size, kernel.GRID.size)),
        Piece("facts", (6,)),
    ),
    describe=describe,
    steps=Steps(mask, complete, erase, observe_view),
)
