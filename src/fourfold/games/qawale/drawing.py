"""The board of Qawale: every stack from bottom to top, so that the inner pebbles can be read."""

from itertools import pairwise

from fourfold.core.scene import Scene
from fourfold.games.qawale.kernel import (
    CELLS,
    FIRST,
    GRID,
    NEIGHBOUR,
    OPTIONS,
    PLACEMENTS,
    PLY,
    SECOND,
    SWAP,
    SWAPPED,
    steps_of,
)  # fmt: skip
from fourfold.games.qawale.notation import PEBBLES, stack_text
from fourfold.kernel.jit import Row
from fourfold.picture.canvas import Canvas
from fourfold.picture.coloured import PLAIN, QUIET, Line, Span, Style, line_of, piece
from fourfold.picture.drawing import Box, Cell, Drawing, Point, Shape, Symbol
from fourfold.picture.marks import mark_from, mark_path, mark_steps, mark_to
from fourfold.picture.paths import ellipse, line, polygon, rectangle, square_at
from fourfold.picture.seats import seat_line
from fourfold.text import say

COLOUR = {"x": "light", "o": "dark", "n": "neutral"}  # of each pebble, in the palette

SIZE = 100  # of a square
ACROSS, DOWN, THICK = 34.0, 11.5, 12.0  # a pebble, seen from the south and from above
ROOM = 60.0  # how high the pebbles of a stack may reach together
TALL, A_ROW = 9, 7  # a stack of more pebbles is laid open, so many in a row
FLOOR = 28.0  # where the lowest pebble lies, south of the middle of its square


def way_of(move: int) -> list[int]:
    """The squares of a sowing: its origin, then one for each pebble; none for a swap."""
    if move == SWAP:
        return []
    way = [move & 15]
    for step in range(steps_of(move)):
        way.append(int(NEIGHBOUR[way[-1], move >> 4 + 2 * step & 3]))
    return way


def hands_of(row: Row) -> list[tuple[int, str, int]]:
    """For each colour, the first to begin: its seat, its letter, and how many pebbles are left."""
    placed, each = int(row[PLY] - row[SWAPPED]), (int(row[OPTIONS]) & PLACEMENTS) // 2
    seats = (1, 0) if row[SWAPPED] else (0, 1)
    return [
        (seats[0], PEBBLES[FIRST], each - (placed + 1) // 2),
        (seats[1], PEBBLES[SECOND], each - placed // 2),
    ]


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the ranks from the north; the pebble farthest to the right of a stack is the one on top."""
    stacks = [stack_text(row[cell]) for cell in range(CELLS)]
    widths = [max(3, *(len(stack) for stack in stacks[file::4])) for file in range(4)]
    touched = way_of(last) if last is not None else []
    rule = Span("  +" + "+".join("-" * (width + 2) for width in widths) + "+", QUIET)
    drawn = [line_of(rule)]
    for rank in (3, 2, 1, 0):
        spans = [Span(f"{rank + 1} |", QUIET)]
        for file, width in enumerate(widths):
            cell = 4 * rank + file
            pad = " " * (width - len(stacks[cell] or "·") + 1)
            spans += [Span(" "), *_stack(stacks[cell], cell in touched), Span(pad), Span("|", QUIET)]
        drawn += [tuple(spans), line_of(rule)]
    drawn.append(line_of("    " + "   ".join(file.ljust(width) for file, width in zip("abcd", widths, strict=True))))
    (first, _, first_left), (second, _, second_left) = hands_of(row)
    hands = say("qawale.hands", first=first, first_left=first_left, second=second, second_left=second_left)
    drawn.append(line_of("  " + hands))
    return drawn


def _stack(stack: str, is_touched: bool) -> list[Span]:
    if not stack:
        return [Span("·", Style(is_marked=True) if is_touched else PLAIN)]
    spans = []
    for letter in stack:
        style = piece(COLOUR[letter])
        spans.append(Span(letter, Style(style.ink, style.ground, is_bold=True, is_marked=is_touched)))
    return spans


def pebble(letter: str) -> Symbol:
    """A pebble; notches on its rim say whose it is when others lie on it, its sign when it is on top."""
    name = COLOUR[letter]
    edge, sign = f"{name}-edge", f"{name}-sign"
    rim = f"M{-ACROSS} {-THICK}v{THICK}a{ACROSS} {DOWN} 0 0 0 {2 * ACROSS} 0v{-THICK}z"
    parts = [Shape(rim, name, edge, 1.6)]
    parts += [Shape(_notch(x), stroke=sign, width=4.5) for x in {"x": (0.0,), "o": (-13.0, 13.0), "n": ()}[letter]]
    parts.append(Shape(ellipse((0, -THICK), ACROSS, DOWN), name, edge, 1.6))
    if letter == "x":
        arms = line((-11, -THICK - 4.2), (11, -THICK + 4.2)) + line((11, -THICK - 4.2), (-11, -THICK + 4.2))
        parts.append(Shape(arms, stroke=sign, width=3.4))
    if letter == "o":
        parts.append(Shape(ellipse((0, -THICK), 13, 4.6), stroke=sign, width=3.2))
    return Symbol(f"qawale-{name}", tuple(parts))


def _notch(x: float) -> str:
    """A line down the whole rim, so that as little of it as shows is enough."""
    low = DOWN * (1 - (x / ACROSS) ** 2) ** 0.5
    return line((x, low - THICK + 2), (x, low - 1.5))


def bead(letter: str) -> Symbol:
    """A pebble from above, small: one of those that a tall stack is laid open as, from the bottom row up."""
    name = COLOUR[letter]
    arms = line((-2.4, -2.4), (2.4, 2.4)) + line((2.4, -2.4), (-2.4, 2.4))
    sign = {"x": [arms], "o": [ellipse((0, 0), 2.5)], "n": []}[letter]
    disc = Shape(ellipse((0, 0), 5.8), name, f"{name}-edge", 0.8)
    return Symbol(f"qawale-{name}-bead", (disc, *(Shape(path, stroke=f"{name}-sign", width=1.5) for path in sign)))


def _middle(cell: int) -> Point:
    return SIZE * (cell % 4 + 0.5), SIZE * (3.5 - cell // 4)


def draw(row: Row, scene: Scene) -> Drawing:
    """Draw the board from above and its stacks from the side; the pebbles in hand stand to the right."""
    canvas = Canvas()
    canvas.board.append(Shape(rectangle(-10, -10, 4 * SIZE + 10, 4 * SIZE + 10, 16), "board"))
    for cell in range(CELLS):
        canvas.cells.append(Cell(GRID.name(cell), square_at(_middle(cell), SIZE / 2 - 2), "cell", "line"))
    for place, name in enumerate("abcd"):
        canvas.write(name, (SIZE * (place + 0.5), 4 * SIZE + 28), 15)
        canvas.write(str(place + 1), (-28, SIZE * (3.5 - place)), 15)
    if scene.last is not None:
        _mark(canvas, way_of(scene.last))
    for cell in range(CELLS - 1, -1, -1):
        _pile(canvas, cell, stack_text(row[cell]))
    _hands(canvas, row, scene)
    return canvas.drawing(Box(-46, -24, 4 * SIZE + 250, 4 * SIZE + 46))


def _pile(canvas: Canvas, cell: int, stack: str) -> None:
    """Pile the pebbles up; of a stack that is too tall the inner pebbles are laid open beneath the top one."""
    x, y = _middle(cell)
    name = GRID.name(cell)
    if len(stack) > TALL:
        for place, letter in enumerate(stack[:-1]):
            spot = (x - 39 + 13 * (place % A_ROW), y + 42 - 13 * (place // A_ROW))
            canvas.place(bead(letter), spot, name=name)
        canvas.place(pebble(stack[-1]), (x, y - 20), name=name)
    else:
        step = min(THICK + 1, ROOM / max(1, len(stack)))
        for place, letter in enumerate(stack):
            canvas.place(pebble(letter), (x, y + FLOOR - step * place), name=name)
    if len(stack) > 1:
        canvas.write(str(len(stack)), (x + 37, y - 6 if len(stack) > TALL else y + 34), 11)


def _mark(canvas: Canvas, way: list[int]) -> None:
    if not way:
        return
    names = [GRID.name(cell) for cell in way]
    floors = [(x, y + FLOOR - 12) for x, y in map(_middle, way)]
    canvas.marks.append(mark_path("-".join(names), line(*floors)))
    arrows = "".join(_arrow(start, end) for start, end in pairwise(floors))
    canvas.marks.append(mark_steps("-".join(names), arrows))
    canvas.marks.append(mark_from(names[0], square_at(_middle(way[0]), SIZE / 2 - 6)))
    canvas.marks.append(mark_to(names[-1], square_at(_middle(way[-1]), SIZE / 2 - 4)))


def _arrow(start: Point, end: Point) -> str:
    """A small arrow where a step crosses from one square into the next."""
    right, down = (end[0] - start[0]) / SIZE, (end[1] - start[1]) / SIZE
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - (FLOOR - 12) * abs(down)
    corners = [(9, 0), (-6, -9), (-6, 9)]
    return polygon([(x + ahead * right - aside * down, y + ahead * down + aside * right) for ahead, aside in corners])


def _hands(canvas: Canvas, row: Row, scene: Scene) -> None:
    for place, (seat, letter, left) in enumerate(hands_of(row)):
        x, y = 4 * SIZE + 88.0, 40.0 + 215 * place
        seat_line(
            canvas,
            (x, y),
            pebble(letter),
            scale=0.8,
            lift=-6,
            is_mover=scene.mover == seat,
            has_won=scene.winner == seat,
            number=str(left),
        )
        for number in range(left):
            spot = (x - 24 + 54 * (number % 3), y + 56 + 34 * (number // 3))
            canvas.place(pebble(letter), spot, scale=0.62)
