"""Marks: brackets where a piece was put, a dashed outline where it came from, a line around what won, arrows, signs."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from fourfold.picture.paths import between, line, polygon
from fourfold.picture.shapes import Mark, MarkKind, Point, Shape

STROKE, HALO = 4.5, 9.0
ARM = 0.24  # the part of a side that a bracket takes


def mark_to(name: str, points: Sequence[Point]) -> Mark:
    """Brackets at the corners of a cell."""
    brackets = "".join(
        line(between(corner, points[place - 1], ARM), corner, between(corner, points[(place + 1) % len(points)], ARM))
        for place, corner in enumerate(points)
    )
    return Mark(name, MarkKind.TO, _with_halo(brackets))


def mark_from(name: str, points: Sequence[Point]) -> Mark:
    """A dashed line around a cell."""
    outline = polygon(points)
    return Mark(name, MarkKind.FROM, (Shape(outline, stroke="mark", width=3, dashes=(9, 8)),))


def mark_line(name: str, points: Sequence[Point]) -> Mark:
    """A line around a cell of the line that won."""
    return Mark(name, MarkKind.LINE, _with_halo(polygon(points)))


def cross_at(place: Point, half: float = 13.0, colour: str = "mark", width: float = STROKE) -> tuple[Shape, ...]:
    """A cross, as a sign that nothing fits."""
    x, y = place
    arms = line((x - half, y - half), (x + half, y + half)) + line((x + half, y - half), (x - half, y + half))
    return _with_halo(arms, colour, width)


def tick_at(place: Point, half: float = 20.0, width: float = 8.0) -> tuple[Shape, ...]:
    """A tick, as a sign that something is allowed."""
    x, y = place
    stroke = line((x - half, y), (x - 0.3 * half, y + 0.7 * half), (x + half, y - 0.7 * half))
    return _with_halo(stroke, "good", width)


def arrow_along(points: Sequence[Point], width: float = 6.0) -> tuple[Shape, ...]:
    """Arrows from point to point."""
    shafts, heads = "", ""
    for start, end in pairwise(points):
        length = dist(start, end)
        right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        neck = (end[0] - 3 * width * right, end[1] - 3 * width * down)
        shafts += line(start, neck)
        wings = [(neck[0] - side * 2 * width * down, neck[1] + side * 2 * width * right) for side in (-1, 1)]
        heads += polygon([wings[0], end, wings[1]])
    return (
        Shape(shafts, stroke="halo", width=2 * width),
        Shape(heads, "halo", "halo", width),
        Shape(shafts, stroke="mark", width=width),
        Shape(heads, "mark", "mark", 1.5),
    )


def mark_path(name: str, path: str) -> Mark:
    """The path of a move, beneath the pieces."""
    return Mark(name, MarkKind.PATH, (Shape(path, stroke="path", width=7),))


def mark_steps(name: str, path: str) -> Mark:
    """Arrows on the path of a move, beneath the pieces."""
    return Mark(name, MarkKind.PATH, (Shape(path, fill="mark"),))


def _with_halo(path: str, colour: str = "mark", width: float = STROKE) -> tuple[Shape, ...]:
    return Shape(path, stroke="halo", width=width + HALO - STROKE), Shape(path, stroke=colour, width=width)
