"""Square and hexagonal grids: names of cells, neighbours, axial coordinates.

A cell is a number from 0, in the order of the names: row by row from the south, west to east.
"""

import re
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import BadNotation

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class SquareGrid:
    """A square board. Letters name the files, numbers the ranks; a1 is in the south-west.

    >>> grid = SquareGrid(4)
    >>> grid.name(5), grid.cell("d4")
    ('b2', 15)
    """

    DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # north, east, south, west as steps up and right; d ^ 2 turns back

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = size * size

    @cached_property
    def neighbours(self) -> NDArray[np.int64]:
        """The cells to the north, east, south and west of each cell; -1 beyond the edge."""
        table = np.full((self.cells, 4), -1)
        for cell in range(self.cells):
            for direction, (up, right) in enumerate(self.DIRECTIONS):
                row, column = cell // self.size + up, cell % self.size + right
                if row in range(self.size) and column in range(self.size):
                    table[cell, direction] = self.size * row + column
        return table

    def name(self, cell: int) -> str:
        """Name a cell."""
        return f"{LETTERS[cell % self.size]}{cell // self.size + 1}"

    def cell(self, name: str) -> int:
        """Find the cell of a name; raise BadNotation where there is none."""
        column = LETTERS.find(name[:1]) if name else -1
        row = int(name[1:]) - 1 if re.fullmatch(r"[1-9][0-9]?", name[1:]) else -1
        if column not in range(self.size) or row not in range(self.size):
            raise BadNotation("fourfold.no_such_cell", name=name, first="a1", last=self.name(self.cells - 1))
        return self.size * row + column


class HexGrid:
    """A hexagonal board in axial coordinates. Letters name the rows from the south, numbers the diagonals.

    >>> grid = HexGrid(5)
    >>> grid.cells, grid.name(0), grid.name(30), grid.cell("e5")
    (61, 'a5', 'e5', 30)
    """

    # Neighbours in the order of a walk around the cell, as steps of (q, r).
    DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

    def __init__(self, side: int) -> None:
        self.side = side
        reach = range(1 - side, side)
        self.axial = [(q, r) for r in reach for q in reach if abs(q + r) < side]
        self.cells = len(self.axial)
        self._cell = {place: cell for cell, place in enumerate(self.axial)}
        self.centre = self._cell[0, 0]

    @cached_property
    def neighbours(self) -> NDArray[np.int64]:
        """The six cells around each cell, in the order of a walk around it; -1 beyond the edge."""
        return np.array([[self._cell.get((q + dq, r + dr), -1) for dq, dr in self.DIRECTIONS] for q, r in self.axial])

    def name(self, cell: int) -> str:
        """Name a cell."""
        q, r = self.axial[cell]
        return f"{LETTERS[r + self.side - 1]}{q + self.side}"

    def cell(self, name: str) -> int:
        """Find the cell of a name; raise BadNotation where there is none."""
        row = LETTERS.find(name[:1]) if name else -1
        number = int(name[1:]) if re.fullmatch(r"[1-9][0-9]?", name[1:]) else 0
        cell = self._cell.get((number - self.side, row - self.side + 1))
        if row < 0 or cell is None:
            raise BadNotation("fourfold.no_such_cell", name=name, first=self.name(0), last=self.name(self.cells - 1))
        return cell
