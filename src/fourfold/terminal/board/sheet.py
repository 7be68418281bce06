"""A sheet: lines of styled text on which named spots can be walked to and clicked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.picture.formats.styled_text import PLAIN, Line, Span, Style, plain


@dataclass(frozen=True)
class Spot:
    """A rectangle of signs."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle; a line is about as high as two signs are wide."""
        return self.x + self.width / 2, 2 * (self.y + self.height / 2)

    def holds(self, x: int, y: int) -> bool:
        """Whether a sign lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True)
class TextSheet:
    """What is shown, and where what can be clicked lies."""

    lines: tuple[Line, ...] = ()
    spots: Mapping[str, Spot] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """How wide the widest line is."""
        return max((sum(len(span.text) for span in line) for line in self.lines), default=0)

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    def __str__(self) -> str:
        return plain(self.lines)

    def at(self, x: int, y: int) -> str | None:
        """The name of what lies there."""
        return next((name for name, spot in self.spots.items() if spot.holds(x, y)), None)

    def beside(self, name: str, right: int, down: int) -> str | None:
        """The nearest spot in a direction: what lies straight ahead before what lies aside."""
        here = self.spots[name].middle
        best, least = None, 0.0
        for other, spot in self.spots.items():
            x, y = spot.middle
            ahead = (x - here[0]) * right + (y - here[1]) * down
            aside = abs((x - here[0]) * down) + abs((y - here[1]) * right)
            if other == name or ahead <= 0 or aside > 2 * ahead:
                continue
            far = ahead + 2 * aside
            if best is None or far < least:
                best, least = other, far
        return best


class SheetWriter:
    """Where a sheet is written, sign by sign; what is written later covers what was there."""

    def __init__(self) -> None:
        self._signs: dict[tuple[int, int], tuple[str, Style]] = {}
        self.spots: dict[str, Spot] = {}

    def write(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text from a place on."""
        for place, sign in enumerate(text):
            self._signs[x + place, y] = sign, style

    def write_line(self, x: int, y: int, line: Line) -> None:
        """Write styled text from a place on."""
        for span in line:
            self.write(x, y, span.text, span.style)
            x += len(span.text)

    def read(self, x: int, y: int) -> str:
        """The sign that stands there, or nothing."""
        return self._signs.get((x, y), ("", PLAIN))[0]

    def sign(self, x: int, y: int, sign: str) -> None:
        """Change one sign and leave the colours that it stands on."""
        _, style = self._signs.get((x, y), ("", PLAIN))
        self._signs[x, y] = sign, Style(style.ink, style.ground, is_bold=True, is_marked=style.is_marked)

    def sheet(self) -> TextSheet:
        """Finish: everything that was written, without a margin."""
        if not self._signs:
            return TextSheet()
        left, top = min(x for x, _ in self._signs), min(y for _, y in self._signs)
        bottom = max(y for _, y in self._signs)
        rows: dict[int, list[int]] = {}
        for x, y in self._signs:
            rows.setdefault(y, []).append(x)
        lines = tuple(self._line(y, left, max(rows.get(y, [left - 1]))) for y in range(top, bottom + 1))
        spots = {name: Spot(s.x - left, s.y - top, s.width, s.height) for name, s in self.spots.items()}
        return TextSheet(lines, spots)

    def _line(self, y: int, left: int, right: int) -> Line:
        spans: list[Span] = []
        for x in range(left, right + 1):
            sign, style = self._signs.get((x, y), (" ", PLAIN))
            if spans and spans[-1].style == style:
                spans[-1] = Span(spans[-1].text + sign, style)
            else:
                spans.append(Span(sign, style))
        return tuple(spans)
