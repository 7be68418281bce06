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
class Symbol:
    """A piece, made once: shapes and labels about the point 0, 0."""

    id: str
    parts: tuple[Shape | Label, ...]


@dataclass(frozen=True)
class Item:
    """A symbol where it lies, turned clockwise by degrees; its name says which cell or tile it is."""

    symbol: str
    place: Point
    turn: float = 0.0
    scale: float = 1.0
    name: str = ""


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
