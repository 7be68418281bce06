"""The strategy by which dark wins the base game of Quads: he mirrors what light does.

He answers each tile on the opposite square, turned by half, with colours swapped and P and T swapped. The set of
tiles is closed under that map, and no square of the board borders its opposite, so the answer is always legal. With
`border` it fails: the rim is P only.
"""

import numpy as np

from fourfold.core.theory import LOST, WON, Theory
from fourfold.games.quads.kernel import (
    BORDER,
    DARK,
    DIAGONAL,
    EMPTY,
    LIGHT,
    NEUTRAL,
    OPTIONS,
    OWNER,
    PARALLEL,
    PLY,
    SQUARE_BITS,
    SQUARES,
    TAKEN,
    TOWARDS,
    WORK_WORDS,
    play,
    refuse,
)
from fourfold.kernel.jit import Row

OPPOSITE_OWNER = {LIGHT: DARK, DARK: LIGHT, NEUTRAL: NEUTRAL}
SWAPPED = {PARALLEL: TOWARDS, TOWARDS: PARALLEL}


def mirrored(edges: int) -> int:
    """The edges of a tile's copy: turned by half, P and T swapped."""
    kinds = [edges >> 2 * side & 3 for side in range(4)]
    return sum(SWAPPED.get(kinds[side ^ 2], kinds[side ^ 2]) << 2 * side for side in range(4))


def is_mirrored(row: Row) -> bool:
    """Tell whether every tile has its copy on the opposite square; then the hands are copies of each other too."""
    for square in range(SQUARES):
        tile, other = int(row[square]), int(row[SQUARES - 1 - square])
        if (tile >= TAKEN) != (other >= TAKEN):
            return False
        if tile >= TAKEN:
            owner, edges = divmod(tile - TAKEN, OWNER)
            if other != TAKEN + OWNER * OPPOSITE_OWNER[owner] + mirrored(edges):
                return False
    return True


def find_theory(row: Row) -> Theory | None:
    """What mirroring says: light has lost where all is mirrored; dark has won where he can mirror the last tile."""
    if row[OPTIONS] & BORDER:
        return None
    if row[PLY] % 2 == 0:
        may_fail = row[PLY] == 0 and row[OPTIONS] & DIAGONAL  # light could open in the middle
        return Theory(LOST) if is_mirrored(row) and not may_fail else None
    answer = _answer(row)
    if answer is None:
        return None
    after = row.copy()
    play(after, answer)
    return Theory(WON, answer) if is_mirrored(after) else None


def _answer(row: Row) -> int | None:
    """The copy of the one tile that has none, if it may be laid."""
    empty = int(row[EMPTY])
    alone = [
        square
        for square in range(SQUARES)
        if not empty >> square & 1 and empty >> (SQUARES - 1 - square) & 1
    ]  # fmt: skip
    if len(alone) != 1:
        return None
    edges = (int(row[alone[0]]) - TAKEN) % OWNER
    answer = SQUARES - 1 - alone[0] | mirrored(edges) << SQUARE_BITS
    return None if refuse(row, answer, np.zeros(WORK_WORDS, np.int64)) else answer
