"""Network features of Quads: which tiles of each player fit where.

Planes: for each of the 64 ways whether the mover could lay it on a square, were it on the frontier; the same for the
other; the frontier; the empty squares. Facts: the mover's tiles in hand and the other's, as ways; the neutral tiles
to be laid; one for each number of tiles on the board. A move is marked with its way, or neutral tile, and square.
"""

import numpy as np
from numpy.typing import NDArray

from fourfold.core.net_features import Training, Vision
from fourfold.games.quads import kernel
from fourfold.games.quads.encoding import FIRST_SQUARE, WAY_OF_EDGES, WAYS
from fourfold.kernel.evaluation import may_always_win
from fourfold.kernel.jit import Flags, Row, Sight, compiled, trailing_zeros

PLANES = 2 * WAYS + 2
FACTS_AT = PLANES * kernel.SQUARES
FACTS = 2 * WAYS + 2 + kernel.SQUARES


@compiled
def look(state: Row, out: Flags) -> None:
    """Write the features of a position."""
    mover = state[kernel.PLY] & 1
    for square in range(kernel.SQUARES):
        if not (state[kernel.EMPTY] >> square) & 1:
            continue
        out[(2 * WAYS + 1) * kernel.SQUARES + square] = 1
        out[2 * WAYS * kernel.SQUARES + square] = (state[kernel.FRONTIER] >> square) & 1
        for whose in range(2):
            ways = kernel.FITS[mover ^ whose, state[square] & kernel.DEMANDS] & state[kernel.HANDS + (mover ^ whose)]
            while ways:
                out[(WAYS * whose + trailing_zeros(ways)) * kernel.SQUARES + square] = 1
                ways &= ways - 1
    for whose in range(2):
        for way in range(WAYS):
            out[FACTS_AT + WAYS * whose + way] = (state[kernel.HANDS + (mover ^ whose)] >> way) & 1
    for tile in range(2):
        out[FACTS_AT + 2 * WAYS + tile] = (state[kernel.NEUTRALS] >> tile) & 1
    if state[kernel.PLY] < kernel.SQUARES:
        out[FACTS_AT + 2 * WAYS + 2 + state[kernel.PLY]] = 1


@compiled
def mark(state: Row, move: int, out: Row) -> int:
    """Number a move by its way and its square."""
    edges = move >> kernel.SQUARE_BITS
    way = WAYS + (edges != kernel.ALL_PARALLEL)
    if kernel.TURNS[edges]:
        way = WAY_OF_EDGES[edges]
    out[0] = way * kernel.SQUARES + (move & 63)
    return 1


VISION = Vision(
    Sight(look, mark, may_always_win),
    planes=PLANES,
    across=kernel.GRID.size,
    facts=FACTS,
    likings=FIRST_SQUARE * kernel.SQUARES,
    seats=2,
    options={"border": True},
    is_stronger=True,
)


def turn_ways(matrix: NDArray[np.int64]) -> NDArray[np.int64]:
    """The permutation of the orientations of a tile when the board is turned."""
    directions = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # north, east, south, west
    sides = [directions.index(tuple(matrix @ np.array(one))) for one in directions]
    moved = np.zeros_like(kernel.KINDS_OF_WAY)
    moved[:, sides] = kernel.KINDS_OF_WAY
    return np.array([int(np.flatnonzero((way == kernel.KINDS_OF_WAY).all(axis=1))[0]) for way in moved])


TRAINING = Training(
    channels=48, blocks=3, kernel=1, marks=1, opening=10, longest=40, random=6, solved_from=18, turn_ways=turn_ways
)
