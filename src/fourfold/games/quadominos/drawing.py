"""The table of Quad-Ominos as text: every tile with its numbers in its corners, then hands, well and scores."""

from fourfold.games.quadominos.contents import Cell, hand_of, table_of, well_of
from fourfold.games.quadominos.layout import (
    DUE,
    HELD,
    MOVER,
    PHASE,
    PLAYING,
    ROUND,
    SCORES,
    SEATS,
    SHOWN,
    SHOWN_BY,
    WELL_LEFT,
)
from fourfold.games.quadominos.tables import NAMES
from fourfold.kernel.jit import Row
from fourfold.text import say

WIDTH = 4  # of a cell, with one of its walls


def board(row: Row) -> str:
    """Draw the table from the north, then what each seat has."""
    tiles = table_of(row)
    lines = _table(tiles) if tiles else [say("quadominos.board.empty")]
    lines.append(say("quadominos.board.round", round=int(row[ROUND]), left=int(row[WELL_LEFT])))
    lines += [_seat(row, seat) for seat in range(int(row[SEATS]))]
    well = well_of(row)
    if well and row[PHASE] != PLAYING:
        lines.append(say("quadominos.board.well", tiles=" ".join(NAMES[tile] for tile in well)))
    return "\n".join(lines)


def _table(tiles: dict[Cell, str]) -> list[str]:
    """Draw the tiles with the numbers of their rows and columns at the rim."""
    west, east = min(x for x, _ in tiles), max(x for x, _ in tiles)
    south, north = min(y for _, y in tiles), max(y for _, y in tiles)
    margin = max(len(str(south)), len(str(north)))
    lines = []
    for y in range(north, south - 1, -1):
        cells = [tiles.get((x, y)) for x in range(west, east + 1)]
        lines.append(" " * margin + " " + _wall(tiles, y + 1, west, east))
        lines.append(str(y).rjust(margin) + " " + _inside([f"{c[0]} {c[1]}" if c else "" for c in cells]))
        lines.append(" " * margin + " " + _inside([f"{c[3]} {c[2]}" if c else "" for c in cells]))
    lines.append(" " * margin + " " + _wall(tiles, south, west, east))
    columns = "".join(str(x).center(WIDTH) for x in range(west, east + 1))
    lines.append((" " * (margin + 1) + columns).rstrip())
    return lines


def _wall(tiles: dict[Cell, str], y: int, west: int, east: int) -> str:
    """Draw the walls between the row y and the one south of it."""
    text = ""
    for x in range(west, east + 2):
        is_post = any((x - i, y - j) in tiles for i in (0, 1) for j in (0, 1))
        is_wall = (x, y) in tiles or (x, y - 1) in tiles
        text += ("+" if is_post else " ") + ("---" if is_wall else "   ")
    return text.rstrip()


def _inside(cells: list[str]) -> str:
    text = ""
    for before, cell in zip(["", *cells], [*cells, ""], strict=True):
        text += ("|" if before or cell else " ") + cell.ljust(WIDTH - 1)
    return text.rstrip()


def _seat(row: Row, seat: int) -> str:
    tiles = sorted(NAMES[tile] for tile in hand_of(row, seat))
    is_mover = row[PHASE] == PLAYING and row[MOVER] == seat
    return say(
        "quadominos.board.seat",
        seat=seat,
        score=int(row[SCORES + seat]),
        held=int(row[HELD + seat]),
        tiles=" ".join(tiles) or "none",
        turn=("due" if row[DUE] else "move") if is_mover else "none",
        due=int(row[DUE]),
        shown=NAMES[row[SHOWN] - 1] if row[SHOWN] and row[SHOWN_BY] == seat else "none",
    )
