"""SVG path strings, and the corners of regular polygons."""

from collections.abc import Iterable, Sequence
from math import cos, dist, radians, sin

from fourfold.picture.shapes import Point


def number(value: float, decimals: int = 2) -> str:
    """Format a number without trailing zeros.

    >>> number(3.0), number(-0.001), number(1.256)
    ('3', '0', '1.26')
    """
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: Iterable[Point]) -> str:
    return "L".join(f"{number(x)} {number(y)}" for x, y in points)


def line(*points: Point) -> str:
    """An open polyline."""
    return "M" + _points(points)


def polygon(points: Iterable[Point]) -> str:
    """A closed polyline."""
    return "M" + _points(points) + "Z"


def ellipse(middle: Point, across: float, down: float | None = None) -> str:
    """An ellipse, or a circle, by its radii."""
    x, y = middle
    down = across if down is None else down
    arc = f"a{number(across)} {number(down)} 0 1 0 "
    return f"M{number(x - across)} {number(y)}{arc}{number(2 * across)} 0{arc}{number(-2 * across)} 0Z"


def rectangle(left: float, top: float, right: float, bottom: float, rounding: float = 0.0) -> str:
    """A rectangle with rounded corners."""
    return rounded([(left, top), (right, top), (right, bottom), (left, bottom)], rounding)


def rounded(points: Sequence[Point], rounding: float) -> str:
    """A polygon with rounded corners; the curve begins `rounding` before a corner."""
    if not rounding:
        return polygon(points)
    parts = []
    for place, (x, y) in enumerate(points):
        before = _towards((x, y), points[place - 1], rounding)
        after = _towards((x, y), points[(place + 1) % len(points)], rounding)
        parts.append(
            f"{'L' if place else 'M'}{number(before[0])} {number(before[1])}"
            f"Q{number(x)} {number(y)} {number(after[0])} {number(after[1])}"
        )
    return "".join(parts) + "Z"


def _towards(start: Point, end: Point, distance: float) -> Point:
    return between(start, end, distance / dist(start, end))


def between(start: Point, end: Point, share: float) -> Point:
    """Interpolate: the point at a share of the way."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def hexagon(middle: Point, radius: float) -> tuple[Point, ...]:
    """The corners of a hexagon that stands on a corner, clockwise from the north."""
    return around(middle, radius, 6)


def around(middle: Point, radius: float, corners: int) -> tuple[Point, ...]:
    """The corners of a regular polygon, clockwise from the north."""
    turns = [radians(360 * corner / corners) for corner in range(corners)]
    return tuple((middle[0] + radius * sin(turn), middle[1] - radius * cos(turn)) for turn in turns)


def square_at(middle: Point, half: float) -> tuple[Point, ...]:
    """The corners of a square, clockwise from the north-west."""
    x, y = middle
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
