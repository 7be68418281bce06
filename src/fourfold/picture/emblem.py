"""The logo of the project: four pieces in one square."""

from dataclasses import replace
from math import hypot

from fourfold.picture.canvas import Canvas
from fourfold.picture.paths import ellipse, hexagon, line, polygon, rounded, square_at
from fourfold.picture.shapes import Box, Drawing, Shape, Symbol

REACH = 115  # half the width of the picture
QUARTER = 55  # from the middle of the picture to the middle of a piece
EDGE = 53  # half the width of a piece


def emblem(safe: float | None = None) -> Drawing:
    """Draw the logo; for a maskable icon all of it lies within `safe` of the width from the middle."""
    canvas = Canvas()
    canvas.place(_lined_tile(), (-QUARTER, -QUARTER))
    canvas.place(_pebble(), (QUARTER, -QUARTER))
    canvas.place(_cornered_tile(), (-QUARTER, QUARTER))
    canvas.place(_hexagonal_tile(), (QUARTER, QUARTER))
    corner = hypot(QUARTER + EDGE, QUARTER + EDGE)
    reach = REACH if safe is None else corner / safe / 2
    return replace(canvas.drawing(Box(-reach, -reach, reach, reach)), title="Fourfold")


def _lined_tile() -> Symbol:
    corners = square_at((0, 0), 50)
    stripes = "".join(line((-38 + d, -50 + d + 12), (38 - d, -50 + d + 12)) for d in (2, 14, 26))
    return Symbol(
        "mark-lines",
        (
            Shape(rounded(corners, 8), "tile", "dark", 6),
            Shape(polygon([(46, 48), (-46, 48), (0, 2)]), "dark", "dark", 4),
            Shape(stripes, stroke="dark", width=4.5),
        ),
    )


def _pebble() -> Symbol:
    ring = Shape(ellipse((0, 0), 21), stroke="dark", width=9)
    return Symbol("mark-pebble", (Shape(ellipse((0, 0), 53), "light"), ring))


def _cornered_tile() -> Symbol:
    quarter = "M46 -50A4 4 0 0 1 50 -46V14A64 64 0 0 1 -14 -50Z"
    tile = rounded(square_at((0, 0), 50), 8)
    return Symbol("mark-corner", (Shape(tile, "tile"), Shape(quarter, "seat-0"), Shape(tile, stroke="seat-0", width=6)))


def _hexagonal_tile() -> Symbol:
    return Symbol("mark-hexagon", (Shape(rounded(hexagon((0, 0), 57), 7), "seat-3"),))
