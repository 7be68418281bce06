"""Notation of Nine Men's Morris: `a1` places, `a1-a4` moves, and `xd7` behind either takes."""

import re

from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.grids import format_board, parse_board
from fourfold.core.notation import Notation
from fourfold.kernel.jit import Row
from morris import kernel

LETTERS = "wb"  # white, black
MOVE = re.compile("(?:([a-z][0-9])-)?([a-z][0-9])(?:x([a-z][0-9]))?")


def parse_move(row: Row, text: str) -> int:
    """Parse `a1`, `a1-a4` or `a1-a4xd7`, legal or not."""
    shape = MOVE.fullmatch(text.lower())
    if not shape:
        raise BadNotation("morris.notation.move", text=text[:40])
    source, target, taken = (kernel.GRID.cell(name) if name else kernel.NO_POINT for name in shape.groups())
    return target | source << kernel.SOURCE | taken << kernel.TAKEN


def format_move(row: Row, move: int) -> str:
    """Format the code of a move."""
    target, source, taken = move & 31, move >> kernel.SOURCE & 31, move >> kernel.TAKEN
    text = kernel.GRID.name(target)
    if source != kernel.NO_POINT:
        text = f"{kernel.GRID.name(source)}-{text}"
    return text if taken == kernel.NO_POINT else f"{text}x{kernel.GRID.name(taken)}"


def letters_of(row: Row) -> dict[int, str]:
    """The letters of the men, by point."""
    return {point: LETTERS[seat] for seat in range(2) for point in range(kernel.POINTS) if int(row[seat]) >> point & 1}


def format_body(row: Row) -> str:
    """Format the board and the ply."""
    return f"{format_board(kernel.GRID, letters_of(row))}:{row[kernel.PLY]}"


def parse_body(body: str, row: Row) -> None:
    """Parse the board and the ply, which tells the seat to move and the men still to be placed."""
    board, _, ply = body.partition(":")
    if not re.fullmatch("0|[1-9][0-9]{0,2}", ply):
        raise BadNotation("morris.notation.position", text=body[:60])
    row[kernel.PLY] = int(ply)
    row[kernel.MOVER] = row[kernel.PLY] & 1
    row[kernel.TO_PLACE] = max(0, 2 * kernel.MEN - row[kernel.PLY])
    for point, letter in parse_board(kernel.GRID, board, LETTERS).items():
        row[LETTERS.index(letter)] |= 1 << point
    for seat, letter in enumerate(LETTERS):
        placed = min(kernel.MEN, (int(row[kernel.PLY]) + 1 - seat) // 2)
        if int(row[seat]).bit_count() > placed:
            raise BadPosition("morris.position.men", letter=letter, placed=placed)


NOTATION = Notation(parse_move, format_move, parse_body, format_body)
