"""Action and observation encoding of Quads: a move is the way a tile lies, then the square.

Choices: the 64 ways of the kernel, `PPPP`, `TTTT`, then the 36 squares from a1. An observation distinguishes the own
and the other player; squares are ranks from the south, each from the west.

    tiles     (19, 6, 6)  the edges of the tiles: for north, east, south, west whether it is parallel, towards, own
                          solid, other's solid; then whether the tile is own, the other's, neutral
    hands     (2, 17)     the tiles in the own hand, in the other's hand if it can be seen, in the order of TILE_NAMES
    neutrals  (2,)        whether PPPP, TTTT is still to be laid
    facts     (4,)        border, hidden, diagonal; whether the observer is to move
"""

import numpy as np

from fourfold.core.encoding import Encoding, Piece
from fourfold.games.quads import kernel, notation
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled

WAYS = len(kernel.EDGES_OF_WAY)
FIRST_SQUARE = WAYS + 2
KINDS = 4  # of an edge, as one player sees it

TILE_NAMES = tuple(sorted({notation.tile_name(int(edges)) for edges in kernel.EDGES_OF_WAY}))
TILES = len(TILE_NAMES)
WAY_OF_EDGES = np.zeros(256, np.int64)
WAY_OF_EDGES[kernel.EDGES_OF_WAY] = np.arange(WAYS)
TURNS_OF_TILE = np.array([kernel.TURNS[notation.parse_edges(name)] for name in TILE_NAMES])

OWNERS = KINDS * 4  # the first plane that tells whose a tile is
HANDS_AT = (OWNERS + 3) * kernel.SQUARES
NEUTRALS_AT = HANDS_AT + 2 * TILES
FACTS_AT = NEUTRALS_AT + 2


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The way, or the neutral tile; then the square."""
    edges = move >> kernel.SQUARE_BITS
    if depth == 0:
        if kernel.TURNS[edges]:
            return WAY_OF_EDGES[edges]
        return WAYS if edges == kernel.ALL_PARALLEL else WAYS + 1
    return FIRST_SQUARE + (move & 63) if depth == 1 else NO_CHOICE


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a player."""
    for square in range(kernel.SQUARES):
        if (state[kernel.EMPTY] >> square) & 1:
            continue
        owner = (state[square] - kernel.TAKEN) // kernel.OWNER
        for side in range(4):
            kind = (state[square] >> 2 * side & 3) - 1
            if kind == kernel.SOLID - 1 and owner != seat:
                kind += 1
            out[(KINDS * side + kind) * kernel.SQUARES + square] = 1
        whose = 2 if owner == kernel.NEUTRAL else owner ^ seat
        out[(OWNERS + whose) * kernel.SQUARES + square] = 1
    for tile in range(TILES):
        for whose in range(2):
            if state[kernel.HANDS + (seat ^ whose)] & TURNS_OF_TILE[tile]:
                out[HANDS_AT + TILES * whose + tile] = 1
    for tile in range(2):
        out[NEUTRALS_AT + tile] = state[kernel.NEUTRALS] >> tile & 1
    out[FACTS_AT] = state[kernel.OPTIONS] & kernel.BORDER != 0
    out[FACTS_AT + 1] = state[kernel.OPTIONS] & kernel.HIDDEN != 0
    out[FACTS_AT + 2] = state[kernel.OPTIONS] & kernel.DIAGONAL != 0
    out[FACTS_AT + 3] = kernel.to_move(state) == seat


def describe(number: int) -> str:
    """Name a choice: the edges as they lie, or the square."""
    if number >= FIRST_SQUARE:
        return kernel.GRID.name(number - FIRST_SQUARE)
    if number >= WAYS:
        return ("PPPP", "TTTT")[number - WAYS]
    return notation.format_edges(int(kernel.EDGES_OF_WAY[number]))


ENCODING = Encoding(
    Coding(choice, observe),
    choices=FIRST_SQUARE + kernel.SQUARES,
    longest=2,
    plies=kernel.SQUARES,
    own=(
        Piece("tiles", (OWNERS + 3, kernel.GRID.size, kernel.GRID.size)),
        Piece("hands", (2, TILES)),
        Piece("neutrals", (2,)),
        Piece("facts", (4,)),
    ),
    describe=describe,
)
