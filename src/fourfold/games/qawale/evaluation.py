"""Static evaluation of Qawale: the weights of its patterns, learnt from games against itself (`tuning/patterns.py`)."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourfold.games.qawale import patterns
from fourfold.games.qawale.certainty import judge, relax
from fourfold.games.qawale.kernel import CELLS, OPTIONS, PLACEMENTS, PLY, SWAPPED
from fourfold.games.qawale.patterns import DIAGONAL, KIND_BITS, LINES, MOST_LEFT, SHAPES, STACKS
from fourfold.kernel.evaluation import CERTAIN, chances_of
from fourfold.kernel.jit import Row, compiled

__all__ = ["GRADES", "evaluate", "judge", "relax"]

# For each limited level its nodes, and how many of 1024 moves it overlooks.
GRADES = ((7, 1008), (15, 960), (25, 815), (70, 515), (180, 352), (420, 252), (4500, 115))

LEARNT = np.load(Path(__file__).with_name("weights.npz"))["weights"]  # in thousandths


def _stack_worth() -> NDArray[np.int32]:
    """By the colour to move, the shape of the cell and its stack: the weight, and in the lowest bits the kind."""
    weights = LEARNT[: patterns.FIRST_LINE].reshape(SHAPES, STACKS).astype(np.int32)
    worth = [weights[:, seen] << KIND_BITS | patterns.KINDS[seen] for seen in patterns.SEEN]
    return np.array(worth, np.int32).reshape(-1)


STACK_WORTH = _stack_worth()
LINE_WORTH = LEARNT[patterns.FIRST_LINE : patterns.FIRST_LEFT].reshape(SHAPES, LINES)[:, patterns.ONE_WAY].reshape(-1)
LEFT_WORTH = LEARNT[patterns.FIRST_LEFT :].copy()
CELL_AT = np.array(patterns.CELL_SHAPES) * STACKS  # where in the worth of stacks a cell's begin
SIDE_AT = np.array(patterns.SIDE_SHAPES) * LINES
TURNED = np.array([KIND_BITS * (4 * (cell & 3) + (cell >> 2)) for cell in range(CELLS)])  # rows become columns


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Add up the weights of the patterns of `list_patterns`, without a list of them."""
    placed = state[PLY] - state[SWAPPED]
    colour = placed & 1
    total = int(LEFT_WORTH[min((state[OPTIONS] & PLACEMENTS) - placed, MOST_LEFT)])
    rows = columns = 0  # the kinds of all cells
    for cell in range(CELLS):
        stack = state[cell]
        while stack >= STACKS:
            stack >>= 2
        worth = int(STACK_WORTH[colour * (SHAPES * STACKS) + CELL_AT[cell] + stack])
        total += worth >> KIND_BITS
        rows |= (worth & 15) << KIND_BITS * cell
        columns |= (worth & 15) << TURNED[cell]
    for side in range(4):
        total += int(LINE_WORTH[SIDE_AT[side] + (rows >> 16 * side & 0xFFFF)])
        total += int(LINE_WORTH[SIDE_AT[side] + (columns >> 16 * side & 0xFFFF)])
    down = (rows & 0xF) | (rows >> 16 & 0xF0) | (rows >> 32 & 0xF00) | (rows >> 48 & 0xF000)
    up = (rows >> 12 & 0xF) | (rows >> 20 & 0xF0) | (rows >> 28 & 0xF00) | (rows >> 36 & 0xF000)
    total += int(LINE_WORTH[DIAGONAL * LINES + down]) + int(LINE_WORTH[DIAGONAL * LINES + up])
    mover = colour ^ state[SWAPPED]
    out[mover] = chances_of(total)
    out[1 - mover] = CERTAIN - out[mover]
