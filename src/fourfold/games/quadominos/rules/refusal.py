"""Why a move of Quad-Ominos is not legal."""

from fourfold.games.quadominos.rules.hands import highest_tile, is_quad, opening_signs
from fourfold.games.quadominos.rules.layout import (
    BEGINNER,
    DRAW,
    DUE,
    FLIPPED,
    FRONTIER,
    HANDS,
    LYING,
    MATCH_OVER,
    MOVER,
    NOTHING,
    ORIGIN,
    PASS,
    PHASE,
    PLAYING,
    PLUS_2,
    PLUS_25,
    SPOTS,
    WELL_LEFT,
)
from fourfold.games.quadominos.rules.placement import can_place, is_taken, leaves_place, leaves_two, turned_back
from fourfold.games.quadominos.rules.tables import (
    BEGINNER_TILES,
    CODE_BITS,
    CODE_MASK,
    EARNS_BONUS,
    FITS,
    TILES,
    ZEROS,
)
from fourfold.kernel.jit import Row, compiled

# What `refuse` says.
F1_NO_SUCH_TILE = 1
R1_FLIPPED = 2
F2_NOT_IN_HAND = 3
F2_DEAL_DUE = 4
F3_HIGHEST_QUAD = 5
F3_FIRST_CELL = 6
F3_SIGN_NEEDED = 7
R2_ONLY_ZEROS = 8
R2_BOTH = 9
F4_HIGHEST_TILE = 10
F4_NO_BONUS = 11
R4_CELL_TAKEN = 12
R4_NO_SIDE = 13
R4_CORNERS_DIFFER = 14
R5_NO_BONUS = 15
R5_NO_BONUS_ON_DUE = 16
R5_LEAVE_SECOND = 17
F6_SIGN_NEEDED = 18
F6_TWO_IMPOSSIBLE = 19
F6_TILE_DUE = 20
R6_MUST_PLACE = 21
F7_WELL_EMPTY = 22
F7_WELL_NOT_EMPTY = 23
R8_MATCH_OVER = 24


@compiled
def refuse_opening(state: Row, sign: int, way: int, cell: int) -> int:
    """Name the ruling that forbids to start with a tile in hand; 0 if it is legal."""
    tile = way >> 2
    best = highest_tile(state, state[MOVER])
    if tile != best:
        if not is_quad(best):
            return F4_HIGHEST_TILE
        if tile != ZEROS:
            return F3_HIGHEST_QUAD
    if cell != ORIGIN or way & 3:
        return F3_FIRST_CELL
    signs = opening_signs(state, tile)
    if signs >> sign & 1:
        return 0
    if not is_quad(tile):
        return F4_NO_BONUS
    if sign == 0:
        return F3_SIGN_NEEDED
    if tile != ZEROS and sign == PLUS_25 | PLUS_2:
        return R2_ONLY_ZEROS
    return R2_BOTH if tile == ZEROS and signs >> (PLUS_25 | PLUS_2) else F6_TWO_IMPOSSIBLE


@compiled
def find_spot(state: Row, cell: int) -> int:
    """The word of the frontier that holds a cell; -1 if none does."""
    for at in range(FRONTIER, FRONTIER + state[SPOTS]):
        if state[at] >> CODE_BITS == cell:
            return at
    return -1


@compiled
def is_on_table(state: Row, cell: int) -> bool:
    """Tell whether a tile lies in a cell, however far away; the torus alone would see one 128 cells off too."""
    west, east, south, north = 256, 0, 256, 0
    for at in range(FRONTIER, FRONTIER + state[SPOTS]):
        x, y = state[at] >> CODE_BITS & 255, state[at] >> (CODE_BITS + 8)
        west, east, south, north = min(west, x), max(east, x), min(south, y), max(north, y)
    return west < cell & 255 < east and south < cell >> 8 < north and is_taken(state, cell)


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    """Name the ruling that forbids a move; 0 if it is legal."""
    if state[PHASE] != PLAYING:
        return R8_MATCH_OVER if state[PHASE] == MATCH_OVER else F2_DEAL_DUE
    seat = state[MOVER]
    low, high, due = state[HANDS + 2 * seat], state[HANDS + 2 * seat + 1], state[DUE]
    if move in (DRAW, PASS):
        if due:
            return F6_TILE_DUE
        if state[LYING] == 0 or can_place(state, low, high, NOTHING, NOTHING):
            return R6_MUST_PLACE
        if move == PASS:
            return F7_WELL_NOT_EMPTY if state[WELL_LEFT] else 0
        return 0 if state[WELL_LEFT] else F7_WELL_EMPTY
    sign, way, tile, cell = move & 3, move >> 2 & 511, move >> 4 & 127, move >> 11
    if tile == FLIPPED:
        return R1_FLIPPED
    if tile >= TILES or (state[BEGINNER] and tile >= BEGINNER_TILES):
        return F1_NO_SUCH_TILE
    if not state[HANDS + 2 * seat + (tile >> 6)] >> (tile & 63) & 1:
        return F2_NOT_IN_HAND
    if state[LYING] == 0:
        return refuse_opening(state, sign, way, cell)
    at = find_spot(state, cell)
    if at < 0:
        return R4_CELL_TAKEN if is_on_table(state, cell) else R4_NO_SIDE
    code = state[at] & CODE_MASK
    if not FITS[turned_back(code, way & 3), tile >> 6] >> (tile & 63) & 1:
        return R4_CORNERS_DIFFER
    if due:
        if sign:
            return R5_NO_BONUS_ON_DUE
        return 0 if due == 1 or leaves_place(state, low, high, NOTHING, cell, way) else R5_LEAVE_SECOND
    if not EARNS_BONUS[code]:
        return R5_NO_BONUS if sign else 0
    if sign == 0:
        return F6_SIGN_NEEDED
    if sign == PLUS_25 | PLUS_2:
        return R2_ONLY_ZEROS
    return 0 if sign == PLUS_25 or leaves_two(state, low, high, cell, way) else F6_TWO_IMPOSSIBLE
