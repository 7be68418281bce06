"""The patterns of Qawale that the evaluation weighs: every stack by itself, the lines of four stacks, the plies left.

All is seen by the player to move: its own pebbles are digits 1, the other's 2, neutral ones 3. Of a tall stack only the
upper pebbles count. In a line each stack is one of sixteen *kinds*, by what shows: the top, the pebble below, and
whether it is tall. Patterns that a symmetry of the board exchanges have one weight.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale.kernel import CELLS, OPTIONS, PLACEMENTS, PLY, SWAPPED
from fourfold.kernel.jit import Row, compiled

UPPER = 6  # pebbles of a stack that count
STACKS = 1 << 2 * UPPER
KIND_BITS = 4
LINES = 1 << 4 * KIND_BITS
SHAPES = 3  # of cells: corner, edge, middle; of lines: at the edge, inside, diagonal
MOST_LEFT = 31  # plies
FIRST_LINE = SHAPES * STACKS  # where in the weights the lines begin, after the stacks
FIRST_LEFT = FIRST_LINE + SHAPES * LINES
WEIGHTS = FIRST_LEFT + MOST_LEFT + 1
NOTED = CELLS + 10 + 1  # patterns of a position

CELL_SHAPES = (0, 1, 1, 0, 1, 2, 2, 1, 1, 2, 2, 1, 0, 1, 1, 0)
SIDE_SHAPES = (0, 1, 1, 0)  # of the four rows, and of the four columns
DIAGONAL = 2


def _digits(stack: int) -> list[int]:
    """The pebbles of a stack, the bottom one first."""
    return [stack >> 2 * place & 3 for place in range((stack.bit_length() + 1) // 2)]


def _kind(stack: int) -> int:
    """The kind of a stack: 0 for an empty cell; five for each top, by the pebble below, or none, or a tall stack."""
    digits = _digits(stack)
    if not digits:
        return 0
    below = 0 if len(digits) == 1 else digits[-2] if len(digits) < 4 else 4
    return 1 + 5 * (digits[-1] - 1) + below


def _turned(stack: int) -> int:
    """The same stack with the colours exchanged."""
    return sum((0, 2, 1, 3)[digit] << 2 * place for place, digit in enumerate(_digits(stack)))


def _one_way(line: int) -> int:
    """The lower number of a line and of the same from its other end."""
    kinds = [line >> KIND_BITS * place & 15 for place in range(4)]
    return min(line, sum(kind << KIND_BITS * place for place, kind in enumerate(reversed(kinds))))


def _table(length: int, function: Callable[[int], int]) -> NDArray[np.int32]:
    """What a function gives for each number below a length."""
    return np.array([function(number) for number in range(length)], np.int32)


KINDS = _table(STACKS, _kind)
SEEN = np.stack([np.arange(STACKS, dtype=np.int32), _table(STACKS, _turned)])  # by the colour to move
ONE_WAY = _table(LINES, _one_way)
SHAPE_OF = np.array(CELL_SHAPES)
LINE_CELLS = np.array(
    [[4 * line + place for place in range(4)] for line in range(4)]
    + [[4 * place + line for place in range(4)] for line in range(4)]
    + [[0, 5, 10, 15], [3, 6, 9, 12]]
)
SHAPE_OF_LINE = np.array([*SIDE_SHAPES, *SIDE_SHAPES, DIAGONAL, DIAGONAL])


@compiled
def list_patterns(state: Row, out: Row) -> None:
    """Write the numbers of the weights of a position: its stacks, its lines, the plies left."""
    placed = state[PLY] - state[SWAPPED]
    for cell in range(CELLS):
        stack = state[cell]
        while stack >= STACKS:
            stack >>= 2
        out[cell] = SHAPE_OF[cell] * STACKS + SEEN[placed & 1, stack]
    for line in range(len(LINE_CELLS)):
        kinds = 0
        for place in range(4):
            kinds |= int(KINDS[out[LINE_CELLS[line, place]] & (STACKS - 1)]) << KIND_BITS * place
        out[CELLS + line] = FIRST_LINE + SHAPE_OF_LINE[line] * LINES + ONE_WAY[kinds]
    out[NOTED - 1] = FIRST_LEFT + min((state[OPTIONS] & PLACEMENTS) - placed, MOST_LEFT)
