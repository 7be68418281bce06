"""Quads in numbers: a move is the way a tile lies, then the square.

Choices: the 64 ways of the kernel, `PPPP`, `TTTT`, then the 36 squares from a1. An observation speaks of the own and
the other player; squares are rows from the south, each from the west.

    tiles     (19, 6, 6)  the edges of the tiles: for north, east, south, west whether it is parallel, towards, own
                          solid, other's solid; then whether the tile is own, the other's, neutral
    hands     (2, 17)     the tiles in the own hand, in the other's hand if it can be seen, in the order of TILE_NAMES
    neutrals  (2,)        whether PPPP, TTTT is still to be laid
    facts     (4,)        border, hidden, diagonal; whether the observer is to move
"""

import numpy as np

from fourfold.core.encoding import Encoding, Piece
from fourfold.games.quads import notation
from fourfold.games.quads.kernel import (
    ALL_PARALLEL,
    BORDER,
    DIAGONAL,
    EDGES_OF_WAY,
    EMPTY,
    GRID,
    HANDS,
    HIDDEN,
    NEUTRAL,
    NEUTRALS,
    OPTIONS,
    OWNER,
    SOLID,
    SQUARE_BITS,
    SQUARES,
    TAKEN,
    TURNS,
    to_move,
)
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled

WAYS = len(EDGES_OF_WAY)
FIRST_SQUARE = WAYS + 2
KINDS = 4  # of an edge, as one player sees it

TILE_NAMES = tuple(sorted({notation.tile_name(int(edges)) for edges in EDGES_OF_WAY}))
TILES = len(TILE_NAMES)
WAY_OF_EDGES = np.zeros(256, np.int64)
WAY_OF_EDGES[EDGES_OF_WAY] = np.arange(WAYS)
TURNS_OF_TILE = np.array([TURNS[notation.parse_edges(name)] for name in TILE_NAMES])

OWNERS = KINDS * 4  # the first plane that tells whose a tile is
HANDS_AT = (OWNERS + 3) * SQUARES
NEUTRALS_AT = HANDS_AT + 2 * TILES
FACTS_AT = NEUTRALS_AT + 2


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The way, or the neutral tile; then the square."""
    edges = move >> SQUARE_BITS
    if depth == 0:
        if TURNS[edges]:
            return WAY_OF_EDGES[edges]
        return WAYS if edges == ALL_PARALLEL else WAYS + 1
    return FIRST_SQUARE + (move & 63) if depth == 1 else NO_CHOICE


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write what a player sees."""
    for square in range(SQUARES):
        if (state[EMPTY] >> square) & 1:
            continue
        owner = (state[square] - TAKEN) // OWNER
        for side in range(4):
            kind = (state[square] >> 2 * side & 3) - 1
            if kind == SOLID - 1 and owner != seat:
                kind += 1
            out[(KINDS * side + kind) * SQUARES + square] = 1
        whose = 2 if owner == NEUTRAL else owner ^ seat
        out[(OWNERS + whose) * SQUARES + square] = 1
    for tile in range(TILES):
        for whose in range(2):
            if state[HANDS + (seat ^ whose)] & TURNS_OF_TILE[tile]:
                out[HANDS_AT + TILES * whose + tile] = 1
    for tile in range(2):
        out[NEUTRALS_AT + tile] = state[NEUTRALS] >> tile & 1
    out[FACTS_AT] = state[OPTIONS] & BORDER != 0
    out[FACTS_AT + 1] = state[OPTIONS] & HIDDEN != 0
    out[FACTS_AT + 2] = state[OPTIONS] & DIAGONAL != 0
    out[FACTS_AT + 3] = to_move(state) == seat


def describe(number: int) -> str:
    """Name a choice: the edges as they lie, or the square."""
    if number >= FIRST_SQUARE:
        return GRID.name(number - FIRST_SQUARE)
    if number >= WAYS:
        return ("PPPP", "TTTT")[number - WAYS]
    return notation.format_edges(int(EDGES_OF_WAY[number]))


ENCODING = Encoding(
    Coding(choice, observe),
    choices=FIRST_SQUARE + SQUARES,
    longest=2,
    plies=SQUARES,
    own=(
        Piece("tiles", (OWNERS + 3, GRID.size, GRID.size)),
        Piece("hands", (2, TILES)),
        Piece("neutrals", (2,)),
        Piece("facts", (4,)),
    ),
    describe=describe,
)
