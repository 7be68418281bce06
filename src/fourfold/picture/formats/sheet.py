"""Printed pages as data, in millimetres from the upper left corner."""

from dataclasses import dataclass

from fourfold.picture.shapes import Item, Point, Shape


@dataclass(frozen=True)
class Words:
    """A line of text, from the left end of its baseline; the size is the height of a capital."""

    text: str
    place: Point
    size: float
    colour: str = "ink"
    is_bold: bool = False


@dataclass(frozen=True)
class Sheet:
    """A page; the scale of its symbols is in millimetres per unit."""

    width: float
    height: float
    parts: tuple[Shape | Item | Words, ...]
