"""The rules of Quads, as kernels: move generation, legality, status, hash key. They are written nowhere else.

An edge is PARALLEL, TOWARDS or SOLID (Quads F2); on the board a solid edge is light or dark. Sides count north,
east, south, west. The edges of a tile as it lies are four kinds, two bits a side with north lowest. The 64 ways in
which the tiles of one player can lie (17 tiles, turned; Quads F3) are numbered, so a set of ways is one word.

State, one row of 43 words:

    0 to 35     the squares a1, b1 … f6. Empty: the demands of its sides, a number in base 5 with north in the lowest
                digit, OPEN where nothing is demanded. Taken: TAKEN + OWNER x (light 0, dark 1, neutral 2) + the edges
    EMPTY       the set of empty squares, bit 0 for a1
    FRONTIER    the set of empty squares that border a tile
    HANDS       two words, light and dark: the ways that the tiles in hand can lie; all turns of a tile go together.
                A hidden hand is empty (Quads F7)
    NEUTRALS    the neutral tiles still to be laid: bit 0 PPPP, bit 1 TTTT
    PLY         how many tiles lie on the board; light is to move when it is even
    OPTIONS     the bits BORDER, HIDDEN, DIAGONAL

Move: the square in the low six bits, then the edges as they lie.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from fourfold.core.grids import SquareGrid
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.defaults import no_deal, no_deck
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import RUNNING, Row, Rules, compiled, popcount, trailing_zeros

GRID = SquareGrid(6)
SQUARES = GRID.cells
EMPTY, FRONTIER, HANDS, NEUTRALS, PLY, OPTIONS, WORDS = 36, 37, 38, 40, 41, 42, 43
WORK_WORDS = SQUARES  # running totals of moves, one for each square of the frontier

BORDER, HIDDEN, DIAGONAL = 1, 2, 4

OPEN, PARALLEL, TOWARDS, SOLID, DARK_SOLID = 0, 1, 2, 3, 4
LIGHT, DARK, NEUTRAL = 0, 1, 2
TAKEN, OWNER = 1024, 256
DEMANDS = TAKEN - 1  # the bits of demands: with this mask the compiler knows that no index is negative
SQUARE_BITS = 6
ALL_PARALLEL, ALL_TOWARDS = 0b01_01_01_01, 0b10_10_10_10
FULL_HAND = -1  # all 64 ways
BOARD = (1 << SQUARES) - 1

# The rulings: what `refuse` answers.
F3_NO_SUCH_TILE, F4_NEUTRAL_DUE, F4_NEUTRALS_TOUCH = range(1, 4)
F5_SQUARE_TAKEN, F5_NEUTRALS_LIE, F5_TILE_GONE, F5_NO_CONTACT, F5_EDGES_DIFFER = range(4, 9)
F8_RIM_DIFFERS, R1_NEUTRALS_TOUCH_DIAGONALLY, R2_NEUTRAL_GONE, R2_NEUTRAL_RIM_DIFFERS = range(9, 13)
F4_NEUTRAL_SQUARE_TAKEN = 13

OUTSIDE = SQUARES  # the neighbour beyond the rim: a bit that EMPTY never has, so nothing is demanded there

Words = NDArray[np.int64]


def _around(diagonally: bool) -> Words:
    """The set of squares next to a square."""
    table = np.zeros(SQUARES, np.int64)
    for square, other in product(range(SQUARES), repeat=2):
        rows, columns = abs(square // GRID.size - other // GRID.size), abs(square % GRID.size - other % GRID.size)
        if rows + columns == 1 or (diagonally and rows == columns == 1):
            table[square] |= 1 << other
    return table


def _kinds_of_ways() -> Words:
    """The kinds on the four sides of each way: at least one solid, at least one other (Quads F3)."""
    kinds = product((PARALLEL, TOWARDS, SOLID), repeat=4)
    return np.array([way for way in kinds if 0 < way.count(SOLID) < 4])


def _turns(edges_of_way: Words) -> Words:
    """For the edges of a tile, the ways of all its orientations; none if no player has such a tile."""
    table = np.zeros(256, np.int64)
    for edges in edges_of_way:
        for quarter in (0, 2, 4, 6):
            table[edges] |= _set_of_ways(edges_of_way == (edges << quarter | edges >> 8 - quarter) & 255)
    return table


def _ways_of_edges(edges_of_way: Words) -> Words:
    """For the edges of a tile as it lies, the set of that one way; empty if no player has such a tile."""
    table = np.zeros(256, np.int64)
    for edges in edges_of_way:
        table[edges] = _set_of_ways(edges_of_way == edges)
    return table


def _fits(kinds_of_way: Words) -> Words:
    """For a player and the demands of a square, the ways that meet them all (Quads F5)."""
    players = []
    for player in (LIGHT, DARK):
        shown = np.where(kinds_of_way == SOLID, SOLID + player, kinds_of_way)
        north, east, south, west = (
            np.array([_set_of_ways((shown[:, side] == demand) | (demand == OPEN)) for demand in range(5)])
            for side in range(4)
        )
        players.append(north & east[:, None] & south[:, None, None] & west[:, None, None, None])
    return np.array(players).reshape(2, 5**4)


def _set_of_ways(chosen: NDArray[np.bool_]) -> np.int64:
    return np.int64(np.packbits(chosen, bitorder="little").view("<i8")[0])


POWERS = 5 ** np.arange(4)
DEMAND_OF_SIDE: Words = np.arange(TAKEN)[:, None] // POWERS % 5  # for the demands of a square
NEIGHBOUR = np.where(GRID.neighbours < 0, OUTSIDE, GRID.neighbours)  # sides as in SquareGrid; side ^ 2 is opposite
BESIDE = _around(diagonally=False)
AROUND = _around(diagonally=True)
RIM_DEMANDS: Words = (NEIGHBOUR == OUTSIDE) @ (PARALLEL * POWERS)  # where the rim is PARALLEL all round (Quads R4)
INNER = int(sum(1 << square for square in range(SQUARES) if not RIM_DEMANDS[square]))
KINDS_OF_WAY = _kinds_of_ways()
EDGES_OF_WAY = KINDS_OF_WAY @ (1, 4, 16, 64)
TURNS = _turns(EDGES_OF_WAY)
WAY_OF_EDGES = _ways_of_edges(EDGES_OF_WAY)
FITS = _fits(KINDS_OF_WAY)
MIXERS = np.random.default_rng(1).integers(-(2**63), 2**63, WORDS, np.int64) | 1


@compiled
def shown(edges: int, side: int, owner: int) -> int:
    """The kind that a tile shows on a side."""
    kind = (edges >> 2 * side) & 3
    return kind + owner if kind == SOLID else kind


@compiled
def lay(state: Row, square: int, edges: int, owner: int) -> None:
    """Place a tile on an empty square, without checks; the caller updates PLY and NEUTRALS."""
    empty = state[EMPTY] & ~bit(square)
    for side in range(4):
        neighbour = NEIGHBOUR[square, side]
        state[neighbour] += ((empty >> neighbour) & 1) * shown(edges, side, owner) * POWERS[side ^ 2]
    state[square] = TAKEN + OWNER * owner + edges
    state[EMPTY] = empty
    state[FRONTIER] = (state[FRONTIER] | BESIDE[square]) & empty
    state[HANDS + (owner & 1)] &= ~TURNS[edges & 255]  # no turns of a neutral tile


@compiled
def room_for_neutral(state: Row, edges: int) -> int:
    """The set of squares where the player to move may put this neutral tile (Quads F4, R1, R2)."""
    left = 1 if edges == ALL_PARALLEL else 2
    if not state[NEUTRALS] & left:
        return 0
    room: int = state[EMPTY] & ~state[FRONTIER]
    if state[OPTIONS] & DIAGONAL and state[PLY] == 1:
        room &= ~AROUND[trailing_zeros(BOARD & ~state[EMPTY])]
    if state[OPTIONS] & BORDER and edges == ALL_TOWARDS:
        room &= INNER
    return room


@compiled
def count(state: Row, work: Row) -> int:
    """Count the moves; `work` keeps the running total of moves up to each square of the frontier."""
    ply = state[PLY]
    if ply < 2:
        work[0] = popcount(room_for_neutral(state, ALL_PARALLEL))
        total: int = work[0] + popcount(room_for_neutral(state, ALL_TOWARDS))
        return total
    mover = ply & 1
    hand = state[HANDS + mover]
    frontier = state[FRONTIER]
    total = 0
    index = 0
    while frontier:
        square = trailing_zeros(frontier)
        frontier &= frontier - 1
        total += popcount(FITS[mover, state[square] & DEMANDS] & hand)
        work[index] = total
        index += 1
    return total


@compiled
def nth(state: Row, index: int, work: Row) -> int:
    """Neutral tiles: all squares for PPPP, then all for TTTT. Own tiles: square by square, way by way."""
    ply = state[PLY]
    if ply < 2:
        if index < work[0]:
            return nth_bit(room_for_neutral(state, ALL_PARALLEL), index) | ALL_PARALLEL << SQUARE_BITS
        return nth_bit(room_for_neutral(state, ALL_TOWARDS), index - work[0]) | ALL_TOWARDS << SQUARE_BITS
    mover = ply & 1
    frontier = state[FRONTIER]
    place = 0
    before = 0
    while work[place] <= index:
        before = work[place]
        frontier &= frontier - 1
        place += 1
    square = trailing_zeros(frontier)
    ways = FITS[mover, state[square] & DEMANDS] & state[HANDS + mover]
    edges: int = EDGES_OF_WAY[nth_bit(ways, index - before)]
    return square | edges << SQUARE_BITS


@compiled
def play(state: Row, move: int) -> None:
    """Place the tile of the player to move."""
    square, edges = move & 63, move >> SQUARE_BITS
    ply = state[PLY]
    owner = ply & 1
    if ply < 2:
        owner = NEUTRAL
        state[NEUTRALS] &= 2 if edges == ALL_PARALLEL else 1
    lay(state, square, edges, owner)
    state[PLY] = ply + 1


@compiled
def to_move(state: Row) -> int:
    """Light is seat 0, dark is seat 1."""
    seat: int = state[PLY] & 1
    return seat


@compiled
def status(state: Row) -> int:
    """Who cannot place a tile loses (Quads F6). A neutral tile can always be placed."""
    ply = state[PLY]
    if ply < 2:
        return RUNNING
    mover: int = ply & 1
    hand = state[HANDS + mover]
    frontier = state[FRONTIER]
    while frontier:
        if FITS[mover, state[trailing_zeros(frontier)] & DEMANDS] & hand:
            return RUNNING
        frontier &= frontier - 1
    # On a board that is not full the mover has tiles: an empty hand is hidden, and only a running game hides.
    if hand == 0 and ply < SQUARES:
        return RUNNING
    return 2 - mover


@compiled
def scores(state: Row, out: Row) -> None:
    """1 for the winner, 0 for the loser."""
    winner = status(state)
    out[0] = winner == 1
    out[1] = winner == 2


@compiled
def key(state: Row) -> int:
    """Hash the position: of the tiles on the board only their free edges, which the frontier demands, matter."""
    mixed = state[EMPTY] * MIXERS[EMPTY]
    frontier = state[FRONTIER]
    while frontier:
        square = trailing_zeros(frontier)
        frontier &= frontier - 1
        mixed += state[square] * MIXERS[square]
    for word in range(HANDS, WORDS):
        mixed += scramble(state[word] ^ MIXERS[word])
    return scramble(mixed)


@compiled
def refuse_neutral(state: Row, square: int, edges: int) -> int:
    """Give the ruling that forbids this neutral tile, or 0."""
    if (room_for_neutral(state, edges) >> square) & 1:
        return 0
    if not (state[EMPTY] >> square) & 1:
        return F4_NEUTRAL_SQUARE_TAKEN
    if not state[NEUTRALS] & (1 if edges == ALL_PARALLEL else 2):
        return R2_NEUTRAL_GONE
    if (state[FRONTIER] >> square) & 1:
        return F4_NEUTRALS_TOUCH
    if state[OPTIONS] & BORDER and edges == ALL_TOWARDS and not (INNER >> square) & 1:
        return R2_NEUTRAL_RIM_DIFFERS
    return R1_NEUTRALS_TOUCH_DIAGONALLY


@compiled
def differing_side(state: Row, square: int, edges: int, owner: int) -> int:
    """Find the first side of an empty square whose demand the edges do not meet, tiles before the rim; or -1."""
    at_rim = -1
    for side in range(4):
        demand = DEMAND_OF_SIDE[state[square] & DEMANDS, side]
        if demand != OPEN and demand != shown(edges, side, owner):
            if NEIGHBOUR[square, side] != OUTSIDE:
                return side
            at_rim = side
    return at_rim


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    """Give the ruling that forbids the move, or 0."""
    square, edges = move & 63, move >> SQUARE_BITS
    if state[PLY] >= 2 and (state[FRONTIER] >> square) & 1:  # the common case first
        mover = state[PLY] & 1
        if FITS[mover, state[square] & DEMANDS] & state[HANDS + mover] & WAY_OF_EDGES[edges]:
            return 0
    is_neutral = edges in (ALL_PARALLEL, ALL_TOWARDS)
    if not is_neutral and TURNS[edges] == 0:
        return F3_NO_SUCH_TILE
    if state[PLY] < 2:
        return refuse_neutral(state, square, edges) if is_neutral else F4_NEUTRAL_DUE
    if is_neutral:
        return F5_NEUTRALS_LIE
    if not (state[EMPTY] >> square) & 1:
        return F5_SQUARE_TAKEN
    mover = state[PLY] & 1
    if not state[HANDS + mover] & TURNS[edges]:
        return F5_TILE_GONE
    if not (state[FRONTIER] >> square) & 1:
        return F5_NO_CONTACT
    side = differing_side(state, square, edges, mover)
    if side < 0:
        return 0
    return F8_RIM_DIFFERS if NEIGHBOUR[square, side] == OUTSIDE else F5_EDGES_DIFFER


@compiled
def hide(state: Row, seat: int) -> None:
    """With hidden hands each seat sees only its own, a spectator none, until the game is over (Quads F7)."""
    if state[OPTIONS] & HIDDEN and status(state) == RUNNING:
        for player in range(2):
            if player != seat:
                state[HANDS + player] = 0


@compiled
def fill(state: Row, seat: int, seed: int) -> None:
    """Restore the hands exactly: they are the tiles that do not lie on the board (Quads F7)."""
    for player in range(2):
        state[HANDS + player] = FULL_HAND
    for square in range(SQUARES):
        owner = (state[square] - TAKEN) // OWNER
        if state[square] >= TAKEN and owner != NEUTRAL:
            state[HANDS + owner] &= ~TURNS[state[square] & 255]


RULES = Rules(count, nth, play, to_move, status, scores, key, refuse, hide, fill, no_deck, no_deal)
