"""What a picture shows, as data: shapes, symbols, and where they lie.

Lengths are units of the drawing (a cell of a board is about a hundred wide), x grows to the east and y to the south.
Colours are names that a palette turns into colours. A piece is made once, as a symbol about its own middle; items
place it. So a page, a file and a notebook show the same pieces, and a page may move them about by itself.
"""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A part of the plane."""

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
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True)
class Shape:
    """One path, in the language of SVG, with the colours of its inside and of its line; an empty name is none."""

    path: str
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Label:
    """A few signs of the lettering, about their middle; the size is the height of a digit."""

    text: str
    place: Point
    size: float
    colour: str = "muted"
    is_bold: bool = False


@dataclass(frozen=True)
class Item:
    """A symbol where it lies, turned clockwise by degrees; its name says which cell or tile it is.

    The way is the points through which it came with the last move; step k of all ways is the same moment.
    """

    symbol: str
    place: Point
    turn: float = 0.0
    scale: float = 1.0
    name: str = ""
    way: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Symbol:
    """A piece, made once: shapes, labels and other symbols about the point 0, 0."""

    id: str
    parts: tuple[Shape | Label | Item, ...]


@dataclass(frozen=True)
class Cell:
    """A cell of the board: its name in the notation and its outline, which a page can make clickable."""

    name: str
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""


class MarkKind(StrEnum):
    """What a mark says about the last move."""

    TO = "to"  # where something was put
    FROM = "from"  # where it came from
    PATH = "path"  # the way that it took; drawn beneath the pieces


@dataclass(frozen=True)
class Mark:
    """A sign of the last move at a cell."""

    name: str
    kind: MarkKind
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Frame:
    """A board without pieces; a table without rim has no box, and its cells come with the pieces."""

    box: Box | None
    shapes: tuple[Shape, ...] = ()
    cells: tuple[Cell, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True)
class Pieces:
    """What lies on a board, from the bottom up, and the signs of the last move.

    Where the frame has no box: the free cells next to what lies there, and the part of the table in use.
    """

    items: tuple[Item, ...]
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    cells: tuple[Cell, ...] = ()
    box: Box | None = None


@dataclass(frozen=True)
class Lying:
    """One way in which a tile can lie: what is clicked for it, and how it looks."""

    click: str
    symbol: str
    turn: float = 0.0


@dataclass(frozen=True)
class HandItem:
    """A piece beside the board; without a name it is not clicked. The ways to lie follow by quarter turns."""

    symbol: str
    name: str = ""
    turn: float = 0.0
    lying: tuple[Lying, ...] = ()


@dataclass(frozen=True)
class Hand:
    """What a seat has beside the board: its badge, how many pieces, those that can be seen, and the backs of others."""

    seat: int
    symbol: str
    number: int
    items: tuple[HandItem, ...] = ()
    backs: int = 0
    back: str = ""


@dataclass(frozen=True)
class Hands:
    """All that lies beside a board: one hand a seat, what belongs to everybody, and how many tiles can be drawn."""

    hands: tuple[Hand, ...]
    shared: tuple[HandItem, ...] = ()
    well: int | None = None


@dataclass(frozen=True)
class Drawing:
    """A picture: what lies on the table, from the bottom up, and words for those who cannot see it."""

    box: Box
    board: tuple[Shape, ...]
    cells: tuple[Cell, ...]
    symbols: tuple[Symbol, ...]
    items: tuple[Item, ...]
    labels: tuple[Label, ...]
    marks: tuple[Mark, ...]
    title: str = ""
    description: str = ""
