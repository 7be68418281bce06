"""The canonical hash key of Quads: it covers only what can still matter.

The demands of a square only grow and hands only shrink: a tile that fits nowhere never will, and a square that nobody
can fill stays empty. So the future depends on the ways that fit each square, and on which squares border a tile.
"""

import numpy as np

from fourfold.games.quads.kernel import DARK, DEMANDS, EMPTY, FITS, FRONTIER, HANDS, LIGHT, OPTIONS, PLY, SQUARES
from fourfold.kernel.bits import bit
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row, compiled, trailing_zeros

NEUTRALS_LAID = 2  # plies
MIXERS = np.random.default_rng(2).integers(-(2**63), 2**63, (2, SQUARES), np.int64)


@compiled
def essential_key(state: Row) -> int:
    """Hash the mover and the ways that fit each square; equal for all positions with the same future."""
    light, dark = state[HANDS], state[HANDS + 1]
    mixed = alive = 0
    left = state[EMPTY]
    while left:
        square = trailing_zeros(left)
        left &= left - 1
        demands = state[square] & DEMANDS
        lights, darks = FITS[LIGHT, demands] & light, FITS[DARK, demands] & dark
        if lights | darks:
            alive |= bit(square)
            mixed += scramble(lights ^ MIXERS[LIGHT, square]) + 3 * scramble(darks ^ MIXERS[DARK, square])
    turn = state[PLY] if state[PLY] < NEUTRALS_LAID else NEUTRALS_LAID + (state[PLY] & 1)
    return scramble(mixed + scramble((alive & state[FRONTIER]) << 6 | turn << 3 | state[OPTIONS]))
