"""Boards as drawing data: squares, hexagons, and points joined by lines; each gives middles, outlines and a frame."""

from functools import cache, cached_property
from math import sqrt

from fourfold.core.grids import LETTERS, HexGrid, PointGrid, SquareGrid
from fourfold.picture.paths import around, hexagon, line, rectangle, rounded, square_at
from fourfold.picture.shapes import Box, Cell, Frame, Label, Point, Shape

GAP = 18.0  # from the rim to the middle of a label
POINT, CORNERS = 30.0, 12  # the radius of a point's outline, and its corners


class SquareBoard:
    """A board of squares; its north-western corner is 0, 0."""

    def __init__(self, grid: SquareGrid, size: float = 100.0, *, inset: float = 2.0, rim: float = 10.0) -> None:
        self.grid, self.size, self.inset, self.rim = grid, size, inset, rim
        self.far = size * grid.size

    def middle(self, cell: int) -> Point:
        """The middle of a cell."""
        across, up = cell % self.grid.size, cell // self.grid.size
        return self.size * (across + 0.5), self.far - self.size * (up + 0.5)

    def outline(self, cell: int, inset: float | None = None) -> tuple[Point, ...]:
        """The corners of a cell."""
        return square_at(self.middle(cell), self.size / 2 - (self.inset if inset is None else inset))

    def frame(self, *printed: Shape, labels: float = 15.0) -> Frame:
        """The empty board, what is printed on its rim, and its labels of a size."""
        near, far, gap = -self.rim, self.far + self.rim, GAP * labels / 15
        board = Shape(rectangle(near, near, far, far, 16), "board")
        cells = tuple(Cell(self.grid.name(cell), self.outline(cell), "cell", "line") for cell in range(self.grid.cells))
        written = []
        for place in range(self.grid.size):
            middle = self.size * (place + 0.5)
            written.append(Label(LETTERS[place], (middle, far + gap), labels))
            written.append(Label(str(place + 1), (near - gap, self.far - middle), labels))
        box = Box(near - 2 * gap, near - 0.8 * gap, far + 0.8 * gap, far + 2 * gap)
        return Frame(box, (board, *printed), cells, tuple(written))


class HexBoard:
    """A board of hexagons; the middle of its central cell is 0, 0."""

    def __init__(self, grid: HexGrid, radius: float = 50.0, *, rim: float = 40.0, margin: float = 24.0) -> None:
        self.grid, self.radius = grid, radius
        self.across, self.down = sqrt(3) * radius, 1.5 * radius  # the distance of cells in a row, and of rows
        self.corner = self.across * (grid.side - 1) + radius + rim  # from the centre to the western corner
        self.margin = margin

    @cache  # noqa: B019 - a board lives as long as the program
    def middle(self, cell: int) -> Point:
        """The middle of a cell."""
        q, r = self.grid.axial[cell]
        return self.across * (q + r / 2), -self.down * r

    def outline(self, cell: int, inset: float = 1.5) -> tuple[Point, ...]:
        """The corners of a cell."""
        return hexagon(self.middle(cell), self.radius - inset)

    @cached_property
    def frame(self) -> Frame:
        """The empty board. A letter stands at the western end of each row, a number at the upper end of each diagonal.

        Each cell has its name, below where a piece's sign or a mark is drawn.
        """
        rim = [(-y, x) for x, y in hexagon((0, 0), self.corner)]
        cells, labels = [], []
        for cell, (q, r) in enumerate(self.grid.axial):
            x, y = self.middle(cell)
            name = self.grid.name(cell)
            cells.append(Cell(name, self.outline(cell), "cell", "line"))
            labels.append(Label(name, (x, y + 0.62 * self.radius), 11))
            if (q - 1, r) not in self.grid.axial:
                labels.append(Label(name[0], (x - 0.7 * self.across, y), 14))
            if (q, r + 1) not in self.grid.axial:
                labels.append(Label(name[1:], (x + 0.34 * self.across, y - 0.7 * self.down), 14))
        width, height = self.corner + self.margin, self.corner * sqrt(3) / 2 + self.margin
        board = Shape(rounded(rim, 40), "board")
        return Frame(Box(-width, -height, width, height), (board,), tuple(cells), tuple(labels))


class PointBoard:
    """A board of points joined by lines; the north-western corner of its lattice is 0, 0."""

    def __init__(self, grid: PointGrid, size: float = 100.0) -> None:
        self.grid, self.size = grid, size
        self.columns = 1 + max(column for column, _ in grid.places.values())
        self.rows = 1 + max(row for _, row in grid.places.values())

    def middle(self, cell: int) -> Point:
        """The place of a point."""
        column, row = self.grid.places[self.grid.name(cell)]
        return self.size * column, self.size * (self.rows - 1 - row)

    def outline(self, cell: int, radius: float = POINT) -> tuple[Point, ...]:
        """The corners of the area to click."""
        return around(self.middle(cell), radius, CORNERS)

    @cached_property
    def frame(self) -> Frame:
        """The lines, the points, and labels along the southern and western edges."""
        right, bottom = self.size * (self.columns - 1), self.size * (self.rows - 1)
        board = Shape(rectangle(-56, -56, right + 56, bottom + 56, 16), "board")
        joined = "".join(line(*(self.middle(cell) for cell in cells)) for cells in self.grid.lines)
        cells = tuple(Cell(self.grid.name(cell), self.outline(cell)) for cell in range(self.grid.cells))
        labels = [
            *(Label(LETTERS[place], (self.size * place, bottom + 56 + GAP), 15) for place in range(self.columns)),
            *(Label(str(place + 1), (-56 - GAP, bottom - self.size * place), 15) for place in range(self.rows)),
        ]
        box = Box(-56 - 2 * GAP, -56 - GAP, right + 56 + GAP, bottom + 56 + 2 * GAP)
        return Frame(box, (board, Shape(joined, stroke="line", width=5)), cells, tuple(labels))
