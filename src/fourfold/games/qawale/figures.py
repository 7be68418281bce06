"""The figures of Qawale."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from math import dist

from fourfold.core.display.figures import (
    Figure,
    after,
    beside,
    board,
    cropped,
    cross,
    tag,
    text_beside,
    text_board,
    titled,
    with_key,
    with_parts,
)
from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.games.qawale.board import BOARD, FLOOR, SIZE, floor
from fourfold.games.qawale.kernel import GRID
from fourfold.games.qawale.symbols import THICK, symbols
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import Line, Span, Style, piece
from fourfold.picture.marks import arrow_along, tick_at
from fourfold.picture.paths import between, rectangle
from fourfold.picture.shapes import Box, Cell, Drawing, Item, Mark, MarkKind, Shape
from fourfold.text import say

TEXT_LINES = 10  # of the board
PANELS = 480  # pixels
LINE = "d1NNW c3ES a1ENE d3WNE d2WWN d4WSSW b1EE c2WNES b2WNESW d1NN"
LOOP = "qawale@nnx,n,n,./.,.,.,./.,.,.,./nn,.,.,nn:1"
BOTH = "qawale@.,o,x,nnn/n,o,x,xn/.,o,x,o/.,.,nnn,x:9"
TAGS = {symbol.id: symbol for symbol in map(tag, "1234")}


def read(text: str) -> Position:
    """The position of a text."""
    return game("qawale").read(text)


def text(
    position: Position, start: str = "", ends: Mapping[str, str] | None = None, pebble: Span | None = None
) -> list[Line]:
    """The board as text: brackets around a start and a third pebble on it, and signs at the end of squares."""
    added = {(row, column + 3): Span(sign, Style(is_bold=True)) for row, column, sign in placed(ends or {})}
    if pebble:
        row, column = find(start)
        added[row, column + 2] = pebble
    return text_board(position, TEXT_LINES, {start: "from"} if start else {}, find, added)


def placed(signs: Mapping[str, str]) -> list[tuple[int, int, str]]:
    """Signs with the lines and columns of their squares."""
    return [(*find(square), sign) for square, sign in signs.items()]


def find(square: str) -> tuple[int, int]:
    """The line and the column of a square in the text board."""
    return TEXT_LINES - 1 - 2 * int(square[1]), 4 + 6 * "abcd".index(square[0])


def steps(cells: str) -> list[tuple[Shape, ...]]:
    """Arrows from square to square."""
    places = [BOARD.middle(GRID.cell(cell)) for cell in cells.split()]
    pairs = pairwise(places)
    return [arrow_along([between(start, end, 0.3), between(start, end, 0.78)]) for start, end in pairs]


def numbers(cells: str) -> list[Item]:
    """1, 2, 3 and so on in a corner of squares."""
    places = [BOARD.middle(GRID.cell(cell)) for cell in cells.split()]
    return [Item(f"tag-{number}", (x + 32, y - 32)) for number, (x, y) in enumerate(places, 1)]


def sowing() -> Drawing:
    """A first move: a pebble on the stack of a1, and the stack sown north, east, east."""
    start, (x, y) = after("qawale"), floor(GRID.cell("a1"))
    added = Item("qawale-light", (x, y - 2 * (THICK + 1)))
    before = with_parts(board(start, {"a1": "to"}), symbols(), added)
    labels = [replace(each, text="3") if dist(each.place, (x, y)) < SIZE / 2 else each for each in before.labels]
    before = replace(before, labels=tuple(labels))
    sown = board(start.play("a1NEE"), {"a1": "from"})
    return beside(
        "sowing", before, with_parts(sown, symbols() | TAGS, *numbers("a2 b2 c2"), marks=steps("a1 a2 b2 c2"))
    )


def back() -> Drawing:
    """A step back, which is not allowed."""
    x, y = BOARD.middle(GRID.cell("a1"))
    ways = [arrow_along([(x - 24, y - 24), (x - 24, y - 84)]), arrow_along([(x + 16, y - 84), (x + 16, y - 24)])]
    return with_parts(board(after("qawale")), symbols(), marks=[*ways, cross((x + 66, y - 52))])


def loop() -> Drawing:
    """A way that comes back by a loop."""
    sown = board(read(LOOP).play("a4SENW"), {"a4": "from"})
    marks = [*steps("a4 a3 b3 b4 a4"), tick_at(BOARD.middle(GRID.cell("c2")), 26, 10)]
    return with_parts(sown, symbols() | TAGS, *numbers("a3 b3 b4 a4"), marks=marks)


def sowing_text() -> list[Line]:
    """The first move as text."""
    before = text(after("qawale"), "a1", pebble=Span("x", piece("light")))
    sown = text(after("qawale", "a1NEE"), "a1", {"a2": "1", "b2": "2", "c2": "3"})
    return with_key(text_beside(before, sown), say("qawale.figure.sown"))


def back_text() -> list[Line]:
    """The step back as text."""
    return with_key(text(after("qawale"), "a1", {"a2": "1", "a1": "×"}), say("qawale.figure.back"))


def loop_text() -> list[Line]:
    """The loop as text."""
    sown = text(read(LOOP).play("a4SENW"), "a4", {"a3": "1", "b3": "2", "b4": "3", "a4": "4"})
    return with_key(sown, say("qawale.figure.loop"))


def tall() -> Drawing:
    """Four pebbles in one stack are no line; four on top in a row are one."""
    canvas = Canvas(symbols())
    for column in (0.0, 1.6, 2.6, 3.6, 4.6):
        x = SIZE * column
        corners = ((x, 0.0), (x + SIZE, 0.0), (x + SIZE, SIZE), (x, SIZE))
        canvas.cells.append(Cell("", corners, "cell", "line"))
        stack = (
            ["light"] * 4
            if column == 0
            else {1.6: ["light"], 2.6: ["neutral", "light"], 3.6: ["dark", "light"], 4.6: ["neutral", "dark", "light"]}[
                column
            ]
        )
        for height, colour in enumerate(stack):
            canvas.place(f"qawale-{colour}", (x + SIZE / 2, SIZE / 2 + FLOOR - (THICK + 1) * height))
    canvas.board.append(Shape(rectangle(-8, -8, SIZE + 8, SIZE + 8, 10), "board"))
    canvas.board.append(Shape(rectangle(1.6 * SIZE - 8, -8, 5.6 * SIZE + 8, SIZE + 8, 10), "board"))
    signs = (cross((SIZE / 2, SIZE + 44), 22), tick_at((3.6 * SIZE, SIZE + 44), 26, 10))
    canvas.marks += [Mark("", MarkKind.LINE, shapes) for shapes in signs]
    return titled(canvas.drawing(Box(-8, -8, 5.6 * SIZE + 8, SIZE + 76)), "Qawale")


def tall_text() -> list[Line]:
    """The same in letters."""
    mine, other, none = (
        Span(letter, piece(colour)) for letter, colour in (("x", "light"), ("o", "dark"), ("n", "neutral"))
    )
    row = (
        Span("   ×       "),
        mine,
        Span("   "),
        none,
        mine,
        Span("   "),
        other,
        mine,
        Span("   "),
        none,
        other,
        mine,
        Span("   ✓"),
    )
    return [(mine, mine, mine, mine, *row)]


def both() -> Drawing:
    """One move that completes a line of each colour."""
    moved = board(read(BOTH).play("d1WW"), {f"c{rank}": "line" for rank in range(1, 5)})
    return with_parts(moved, symbols(), marks=steps("d1 c1 b1"))


FIGURES = {
    "start": Figure(lambda: board(after("qawale")), text=lambda: text(after("qawale"))),
    "sowing": Figure(sowing, PANELS, text=sowing_text),
    "back": Figure(back, text=back_text),
    "loop": Figure(loop, text=loop_text),
    "line": Figure(lambda: board(after("qawale", LINE)), text=lambda: text(after("qawale", LINE))),
    "tall": Figure(tall, PANELS, text=tall_text),
    "both": Figure(both, text=lambda: text(read(BOTH).play("d1WW"))),
    "shelf": Figure(lambda: cropped(after("qawale", LINE))),
}
