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
from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.defaults import erase_all, observe_view
from fourfold.kernel.jit import INCOMPLETE, NO_CHOICE, Coding, Features, Flags, Row, Steps, compiled

WAYS = len(kernel.EDGES_OF_WAY)
FIRST_SQUARE = WAYS + 2
KINDS = 4  # of an edge, as one player sees it

TILE_NAMES = tuple(sorted({notation.tile_name(int(edges)) for edges in kernel.EDGES_OF_WAY}))
TILES = len(TILE_NAMES)
WAY_OF_EDGES = np.zeros(256, np.int64)
WAY_OF_EDGES[kernel.EDGES_OF_WAY] = np.arange(WAYS)
TURNS_OF_TILE = np.array([kernel.TURNS[notation.parse_edges(name)] for name in TILE_NAMES])

OWNER_SHIFT = kernel.OWNER.bit_length() - 1
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
    taken = kernel.BOARD & ~state[kernel.EMPTY]
    while taken:
        square = lowest_bit(taken)
        taken &= taken - 1
        owner = state[square] - kernel.TAKEN >> OWNER_SHIFT
        for side in range(4):
            kind = (state[square] >> 2 * side & 3) - 1
            kind += (kind == kernel.SOLID - 1) & (owner != seat)
            out[(KINDS * side + kind) * kernel.SQUARES + square] = 1
        whose = 2 if owner == kernel.NEUTRAL else owner ^ seat
        out[(OWNERS + whose) * kernel.SQUARES + square] = 1
    for whose in range(2):
        hand = state[kernel.HANDS + (seat ^ whose)]
        for tile in range(TILES):
            out[HANDS_AT + TILES * whose + tile] = hand & TURNS_OF_TILE[tile] != 0
    for tile in range(2):
        out[NEUTRALS_AT + tile] = state[kernel.NEUTRALS] >> tile & 1
    out[FACTS_AT] = state[kernel.OPTIONS] & kernel.BORDER != 0
    out[FACTS_AT + 1] = state[kernel.OPTIONS] & kernel.HIDDEN != 0
    out[FACTS_AT + 2] = state[kernel.OPTIONS] & kernel.DIAGONAL != 0
    out[FACTS_AT + 3] = kernel.to_move(state) == seat


@compiled
def mask_set(bits: int, first: int, many: int, out: Flags) -> None:
    """Write a set of ways or squares."""
    for place in range(many):
        out[first + place] = bits >> place & 1


@compiled
def mask(state: Row, work: Row, path: Row, depth: int, out: Flags) -> None:
    """The ways that fit somewhere; then the squares where the chosen way fits."""
    mover = state[kernel.PLY] & 1
    hand, frontier = state[kernel.HANDS + mover], state[kernel.FRONTIER]
    if state[kernel.PLY] < 2:
        if depth:
            edges = kernel.ALL_PARALLEL if path[0] == WAYS else kernel.ALL_TOWARDS
            mask_set(kernel.room_for_neutral(state, edges), FIRST_SQUARE, kernel.SQUARES, out)
        else:
            out[WAYS] = kernel.room_for_neutral(state, kernel.ALL_PARALLEL) != 0
            out[WAYS + 1] = kernel.room_for_neutral(state, kernel.ALL_TOWARDS) != 0
        return
    ways = 0
    while frontier:
        square = lowest_bit(frontier)
        frontier &= frontier - 1
        fitting = kernel.FITS[mover, state[square] & kernel.DEMANDS] & hand
        if depth:
            out[FIRST_SQUARE + square] = fitting >> path[0] & 1
        ways |= fitting
    if depth == 0:
        mask_set(ways, 0, WAYS, out)


@compiled
def complete(state: Row, work: Row, path: Row, depth: int) -> int:
    """The way and the square make the move."""
    if depth < 2:
        return INCOMPLETE
    if path[0] < WAYS:
        edges = kernel.EDGES_OF_WAY[path[0]]
    else:
        edges = kernel.ALL_PARALLEL if path[0] == WAYS else kernel.ALL_TOWARDS
    return path[1] - FIRST_SQUARE | edges << kernel.SQUARE_BITS


def most_moves(start: Row) -> int:
    """One for each square."""
    return kernel.SQUARES


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
    plies=most_moves,
    own=(
        Piece("tiles", (OWNERS + 3, kernel.GRID.size, kernel.GRID.size)),
        Piece("hands", (2, TILES)),
        Piece("neutrals", (2,)),
        Piece("facts", (4,)),
    ),
    describe=describe,
    steps=Steps(mask, complete, erase_all, observe_view),
)
