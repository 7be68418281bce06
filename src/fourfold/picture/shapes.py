"""The data model of drawings: shapes, symbols, labels, and items that place symbols.

Lengths are units of the drawing (a cell of a board is about a hundred wide), x grows to the east and y to the south.
Colours are names of a palette. A piece is a symbol, centred at 0, 0; items place it, so a page can animate pieces.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from fourfold.picture.formats.styled_text import Line

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle: the bounds of a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def joined(self, other: "Box") -> "Box":
        """The bounds of both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True)
class Shape:
    """An SVG path with the names of its fill and stroke colours; an empty name is none."""

    path: str
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Label:
    """A short text in the polyline font, centred; the size is the height of a digit."""

    text: str
    place: Point
    size: float
    colour: str = "muted"
    is_bold: bool = False


@dataclass(frozen=True)
class Item:
    """A placed symbol, turned clockwise by degrees; its name is that of a cell or tile.

    `way` is the path by which the last move brought it; step k of all ways is the same moment of the animation.
    """

    symbol: str
    place: Point
    turn: float = 0.0
    scale: float = 1.0
    name: str = ""
    way: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Face:
    """What a piece is called: its sign in text, and a message of the game's catalogue for its spoken name."""

    sign: Line
    message: str
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Symbol:
    """A reusable picture: shapes, labels and other symbols, centred at 0, 0.

    A piece has one face, or one for each quarter turn clockwise where they differ; a part of a piece has none.
    """

    id: str
    parts: tuple[Shape | Label | Item, ...]
    faces: tuple[Face, ...] = ()

    def face(self, turn: float = 0.0) -> Face:
        """The face of the symbol turned clockwise by degrees."""
        return self.faces[round(turn / 90) % len(self.faces)]


@dataclass(frozen=True)
class Cell:
    """A clickable cell of the board: its name in the notation and its outline."""

    name: str
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""


class MarkKind(StrEnum):
    """The kind of a mark."""

    TO = "to"  # where something was put
    FROM = "from"  # where it came from
    PATH = "path"  # its path, drawn beneath the pieces
    LINE = "line"  # a cell of the line that won
    BLOCKED = "blocked"  # a free place where nothing fits


@dataclass(frozen=True)
class Mark:
    """A mark at a cell: of the last move, or of what ended the game."""

    name: str
    kind: MarkKind
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Frame:
    """A board without pieces; an unbounded table has no box, and its cells come with the pieces."""

    box: Box | None
    shapes: tuple[Shape, ...] = ()
    cells: tuple[Cell, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True)
class Pieces:
    """The pieces on a board, from the bottom up, and the marks of the last move.

    On an unbounded table also the free cells next to a piece, and the bounds of the used part.
    """

    items: tuple[Item, ...]
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    cells: tuple[Cell, ...] = ()
    box: Box | None = None


@dataclass(frozen=True)
class Lying:
    """An orientation of a tile: its click, and how it looks."""

    click: str
    symbol: str
    turn: float = 0.0


@dataclass(frozen=True)
class HandItem:
    """A piece beside the board, with the name of its click if it can be clicked, and its orientations."""

    symbol: str
    click: str = ""
    turn: float = 0.0
    lying: tuple[Lying, ...] = ()


@dataclass(frozen=True)
class Hand:
    """The hand of a seat: its badge, the number of pieces, the visible ones, and the backs of the hidden ones."""

    seat: int
    symbol: str
    number: int
    items: tuple[HandItem, ...] = ()
    backs: int = 0
    back: str = ""


@dataclass(frozen=True)
class Hands:
    """All that lies beside a board: the hands, the shared pieces, and the number of tiles to draw from.

    `placing` is the symbol of the piece that the mover's next click on a cell places, where there is no choice.
    `lifts` are the symbols that a first click on a cell takes up, the lowest first; each further click on a cell puts
    down the first of those that are left. `groups` are the cells that stand for each other after a first click on a
    cell: a click on any of a group means the one that a move names.
    """

    hands: tuple[Hand, ...] = ()
    shared: tuple[HandItem, ...] = ()
    well: int | None = None
    placing: str = ""
    lifts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    groups: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Drawing:
    """A picture: its parts from the bottom up, and a title and description for screen readers."""

    box: Box
    board: tuple[Shape, ...]
    cells: tuple[Cell, ...]
    symbols: tuple[Symbol, ...]
    items: tuple[Item, ...]
    labels: tuple[Label, ...]
    marks: tuple[Mark, ...]
    title: str = ""
    description: str = ""
