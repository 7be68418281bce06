"""Legality in Quad-Ominos: the ruling that forbids a move."""

from fourfold.games.quadominos.rules import layout, tables
from fourfold.games.quadominos.rules.hands import highest_tile, is_quad, opening_signs
from fourfold.games.quadominos.rules.layout import OPEN_WORDS
from fourfold.games.quadominos.rules.placement import can_place, fitting, is_taken, leaves_place, leaves_two, list_open
from fourfold.games.quadominos.rules.tile_sets import has
from fourfold.kernel.bitboard import load
from fourfold.kernel.jit import Row, compiled, local_row

# The rulings: what `refuse` answers.
F1_NO_SUCH_TILE, R1_FLIPPED, F2_NOT_IN_HAND, F2_DEAL_DUE = range(1, 5)
F3_HIGHEST_QUAD, F3_FIRST_CELL, F3_OPENING_SIGN_NEEDED, R2_ONLY_ZEROS, R2_BOTH = range(5, 10)
F4_HIGHEST_TILE, F4_NO_OPENING_BONUS, R4_CELL_TAKEN, R4_NO_SIDE, R4_CORNERS_DIFFER = range(10, 15)
R5_NO_BONUS, R5_NO_BONUS_ON_DUE, R5_LEAVE_SECOND = range(15, 18)
F6_SIGN_NEEDED, F6_TWO_IMPOSSIBLE, F6_TILE_DUE, R6_MUST_PLACE = range(18, 22)
F7_WELL_EMPTY, F7_WELL_NOT_EMPTY, R8_MATCH_OVER = range(22, 25)
F3_START_WITH_QUAD, F4_START_WITH_TILE = 25, 26


@compiled
def refuse_opening(state: Row, move: int) -> int:
    """Name the ruling that forbids to start with a tile in hand; 0 if it is legal."""
    sign, turn, tile, cell = move & 3, move >> 2 & 3, move >> 4 & 127, move >> 11
    best = highest_tile(state, state[layout.MOVER])
    if tile != best:
        if not is_quad(best):
            return F4_HIGHEST_TILE
        if tile != tables.ZEROS:
            return F3_HIGHEST_QUAD
    if cell != layout.ORIGIN or turn:
        return F3_FIRST_CELL
    signs = opening_signs(state, tile)
    if signs >> sign & 1:
        return 0
    if not is_quad(tile):
        return F4_NO_OPENING_BONUS
    if sign == 0:
        return F3_OPENING_SIGN_NEEDED
    if tile != tables.ZEROS and sign == layout.PLUS_25 | layout.PLUS_2:
        return R2_ONLY_ZEROS
    return R2_BOTH if tile == tables.ZEROS and signs >> (layout.PLUS_25 | layout.PLUS_2) else F6_TWO_IMPOSSIBLE


@compiled
def find_spot(state: Row, cell: int) -> int:
    """The word of the frontier that holds a cell, or -1."""
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        if state[at] >> tables.CODE_BITS == cell:
            return at
    return -1


@compiled
def is_on_table(state: Row, cell: int) -> bool:
    """Tell whether a tile lies in a cell; unlike on the torus, not one 128 cells away."""
    west, east, south, north = 256, 0, 256, 0
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        x, y = state[at] >> tables.CODE_BITS & 255, state[at] >> (tables.CODE_BITS + 8)
        west, east, south, north = min(west, x), max(east, x), min(south, y), max(north, y)
    return west < cell & 255 < east and south < cell >> 8 < north and is_taken(state, cell)


@compiled
def refuse_without_tile(state: Row, move: int) -> int:
    """Name the ruling that forbids to draw or to pass; 0 if it is legal."""
    if state[layout.DUE]:
        return F6_TILE_DUE
    if state[layout.LYING] == 0:
        return F3_START_WITH_QUAD if is_quad(highest_tile(state, state[layout.MOVER])) else F4_START_WITH_TILE
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    if can_place(state, hand):
        return R6_MUST_PLACE
    if move == layout.PASS:
        return F7_WELL_NOT_EMPTY if state[layout.WELL_LEFT] else 0
    return 0 if state[layout.WELL_LEFT] else F7_WELL_EMPTY


@compiled
def refuse_sign(state: Row, code: int, move: int) -> int:
    """Name the ruling that forbids the sign of a move with a tile that fits a code; 0 if it is legal."""
    sign, way, cell, due = move & 3, move >> 2 & 511, move >> 11, state[layout.DUE]
    hand, spots = load(state, layout.HANDS + 2 * state[layout.MOVER]), local_row(OPEN_WORDS)
    list_open(state, hand, spots)
    if due:
        if sign:
            return R5_NO_BONUS_ON_DUE
        return 0 if due == 1 or leaves_place(state, hand, spots, layout.NOTHING, cell, way) else R5_LEAVE_SECOND
    if not tables.EARNS_BONUS[code]:
        return R5_NO_BONUS if sign else 0
    if sign == 0:
        return F6_SIGN_NEEDED
    if sign == layout.PLUS_25 | layout.PLUS_2:
        return R2_ONLY_ZEROS
    return 0 if sign == layout.PLUS_25 or leaves_two(state, hand, spots, cell, way) else F6_TWO_IMPOSSIBLE


@compiled
def refuse(state: Row, move: int, work: Row) -> int:
    """Name the ruling that forbids a move; 0 if it is legal."""
    if state[layout.PHASE] != layout.PLAYING:
        return R8_MATCH_OVER if state[layout.PHASE] == layout.MATCH_OVER else F2_DEAL_DUE
    if move in (layout.DRAW, layout.PASS):
        return refuse_without_tile(state, move)
    tile, turn, cell = move >> 4 & 127, move >> 2 & 3, move >> 11
    if tile == layout.FLIPPED:
        return R1_FLIPPED
    if tile >= tables.TILES or (state[layout.BEGINNER] and tile >= tables.BEGINNER_TILES):
        return F1_NO_SUCH_TILE
    if not has(load(state, layout.HANDS + 2 * state[layout.MOVER]), tile):
        return F2_NOT_IN_HAND
    if state[layout.LYING] == 0:
        return refuse_opening(state, move)
    at = find_spot(state, cell)
    if at < 0:
        return R4_CELL_TAKEN if is_on_table(state, cell) else R4_NO_SIDE
    code = state[at] & tables.CODE_MASK
    return refuse_sign(state, code, move) if has(fitting(code, turn), tile) else R4_CORNERS_DIFFER
