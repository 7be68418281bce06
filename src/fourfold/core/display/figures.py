"""Figures of a game: those of its rules, and its picture on the shelf; module `figures` of a game has `FIGURES`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import dist
from typing import Any

import numpy as np

from fourfold.core.display.pictures import ending_of, lay_out
from fourfold.core.moves import Move
from fourfold.core.position import Position, View
from fourfold.core.registry import folder, game, module
from fourfold.picture.formats.blocks import blocks
from fourfold.picture.formats.styled_text import QUIET, Depth, Line, Span, Style, trimmed
from fourfold.picture.formats.svg import svg
from fourfold.picture.marks import arrow_along, cross_at, mark_from, mark_line, mark_to, tick_at
from fourfold.picture.palette import LIGHT, NAMES, Palette
from fourfold.picture.path_segments import trace
from fourfold.picture.paths import between, ellipse, line, polygon, rectangle
from fourfold.picture.shapes import Box, Cell, Drawing, Item, Label, Mark, MarkKind, Point, Shape, Symbol

SHELF = "shelf"  # the name of the picture on the shelf
WIDTH = 300  # pixels
MARGIN = 12.0  # around a cropped board
ROOM = 24.0  # between an arrow and the middle of a cell
GAP = 56.0  # between two panels
PIXELS = 6  # of a figure, for a character of a terminal
WIDEST = 76  # characters of a figure in a terminal


@dataclass(frozen=True)
class Figure:
    """What draws a figure, its width in pixels, its colours, and its text for terminals where the drawing says less."""

    draw: Callable[[], Drawing]
    width: int = WIDTH
    palette: Palette = LIGHT
    text: Callable[[], list[Line]] | None = None

    def __call__(self) -> Drawing:
        return self.draw()

    def svg(self) -> str:
        """The figure as SVG."""
        return svg(self(), self.palette, self.width)

    def lines(self, depth: Depth = Depth.TRUE) -> list[Line]:
        """The figure as text: the game's own, or blocks of colour; nothing where there are no colours."""
        if self.text:
            return self.text()
        return blocks(self(), min(WIDEST, self.width // PIXELS)) if depth else []


def list_figures(game_id: str) -> Mapping[str, Figure]:
    """The figures of a game by name; a plain function draws one of the usual width and colours.

    >>> list_figures("quadominos")["tiles"].width
    420
    """
    found: Any = module(game_id, "figures")
    figures: Mapping[str, Callable[[], Drawing]] = found.FIGURES if found else {}
    return {name: each if isinstance(each, Figure) else Figure(each) for name, each in figures.items()}


@cache
def read_shelf_picture(game_id: str) -> str:
    """Give the picture on the shelf from the file `shelf.svg` of the game; empty where it has none."""
    path = folder(game_id) / "shelf.svg"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def shelf_picture(game_id: str) -> str:
    """Draw the picture on the shelf as SVG, in the colours of a page's style sheet; empty where a game has none.

    Ids begin with the game's, because several pictures stand in one page.
    """
    found = list_figures(game_id).get(SHELF)
    return svg(titled(found(), ""), Palette(f"picture-{game_id}", NAMES.colours)) if found else ""


def themed_figure(game_id: str, name: str) -> str:
    """Draw a figure as SVG without words, in the colours of a page's style sheet.

    Ids begin with the game and the figure, because several stand in one page.
    """
    figure = list_figures(game_id)[name]
    return svg(titled(figure(), ""), Palette(f"figure-{game_id}-{name}", NAMES.colours), figure.width)


def after(game_id: str, moves: str = "", **options: Any) -> Position:
    """The position after some moves from the start.

    >>> after("exago", "e5 e6", seats=6).ply
    2
    """
    position = game(game_id).start(**options)
    for move in moves.split():
        position = position.play(move)
    return position


def titled(drawing: Drawing, title: str) -> Drawing:
    """Give words to a drawing that is made of pieces."""
    return replace(drawing, title=title)


def _middle(cell: Cell) -> Point:
    across, down = zip(*cell.points, strict=True)
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def _at_middle(shapes: Callable[[Point], tuple[Shape, ...]]) -> Callable[[Cell], Mark]:
    return lambda cell: Mark(cell.name, MarkKind.LINE, shapes(_middle(cell)))


def cross(place: Point, half: float = 20.0) -> tuple[Shape, ...]:
    """What is not allowed."""
    return cross_at(place, half, "bad", 8)


def dot(place: Point, radius: float = 11.0) -> tuple[Shape, ...]:
    """A free place, or a corner that counts."""
    return (Shape(ellipse(place, radius), "accent", "halo", 3),)


def _dotted(cell: Cell) -> tuple[Shape, ...]:
    outline = polygon(cell.points)
    return (Shape(outline, stroke="halo", width=11), Shape(outline, stroke="mark", width=7, dashes=(0.1, 15)))


def _hatched(cell: Cell, radius: float = 44.0) -> tuple[Shape, ...]:
    """Slanting lines within a circle."""
    x, y = _middle(cell)
    strokes = ""
    for offset in (-30.0, -15.0, 0.0, 15.0, 30.0):
        half = (radius**2 - offset**2) ** 0.5 / 2**0.5
        a, b = x + offset / 2**0.5, y + offset / 2**0.5
        strokes += line((a - half, b + half), (a + half, b - half))
    return Shape(strokes, stroke="halo", width=6), Shape(strokes, stroke="mark", width=2.5)


def _ring(place: Point, radius: float = 41.0, colour: str = "mark") -> tuple[Shape, ...]:
    outline = ellipse(place, radius)
    return Shape(outline, stroke="halo", width=11), Shape(outline, stroke=colour, width=6)


def _barred(place: Point, radius: float = 22.0) -> tuple[Shape, ...]:
    """A circle with a bar: what is not allowed, where a cross is the sign of a piece."""
    x, y = place
    half = radius / 2**0.5
    bar = line((x - half, y + half), (x + half, y - half))
    return *_ring(place, radius, "bad"), Shape(bar, stroke="bad", width=6)


SIGNS: Mapping[str, Callable[[Cell], Mark]] = {
    "no": _at_middle(cross),
    "bar": _at_middle(_barred),  # the same, where a cross is the sign of a piece
    "yes": _at_middle(tick_at),  # allowed
    "dot": _at_middle(dot),
    "to": lambda cell: mark_to(cell.name, cell.points),  # the new piece
    "from": lambda cell: mark_from(cell.name, cell.points),  # where it came from
    "line": lambda cell: mark_line(cell.name, cell.points),  # one of a line or a group
    "other": lambda cell: Mark(cell.name, MarkKind.LINE, _dotted(cell)),  # one of another group
    "back": lambda cell: Mark(cell.name, MarkKind.LINE, _hatched(cell)),  # goes back to its owner
    "ring": _at_middle(_ring),  # one that the caption speaks of
}
BAD, GOOD = Style("bad", is_bold=True), Style("good", is_bold=True)
IN_TEXT = {"no": Span("×", BAD), "bar": Span("⊘", BAD), "yes": Span("✓", GOOD), "dot": Span("•")}
FRAMES_IN_TEXT = {"from": "[]", "to": "[]", "back": "()", "ring": "()", "line": "()"}


def board(
    table: Position | View,
    signs: Mapping[str, str] | None = None,
    way: str = "",
    *,
    around: str = "",
    keeps_marks: bool = False,
) -> Drawing:
    """A position without hands and coordinates; `signs` mark cells by name, `way` names the two cells of an arrow.

    `around` names cells to show, where these are not all; `keeps_marks` keeps the marks of the last move.

    >>> drawing = board(after("exago", "e5 e6"), {"d5": "yes", "a5": "no"})
    >>> [mark.name for mark in drawing.marks]
    ['d5', 'a5']
    """
    frame, pieces, _ = lay_out(table)
    cells = {cell.name: cell for cell in (*frame.cells, *pieces.cells)}
    is_whole = bool(frame.shapes) and not around
    box = _bounds_of(frame.shapes) if is_whole else _bounds([cells[name] for name in around.split() or cells])
    ground = Shape(rectangle(box.left, box.top, box.right, box.bottom, 14), "board")
    marks = [*(pieces.marks if keeps_marks else ()), *ending_of(table)]
    marks += [SIGNS[kind](cells[name]) for name, kinds in (signs or {}).items() for kind in kinds.split()]
    if way:
        start, end = (_middle(cells[name]) for name in way.split())
        short = ROOM / dist(start, end)
        marks.append(Mark(way, MarkKind.LINE, arrow_along([between(start, end, short), between(end, start, short)])))
    items = tuple(item for item in pieces.items if _is_within(box, item.place))
    return Drawing(
        box,
        frame.shapes if is_whole else (ground,),
        tuple(cell for cell in cells.values() if all(_is_within(box, point) for point in cell.points)),
        used_symbols(table.game.look.symbols(), items),
        items,
        tuple(label for label in pieces.labels if _is_within(box, label.place)),
        tuple(marks),
        table.game.name,
    )


def _bounds_of(shapes: Iterable[Shape]) -> Box:
    """The bounds of shapes."""
    values = [each for shape in shapes for kind, each in trace(shape.path) if kind != "Z"]
    across, down = [x for each in values for x in each[::2]], [y for each in values for y in each[1::2]]
    return Box(min(across) - 1, min(down) - 1, max(across) + 1, max(down) + 1)


def _bounds(cells: Iterable[Cell]) -> Box:
    """The bounds of cells, with a margin."""
    across, down = zip(*(point for cell in cells for point in cell.points), strict=True)
    return Box(min(across) - MARGIN, min(down) - MARGIN, max(across) + MARGIN, max(down) + MARGIN)


def position_figure(make: Callable[[], Position]) -> Figure:
    """A position with its last move, as a drawing without hands and as text."""
    return Figure(lambda: board(make(), keeps_marks=True), text=lambda: text_of(make()))


def with_parts(
    drawing: Drawing,
    known: Mapping[str, Symbol],
    *items: Item,
    marks: Sequence[tuple[Shape, ...]] = (),
    labels: Sequence[Label] = (),
) -> Drawing:
    """A drawing with more items, marks and labels."""
    every = (*drawing.items, *items)
    added = tuple(Mark("", MarkKind.LINE, shapes) for shapes in marks)
    return replace(
        drawing,
        items=every,
        symbols=used_symbols(known, every),
        marks=(*drawing.marks, *added),
        labels=(*drawing.labels, *labels),
    )


def tag(text: str) -> Symbol:
    """A small disc with a number."""
    return Symbol(
        f"tag-{text}", (Shape(ellipse((0, 0), 16), "tile", "ink", 2.5), Label(text, (0, 0), 15, "number", is_bold=True))
    )


def beside(name: str, *panels: Drawing) -> Drawing:
    """Drawings of the same scale, side by side and centred, in the figure of a name."""
    height = max(panel.box.height for panel in panels)
    symbols: dict[str, Symbol] = {}
    items, left = [], 0.0
    for number, panel in enumerate(panels):
        box = panel.box
        symbols |= {symbol.id: symbol for symbol in panel.symbols}
        symbols[f"{name}-{number}"] = as_symbol(f"{name}-{number}", panel)
        items.append(Item(f"{name}-{number}", (left - box.left, (height - box.height) / 2 - box.top)))
        left += box.width + GAP
    bounds = Box(0, 0, left - GAP, height)
    return Drawing(bounds, (), (), tuple(symbols.values()), tuple(items), (), (), panels[0].title)


def as_symbol(name: str, drawing: Drawing) -> Symbol:
    """A whole drawing as one symbol, which is made of the drawing's symbols."""
    beneath = [shape for mark in drawing.marks if mark.kind == MarkKind.PATH for shape in mark.shapes]
    above = [shape for mark in drawing.marks if mark.kind != MarkKind.PATH for shape in mark.shapes]
    cells = [Shape(polygon(cell.points), cell.fill, cell.stroke, 1.5) for cell in drawing.cells]
    return Symbol(name, (*drawing.board, *cells, *beneath, *drawing.items, *drawing.labels, *above))


def text_beside(*boards: Sequence[Line], gap: int = 4) -> list[Line]:
    """Boards of text side by side."""
    joined: list[Line] = [() for _ in range(max(map(len, boards)))]
    left = 0
    for drawn in boards:
        for row, added in enumerate(drawn):
            joined[row] = (*joined[row], Span(" " * (left - _length(joined[row]))), *added)
        left = gap + max(map(_length, joined))
    return [trimmed(each) for each in joined]


def _length(written: Line) -> int:
    return sum(len(span.text) for span in written)


def text_of(table: Position | View) -> list[Line]:
    """A position as text, its last move marked."""
    return table.game.look.lines(np.array(table.row), table.last.code if isinstance(table.last, Move) else None)


def text_board(
    table: Position | View,
    height: int,
    signs: Mapping[str, str],
    find: Callable[[str], tuple[int, int]],
    added: Mapping[tuple[int, int], Span] | None = None,
) -> list[Line]:
    """The first lines of a position as text, with signs on cells; `find` gives the line and the column of a cell.

    `added` are characters by line and column; brackets of one sign on neighbours are one pair.
    """
    drawn = [[Span(sign, span.style) for span in written for sign in span.text] for written in text_of(table)[:height]]
    for (row, column), span in (added or {}).items():
        drawn[row][column] = span
    for name, kinds in signs.items():
        row, column = find(name)
        drawn[row] += [Span(" ")] * (column + 1 - len(drawn[row]))
        for kind in kinds.split():
            old = drawn[row][column]
            style = replace(old.style, is_bold=True, is_marked=True)
            drawn[row][column] = IN_TEXT.get(kind, Span(old.text, style))
            if kind in FRAMES_IN_TEXT:
                _frame(drawn[row], column, FRAMES_IN_TEXT[kind])
    return [trimmed(tuple(written)) for written in drawn]


def _frame(written: list[Span], column: int, signs: str) -> None:
    """Put brackets around what begins at a column."""
    end = column
    while end < len(written) and written[end].text not in " []()":
        end += 1
    written += [Span(" ")] * (end + 1 - len(written))
    opening, closing = signs[0], signs[1]
    for place, sign, other in ((column - 1, opening, closing), (end, closing, opening)):
        written[place] = Span(" " if written[place].text == other else sign, Style(is_bold=True))


def with_key(lines: Sequence[Line], told: str) -> list[Line]:
    """Text with a line below it that says what its signs mean."""
    return [*lines, (), (Span(told, QUIET),)]


def cropped(position: Position | View) -> Drawing:
    """The cells of the board with what lies there, without hands, names and marks."""
    drawing = position.drawing()
    points = [point for cell in drawing.cells for point in cell.points]
    if not points:
        points = [(x + d, y + d) for x, y in (item.place for item in drawing.items if item.name) for d in (-50, 50)]
    across, down = zip(*points, strict=True)
    box = Box(min(across) - MARGIN, min(down) - MARGIN, max(across) + MARGIN, max(down) + MARGIN)
    items = tuple(item for item in drawing.items if _is_within(box, item.place))
    symbols = used_symbols({symbol.id: symbol for symbol in drawing.symbols}, items)
    return replace(drawing, box=box, items=items, symbols=symbols, labels=(), marks=(), description="")


def used_symbols(known: Mapping[str, Symbol], items: Iterable[Item]) -> tuple[Symbol, ...]:
    """The symbols of items, and those that they are made of."""
    used = _parts_of(known, {item.symbol for item in items})
    return tuple(symbol for name, symbol in known.items() if name in used)


def _parts_of(known: Mapping[str, Symbol], ids: set[str]) -> set[str]:
    """The symbols of these ids, and those that they are made of."""
    within = {part.symbol for name in ids for part in known[name].parts if isinstance(part, Item)}
    return ids | _parts_of(known, within) if within else ids


def _is_within(box: Box, place: Point) -> bool:
    return box.left < place[0] < box.right and box.top < place[1] < box.bottom
