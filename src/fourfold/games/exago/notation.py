"""How moves and positions of Exago are written.

A move is the cell where a tile is put, `e5`; or the cell where one is lifted and the cell where it is put, `e5-f6`;
and where largest groups tie, the first cell of the one that stays, `e5-f6/c3`. A position is the rows from the north,
each from the west, a letter for each tile and a number for each run of empty cells; then the seat to move and the ply.
"""

import re
from functools import cache

from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.grids import HexGrid
from fourfold.games.exago.rules.cells import high_bit, low_bit
from fourfold.games.exago.rules.layout import (
    BOARD,
    FIELD,
    HAND,
    KEEP,
    MOVER,
    NO_CELL,
    PLY,
    SEATS,
    SIDE,
    SOURCE,
    TILES,
)
from fourfold.games.exago.rules.tables import GRIDS, WORD
from fourfold.kernel.jit import Row

COLOURS = "rbygpo"  # red, blue, yellow, green, purple, orange

_CELL = "([a-z][0-9]{1,2})"
_MOVE = re.compile(f"{_CELL}(?:-{_CELL}(?:/{_CELL})?)?")


def parse_move(text: str, grid: HexGrid) -> int:
    """Read `e5`, `e5-f6` or `e5-f6/c3`, legal or not."""
    shape = _MOVE.fullmatch(text.lower())
    if not shape:
        raise BadNotation("exago.notation.move", text=text[:40])
    first, second, keep = (grid.cell(name) if name else NO_CELL for name in shape.groups())
    if second == NO_CELL:
        return first
    return second | (first + 1) << SOURCE | (keep + 1) << KEEP


def cells_of(move: int) -> tuple[int, int, int]:
    """The target, the source and the first cell of the group that stays, or NO_CELL."""
    return move & FIELD, (move >> SOURCE & FIELD) - 1, (move >> KEEP & FIELD) - 1


def format_move(move: int, grid: HexGrid) -> str:
    """Write a move's code."""
    target, source, keep = cells_of(move)
    text = grid.name(target)
    if source != NO_CELL:
        text = f"{grid.name(source)}-{text}"
    return text if keep == NO_CELL else f"{text}/{grid.name(keep)}"


@cache
def rows_of(grid: HexGrid) -> list[list[int]]:
    """The cells of each row from the west, the rows from the north."""
    north = grid.side - 1
    return [[cell for cell, (_, r) in enumerate(grid.axial) if r == row] for row in range(north, -north - 1, -1)]


def letters_of(row: Row) -> dict[int, str]:
    """The letter of the tile on each cell that has one."""
    letters: dict[int, str] = {}
    for seat in range(row[SEATS]):
        low, high = row[TILES + 2 * seat : TILES + 2 * seat + 2].tolist()
        tiles = low | high << WORD
        while tiles:
            letters[(tiles & -tiles).bit_length() - 1] = COLOURS[seat]
            tiles &= tiles - 1
    return letters


def format_body(row: Row) -> str:
    """Write the board, the seat to move and the ply."""
    letters = letters_of(row)
    lines = ["".join(letters.get(cell, ".") for cell in cells) for cells in rows_of(GRIDS[int(row[SIDE])])]
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in lines)
    return f"{board}:{row[MOVER]}:{row[PLY]}"


def parse_body(body: str, row: Row) -> None:
    """Read what `format_body` wrote into a row that holds the options and full hands."""
    shape = re.fullmatch(r"([a-z0-9/]+):([0-9]|[1-9][0-9]):(0|[1-9][0-9]{0,3})", body)
    rows = rows_of(GRIDS[int(row[SIDE])])
    if not shape or shape[1].count("/") != len(rows) - 1:
        raise BadNotation("exago.notation.position", text=body[:60], rows=len(rows))
    row[MOVER], row[PLY] = int(shape[2]), int(shape[3])
    for cells, text in zip(rows, shape[1].split("/"), strict=True):
        _parse_line(text, cells, row)


def _parse_line(text: str, cells: list[int], row: Row) -> None:
    name = GRIDS[int(row[SIDE])].name(cells[0])[0]
    if not re.fullmatch(r"(?:[a-z]|(?<![0-9])[1-9][0-9]?)+", text):
        raise BadNotation("exago.notation.row", text=text[:40], row=name)
    line = re.sub("[0-9]+", lambda run: "." * int(run[0]), text)
    if len(line) != len(cells):
        raise BadNotation("exago.notation.row_length", text=text[:40], row=name, cells=len(cells))
    for cell, letter in zip(cells, line, strict=True):
        if letter != ".":
            _put(letter, cell, row)


def _put(letter: str, cell: int, row: Row) -> None:
    seat = COLOURS.find(letter)
    if seat not in range(row[SEATS]):
        raise BadNotation("exago.notation.colour", letter=letter, letters=", ".join(COLOURS[: row[SEATS]]))
    if row[HAND + seat] == 0:
        raise BadPosition("exago.position.tiles", seat=str(seat))
    row[HAND + seat] -= 1
    for word in (TILES + 2 * seat, BOARD):
        row[word] |= low_bit(cell)
        row[word + 1] |= high_bit(cell)
