"""The data of a board as the TUI needs it: cells by their centres, pieces by their symbols, hands.

It is made from a local position or view, or from the JSON that a server sends.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from math import hypot
from types import SimpleNamespace
from typing import Any

from fourfold.core.display.pictures import ending_of
from fourfold.core.moves import Move
from fourfold.core.position import Position, View
from fourfold.picture.path_segments import trace
from fourfold.picture.shapes import MarkKind, Point

QUARTER = 90  # degrees
SQUARE, HEXAGON = 4, 6  # corners
TOUCHING = 0.85  # cells touch if they are larger than this share of their distance
SHAPE = re.compile(r'<path d="([^"]*)"')  # in the SVG of a frame


@dataclass(frozen=True)
class TerminalPiece:
    """A symbol of the drawing, turned clockwise by quarters."""

    symbol: str
    turn: int = 0


@dataclass(frozen=True)
class TerminalCell:
    """A cell: the centre of its outline, its number of corners, and its width or height, whichever is larger."""

    name: str
    x: float
    y: float
    corners: int
    size: float


@dataclass(frozen=True)
class Held:
    """A piece beside the board: its click, and its orientations by their clicks."""

    click: str
    piece: TerminalPiece
    lying: Mapping[str, TerminalPiece] = field(default_factory=dict)


@dataclass(frozen=True)
class TerminalHand:
    """The pieces of a seat, or of everybody (None): their number, and those that can be seen."""

    seat: int | None
    symbol: str
    number: int
    items: tuple[Held, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A board: cells, pieces on each cell from the bottom up, hands, tiles left to draw.

    `touched` are the cells of the last move and of what ended the game.
    `placing` is the symbol that the next click on a cell places, where there is no choice; `paths` are the shapes
    of the board, as in SVG.
    """

    cells: Mapping[str, TerminalCell]
    pieces: Mapping[str, tuple[TerminalPiece, ...]] = field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    hands: tuple[TerminalHand, ...] = ()
    well: int | None = None
    placing: str = ""
    paths: tuple[str, ...] = ()

    @classmethod
    def of(cls, table: Position | View) -> "Picture":
        """Read a position or a view.

        >>> import fourfold
        >>> picture = Picture.of(fourfold.game("exago").start().play("e5"))
        >>> len(picture.cells), picture.pieces, picture.touched
        (61, {'e5': (TerminalPiece(symbol='exago-0', turn=0),)}, frozenset({'e5'}))
        """
        look, row = table.game.look, table.row.copy()
        pieces = look.pieces(row, table.last.code if isinstance(table.last, Move) else None)
        frame = look.frame(row)
        laid = [(item.name, item.place, _piece(item)) for item in pieces.items]
        paths = [shape.path for shape in frame.shapes]
        marks = (*pieces.marks, *ending_of(table))
        return cls.make((*frame.cells, *pieces.cells), laid, marks, look.hands(row), paths, frame.box is None)

    @classmethod
    def of_board(cls, board: Mapping[str, Any], frame: Mapping[str, Any]) -> "Picture":
        """Read the board and the frame of a match that a server has sent."""
        sent = _with_attributes(board)
        laid = [(item.name, (item.x, item.y), _piece(item)) for item in sent.items]
        outlines = (*_with_attributes(frame["cells"]), *sent.cells)
        marks = (*sent.marks, *getattr(sent, "ending", ()))
        return cls.make(outlines, laid, marks, sent, SHAPE.findall(frame["svg"]), frame["is_lattice"])

    @classmethod
    def make(
        cls,
        outlines: Iterable[Any],
        laid: Iterable[tuple[str, Point, TerminalPiece]],
        marks: Iterable[Any],
        beside: Any,
        paths: Iterable[str] = (),
        is_unbounded: bool = False,
    ) -> "Picture":
        """Make a picture of drawing data."""
        cells = {outline.name: _cell(outline.name, outline.points) for outline in outlines}
        size = max((cell.size for cell in cells.values()), default=0.0)
        stacks: dict[str, tuple[TerminalPiece, ...]] = {}
        for name, (x, y), piece in laid:
            if is_unbounded:  # the frame has no cells: those with pieces are the board
                cells.setdefault(name, TerminalCell(name, x, y, SQUARE, size))
            if name in cells:
                stacks[name] = (*stacks.get(name, ()), piece)
        hands = [TerminalHand(hand.seat, hand.symbol, hand.number, _held(hand.items)) for hand in beside.hands]
        if beside.shared:
            hands.insert(0, TerminalHand(None, "", len(beside.shared), _held(beside.shared)))
        ways = (mark.name.split("-") if MarkKind(mark.kind) is MarkKind.PATH else [mark.name] for mark in marks)
        touched = frozenset(name for way in ways for name in way if name in cells)
        return cls(cells, stacks, touched, tuple(hands), beside.well, beside.placing, tuple(paths))

    @cached_property
    def step(self) -> float:
        """The least distance of two cells."""
        cells = self.cells.values()
        return min((hypot(a.x - b.x, a.y - b.y) for a, b in combinations(cells, 2)), default=1.0)

    @cached_property
    def links(self) -> frozenset[tuple[str, str]]:
        """The pairs of cells that a line of the board joins."""
        return frozenset(_links(self.cells.values(), self.paths))

    def is_tiled(self, corners: int) -> bool:
        """Whether the cells have so many corners, and lie side by side; else they are points, far from each other."""
        cells = self.cells.values()
        is_one = len(cells) == 1
        return all(cell.corners == corners and (is_one or cell.size > TOUCHING * self.step) for cell in cells)


NO_PICTURE = Picture({})  # of a match that has not begun


def _with_attributes(value: Any) -> Any:
    """JSON as objects, with the attributes of the drawing classes."""
    if isinstance(value, Mapping):
        return SimpleNamespace(**{name: _with_attributes(each) for name, each in value.items()})
    return [_with_attributes(each) for each in value] if isinstance(value, list) else value


def _piece(item: Any) -> TerminalPiece:
    return TerminalPiece(item.symbol, round(item.turn / QUARTER) % 4)


def _cell(name: str, points: Any) -> TerminalCell:
    xs, ys = zip(*points, strict=True)
    size = max(max(xs) - min(xs), max(ys) - min(ys))
    return TerminalCell(name, sum(xs) / len(points), sum(ys) / len(points), len(points), size)


def _held(items: Iterable[Any]) -> tuple[Held, ...]:
    return tuple(Held(item.click, _piece(item), {way.click: _piece(way) for way in item.lying}) for item in items)


def _links(cells: Collection[TerminalCell], paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pairs of cells that follow each other on a straight line."""
    for start, end in (segment for path in paths for segment in _segments(path)):
        right, down = end[0] - start[0], end[1] - start[1]
        length = hypot(right, down)
        on_it = []
        for cell in cells if length else ():
            along = ((cell.x - start[0]) * right + (cell.y - start[1]) * down) / length
            nearest = max(0.0, min(length, along)) / length
            away = hypot(start[0] + nearest * right - cell.x, start[1] + nearest * down - cell.y)
            if away <= cell.size / 2:
                on_it.append((along, cell.name))
        yield from ((min(a, b), max(a, b)) for (_, a), (_, b) in pairwise(sorted(on_it)))


def _segments(path: str) -> Iterator[tuple[Point, Point]]:
    """The straight lines of a path, curves as straight as they can be."""
    here = start = (0.0, 0.0)
    for kind, values in trace(path):
        end = (values[-2], values[-1]) if values else start
        if kind == "M":
            start = end
        else:
            yield here, end
        here = end
