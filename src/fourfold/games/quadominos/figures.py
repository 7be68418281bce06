"""The figures of Quad-Ominos."""

from collections.abc import Callable, Sequence

from fourfold.core.display.figures import Figure, after, beside, cropped, cross, dot, tag, text_beside, titled
from fourfold.core.position import Position
from fourfold.games.quadominos.board import SIZE, middle, table_lines
from fourfold.games.quadominos.rules.contents import Cell
from fourfold.games.quadominos.symbols import HALF, symbols
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import Line, Span
from fourfold.picture.marks import mark_from, mark_line, tick_at
from fourfold.picture.paths import rectangle, square_at
from fourfold.picture.shapes import Box, Drawing, Mark, MarkKind, Point, Shape

MARGIN = 22.0  # around tiles
WIDE, NARROW, PANELS = 420, 220, 480  # pixels
SHELF = "0,0=5555+25 0,1=3355 -1,0=5550 0,2=5033 1,2=0133 0,-1=5535 1,-1=5133 -2,0=1501 1,0=5515+25"
OPENING = "0,0=3333 1,0=3323 0,-1=3312"
ZEROS = "0,0=0000 1,0=0010 0,-1=0012"
MATCHING = "0,0=1123 -1,0=0135"
DIFFER, CORNER_ONLY, BELOW, SHIFTED = "0,0=1123 1,0=1224", "0,0=1123 1,1=3511", "0,0=1123", "0,0=1113"
NOTCH = "0,0=2244 1,0=2234 0,1=3522 1,1=5522"
TIP = "0,0=5015 -1,0=2555 -2,0=0250 -2,-1=0555 -2,-2=5551 -1,-2=5335 0,-1=5113"
BRIDGE = "0,0=2502 0,1=2452 1,1=4455 2,1=4445 2,0=5455 1,0=5550"
HOLE = "0,0=2502 0,1=2452 0,2=4442 1,2=4344 2,2=3344 2,1=4445 2,0=5455 1,0=5550 1,1=4455"
Tiles = dict[Cell, str]


def read(text: str) -> Tiles:
    """Tiles by their cells; the last one is the new one."""
    placed = [part.split("=") for part in text.split()]
    return {(int(cell.split(",")[0]), int(cell.split(",")[1])): numbers for cell, numbers in placed}


def corners(cell: Cell) -> set[Point]:
    """The corners of a cell."""
    return set(square_at(middle(cell), SIZE / 2))


def meeting(tiles: Tiles) -> list[Point]:
    """The corners of the last tile that meet others."""
    *others, new = tiles
    return sorted(corners(new) & set[Point]().union(*map(corners, others)))


def table(
    text: str,
    *,
    marks: Callable[[Tiles], Sequence[tuple[Shape, ...]]] = lambda tiles: (),
    has_new: bool = True,
    totals: bool = False,
) -> Drawing:
    """Tiles on a table, the last one in a frame; `totals` writes the sum of each on it."""
    tiles = read(text)
    canvas = Canvas(symbols())
    for cell, numbers in tiles.items():
        canvas.place(f"quadominos-{numbers}", middle(cell))
        if totals:
            canvas.place(tag(str(sum(map(int, numbers)))), middle(cell))
    if has_new:
        canvas.marks.append(mark_line("", square_at(middle(list(tiles)[-1]), HALF - 1)))
    canvas.marks += [Mark("", MarkKind.LINE, shapes) for shapes in marks(tiles)]
    return on_ground(canvas, [point for cell in tiles for point in corners(cell)])


def on_ground(canvas: Canvas, points: Sequence[Point]) -> Drawing:
    """The drawing of a canvas, on a ground around these points."""
    across, down = zip(*points, strict=True)
    box = Box(min(across) - MARGIN, min(down) - MARGIN, max(across) + MARGIN, max(down) + MARGIN)
    canvas.board.append(Shape(rectangle(box.left, box.top, box.right, box.bottom, 14), "board"))
    return titled(canvas.drawing(box), "Quad-Ominos")


def text(written: str, has_new: bool = True) -> list[Line]:
    """Tiles on a table as text."""
    tiles = read(written)
    return table_lines(tiles, list(tiles)[-1] if has_new else None)[:-1]


def tiles() -> Drawing:
    """One tile in its four turns: the numbers ascend clockwise."""
    canvas = Canvas(symbols())
    for turn in range(4):
        name = "0134"
        canvas.place(f"quadominos-{name[turn:]}{name[:turn]}", (80 + 140 * turn, 80), scale=1.1)
    return titled(canvas.drawing(Box(0, 0, 580, 160)), "Quad-Ominos")


def zeros() -> Drawing:
    """An opening with 0000, and the quad that is only shown."""
    canvas = Canvas(symbols())
    canvas.place("quadominos-4444", (0, 0))
    canvas.marks.append(mark_from("", square_at((0, 0), HALF + 10)))
    shown = titled(canvas.drawing(Box(-64, -64, 64, 64)), "Quad-Ominos")
    return beside("zeros", table(ZEROS, has_new=False), shown)


def wrong() -> Drawing:
    """Three tiles that may not lie there: the corners differ, only a corner touches, it is shifted."""
    canvas = Canvas(symbols())
    canvas.place("quadominos-1123", (0, 0))
    canvas.place("quadominos-1113", (SIZE / 2, -SIZE))
    canvas.marks.append(mark_line("", square_at((SIZE / 2, -SIZE), HALF - 1)))
    canvas.marks.append(Mark("", MarkKind.LINE, cross((SIZE / 2, -SIZE), 13)))
    shifted = on_ground(canvas, [(-SIZE / 2, SIZE / 2), (SIZE, -1.5 * SIZE)])
    differ = table(DIFFER, marks=lambda tiles: [cross((SIZE / 2, SIZE / 2 + 6), 13)])
    corner = table(CORNER_ONLY, marks=lambda tiles: [cross(middle((1, 1)), 13)])
    return beside("wrong", differ, corner, shifted)


def wrong_text() -> list[Line]:
    """The same as text."""
    above = [(Span("  "), *line) for line in text(SHIFTED)]
    return text_beside(text(DIFFER), text(CORNER_ONLY), [*above[:-1], *text(BELOW, has_new=False)])


def bonus(written: str, width: int = NARROW) -> Figure:
    """A new tile that meets three corners or more; each has a dot."""
    return Figure(
        lambda: table(written, marks=lambda tiles: [dot(place) for place in meeting(tiles)]),
        width,
        text=lambda: text(written),
    )


def in_notch() -> Position:
    """A tile in a notch, which earns a bonus."""
    return after("quadominos", SHELF, seats=3, seed=0, rounds=1)


FIGURES = {
    "tiles": Figure(
        tiles,
        WIDE,
        text=lambda: text_beside(*(text(f"0,0={way}", has_new=False) for way in ("0134", "1340", "3401", "4013"))),
    ),
    "opening": Figure(
        lambda: table(OPENING, has_new=False, totals=True), NARROW, text=lambda: text(OPENING, has_new=False)
    ),
    "zeros": Figure(zeros, text=lambda: text_beside(text(ZEROS, has_new=False), text("0,0=4444"))),
    "matching": Figure(
        lambda: table(MATCHING, marks=lambda tiles: [tick_at(place, 15) for place in meeting(tiles)]),
        NARROW,
        text=lambda: text(MATCHING),
    ),
    "wrong": Figure(wrong, PANELS, text=wrong_text),
    "bonus": bonus(NOTCH),
    "bonus-tip": bonus(TIP, 300),
    "bonus-bridge": bonus(BRIDGE, 300),
    "bonus-hole": bonus(HOLE, 300),
    "shelf": Figure(lambda: cropped(in_notch())),
}
