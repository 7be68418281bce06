"""Symbols of Quad-Ominos: a tile has one for each orientation, so that its numbers stay upright."""

from functools import cache

from fourfold.games.quadominos.rules.layout import MOST_SEATS
from fourfold.games.quadominos.rules.tables import NAMES
from fourfold.picture.formats.styled_text import QUIET, Span, Style
from fourfold.picture.paths import number, rounded, square_at
from fourfold.picture.shapes import Face, Item, Label, Shape, Symbol
from fourfold.picture.signs import badge

HALF = 48.5  # of a tile
PLACES = ("nw", "ne", "se", "sw")
NUMBERS = "012345"
FACE = Symbol("quadominos-face", (Shape(rounded(square_at((0, 0), HALF), 5), "tile"),))
EDGE = Symbol("quadominos-edge", (Shape(rounded(square_at((0, 0), HALF), 5), stroke="tile-edge", width=2),))


def tile(numbers: str) -> Symbol:
    """A tile as it lies; equal numbers of adjacent tiles form a disc."""
    corners = [f"quadominos-{place}-{digit}" for place, digit in zip(PLACES, numbers, strict=True)]
    parts = tuple(Item(part, (0, 0)) for part in (FACE.id, *corners, EDGE.id))
    return Symbol(f"quadominos-{numbers}", parts, (face(numbers),))


def face(numbers: str) -> Face:
    """A tile in words: its numbers as it lies."""
    sign = tuple(Span(digit, Style("number", f"number-{digit}", is_bold=True)) for digit in numbers)
    return Face(sign, "piece.tile", dict(zip(PLACES, numbers, strict=True)))


def corner(place: int, digit: str) -> Symbol:
    """A corner of a tile: its field and its number."""
    field = Shape(_field(*square_at((0, 0), HALF)[place]), f"number-{digit}")
    return Symbol(
        f"quadominos-{PLACES[place]}-{digit}",
        (field, Label(digit, square_at((0, 0), 28)[place], 22, "number", is_bold=True)),
    )


def _field(x: float, y: float) -> str:
    """A quarter of a disc in the corner of a tile."""
    radius = 42.0
    right, down = (-1 if x > 0 else 1), (-1 if y > 0 else 1)
    sweep = 1 if right == down else 0
    return (
        f"M{number(x)} {number(y)}H{number(x + radius * right)}"
        f"A{number(radius)} {number(radius)} 0 0 {sweep} {number(x)} {number(y + radius * down)}Z"
    )


BACK = Symbol(
    "quadominos-back",
    (
        Shape(rounded(square_at((0, 0), HALF), 8), "back", "tile-edge", 3),
        Shape(rounded(square_at((0, 0), HALF - 16), 5), stroke="back-line", width=4),
    ),
    (Face((Span("?", QUIET),), "piece.back"),),
)


def ways_of(name: str) -> tuple[str, ...]:
    """The numbers of a tile in each orientation, clockwise from the north-west; each a quarter turn clockwise."""
    return tuple(dict.fromkeys(name[turn:] + name[:turn] for turn in (0, 3, 2, 1)))


@cache
def symbols() -> dict[str, Symbol]:
    """All symbols that can occur, by their ids."""
    every = [FACE, EDGE, BACK, *map(badge, range(MOST_SEATS))]
    every += [corner(place, digit) for place in range(4) for digit in NUMBERS]
    every += [tile(way) for name in NAMES for way in ways_of(name)]
    return {symbol.id: symbol for symbol in every}
