"""The mirror strategy by which dark wins the base game of Quads.

Dark answers each tile on the opposite square, turned by half, with colours swapped and P and T swapped. The set of
tiles is closed under that map, and no square of the board borders its opposite, so the answer is always legal. With
`border` it fails: the rim is P only.
"""

import numpy as np

from fourfold.core.outcome import LOST, WON, Theory
from fourfold.games.quads import kernel
from fourfold.kernel.jit import Row

OPPOSITE_OWNER = {kernel.LIGHT: kernel.DARK, kernel.DARK: kernel.LIGHT, kernel.NEUTRAL: kernel.NEUTRAL}
SWAPPED = {kernel.PARALLEL: kernel.TOWARDS, kernel.TOWARDS: kernel.PARALLEL}


def mirrored(edges: int) -> int:
    """The edges of a mirrored tile: turned by half, P and T swapped."""
    kinds = [edges >> 2 * side & 3 for side in range(4)]
    return sum(SWAPPED.get(kinds[side ^ 2], kinds[side ^ 2]) << 2 * side for side in range(4))


def is_mirrored(row: Row) -> bool:
    """Tell whether every tile is mirrored on the opposite square; then the hands are mirrored too."""
    for square in range(kernel.SQUARES):
        tile, other = int(row[square]), int(row[kernel.SQUARES - 1 - square])
        if (tile >= kernel.TAKEN) != (other >= kernel.TAKEN):
            return False
        if tile >= kernel.TAKEN:
            owner, edges = divmod(tile - kernel.TAKEN, kernel.OWNER)
            if other != kernel.TAKEN + kernel.OWNER * OPPOSITE_OWNER[owner] + mirrored(edges):
                return False
    return True


def find_theory(row: Row) -> Theory | None:
    """Light to move has lost if all is mirrored; dark to move has won if he can mirror the last tile."""
    if row[kernel.OPTIONS] & kernel.BORDER:
        return None
    if row[kernel.PLY] % 2 == 0:
        may_fail = row[kernel.PLY] == 0 and row[kernel.OPTIONS] & kernel.DIAGONAL  # light could open in the middle
        return Theory(LOST) if is_mirrored(row) and not may_fail else None
    answer = _answer(row)
    if answer is None:
        return None
    after = row.copy()
    kernel.play(after, answer)
    return Theory(WON, answer) if is_mirrored(after) else None


def _answer(row: Row) -> int | None:
    """The move that mirrors the one tile without a mirror image, if it is legal."""
    empty = int(row[kernel.EMPTY])
    alone = [
        square
        for square in range(kernel.SQUARES)
        if not empty >> square & 1 and empty >> (kernel.SQUARES - 1 - square) & 1
    ]  # fmt: skip
    if len(alone) != 1:
        return None
    edges = (int(row[alone[0]]) - kernel.TAKEN) % kernel.OWNER
    answer = kernel.SQUARES - 1 - alone[0] | mirrored(edges) << kernel.SQUARE_BITS
    return None if kernel.refuse(row, answer, np.zeros(kernel.WORK_WORDS, np.int64)) else answer
