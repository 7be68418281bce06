"""The heading of a seat beside the board: its badge, whether it is to move or has won, and a number."""

from fourfold.picture.canvas import Canvas
from fourfold.picture.paths import around, polygon
from fourfold.picture.shapes import Point, Shape, Symbol

TO_MOVE = Symbol("to-move", (Shape(polygon([(-8, -11), (10, 0), (-8, 11)]), fill="ink"),))


def _star() -> str:
    outer, inner = around((0, 0), 15, 5), around((0, 0), 6.5, 10)[1::2]
    return polygon([point for pair in zip(outer, inner, strict=True) for point in pair])


WON = Symbol("won", (Shape(_star(), fill="ink"),))


def seat_line(
    canvas: Canvas,
    place: Point,
    badge: str,
    *,
    scale: float = 1.0,
    is_mover: bool = False,
    has_won: bool = False,
    number: str = "",
) -> None:
    """Draw a badge, with an arrow or a star to its left and a number to its right."""
    x, y = place
    if is_mover or has_won:
        canvas.place(WON if has_won else TO_MOVE, (x - 46, y))
    canvas.place(badge, (x, y), scale=scale)
    if number:
        canvas.write(number, (x + 62, y), 22, "ink", is_bold=True)
