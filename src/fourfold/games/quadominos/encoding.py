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
from fourfold.games.quadominos.rules.placement import code_at, turned
from fourfold.games.quadominos.rules.tables import CODE_BITS, FACE, NAMES, TILES
from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.jit import NO_CHOICE, Coding, Features, Row, compiled

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
            way = WAY_OF_CODE[code_at(state, y << 8 | x)]
            tile = 6 * (way >> 2)
            out[tile] = (x - 128) / FARTHEST
            out[tile + 1] = (y - 128) / FARTHEST
            out[tile + 2 + (way & 3)] = 1


@compiled
def observe_tiles(state: Row, word: int, out: Features, at: int) -> None:
    """Write a set of tiles."""
    for half in range(2):
        left = state[word + half]
        while left:
            out[at + 64 * half + lowest_bit(left)] = 1
            left &= left - 1


@compiled
def observe(state: Row, seat: int, out: Features) -> None:
    """Write the observation of a seat."""
    observe_table(state, out)
    seats = state[layout.SEATS]
    for near in range(seats):
        other = (seat + near) % seats
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
    plies=0,
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
)
