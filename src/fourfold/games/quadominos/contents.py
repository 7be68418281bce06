"""What lies on the table, in the hands and in the well of a Quad-Ominos row, as lists for people."""

from collections.abc import Iterable

from fourfold.games.quadominos.layout import CORNERS, HANDS, LYING, RULED_OUT, TAKEN, WELL, WELL_LEFT
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
    """List the cells that hang together with 0,0 by sides, each after one that it borders."""
    left = set(cells)
    joined = [(0, 0)] if (0, 0) in left else []
    left -= set(joined)
    for cell in joined:  # grows on the way
        near = [side for side in sides(cell) if side in left]
        joined += near
        left -= set(near)
    return joined


def table_of(row: Row) -> dict[Cell, str]:
    """Read the numbers of each tile on the table, clockwise from the north-west."""
    tiles: dict[Cell, str] = {}
    waiting = [(0, 0)] if row[LYING] else []
    while waiting:
        cell = waiting.pop()
        if cell not in tiles and _bits(row, TAKEN, cell, 0) & 1:
            tiles[cell] = "".join(str((_bits(row, CORNERS, corner, 2) & 7) - 1) for corner in corners(cell))
            waiting += sides(cell)
    return tiles


def _bits(row: Row, word: int, cell: Cell, size: int) -> int:
    """Read the word that holds a cell's place on the torus, shifted to it; each place has 2 ** size bits."""
    place = (cell[1] % 128 * 128 + cell[0] % 128) << size
    return int(row[word + (place >> 6)]) >> (place & 63)


def _members(row: Row, word: int) -> list[int]:
    left = int(row[word]) & ALL_ONES | (int(row[word + 1]) & ALL_ONES) << 64
    members = []
    while left:
        members.append((left & -left).bit_length() - 1)
        left &= left - 1
    return members


def hand_of(row: Row, seat: int) -> list[int]:
    """List the tiles that can be seen in a hand."""
    return _members(row, HANDS + 2 * seat)


def lacking(row: Row, seat: int) -> list[int]:
    """List the tiles that all know the seat does not hold."""
    return _members(row, RULED_OUT + 2 * seat)


def well_of(row: Row) -> list[int]:
    """List the tiles of the well in drawing order; none where they are hidden."""
    tiles = [(int(row[WELL + at // 8]) >> 8 * (at % 8) & 127) - 1 for at in range(int(row[WELL_LEFT]))]
    return [tile for tile in reversed(tiles) if tile >= 0]
