"""Marks: brackets where a piece was put, a dashed outline where it came from, a line around what won."""

from collections.abc import Sequence

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


def cross_at(place: Point, half: float = 13.0) -> tuple[Shape, ...]:
    """A cross, as a sign that nothing fits."""
    x, y = place
    arms = line((x - half, y - half), (x + half, y + half)) + line((x + half, y - half), (x - half, y + half))
    return _with_halo(arms)


def mark_path(name: str, path: str) -> Mark:
    """The path of a move, beneath the pieces."""
    return Mark(name, MarkKind.PATH, (Shape(path, stroke="path", width=7),))


def mark_steps(name: str, path: str) -> Mark:
    """Arrows on the path of a move, beneath the pieces."""
    return Mark(name, MarkKind.PATH, (Shape(path, fill="mark"),))


def _with_halo(path: str) -> tuple[Shape, ...]:
    return Shape(path, stroke="halo", width=HALO), Shape(path, stroke="mark", width=STROKE)
