"""Notation of Template: a move is the name of its square; a position is its rows and the ply."""

from fourfold.contract.template import kernel
from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.grids import format_board, parse_board
from fourfold.core.notation import Notation
from fourfold.kernel.jit import Row

LETTERS = "xo"


def parse_move(row: Row, text: str) -> int:
    """Parse `b2`, legal or not."""
    return kernel.GRID.cell(text.lower())


def format_move(row: Row, move: int) -> str:
    """Format the code of a move."""
    return kernel.GRID.name(move)


def letters_of(row: Row) -> dict[int, str]:
    """The letters of the pieces, by square."""
    squares = range(kernel.GRID.cells)
    return {square: LETTERS[seat] for seat in range(2) for square in squares if int(row[seat]) >> square & 1}


def format_body(row: Row) -> str:
    """Format the board and the ply."""
    return f"{format_board(kernel.GRID, letters_of(row))}:{row[kernel.PLY]}"


def parse_body(body: str, row: Row) -> None:
    """Parse the board and the ply."""
    board, _, ply = body.partition(":")
    letters = parse_board(kernel.GRID, board, LETTERS)
    if ply != str(len(letters)):
        raise BadNotation("template.notation.ply", text=ply[:40], pieces=len(letters))
    row[kernel.PLY] = len(letters)
    for square, letter in letters.items():
        row[LETTERS.index(letter)] |= 1 << square
    if list(letters.values()).count(LETTERS[0]) != (len(letters) + 1) // 2:
        raise BadPosition("template.position.turns")


NOTATION = Notation(parse_move, format_move, parse_body, format_body)
