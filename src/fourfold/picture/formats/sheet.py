"""Sheets of paper as data: what is printed where, in millimetres from the upper left corner."""

from dataclasses import dataclass

from fourfold.picture.shapes import Item, Point, Shape


@dataclass(frozen=True)
class Words:
    """A line of running text from its left end on its baseline; the size is the height of a capital."""

    text: str
    place: Point
    size: float
    colour: str = "ink"
    is_bold: bool = False


@dataclass(frozen=True)
class Sheet:
    """One side of paper; symbols are scaled by millimetres a unit."""

    width: float
    height: float
    parts: tuple[Shape | Item | Words, ...]
