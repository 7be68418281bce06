"""Network features of Qawale: the stacks, and what a sowing leaves on top.

Planes: whether the top pebble is the mover's, the other's, neutral; the same for the lowest eight pebbles of a stack,
from the bottom up; the heights. Facts: one for each number of placements left; whether double lines draw, whether the
mover may swap. A move is marked with the square that it empties, and with each square that it sows on together with
the kind of pebble that comes to lie on top there.
"""

from fourfold.core.net_features import Training, Vision
from fourfold.games.qawale import kernel
from fourfold.kernel.evaluation import may_always_win
from fourfold.kernel.jit import Flags, Row, Sight, compiled, word

LEVELS = 8
HEIGHTS = 3 * (LEVELS + 1)
PLANES = HEIGHTS + 1
FACTS_AT = PLANES * kernel.CELLS
MOST_LEFT = 20
FACTS = MOST_LEFT + 3
SOWN = 1  # the first of three planes of likings, one a kind; the one before is for the emptied square
SWAP_MARK = 4 * kernel.CELLS


@compiled
def kind_for(pebble: int, own: int) -> int:
    """0 for a pebble of the mover, 1 for the opponent's, 2 for a neutral one."""
    return 2 if pebble == kernel.NEUTRAL else word(pebble != own)


@compiled
def look(state: Row, out: Flags) -> None:
    """Write the features of a position."""
    placed = state[kernel.PLY] - state[kernel.SWAPPED]
    own = kernel.FIRST + (placed & 1)
    for cell in range(kernel.CELLS):
        stack = state[cell]
        tall = kernel.height(stack)
        out[HEIGHTS * kernel.CELLS + cell] = tall
        for level in range(tall):
            kind = kind_for(stack >> 2 * level & 3, own)
            if level < LEVELS:
                out[(3 * (level + 1) + kind) * kernel.CELLS + cell] = 1
            if level == tall - 1:
                out[kind * kernel.CELLS + cell] = 1
    out[FACTS_AT + (state[kernel.OPTIONS] & kernel.PLACEMENTS) - placed] = 1
    out[FACTS_AT + MOST_LEFT + 1] = state[kernel.OPTIONS] & kernel.DOUBLE_DRAWS != 0
    out[FACTS_AT + MOST_LEFT + 2] = kernel.may_swap(state)


@compiled
def mark(state: Row, move: int, out: Row) -> int:
    """Mark the origin, then each square with its new top; a square that gets two pebbles counts once."""
    if move == kernel.SWAP:
        out[0] = SWAP_MARK
        return 1
    cell = move & 15
    own = kernel.FIRST + ((state[kernel.PLY] - state[kernel.SWAPPED]) & 1)
    stack = state[cell] | word(own) << 2 * kernel.height(state[cell])
    out[0] = cell
    marks = 1
    steps = move >> 4
    while stack:
        cell = kernel.NEIGHBOUR[cell, steps & 3]
        new = (SOWN + kind_for(stack & 3, own)) * kernel.CELLS + cell
        place = 1
        while place < marks and out[place] % kernel.CELLS != cell:
            place += 1
        out[place] = new
        if place == marks:
            marks += 1
        stack >>= 2
        steps >>= 2
    return marks


VISION = Vision(
    Sight(look, mark, may_always_win),
    planes=PLANES,
    across=kernel.GRID.size,
    facts=FACTS,
    likings=SWAP_MARK + 1,
    seats=2,
    options={},
)

TRAINING = Training(
    channels=64, blocks=3, kernel=3, marks=9, opening=4, longest=24, variants=({"pebbles": 8}, {"pebbles": 10})
)
