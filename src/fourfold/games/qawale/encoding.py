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
from fourfold.kernel.jit import INCOMPLETE, NO_CHOICE, Coding, Features, Flags, Row, Steps, compiled, word

SWAP_CHOICE = kernel.CELLS
STACKS_AT = 3 * kernel.CELLS
FACTS_AT = STACKS_AT + 3 * kernel.TALLEST * kernel.CELLS
TURN_AT = FACTS_AT + 5
MOST_PEBBLES = 10
NOTED = 1  # between `erase` and `rewrite` the last fact is a colour, plus this
LEVEL = 3 * kernel.CELLS  # the planes of one pebble of all stacks
BITS = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)

DIRECTION = np.zeros((kernel.CELLS, kernel.CELLS), np.int64)  # of the step from a cell to the next one
for _cell, _direction in np.argwhere(kernel.NEIGHBOUR >= 0):
    DIRECTION[_cell, kernel.NEIGHBOUR[_cell, _direction]] = _direction
IS_NEAR = np.zeros((kernel.CELLS, kernel.CELLS), np.int8)  # whether a step leads from a cell to another
for _cell in range(kernel.CELLS):
    IS_NEAR[_cell, [near for near in kernel.NEIGHBOUR[_cell] if near >= 0]] = 1


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
def colour_of(state: Row, seat: int) -> int:
    """The colour of a seat's pebbles."""
    return kernel.FIRST + (seat ^ state[kernel.SWAPPED])


@compiled
def whose_is(pebble: int, colour: int) -> int:
    """The plane of a pebble as the owner of a colour sees it: own, the other's, neutral."""
    return 2 if pebble == kernel.NEUTRAL else int(pebble != colour)


@compiled
def observe_facts(state: Row, seat: int, out: Features) -> None:
    """Write all but the pebbles."""
    own = colour_of(state, seat)
    placed = state[kernel.PLY] - state[kernel.SWAPPED]
    each = (state[kernel.OPTIONS] & kernel.PLACEMENTS) >> 1
    for whose in range(2):
        colour = own - 1 ^ whose
        out[FACTS_AT + whose] = (each - (placed + 1 - colour) // 2) / MOST_PEBBLES
    out[FACTS_AT + 2] = state[kernel.OPTIONS] & kernel.DOUBLE_DRAWS != 0
    out[FACTS_AT + 3] = state[kernel.OPTIONS] & kernel.MAY_SWAP != 0
    out[FACTS_AT + 4] = state[kernel.SWAPPED]
    out[TURN_AT] = kernel.to_move(state) == seat


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat."""
    own = colour_of(state, seat)
    for cell in range(kernel.CELLS):
        stack = state[cell]
        tall = kernel.height(stack)
        for level in range(tall):
            whose = whose_is(stack >> 2 * level & 3, own)
            out[STACKS_AT + level * LEVEL + whose * kernel.CELLS + cell] = 1
            if level == tall - 1:
                out[whose * kernel.CELLS + cell] = 1
    observe_facts(state, seat, out)


@compiled
def mask(state: Row, work: Row, path: Row, depth: int, out: Flags) -> None:
    """Any stack; then a neighbour, but not the one that the last step came from (Qawale F3, R1)."""
    if depth == 0:
        for cell in range(kernel.CELLS):
            out[cell] = state[cell] != 0
        out[SWAP_CHOICE] = kernel.may_swap(state)
        return
    cell = path[depth - 1]
    for other in range(kernel.CELLS):
        out[other] = IS_NEAR[cell, other]
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
    """Move the pebbles of the sown stack, and note the colour for whose owner the stacks are written."""
    colour = word(out[TURN_AT]) - NOTED
    if colour < kernel.FIRST:
        colour = colour_of(state, seat)
        out[TURN_AT] = NOTED + colour
    if move == kernel.SWAP:
        return
    cell = move & 15
    stack = state[cell]
    tall = kernel.height(stack)
    for level in range(tall):
        out[STACKS_AT + level * LEVEL + whose_is(stack >> 2 * level & 3, colour) * kernel.CELLS + cell] = 0
    stack |= word(kernel.FIRST + ((state[kernel.PLY] - state[kernel.SWAPPED]) & 1)) << 2 * tall
    added, origin, steps = word(0), cell, move >> 4  # the pebbles that each cell has got, four bits each
    while stack:
        cell = kernel.NEIGHBOUR[cell, steps & 3]
        whose = whose_is(stack & 3, colour)
        level = added >> 4 * cell & 15
        if cell != origin:
            level += kernel.height(state[cell])
        out[STACKS_AT + level * LEVEL + whose * kernel.CELLS + cell] = 1
        added += word(1) << 4 * cell
        stack >>= 2
        steps >>= 2


@compiled
def write_cells(cells: int, at: int, out: Features) -> None:
    """Write a set of cells as a plane."""
    for half in range(2):
        for bit in range(8):
            out[at + 8 * half + bit] = BITS[cells >> 8 * half & 255, bit]


@compiled
def rewrite(state: Row, seat: int, out: Features) -> None:
    """Write the tops and the facts; where the seat has the other colour than `erase` noted, exchange the planes."""
    own = colour_of(state, seat)
    all_stacks, taken = word(0), word(0)
    for cell in range(kernel.CELLS):
        all_stacks |= state[cell]
        taken |= word(state[cell] != 0) << cell
    if word(out[TURN_AT]) - NOTED != own:
        for level in range(kernel.height(all_stacks)):
            planes = out[STACKS_AT + level * LEVEL : STACKS_AT + (level + 1) * LEVEL]
            for cell in range(kernel.CELLS):
                mine = planes[cell]
                planes[cell] = planes[kernel.CELLS + cell]
                planes[kernel.CELLS + cell] = mine
    first, second = state[kernel.FIRST_TOPS], state[kernel.SECOND_TOPS]
    write_cells(first if own == kernel.FIRST else second, 0, out)
    write_cells(second if own == kernel.FIRST else first, kernel.CELLS, out)
    write_cells(taken & ~(first | second), 2 * kernel.CELLS, out)
    observe_facts(state, seat, out)


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
    steps=Steps(mask, complete, erase, rewrite),
)
