"""Square and hexagonal grids, and boards that are graphs: names of cells, neighbours, rows, a board as text.

A cell is a number from 0, in the order of the names: row by row from the south, west to east.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import BadNotation

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Grid(Protocol):
    """Cells with names."""

    cells: int

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """The cells of each row from the west, the rows from the north."""

    def name(self, cell: int) -> str:
        """Name a cell."""

    def cell(self, name: str) -> int:
        """Find the cell of a name; raise BadNotation where there is none."""


def format_board(grid: Grid, letters: Mapping[int, str]) -> str:
    """Format the pieces as a line of rows from the north, with numbers for runs of empty cells.

    >>> format_board(SquareGrid(4), {0: "x", 6: "o"})
    '4/4/2o1/x3'
    """
    lines = ["".join(letters.get(cell, ".") for cell in row) for row in grid.rows]
    return "/".join(map(_shorten, lines))


@lru_cache(maxsize=10_000)  # few rows of a board change with a move
def _shorten(line: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run[0])), line)


def parse_board(grid: Grid, text: str, letters: str) -> dict[int, str]:
    """Parse what `format_board` wrote, as the letters by cell; raise BadNotation.

    >>> parse_board(SquareGrid(4), "4/4/2o1/x3", "xo")
    {6: 'o', 0: 'x'}
    """
    rows, texts = grid.rows, text.split("/")
    if len(texts) != len(rows):
        raise BadNotation("fourfold.board_rows", text=text[:60], rows=len(rows))
    found: dict[int, str] = {}
    for row, written in zip(rows, texts, strict=True):
        first, last = grid.name(row[0]), grid.name(row[-1])
        if not re.fullmatch(r"(?:[a-z]|(?<![0-9])[1-9][0-9]?)+", written):
            raise BadNotation("fourfold.board_row", text=written[:40], first=first, last=last)
        line = re.sub("[0-9]+", lambda run: "." * int(run[0]), written)
        if len(line) != len(row):
            raise BadNotation("fourfold.board_row_length", text=written[:40], first=first, last=last, cells=len(row))
        found |= {cell: letter for cell, letter in zip(row, line, strict=True) if letter != "."}
    for letter in found.values():
        if letter not in letters:
            raise BadNotation("fourfold.board_letter", letter=letter, letters=", ".join(letters))
    return found


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

    @cached_property
    def rows(self) -> list[range]:
        """The cells of each row from the west, the rows from the north."""
        return [range(self.size * row, self.size * (row + 1)) for row in reversed(range(self.size))]

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

    @cached_property
    def rows(self) -> list[list[int]]:
        """The cells of each row from the west, the rows from the north."""
        north = self.side - 1
        return [[cell for cell, (_, r) in enumerate(self.axial) if r == row] for row in range(north, -north - 1, -1)]

    def name(self, cell: int) -> str:
        """Name a cell."""
        q, r = self.axial[cell]
        return f"{LETTERS[r + self.side - 1]}{q + self.side}"

    def cell(self, name: str) -> int:
        """Find the cell of a name; raise BadNotation where there is none."""
        row = LETTERS.find(name[:1]) if name else -1
        number = int(name[1:]) if re.fullmatch(r"[1-9][0-9]?", name[1:]) else 0
        cell = self._cell.get((number - self.side, row - self.side + 1))
        if row not in range(len(self.rows)):
            raise BadNotation("fourfold.no_such_row", name=name, first=LETTERS[0], last=LETTERS[len(self.rows) - 1])
        if cell is None:
            first, *_, last = map(self.name, self.rows[-1 - row])
            raise BadNotation("fourfold.no_such_cell_in_row", name=name, row=name[0], first=first, last=last)
        return cell


class PointGrid:
    """A board of points on a square lattice, some of them joined by lines: a graph.

    The lines are given by the names of their points in order.

    >>> grid = PointGrid(["a1", "d1", "g1", "d4"], ["a1 d1 g1", "d1 d4"])
    >>> grid.name(1), grid.cell("d4"), grid.neighbours[1]
    ('d1', 3, [0, 2, 3])
    """

    def __init__(self, names: Sequence[str], lines: Sequence[str]) -> None:
        self.places = {name: (LETTERS.index(name[0]), int(name[1:]) - 1) for name in names}  # column, row
        self._names = sorted(names, key=lambda name: self.places[name][::-1])
        self._cell = {name: cell for cell, name in enumerate(self._names)}
        self.cells = len(names)
        self.lines = [[self._cell[name] for name in line.split()] for line in lines]

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The cells next to each cell on a line."""
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        joined = {*pairs, *((other, cell) for cell, other in pairs)}
        return [sorted(other for start, other in joined if start == cell) for cell in range(self.cells)]

    @cached_property
    def rows(self) -> list[list[int]]:
        """The cells of each row from the west, the rows from the north."""
        heights = sorted({row for _, row in self.places.values()}, reverse=True)
        return [[cell for cell in range(self.cells) if self.places[self.name(cell)][1] == row] for row in heights]

    def name(self, cell: int) -> str:
        """Name a cell."""
        return self._names[cell]

    def cell(self, name: str) -> int:
        """Find the cell of a name; raise BadNotation where there is none."""
        if name not in self._cell:
            raise BadNotation("fourfold.no_such_cell", name=name, first=self._names[0], last=self._names[-1])
        return self._cell[name]
