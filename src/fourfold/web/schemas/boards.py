"""Response bodies: boards as data that any client can draw.

Lengths, symbols and colours are those of `picture`; colours are CSS custom properties.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from fourfold.core.display.pictures import ending_of, lay_out
from fourfold.core.position import Position, View
from fourfold.picture import shapes
from fourfold.picture.formats.svg import frame_content, mark_content
from fourfold.picture.palette import NAMES

Point = tuple[float, float]
Extent = tuple[float, float, float, float]  # left, top, right, bottom


class BoardCell(msgspec.Struct, frozen=True):
    """A cell: its name in the notation, and its outline."""

    name: str
    points: tuple[Point, ...]


class BoardItem(msgspec.Struct, frozen=True):
    """A piece on a cell; `way` is its path in the last move."""

    symbol: str
    x: float
    y: float
    turn: float
    scale: float
    name: str
    way: tuple[Point, ...]


class BoardLabel(msgspec.Struct, frozen=True):
    """A number on the board, centred."""

    text: str
    x: float
    y: float
    size: float


class BoardMark(msgspec.Struct, frozen=True):
    """A mark of the last move, or of what ended the game."""

    name: str
    kind: Literal["to", "from", "path", "line", "blocked"]
    svg: str


class BoardPlacement(msgspec.Struct, frozen=True):
    """An orientation of a tile, and the click for it."""

    click: str
    symbol: str
    turn: float


class BoardHandItem(msgspec.Struct, frozen=True):
    """A piece in a hand, and the name of its click where there is one."""

    symbol: str
    click: str
    turn: float
    lying: list[BoardPlacement]


class BoardHand(msgspec.Struct, frozen=True):
    """The hand of a seat: its symbol, the number of pieces, the visible ones, and the number of hidden ones."""

    seat: int
    symbol: str
    number: int
    items: list[BoardHandItem]
    backs: int
    back: str


class Board(msgspec.Struct, frozen=True):
    """All that is drawn, from the bottom up, and the hands beside it.

    `placing` is the symbol of the piece that the next click on a cell places, where there is no choice. `ending` marks
    why a game is over: the cells of the winning `line` in order, or the `blocked` places with what they ask for.
    `lifts` are the symbols that a first click on a cell takes up, the lowest first; each further click on a cell puts
    down the first of those that are left. `groups` are the cells that stand for each other after a first click on a
    cell: a click on any of a group means the one that a move names.
    """

    box: Extent
    cells: list[BoardCell]
    items: list[BoardItem]
    labels: list[BoardLabel]
    marks: list[BoardMark]
    hands: list[BoardHand]
    shared: list[BoardHandItem]
    well: int | None
    placing: str
    ending: list[BoardMark] = []
    lifts: dict[str, tuple[str, ...]] = {}
    groups: dict[str, tuple[tuple[str, ...], ...]] = {}


class ShownFrame(msgspec.Struct, frozen=True):
    """The board without pieces; a lattice has none, and its cells come with each board."""

    box: Extent | None
    svg: str
    cells: list[BoardCell]
    is_lattice: bool
    is_hidden: bool  # whether seats see different things


class Symbols(msgspec.Struct, frozen=True):
    """The content of every SVG symbol of a game, by its id; ids inside have the prefix `page-`.

    `names` are the spoken names of pieces: one, or one for each quarter turn clockwise where they differ. They are
    spelled where that was asked for and the game has letters for them: then its moves are read and typed so, too.
    """

    symbols: dict[str, str]
    names: dict[str, list[str]]
    is_spelled: bool = False


def show_frame(position: Position) -> ShownFrame:
    """Describe the board without its pieces."""
    frame, _, _ = lay_out(position)
    is_hidden = position.game.is_hidden(position.options)
    box = None if frame.box is None else _extent(frame.box)
    return ShownFrame(box, frame_content(frame, NAMES), list(map(_cell, frame.cells)), frame.box is None, is_hidden)


def show_board(table: Position | View) -> Board:
    """Describe the pieces of a position or a view."""
    frame, pieces, beside = lay_out(table)
    box = pieces.box or frame.box
    assert box is not None
    return Board(
        _extent(box),
        list(map(_cell, pieces.cells)),
        list(map(_item, pieces.items)),
        [BoardLabel(label.text, *label.place, label.size) for label in pieces.labels],
        list(map(_mark, pieces.marks)),
        [
            BoardHand(hand.seat, hand.symbol, hand.number, list(map(_held, hand.items)), hand.backs, hand.back)
            for hand in beside.hands
        ],
        list(map(_held, beside.shared)),
        beside.well,
        beside.placing,
        list(map(_mark, ending_of(table))),
        dict(beside.lifts) if table.to_move is not None else {},
        dict(beside.groups) if table.to_move is not None else {},
    )


def _extent(box: shapes.Box) -> Extent:
    return (*_point((box.left, box.top)), *_point((box.right, box.bottom)))


def _point(point: Point) -> Point:
    return round(point[0], 2) + 0.0, round(point[1], 2) + 0.0  # no -0.0


@lru_cache(maxsize=20_000)
def _cell(cell: shapes.Cell) -> BoardCell:
    return BoardCell(cell.name, tuple(map(_point, cell.points)))


@lru_cache(maxsize=20_000)
def _item(item: shapes.Item) -> BoardItem:
    x, y = _point(item.place)
    return BoardItem(item.symbol, x, y, item.turn, item.scale, item.name, tuple(map(_point, item.way)))


@lru_cache(maxsize=2_000)
def _mark(mark: shapes.Mark) -> BoardMark:
    return BoardMark(mark.name, mark.kind.value, mark_content(mark, NAMES))


@lru_cache(maxsize=2_000)
def _held(item: shapes.HandItem) -> BoardHandItem:
    lying = [BoardPlacement(way.click, way.symbol, way.turn) for way in item.lying]
    return BoardHandItem(item.symbol, item.click, item.turn, lying)
