"""A parser of SVG paths: absolute lines and cubic Bézier curves."""

import re
from collections.abc import Iterator
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt, tan

from fourfold.picture.shapes import Point

Segment = tuple[str, tuple[float, ...]]  # M and L with a point, C with three, Z with none

_TOKEN = re.compile(r"([MmLlHhVvCcQqAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")
_WANTED = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def trace(path: str) -> Iterator[Segment]:
    """Parse a path: all points absolute, all curves as cubic ones.

    >>> list(trace("M1 2h3v-1z"))
    [('M', (1.0, 2.0)), ('L', (4.0, 2.0)), ('L', (4.0, 1.0)), ('Z', ())]
    """
    here = start = (0.0, 0.0)
    for command, given in _commands(path):
        kind, values = command.upper(), _absolute(command, given, here)
        end = (values[-2], values[-1]) if values else start
        if kind == "Q":
            (x, y), (cx, cy) = here, values[:2]
            nearer = (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y))
            farther = (end[0] + 2 / 3 * (cx - end[0]), end[1] + 2 / 3 * (cy - end[1]))
            yield "C", (*nearer, *farther, *end)
        elif kind == "A":
            yield from _arc(here, values, end)
        else:
            yield ("L" if kind in "HV" else kind), tuple(values)
        here = end
        start = end if kind == "M" else start


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Give each command with its numbers; more numbers repeat the command, after M as lines."""
    tokens = _TOKEN.findall(path)
    place, command = 0, ""
    while place < len(tokens):
        if tokens[place][0]:
            command = tokens[place][0]
            place += 1
        count = _WANTED[command.upper()]
        yield command, [float(text) for _, text in tokens[place : place + count]]
        place += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _absolute(command: str, values: list[float], here: Point) -> list[float]:
    """The absolute numbers of a command; H and V get both coordinates."""
    is_relative = command.islower()
    match command.upper():
        case "H":
            return [values[0] + here[0] * is_relative, here[1]]
        case "V":
            return [here[0], values[0] + here[1] * is_relative]
        case "A":
            return [*values[:5], values[5] + here[0] * is_relative, values[6] + here[1] * is_relative]
        case _:
            return [value + here[place % 2] * is_relative for place, value in enumerate(values)]


def _arc(start: Point, values: list[float], end: Point) -> Iterator[Segment]:
    """An elliptical arc as curves of at most a quarter turn, computed as in the SVG specification."""
    across, down, tilt = abs(values[0]), abs(values[1]), radians(values[2])
    is_large, is_clockwise = bool(values[3]), bool(values[4])
    if start == end:
        return
    if not across or not down:
        yield "L", end
        return
    turn, lean = cos(tilt), sin(tilt)
    half = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = turn * half[0] + lean * half[1], turn * half[1] - lean * half[0]
    grown = max(1.0, hypot(x / across, y / down))
    across, down = across * grown, down * grown
    over = (across * y) ** 2 + (down * x) ** 2
    far = sqrt(max(0.0, (across * down) ** 2 - over) / over) * (1 if is_large != is_clockwise else -1)
    cx, cy = far * across * y / down, -far * down * x / across
    first = _angle((x - cx) / across, (y - cy) / down)
    swept = (_angle((-x - cx) / across, (-y - cy) / down) - first) % (2 * pi)
    if not is_clockwise:
        swept -= 2 * pi
    middle = turn * cx - lean * cy + (start[0] + end[0]) / 2, lean * cx + turn * cy + (start[1] + end[1]) / 2

    def lie(u: float, v: float) -> Point:
        return (
            middle[0] + turn * across * u - lean * down * v,
            middle[1] + lean * across * u + turn * down * v,
        )

    pieces = max(1, ceil(abs(swept) / (pi / 2) - 1e-9))
    step = swept / pieces
    pull = 4 / 3 * tan(step / 4)
    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        last = end if piece == pieces - 1 else lie(cos(b), sin(b))
        yield (
            "C",
            (
                *lie(cos(a) - pull * sin(a), sin(a) + pull * cos(a)),
                *lie(cos(b) + pull * sin(b), sin(b) - pull * cos(b)),
                *last,
            ),
        )


def _angle(x: float, y: float) -> float:
    """The angle of a point on a circle about 0, 0."""
    return copysign(acos(max(-1.0, min(1.0, x / hypot(x, y)))), y)
