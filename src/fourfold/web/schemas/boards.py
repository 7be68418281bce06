"""Boards as clients get them: what lies there, as data that any client can draw.

Lengths, symbols and colours are those of `picture`; the palette is `page`, whose colours are properties of a style
sheet.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from fourfold.core.display.pictures import lay_out
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
    """A piece where it lies, named by its cell; its way is where it came through with the last move."""

    symbol: str
    x: float
    y: float
    turn: float
    scale: float
    name: str
    way: tuple[Point, ...]


class BoardLabel(msgspec.Struct, frozen=True):
    """A number on the board, about its middle."""

    text: str
    x: float
    y: float
    size: float


class BoardMark(msgspec.Struct, frozen=True):
    """A sign of the last move."""

    name: str
    kind: Literal["to", "from", "path"]
    svg: str


class BoardPlacement(msgspec.Struct, frozen=True):
    """A way in which a tile can lie, and the click for it."""

    click: str
    symbol: str
    turn: float


class BoardHandItem(msgspec.Struct, frozen=True):
    """A piece beside the board, and the click for it where there is one."""

    symbol: str
    name: str
    turn: float
    lying: list[BoardPlacement]


class BoardHand(msgspec.Struct, frozen=True):
    """What a seat has: its badge, how many pieces, those that can be seen, and how many backs."""

    seat: int
    symbol: str
    number: int
    items: list[BoardHandItem]
    backs: int
    back: str


class Board(msgspec.Struct, frozen=True):
    """All that lies on the table, from the bottom up, and beside it."""

    box: Extent
    cells: list[BoardCell]
    items: list[BoardItem]
    labels: list[BoardLabel]
    marks: list[BoardMark]
    hands: list[BoardHand]
    shared: list[BoardHandItem]
    well: int | None


class ShownFrame(msgspec.Struct, frozen=True):
    """The board without pieces; on a lattice there is none, and the cells come with each board."""

    box: Extent | None
    svg: str
    cells: list[BoardCell]
    is_lattice: bool
    is_hidden: bool  # whether seats see different things


class Symbols(msgspec.Struct, frozen=True):
    """The inside of every symbol of a game, by its id; within, `page-` stands before the ids."""

    symbols: dict[str, str]


def show_frame(position: Position) -> ShownFrame:
    """The board of a position without its pieces."""
    frame, _, _ = lay_out(position)
    is_hidden = position.game.is_hidden(position.options)
    box = None if frame.box is None else _extent(frame.box)
    return ShownFrame(box, frame_content(frame, NAMES), list(map(_cell, frame.cells)), frame.box is None, is_hidden)


def show_board(table: Position | View) -> Board:
    """What lies on the table of a position or a view."""
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
    return BoardHandItem(item.symbol, item.name, item.turn, lying)
