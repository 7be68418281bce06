"""Notation of moves and positions of Exago.

A move is the cell where a tile is put, `e5`; or the cell where one is lifted and the cell where it is put, `e5-f6`;
and where largest groups tie, the first cell of the one that stays, `e5-f6/c3`. A position is the rows from the north,
each from the west, a letter for each tile and a number for each run of empty cells; then the seat to move and the ply.
"""

import re

from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.grids import format_board, parse_board
from fourfold.core.notation import Notation
from fourfold.games.exago.rules import layout, validation
from fourfold.games.exago.rules.cells import cells_of, only
from fourfold.games.exago.rules.tables import GRIDS, WORD
from fourfold.kernel.bitboard import load, store, union
from fourfold.kernel.jit import Row

COLOURS = "rbygpo"  # red, blue, yellow, green, purple, orange

_CELL = "([a-z][0-9]{1,2})"
_MOVE = re.compile(f"{_CELL}(?:-{_CELL}(?:/{_CELL})?)?")


def parse_move(row: Row, text: str) -> int:
    """Parse `e5`, `e5-f6` or `e5-f6/c3`, legal or not."""
    grid = GRIDS[int(row[layout.SIDE])]
    shape = _MOVE.fullmatch(text.lower())
    if not shape:
        raise BadNotation("exago.notation.move", text=text[:40])
    first, second, keep = (grid.cell(name) if name else layout.NO_CELL for name in shape.groups())
    if second == layout.NO_CELL:
        return first
    return second | (first + 1) << layout.SOURCE | (keep + 1) << layout.KEEP


def format_move(row: Row, move: int) -> str:
    """Format the code of a move."""
    grid = GRIDS[int(row[layout.SIDE])]
    target, source, keep = cells_of(move)
    text = grid.name(target)
    if source != layout.NO_CELL:
        text = f"{grid.name(source)}-{text}"
    return text if keep == layout.NO_CELL else f"{text}/{grid.name(keep)}"


def letters_of(row: Row) -> dict[int, str]:
    """The letters of the tiles, by cell."""
    letters: dict[int, str] = {}
    for seat in range(row[layout.SEATS]):
        low, high = row[layout.TILES + 2 * seat : layout.TILES + 2 * seat + 2].tolist()
        tiles = low | high << WORD
        while tiles:
            letters[(tiles & -tiles).bit_length() - 1] = COLOURS[seat]
            tiles &= tiles - 1
    return letters


def format_body(row: Row) -> str:
    """Format the board, the seat to move and the ply."""
    board = format_board(GRIDS[int(row[layout.SIDE])], letters_of(row))
    return f"{board}:{row[layout.MOVER]}:{row[layout.PLY]}"


def parse_body(body: str, row: Row) -> None:
    """Parse a position into a row that holds the options and full hands."""
    shape = re.fullmatch(r"([a-z0-9/]+):([0-9]|[1-9][0-9]):(0|[1-9][0-9]{0,3})", body)
    grid = GRIDS[int(row[layout.SIDE])]
    if not shape:
        raise BadNotation("exago.notation.position", text=body[:60], rows=len(grid.rows))
    row[layout.MOVER], row[layout.PLY] = int(shape[2]), int(shape[3])
    for cell, letter in parse_board(grid, shape[1], COLOURS[: row[layout.SEATS]]).items():
        _put(letter, cell, row)
    validation.check(row)


def _put(letter: str, cell: int, row: Row) -> None:
    seat = COLOURS.index(letter)
    if row[layout.HAND + seat] == 0:
        raise BadPosition("exago.position.tiles", seat=str(seat))
    row[layout.HAND + seat] -= 1
    for word in (layout.TILES + 2 * seat, layout.BOARD):
        store(row, word, union(load(row, word), only(cell)))


def dialect(row: Row) -> int:
    """The names of cells depend on the size of the board."""
    return int(row[layout.SIDE])


NOTATION = Notation(parse_move, format_move, parse_body, format_body, dialect=dialect)
