"""The sign of each seat, so that colour is never needed: cross, ring, triangle, square, bars, disc, chevron, dots."""

from fourfold.picture.formats.styled_text import Span, piece
from fourfold.picture.paths import around, ellipse, line, polygon, square_at
from fourfold.picture.shapes import Face, Point, Shape, Symbol

_BAR = 0.62  # half the length of a stroke, for radius 1


def sign(number: int, size: float, colour: str) -> tuple[Shape, ...]:
    """The sign of a seat, centred at 0, 0; the size is its radius."""
    middle: Point = (0.0, 0.0)
    stroke = 0.3 * size
    arm = _BAR * size
    match number:
        case 0:
            path = line((-arm, -arm), (arm, arm)) + line((arm, -arm), (-arm, arm))
            return (Shape(path, stroke=colour, width=stroke),)
        case 1:
            return (Shape(ellipse(middle, 0.68 * size), stroke=colour, width=stroke),)
        case 2:
            return (Shape(polygon(around((0.0, 0.12 * size), 0.85 * size, 3)), fill=colour),)
        case 3:
            return (Shape(polygon(square_at(middle, 0.62 * size)), fill=colour),)
        case 4:
            bars = [line((-0.75 * size, y * size), (0.75 * size, y * size)) for y in (-0.36, 0.36)]
            return (Shape("".join(bars), stroke=colour, width=stroke),)
        case 5:
            return (Shape(ellipse(middle, 0.6 * size), fill=colour),)
        case 6:
            path = line((-0.7 * size, 0.35 * size), (0.0, -0.4 * size), (0.7 * size, 0.35 * size))
            return (Shape(path, stroke=colour, width=stroke),)
        case _:
            dots = [ellipse(place, 0.26 * size) for place in square_at(middle, 0.42 * size)]
            return (Shape("".join(dots), fill=colour),)


def stone(name: str, colour: str, letter: str, message: str, radius: float = 38.0) -> Symbol:
    """A round piece in a colour of the palette; a ring on a dark one, so that colour is never needed."""
    body = Shape(ellipse((0, 0), radius), colour, f"{colour}-edge", 2.5)
    ring = Shape(ellipse((0, 0), 0.55 * radius), stroke=f"{colour}-sign", width=0.12 * radius)
    parts = (body,) if colour == "light" else (body, ring)
    return Symbol(name, parts, (Face((Span(letter, piece(colour)),), message),))


def badge(seat: int) -> Symbol:
    """A seat as a disc with its sign."""
    disc = Shape(ellipse((0, 0), 24), f"seat-{seat}", f"seat-{seat}-edge", 2)
    face = Face((Span(str(seat), piece(f"seat-{seat}")),), f"seat.{seat}")
    return Symbol(f"seat-{seat}", (disc, *sign(seat, 14, f"seat-{seat}-sign")), (face,))
