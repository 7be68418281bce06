"""Display of Quad-Ominos, as drawing data and as text: the tiles on the table, hands, well and scores."""

from collections.abc import Mapping
from functools import cache, lru_cache

import numpy as np

from fourfold.core.display.look import Look
from fourfold.core.display.scene import Scene
from fourfold.games.quadominos.notation import cell_text
from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.contents import Cell, hand_of, sides, table_of, well_of
from fourfold.games.quadominos.rules.tables import NAMES
from fourfold.games.quadominos.symbols import BACK, HALF, symbols, ways_of
from fourfold.kernel.jit import Row
from fourfold.picture import shapes
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import QUIET, Line, Span, Style, line_of, piece, trimmed
from fourfold.picture.marks import mark_to
from fourfold.picture.paths import rectangle, square_at
from fourfold.picture.seats import seat_line
from fourfold.picture.shapes import Cell as Outline
from fourfold.text import say

WIDTH = 4  # of a cell in text, with one of its walls


def placed_on(move: int | None) -> Cell | None:
    """The cell of the tile that a move places; None for other moves."""
    if move is None or move in (layout.DRAW, layout.PASS):
        return None
    x, y = cell_text(move >> 11).split(",")
    return int(x), int(y)


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the table from the north, then a line for each seat."""
    tiles = table_of(row)
    drawn = table_lines(tiles, placed_on(last)) if tiles else [line_of(say("quadominos.board.empty"))]
    drawn.append(line_of(say("quadominos.board.round", round=int(row[layout.ROUND]), left=int(row[layout.WELL_LEFT]))))
    drawn += [_seat(row, seat) for seat in range(int(row[layout.SEATS]))]
    well = well_of(row)
    if well and row[layout.PHASE] != layout.PLAYING:
        drawn.append(line_of(say("quadominos.board.well", tiles=" ".join(NAMES[tile] for tile in well))))
    return drawn


def table_lines(tiles: Mapping[Cell, str], touched: Cell | None) -> list[Line]:
    """Draw the tiles, with row and column numbers at the rim."""
    west, east = min(x for x, _ in tiles), max(x for x, _ in tiles)
    south, north = min(y for _, y in tiles), max(y for _, y in tiles)
    margin = max(len(str(south)), len(str(north)))
    blank = " " * (margin + 1)
    drawn = []
    for y in range(north, south - 1, -1):
        cells = [(x, y) for x in range(west, east + 1)]
        drawn.append(line_of(Span(blank + _wall(tiles, y + 1, west, east), QUIET)))
        for head, corners in ((str(y).rjust(margin) + " ", (0, 1)), (blank, (3, 2))):
            drawn.append(trimmed((Span(head, QUIET), *_inside(tiles, cells, corners, touched))))
    drawn.append(line_of(Span(blank + _wall(tiles, south, west, east), QUIET)))
    columns = "".join(str(x).center(WIDTH) for x in range(west, east + 1))
    drawn.append(line_of(Span((blank + columns).rstrip(), QUIET)))
    return drawn


def _wall(tiles: Mapping[Cell, str], y: int, west: int, east: int) -> str:
    """Draw the walls between the row y and the one south of it."""
    text = ""
    for x in range(west, east + 2):
        is_post = any((x - i, y - j) in tiles for i in (0, 1) for j in (0, 1))
        is_wall = (x, y) in tiles or (x, y - 1) in tiles
        text += ("+" if is_post else " ") + ("---" if is_wall else "   ")
    return text.rstrip()


def _inside(tiles: Mapping[Cell, str], cells: list[Cell], corners: tuple[int, int], touched: Cell | None) -> list[Span]:
    """Draw one half of a row of tiles: two numbers each, and the walls between them."""
    spans: list[Span] = []
    for place, cell in enumerate(cells):
        is_wall = cell in tiles or (place > 0 and cells[place - 1] in tiles)
        spans.append(Span("|" if is_wall else " ", QUIET))
        if cell in tiles:
            left, right = (_number(tiles[cell][corner], cell == touched) for corner in corners)
            spans += [left, Span(" "), right]
        else:
            spans.append(Span(" " * (WIDTH - 1)))
    return [*spans, Span("|" if cells[-1] in tiles else " ", QUIET)]


def _number(digit: str, is_touched: bool) -> Span:
    return Span(digit, Style("number", f"number-{digit}", is_bold=is_touched, is_marked=is_touched))


def _seat(row: Row, seat: int) -> Line:
    tiles = sorted(NAMES[tile] for tile in hand_of(row, seat))
    is_mover = row[layout.PHASE] == layout.PLAYING and row[layout.MOVER] == seat
    text = say(
        "quadominos.board.seat",
        seat=seat,
        score=int(row[layout.SCORES + seat]),
        held=int(row[layout.HELD + seat]),
        tiles=" ".join(tiles) or "none",
        turn=("due" if row[layout.DUE] else "move") if is_mover else "none",
        due=int(row[layout.DUE]),
        shown=NAMES[row[layout.SHOWN] - 1] if row[layout.SHOWN] and row[layout.SHOWN_BY] == seat else "none",
    )
    head, colon, rest = text.partition(":")
    return line_of(Span(head, piece(f"seat-{seat}")), colon + rest)


SIZE = 100.0  # of a cell
LEAST = 2  # cells shown on each side of the first tile, at least
PANEL = 470.0  # the width of the hands
STEP = 54.0  # from tile to tile in a hand
A_LINE = 7  # tiles of a hand in one line


def frame(row: Row) -> shapes.Frame:
    """The table has no rim."""
    return shapes.Frame(None)


def span(row: Row) -> shapes.Box:
    """The bounds of the tiles, in cells; y grows to the south."""
    return _span(table_of(row) or {(0, 0): ""})


def _span(tiles: Mapping[Cell, str]) -> shapes.Box:
    across, up = [x for x, _ in tiles], [y for _, y in tiles]
    return shapes.Box(min(across), -max(up), max(across), -min(up))


def middle(cell: Cell) -> shapes.Point:
    """The middle of a cell; that of the first tile is 0, 0."""
    return SIZE * cell[0], -SIZE * cell[1]


@lru_cache(maxsize=10_000)
def _outline(cell: Cell) -> Outline:
    return Outline(f"{cell[0]},{cell[1]}", square_at(middle(cell), SIZE / 2), "cell", "line")


@lru_cache(maxsize=10_000)
def _laid(cell: Cell, numbers: str) -> shapes.Item:
    return shapes.Item(f"quadominos-{numbers}", middle(cell), name=f"{cell[0]},{cell[1]}")


def pieces(row: Row, last: int | None) -> shapes.Pieces:
    """The tiles on the table, and the free cells beside them; on an empty table the cell in the middle."""
    return _pieces(row[layout.CORNERS : layout.FRONTIER].tobytes(), last)


@lru_cache(maxsize=32)  # seats see different rows, but the same table
def _pieces(table: bytes, last: int | None) -> shapes.Pieces:
    row = np.zeros(layout.STATE_WORDS, np.int64)
    row[layout.CORNERS : layout.FRONTIER] = np.frombuffer(table, np.int64)
    row[layout.LYING] = row[layout.TAKEN : layout.FRONTIER].any()
    tiles = table_of(row)
    free = {side for cell in tiles for side in sides(cell) if side not in tiles} if tiles else {(0, 0)}
    shown = _span(tiles or {(0, 0): ""})
    box = shapes.Box(
        SIZE * (shown.left - 1.5), SIZE * (shown.top - 1.5), SIZE * (shown.right + 1.5), SIZE * (shown.bottom + 1.5)
    )
    items = tuple(_laid(cell, numbers) for cell, numbers in sorted(tiles.items()))
    return shapes.Pieces(items, (), _marks(tiles, last), tuple(_outline(cell) for cell in sorted(free)), box)


def _marks(tiles: Mapping[Cell, str], last: int | None) -> tuple[shapes.Mark, ...]:
    touched = placed_on(last)
    if touched is None or touched not in tiles:  # the next round has been dealt
        return ()
    return (mark_to(f"{touched[0]},{touched[1]}", square_at(middle(touched), HALF)),)


def hands(row: Row) -> shapes.Hands:
    """The visible tiles, and the number of hidden ones."""
    return shapes.Hands(
        tuple(_hand(row, seat) for seat in range(int(row[layout.SEATS]))), well=int(row[layout.WELL_LEFT])
    )


def _hand(row: Row, seat: int) -> shapes.Hand:
    seen = sorted(NAMES[tile] for tile in hand_of(row, seat))
    if not seen and row[layout.SHOWN] and row[layout.SHOWN_BY] == seat:
        seen = [NAMES[row[layout.SHOWN] - 1]]
    held = int(row[layout.HELD + seat])
    return shapes.Hand(seat, f"seat-{seat}", held, tuple(map(_held, seen)), held - len(seen), BACK.id)


@cache
def _held(name: str) -> shapes.HandItem:
    lying = tuple(shapes.Lying(way, f"quadominos-{way}") for way in ways_of(name))
    return shapes.HandItem(f"quadominos-{name}", name, 0.0, lying)


def draw(row: Row, scene: Scene) -> shapes.Drawing:
    """Draw the table with free cells around it, and to its right the seats, their hands and the well."""
    canvas = Canvas(symbols())
    shown = span(row).joined(shapes.Box(1 - LEAST, 1 - LEAST, LEAST - 1, LEAST - 1))
    shown = shown.joined(scene.span) if scene.span else shown
    canvas.add_frame(_stretch(shown))
    canvas.add_pieces(pieces(row, scene.last))
    left, top = SIZE * (shown.right + 1.5) + 40, SIZE * (shown.top - 1.5)
    bottom = _panel(canvas, row, scene, (left + 84, top + 34))
    table_bottom = SIZE * (shown.bottom + 1.5) + 40
    return canvas.drawing(
        shapes.Box(SIZE * (shown.left - 1.5) - 56, top - 24, left + PANEL, max(bottom, table_bottom) + 16)
    )


def _stretch(shown: shapes.Box) -> shapes.Frame:
    """The shown part of the table, with row and column numbers at the rim."""
    columns = range(int(shown.left) - 1, int(shown.right) + 2)
    rows = range(int(shown.top) - 1, int(shown.bottom) + 2)
    west, east = SIZE * (columns[0] - 0.5), SIZE * (columns[-1] + 0.5)
    north, south = SIZE * (rows[0] - 0.5), SIZE * (rows[-1] + 0.5)
    board = shapes.Shape(rectangle(west - 8, north - 8, east + 8, south + 8, 16), "board")
    labels = [shapes.Label(str(-y), (west - 30, SIZE * y), 15) for y in rows]
    labels += [shapes.Label(str(x), (SIZE * x, south + 28), 15) for x in columns]
    return shapes.Frame(
        shapes.Box(west, north, east, south),
        (board,),
        tuple(_outline((x, -y)) for y in rows for x in columns),
        tuple(labels),
    )


def _panel(canvas: Canvas, row: Row, scene: Scene, place: shapes.Point) -> float:
    """Draw the seats one below the other, then the well; give its lower end."""
    x, y = place
    beside = hands(row)
    for hand in beside.hands:
        is_mover, has_won = scene.mover == hand.seat, scene.winner == hand.seat
        seat_line(canvas, (x, y), hand.symbol, is_mover=is_mover, has_won=has_won)
        canvas.write(str(row[layout.SCORES + hand.seat]), (x + 78, y), 24, "ink", is_bold=True)
        canvas.place(BACK, (x + 150, y), scale=0.36)
        canvas.write(str(hand.number), (x + 196, y), 18)
        if is_mover and row[layout.DUE]:
            canvas.write(f"+{row[layout.DUE]}", (x + 250, y), 20, "ink")
        y = _place_hand(canvas, hand, (x - 4, y + 60)) + 70
    _place_well(canvas, (x, y), beside.well or 0, is_touched=scene.last == layout.DRAW)
    return y + 40


def _place_well(canvas: Canvas, place: shapes.Point, count: int, is_touched: bool) -> None:
    """Draw a few backs, and the number of tiles."""
    x, y = place
    for height in range(min(3, count)):
        canvas.place(BACK, (x - 5 + 5 * height, y + 5 - 5 * height), scale=0.44)
    canvas.write(str(count), (x + 78, y), 18)
    if is_touched:
        canvas.marks.append(mark_to("draw", square_at(place, 33)))


def _place_hand(canvas: Canvas, hand: shapes.Hand, place: shapes.Point) -> float:
    """Draw the visible tiles, and backs for the others; give their lower end."""
    x, y = place
    seen = len(hand.items)
    for count, item in enumerate(hand.items):
        spot = x + STEP * (count % A_LINE), y + STEP * (count // A_LINE)
        canvas.place(item.symbol, spot, scale=0.52, name=item.click)
    for count in range(hand.backs):
        step = min(34.0, (PANEL - 150 - STEP * seen) / hand.backs)
        canvas.place(BACK, (x + STEP * seen - 4 + step * count, y), scale=0.36)
    return y + STEP * max(0, (seen - 1) // A_LINE)


LOOK = Look(symbols, frame, pieces, hands, draw, lines, span)
