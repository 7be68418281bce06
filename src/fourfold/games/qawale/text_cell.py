"""Qawale on cells of text: stacks with all their pebbles."""

from collections.abc import Sequence

from fourfold.picture.formats.styled_text import Line, Span, Style
from fourfold.picture.shapes import Face

SIZES = ((13, 5, True), (11, 3, True), (9, 3, True))
MARGIN = 2  # on both sides of the top pebble


def paint(faces: Sequence[Face], width: int, height: int, is_touched: bool) -> list[Line]:
    """Pile pebbles up from the bottom line; a stack that is too tall is its top above rows of all the others."""
    blank: Line = (Span(" " * width),)
    if len(faces) <= height:
        bars = [_bar(face, width, is_touched, "") for face in reversed(faces)]
        return [blank] * (height - len(bars)) + bars
    across = width - 2
    room = across * (height - 1)
    inner = [span for face in faces[:-1] for span in face.sign]
    if len(inner) > room:
        inner[room - 1 :] = [Span("…")]
    rows = [inner[start : start + across] for start in range(0, len(inner), across)]
    lines: list[Line] = [(Span(" "), *row, Span(" " * (width - 1 - len(row)))) for row in reversed(rows)]
    top = _bar(faces[-1], width, is_touched, str(len(faces)))
    return [top, *[blank] * (height - 1 - len(lines)), *lines]


def _bar(face: Face, width: int, is_touched: bool, number: str) -> Line:
    """A pebble from the side, with a number to its right."""
    (letter,) = face.sign
    style = Style(letter.style.ink, letter.style.ground, is_bold=True, is_marked=is_touched)
    bar = Span(letter.text.center(width - 2 * MARGIN), style)
    return Span(" " * MARGIN), bar, Span(number.rjust(MARGIN))
