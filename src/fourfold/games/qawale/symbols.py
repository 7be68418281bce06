"""Symbols of Qawale: pebbles from the side, and beads (pebbles from above)."""

from functools import cache

from fourfold.picture.formats.styled_text import Span, piece
from fourfold.picture.paths import ellipse, line
from fourfold.picture.shapes import Face, Item, Shape, Symbol

COLOUR = {"x": "light", "o": "dark", "n": "neutral"}  # of each pebble, in the palette
ACROSS, DOWN, THICK = 34.0, 11.5, 12.0  # a pebble, seen from the south and from above


def face(letter: str) -> tuple[Face]:
    """A pebble in words."""
    return (Face((Span(letter, piece(COLOUR[letter])),), f"piece.{COLOUR[letter]}"),)


def pebble(letter: str) -> Symbol:
    """A pebble from the side; notches on its rim and a sign on top tell its owner."""
    name = COLOUR[letter]
    edge, sign = f"{name}-edge", f"{name}-sign"
    rim = f"M{-ACROSS} {-THICK}v{THICK}a{ACROSS} {DOWN} 0 0 0 {2 * ACROSS} 0v{-THICK}z"
    parts = [Shape(rim, name, edge, 1.6)]
    parts += [Shape(_notch(x), stroke=sign, width=4.5) for x in {"x": (0.0,), "o": (-13.0, 13.0), "n": ()}[letter]]
    parts.append(Shape(ellipse((0, -THICK), ACROSS, DOWN), name, edge, 1.6))
    if letter == "x":
        arms = line((-11, -THICK - 4.2), (11, -THICK + 4.2)) + line((11, -THICK - 4.2), (-11, -THICK + 4.2))
        parts.append(Shape(arms, stroke=sign, width=3.4))
    if letter == "o":
        parts.append(Shape(ellipse((0, -THICK), 13, 4.6), stroke=sign, width=3.2))
    return Symbol(f"qawale-{name}", tuple(parts), face(letter))


def _notch(x: float) -> str:
    """A line down the whole rim, visible even where little of the rim shows."""
    low = DOWN * (1 - (x / ACROSS) ** 2) ** 0.5
    return line((x, low - THICK + 2), (x, low - 1.5))


def bead(letter: str) -> Symbol:
    """A small pebble from above: one of a tall stack."""
    name = COLOUR[letter]
    arms = line((-2.4, -2.4), (2.4, 2.4)) + line((2.4, -2.4), (-2.4, 2.4))
    sign = {"x": [arms], "o": [ellipse((0, 0), 2.5)], "n": []}[letter]
    disc = Shape(ellipse((0, 0), 5.8), name, f"{name}-edge", 0.8)
    marks = [Shape(path, stroke=f"{name}-sign", width=1.5) for path in sign]
    return Symbol(f"qawale-{name}-bead", (disc, *marks), face(letter))


def badge(letter: str) -> Symbol:
    """A player's pebble, centred."""
    return Symbol(f"{pebble(letter).id}-badge", (Item(pebble(letter).id, (0, 7.5)),), face(letter))


@cache
def symbols() -> dict[str, Symbol]:
    """All symbols that can occur, by their ids."""
    every = [badge("x"), badge("o"), *map(pebble, COLOUR), *map(bead, COLOUR)]
    return {symbol.id: symbol for symbol in every}
