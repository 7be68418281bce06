"""The table, the hands and the well of a row of Quad-Ominos as Python lists."""

from collections.abc import Collection, Iterable
from functools import cache
from itertools import count

import numpy as np

from fourfold.games.quadominos.rules.layout import FRONTIER, HANDS, RULED_OUT, TAKEN, WELL, WELL_LEFT
from fourfold.games.quadominos.rules.placement import code_at
from fourfold.kernel.jit import Row

ALL_ONES = (1 << 64) - 1
Cell = tuple[int, int]  # east and north of the round's first tile


def sides(cell: Cell) -> list[Cell]:
    """List the four cells that share a side with a cell."""
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def corners(cell: Cell) -> list[Cell]:
    """List the four corners of a cell, clockwise from the north-west, each as the cell north-east of it."""
    x, y = cell
    return [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]


def join(cells: Iterable[Cell]) -> list[Cell]:
    """List the cells connected to 0,0 by sides, each after one that it borders."""
    left = set(cells)
    joined = [(0, 0)] if (0, 0) in left else []
    left -= set(joined)
    for cell in joined:  # grows on the way
        near = [side for side in sides(cell) if side in left]
        joined += near
        left -= set(near)
    return joined


def cell_code(cell: Cell) -> int:
    """The number of a cell."""
    return (cell[1] + 128) << 8 | cell[0] + 128


def table_of(row: Row) -> dict[Cell, str]:
    """Read the numbers of each tile on the table, clockwise from the north-west."""
    words = np.flatnonzero(row[TAKEN:FRONTIER]).tolist()
    places = [64 * word + place for word in words for place in members(int(row[TAKEN + word]) & ALL_ONES)]
    east, north = (_first_without({place >> shift & 127 for place in places}) for shift in (0, 7))
    tiles: dict[Cell, str] = {}
    for place in places:
        x, y = place & 127, place >> 7
        cell = x if x < east else x - 128, y if y < north else y - 128
        tiles[cell] = _numbers(int(code_at(row, cell_code(cell))))
    return tiles


def _first_without(lines: Collection[int]) -> int:
    """The first column to the east, or row to the north, without a tile: those beyond it are negative.

    The tiles are connected, so there are no gaps, and too few to meet around the torus.
    """
    return next(line for line in count() if line not in lines)


@cache
def _numbers(code: int) -> str:
    return "".join(str((code >> 3 * corner & 7) - 1) for corner in range(4))


def tile_set(row: Row, word: int) -> int:
    """Read a set of tiles as a number with a bit for each."""
    return int(row[word]) & ALL_ONES | (int(row[word + 1]) & ALL_ONES) << 64


def members(tiles: int) -> list[int]:
    """List the tiles of a set that is a number with a bit for each."""
    found = []
    while tiles:
        found.append((tiles & -tiles).bit_length() - 1)
        tiles &= tiles - 1
    return found


def hand_of(row: Row, seat: int) -> list[int]:
    """List the visible tiles of a hand."""
    return members(tile_set(row, HANDS + 2 * seat))


def lacking(row: Row, seat: int) -> list[int]:
    """List the tiles that the seat is publicly known not to hold."""
    return members(tile_set(row, RULED_OUT + 2 * seat))


def well_of(row: Row) -> list[int]:
    """List the tiles of the well in drawing order; none if they are hidden."""
    well = row[WELL:WELL_LEFT].astype("<i8").tobytes()[: row[WELL_LEFT]]  # the lowest byte of a word first
    return [tile - 1 for tile in reversed(well) if tile]
