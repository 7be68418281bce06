"""The board of Exago as text."""

from fourfold.games.exago.layout import HAND, SEATS, SIDE
from fourfold.games.exago.notation import COLOURS, letter_at, rows_of
from fourfold.games.exago.tables import GRIDS
from fourfold.kernel.jit import Row
from fourfold.text import say


def board(row: Row) -> str:
    """Draw the rows from the north, each with its letter.

    A number stands at the upper end of its diagonal, which runs down to the left.
    """
    side = int(row[SIDE])
    lines = [" " * (side + 4) + " ".join(str(number) for number in range(1, side + 1))]
    for north, cells in enumerate(rows_of(GRIDS[side])):
        height = side - 1 - north
        margin = " " * (abs(height) + 1)
        letter = GRIDS[side].name(cells[0])[0]
        number = f" {2 * side - height}" if height > 0 else ""
        lines.append(f"{margin}{letter}  {' '.join(letter_at(row, cell) or '·' for cell in cells)}{number}")
    lines += [
        "  " + say("exago.hand", letter=COLOURS[seat], seat=str(seat), tiles=int(row[HAND + seat]))
        for seat in range(row[SEATS])
    ]
    return "\n".join(lines)
