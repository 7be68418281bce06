"""The board of Exago: hexagons, each tile with its colour and its seat's sign, and the hands beside it."""

from math import sqrt

from fourfold.core.grids import HexGrid
from fourfold.core.scene import Scene
from fourfold.games.exago.layout import HAND, NO_CELL, SEATS, SIDE
from fourfold.games.exago.notation import COLOURS, cells_of, letters_of, rows_of
from fourfold.games.exago.tables import GRIDS
from fourfold.kernel.jit import Row
from fourfold.picture.canvas import Canvas
from fourfold.picture.coloured import PLAIN, QUIET, Line, Span, Style, line_of, piece
from fourfold.picture.drawing import Box, Cell, Drawing, Point, Shape, Symbol
from fourfold.picture.marks import mark_from, mark_to
from fourfold.picture.paths import ellipse, hexagon, rounded
from fourfold.picture.seats import seat_line
from fourfold.picture.signs import sign
from fourfold.text import say

RADIUS = 50.0  # of a cell
ACROSS, DOWN = sqrt(3) * RADIUS, 1.5 * RADIUS  # from cell to cell in a row, from row to row
RIM = 40.0  # from the outermost corners to the rim of the board


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the rows from the north, each with its letter.

    A number stands at the upper end of its diagonal, which runs down to the left.
    """
    side = int(row[SIDE])
    touched = cells_of(last)[:2] if last is not None else ()
    numbers = " " * (side + 4) + " ".join(str(number) for number in range(1, side + 1))
    drawn = [line_of(Span(numbers, QUIET))]
    letters = letters_of(row)
    for north, cells in enumerate(rows_of(GRIDS[side])):
        height = side - 1 - north
        margin = " " * (abs(height) + 1)
        letter = GRIDS[side].name(cells[0])[0]
        spans = [Span(f"{margin}{letter}  ", QUIET)]
        for place, cell in enumerate(cells):
            spans += [Span(" ")] * (place > 0) + [_sign(letters.get(cell, ""), cell in touched)]
        spans += [Span(f" {2 * side - height}", QUIET)] * (height > 0)
        drawn.append(tuple(spans))
    for seat in range(row[SEATS]):
        hand = say("exago.hand", letter=COLOURS[seat], seat=str(seat), tiles=int(row[HAND + seat]))
        drawn.append(line_of("  ", Span(hand[:1], piece(f"seat-{seat}")), hand[1:]))
    return drawn


def _sign(letter: str, is_touched: bool) -> Span:
    if not letter:
        return Span("·", Style(is_bold=True, is_marked=True) if is_touched else PLAIN)
    style = piece(f"seat-{COLOURS.index(letter)}")
    return Span(letter, Style(style.ink, style.ground, is_bold=True, is_marked=is_touched))


def tile(seat: int) -> Symbol:
    """The tile of a seat: its colour and its sign."""
    body = Shape(rounded(hexagon((0, 0), RADIUS - 5), 5), f"seat-{seat}", f"seat-{seat}-edge", 2.5)
    return Symbol(f"exago-{seat}", (body, *sign(seat, 17, f"seat-{seat}-sign")))


def middle(grid: HexGrid, cell: int) -> Point:
    """Where a cell lies; the centre of the board is 0, 0."""
    q, r = grid.axial[cell]
    return ACROSS * (q + r / 2), -DOWN * r


CENTRE = Symbol("exago-centre", (Shape(ellipse((0, 0), 7), stroke="line", width=3),))  # where the game starts


def draw(row: Row, scene: Scene) -> Drawing:
    """Draw the board, and the hands to its right."""
    grid = GRIDS[int(row[SIDE])]
    canvas = Canvas()
    corner = ACROSS * (grid.side - 1) + RADIUS + RIM
    rim = [(-y, x) for x, y in hexagon((0, 0), corner)]
    canvas.board.append(Shape(rounded(rim, 40), "board"))
    _cells(canvas, grid)
    letters = letters_of(row)
    if grid.centre not in letters:
        canvas.place(CENTRE, middle(grid, grid.centre))
    for cell, letter in sorted(letters.items()):
        canvas.place(tile(COLOURS.index(letter)), middle(grid, cell), name=grid.name(cell))
    if scene.last is not None:
        _mark(canvas, grid, scene.last)
    _hands(canvas, row, scene, corner + 20)
    height = corner * sqrt(3) / 2 + 24
    return canvas.drawing(Box(-corner - 24, -height, corner + 20 + 370, height))


def _cells(canvas: Canvas, grid: HexGrid) -> None:
    """Lay out the cells, a letter at the western end of each row, a number at the upper end of each diagonal."""
    for cell, (q, r) in enumerate(grid.axial):
        x, y = middle(grid, cell)
        canvas.cells.append(Cell(grid.name(cell), hexagon((x, y), RADIUS - 1.5), "cell", "line"))
        if (q - 1, r) not in grid.axial:
            canvas.write(grid.name(cell)[0], (x - 0.7 * ACROSS, y), 14)
        if (q, r + 1) not in grid.axial:
            canvas.write(grid.name(cell)[1:], (x + 0.34 * ACROSS, y - 0.7 * DOWN), 14)


def _mark(canvas: Canvas, grid: HexGrid, move: int) -> None:
    target, source, _ = cells_of(move)
    canvas.marks.append(mark_to(grid.name(target), hexagon(middle(grid, target), RADIUS - 1.5)))
    if source != NO_CELL:
        canvas.marks.append(mark_from(grid.name(source), hexagon(middle(grid, source), RADIUS - 7)))


def _hands(canvas: Canvas, row: Row, scene: Scene, left: float) -> None:
    """One line for each seat: its badge, how many tiles it holds, and the tiles themselves."""
    seats = int(row[SEATS])
    for seat in range(seats):
        y = 118 * (seat - (seats - 1) / 2)
        tiles = int(row[HAND + seat])
        seat_line(
            canvas,
            (left + 60, y),
            tile(seat),
            scale=0.78,
            is_mover=scene.mover == seat,
            has_won=scene.winner == seat,
            number=str(tiles),
        )
        for number in range(tiles):
            row_of_six = 0 if tiles <= 6 else 19 if number >= 6 else -19
            canvas.place(tile(seat), (left + 168 + 34 * (number % 6), y + row_of_six), scale=0.36)
