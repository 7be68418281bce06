"""Action and observation encoding of Quad-Ominos: a move is the turned tile, its column, its row, and any bonus.

Choices: tile * 4 + turn; then the columns from -124 to 124 and the rows from -124 to 124, east and north of the
round's first tile (more than 125 tiles never span); then `+25`, `+2`, `+25+2`; then `draw` and `pass`. An observation
lists the seats in turn order, the observer's first.

    table   (125, 6)   for each tile on the table: its column and its row, in 124ths, and which of the four turns
    hands   (8, 125)   the tiles that are known to lie in each hand: the own, what was shown, all when hands are open
    lacks   (8, 125)   the tiles that all know each seat does not hold
    held    (8,)       how many tiles each hand holds, in 125ths
    scores  (8,)       in hundreds
    mover   (8,)       which seat is to move
    facts   (10,)      the well's tiles, in 125ths; whether one, two tiles are due from a bonus; passes in a row, in
                       eighths; whether the mover has just drawn; beginners' set; the target, in hundreds, the rounds
                       to play and those dealt, in hundredths; the seats, in eighths
"""

import numpy as np

from fourfold.core.encoding import Encoding, Piece
from fourfold.games.quadominos.notation import SIGN_TEXTS
from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.hands import is_quad, opening_signs
from fourfold.games.quadominos.rules.layout import OPEN_WORDS
from fourfold.games.quadominos.rules.placement import code_at, fitting, leaves_place, leaves_two, list_open, turned
from fourfold.games.quadominos.rules.tables import (
    BEGINNER_TILES,
    CODE_BITS,
    CODE_MASK,
    EARNS_BONUS,
    FACE,
    HAND_SIZE,
    NAMES,
    QUADS,
    TILES,
)
from fourfold.kernel.bitboard import Bitboard, difference, intersection, load
from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.jit import INCOMPLETE, NO_CHOICE, Coding, Features, Flags, Row, Steps, compiled, local_row

FARTHEST = TILES - 1
LINES = 2 * FARTHEST + 1  # columns, or rows
COLUMN_AT = 4 * TILES
ROW_AT = COLUMN_AT + LINES
SIGN_AT = ROW_AT + LINES
SIGNS = 3
DRAW_CHOICE = SIGN_AT + SIGNS
PASS_CHOICE = DRAW_CHOICE + 1

HANDS_AT = 6 * TILES
LACKS_AT = HANDS_AT + layout.MOST_SEATS * TILES
HELD_AT = LACKS_AT + layout.MOST_SEATS * TILES
SCORES_AT = HELD_AT + layout.MOST_SEATS
MOVER_AT = SCORES_AT + layout.MOST_SEATS
FACTS_AT = MOVER_AT + layout.MOST_SEATS
HUNDRED = 100
HIGHEST = 100_000.0  # hundreds of points: more than a thousand rounds can bring or cost
TORUS = 128
FIRST_BITS = 0o1111  # the lowest bit of each corner of a code


WAY_OF_CODE = np.zeros(1 << CODE_BITS, np.int16)  # tile * 4 + turn, for the code of a tile as it lies
for _way in reversed(range(4 * TILES)):  # of a quad, turn 0
    WAY_OF_CODE[turned(int(FACE[_way >> 2]), _way & 3)] = _way


@compiled
def choice(state: Row, move: int, depth: int) -> int:
    """The tile and its turn, the column, the row, the sign; or `draw` or `pass`."""
    if move in (layout.DRAW, layout.PASS):
        if depth:
            return NO_CHOICE
        return DRAW_CHOICE if move == layout.DRAW else PASS_CHOICE
    if depth == 0:
        return move >> 2 & 511
    if depth == 1:
        return COLUMN_AT + FARTHEST + (move >> 11 & 255) - 128
    if depth == 2:
        return ROW_AT + FARTHEST + (move >> 19) - 128
    return SIGN_AT + (move & 3) - 1 if depth == 3 and move & 3 else NO_CHOICE


@compiled
def observe_laid(cell: int, way: int, out: Features) -> None:
    """Write a tile on the table."""
    tile = 6 * (way >> 2)
    out[tile] = ((cell & 255) - 128) / FARTHEST
    out[tile + 1] = ((cell >> 8) - 128) / FARTHEST
    out[tile + 2 + (way & 3)] = 1


@compiled
def observe_table(state: Row, out: Features) -> None:
    """Write the place of each tile: the frontier gives the corner of the table, the torus the places from there."""
    west, south = 256, 256
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        west = min(west, state[at] >> CODE_BITS & 255)
        south = min(south, state[at] >> (CODE_BITS + 8))
    for place in range(TORUS * TORUS // 64):
        taken = state[layout.TAKEN + place]
        while taken:
            spot = 64 * place + lowest_bit(taken)
            taken &= taken - 1
            x = west + (spot % TORUS - west) % TORUS
            y = south + (spot // TORUS - south) % TORUS
            cell = y << 8 | x
            observe_laid(cell, WAY_OF_CODE[code_at(state, cell)], out)


@compiled
def observe_tiles(state: Row, word: int, out: Features, at: int) -> None:
    """Write a set of tiles."""
    for half in range(2):
        left = state[word + half]
        while left:
            out[at + 64 * half + lowest_bit(left)] = 1
            left &= left - 1


@compiled
def observe_rest(state: Row, seat: int, is_open: bool, out: Features) -> None:
    """Write all but the table; of the hands the own, or all where they are open."""
    seats = state[layout.SEATS]
    for near in range(seats):
        other = seat + near
        if other >= seats:
            other -= seats
        if near == 0 or is_open:
            observe_tiles(state, layout.HANDS + 2 * other, out, HANDS_AT + near * TILES)
        observe_tiles(state, layout.RULED_OUT + 2 * other, out, LACKS_AT + near * TILES)
        out[HELD_AT + near] = state[layout.HELD + other] / TILES
        out[SCORES_AT + near] = state[layout.SCORES + other] / HUNDRED
        if state[layout.SHOWN] and state[layout.SHOWN_BY] == other:
            out[HANDS_AT + near * TILES + state[layout.SHOWN] - 1] = 1
    if state[layout.PHASE] == layout.PLAYING:
        out[MOVER_AT + (state[layout.MOVER] - seat + seats) % seats] = 1
    out[FACTS_AT] = state[layout.WELL_LEFT] / TILES
    out[FACTS_AT + 1] = state[layout.DUE] == 1
    out[FACTS_AT + 2] = state[layout.DUE] == 2
    out[FACTS_AT + 3] = state[layout.PASSES] / layout.MOST_SEATS
    out[FACTS_AT + 4] = state[layout.FRESH]
    out[FACTS_AT + 5] = state[layout.BEGINNER]
    out[FACTS_AT + 6] = state[layout.TARGET] / HUNDRED
    out[FACTS_AT + 7] = state[layout.ROUNDS] / HUNDRED
    out[FACTS_AT + 8] = state[layout.ROUND] / HUNDRED
    out[FACTS_AT + 9] = seats / layout.MOST_SEATS


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat; in its view the hidden hands are empty."""
    observe_table(state, out)
    observe_rest(state, seat, True, out)


@compiled
def erase(state: Row, move: int, seat: int, out: Features) -> None:
    """Erase the hands and the seat to move, and add the laid tile to the table; the rest is always written."""
    if state[layout.LYING] == 0:
        out[:HANDS_AT] = 0
    if move != layout.DRAW and move != layout.PASS:
        observe_laid(move >> 11, move >> 2 & 511, out)
    out[HANDS_AT : HANDS_AT + TILES] = 0
    for near in range(1, state[layout.SEATS] * (state[layout.SHOWN] != 0)):
        out[HANDS_AT + near * TILES + state[layout.SHOWN] - 1] = 0
    out[LACKS_AT : LACKS_AT + state[layout.SEATS] * TILES] = 0
    out[MOVER_AT:FACTS_AT] = 0


@compiled
def rewrite(state: Row, seat: int, out: Features) -> None:
    """Write all but the table, to which `erase` has added the laid tiles, and which a new round clears."""
    if state[layout.LYING] == 0:
        out[:HANDS_AT] = 0
    observe_rest(state, seat, state[layout.PHASE] != layout.PLAYING, out)


@compiled
def mask_ways(tiles: Bitboard, turn: int, out: Flags) -> None:
    """Write a set of tiles in one turn."""
    for half in range(2):
        left = tiles[half]
        while left:
            out[4 * (64 * half + lowest_bit(left)) + turn] = 1
            left &= left - 1


@compiled
def mask_first(state: Row, work: Row, out: Flags) -> None:
    """Write the turned tiles that fit somewhere; work has the open spots that `count` listed."""
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    for place in range(work[layout.WORK_OPEN]):
        code = work[layout.WORK_OPEN + 1 + place] & CODE_MASK
        mask_ways(intersection(fitting(code, 0), hand), 0, out)
        for turn in range(1, 4):
            mask_ways(intersection(fitting(code, turn), difference(hand, QUADS)), turn, out)


@compiled
def fits(code: int, face: int) -> bool:
    """Tell whether a tile with this code fits where a code is demanded."""
    corners = (code | code >> 1 | code >> 2) & FIRST_BITS
    return (code ^ face) & 7 * corners == 0


@compiled
def leaves_second(state: Row, spots: Row, way: int, spot: int) -> bool:
    """Tell whether a turned tile that fits a spot may be laid there: where two are due it must leave a second one."""
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    return state[layout.DUE] != 2 or leaves_place(state, hand, spots, layout.NOTHING, spot >> CODE_BITS, way)


@compiled
def mask_cells(state: Row, path: Row, depth: int, out: Flags) -> None:
    """Write the columns of the cells where the chosen tile may be laid, or the rows of those in the chosen column."""
    face = turned(FACE[path[0] >> 2], path[0] & 3)
    column, spots = path[1], local_row(OPEN_WORDS)
    list_open(state, load(state, layout.HANDS + 2 * state[layout.MOVER]), spots)
    for place in range(spots[0]):
        spot = spots[1 + place]
        if fits(spot & CODE_MASK, face):
            move = spot >> CODE_BITS << 11
            if (depth == 1 or choice(state, move, 1) == column) and leaves_second(state, spots, path[0], spot):
                out[choice(state, move, depth)] = 1


@compiled
def mask_due(state: Row, work: Row, out: Flags) -> None:
    """Write the turned tiles that may be laid where two are due: each must leave a second one possible."""
    spots = work[layout.WORK_OPEN :]
    for place in range(spots[0]):
        spot = spots[1 + place]
        hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
        for turn in range(4):
            for half in range(2):
                left = intersection(fitting(spot & CODE_MASK, turn), hand)[half]
                while left:
                    way = 4 * (64 * half + lowest_bit(left)) + turn
                    left &= left - 1
                    if not out[way] and leaves_second(state, spots, way, spot):
                        out[way] = 1
            hand = difference(hand, QUADS)


@compiled
def mask_signs(state: Row, way: int, cell: int, out: Flags) -> None:
    """Write the signs of a tile that earns a bonus (Quad-Ominos R2, R5)."""
    signs, spots = 1 << layout.PLUS_25, local_row(OPEN_WORDS)
    hand = load(state, layout.HANDS + 2 * state[layout.MOVER])
    list_open(state, hand, spots)
    if state[layout.LYING] == 0:
        signs = opening_signs(state, way >> 2)
    elif leaves_two(state, hand, spots, cell, way):
        signs |= 1 << layout.PLUS_2
    for sign in range(1, 4):
        out[SIGN_AT + sign - 1] = signs >> sign & 1


@compiled
def cell_at(path: Row) -> int:
    """The cell of a column and a row."""
    return (path[2] - ROW_AT - FARTHEST + 128) * layout.NORTH + path[1] - COLUMN_AT - FARTHEST + 128


@compiled
def mask(state: Row, work: Row, path: Row, depth: int, out: Flags) -> None:
    """Turned tiles, or what `count` listed; then the columns, the rows, the signs that the chosen tile may have."""
    if depth == 0:
        for listed in range(work[layout.WORK_LISTED]):
            out[choice(state, work[layout.WORK_FIRST + listed], 0)] = 1
        if not work[layout.WORK_LISTED]:
            if state[layout.DUE] == 2:
                mask_due(state, work, out)
            else:
                mask_first(state, work, out)
    elif depth == 3:
        mask_signs(state, path[0], cell_at(path), out)
    elif state[layout.LYING] == 0:
        out[choice(state, layout.ORIGIN << 11, depth)] = 1
    else:
        mask_cells(state, path, depth, out)


@compiled
def complete(state: Row, work: Row, path: Row, depth: int) -> int:
    """A tile needs a cell, and a sign where it starts the round as a quad or earns a bonus."""
    way = path[0]
    if way == DRAW_CHOICE:
        return layout.DRAW
    if way == PASS_CHOICE:
        return layout.PASS
    if depth < 3:
        return INCOMPLETE
    cell = cell_at(path)
    move = cell << 11 | way << 2
    if depth == 4:
        return move | path[3] - SIGN_AT + 1
    if state[layout.LYING] == 0:
        return INCOMPLETE if is_quad(way >> 2) else move
    return INCOMPLETE if state[layout.DUE] == 0 and EARNS_BONUS[code_at(state, cell)] else move


def most_moves(start: Row) -> int:
    """The most moves of a round: all of the well is drawn, all tiles are laid, and all others pass after each."""
    tiles, seats = BEGINNER_TILES if start[layout.BEGINNER] else TILES, int(start[layout.SEATS])
    return tiles - seats * int(HAND_SIZE[seats]) + seats * (tiles + 1)


def most_deals(start: Row) -> int:
    """The rounds to play; a match to a target has no limit."""
    return int(start[layout.ROUNDS])


def describe(number: int) -> str:
    """Name a choice: the numbers as they lie, a column, a row, a sign, `draw` or `pass`."""
    if number < COLUMN_AT:
        name, turn = NAMES[number >> 2], number & 3
        return name[turn:] + name[:turn]
    if number < ROW_AT:
        return f"x{number - COLUMN_AT - FARTHEST:+d}"
    if number < SIGN_AT:
        return f"y{number - ROW_AT - FARTHEST:+d}"
    if number < DRAW_CHOICE:
        return SIGN_TEXTS[number - SIGN_AT + 1]
    return "draw" if number == DRAW_CHOICE else "pass"


ENCODING = Encoding(
    Coding(choice, observe),
    choices=PASS_CHOICE + 1,
    longest=4,
    plies=most_moves,
    own=(
        Piece("table", (TILES, 6), low=-1),
        Piece("hands", (layout.MOST_SEATS, TILES)),
        Piece("lacks", (layout.MOST_SEATS, TILES)),
        Piece("held", (layout.MOST_SEATS,)),
        Piece("scores", (layout.MOST_SEATS,), -HIGHEST, HIGHEST),
        Piece("mover", (layout.MOST_SEATS,)),
        Piece("facts", (10,), 0, HIGHEST),
    ),
    describe=describe,
    steps=Steps(mask, complete, erase, rewrite),
    deals=most_deals,
    dealt="hands",
)
