"""Text sheets: lines of styled text with named spots, which a cursor can reach and a mouse can click."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len
from textual.geometry import Region

from fourfold.picture.formats.styled_text import PLAIN, Line, Span, Style, plain


@dataclass(frozen=True)
class Spot:
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int

    @property
    def region(self) -> Region:
        """Its characters as a part of a widget."""
        return Region(self.x, self.y, self.width, self.height)

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre; a line is about as high as two characters are wide."""
        return self.x + self.width / 2, 2 * (self.y + self.height / 2)

    def holds(self, x: int, y: int) -> bool:
        """Whether a character is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True)
class TextSheet:
    """Lines of text, and the spots on them."""

    lines: tuple[Line, ...] = ()
    spots: Mapping[str, Spot] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """The width of the widest line."""
        return max((sum(cell_len(span.text) for span in line) for line in self.lines), default=0)

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.lines)

    def __str__(self) -> str:
        return plain(self.lines)

    def at(self, x: int, y: int) -> str | None:
        """The name of the spot at a character."""
        return next((name for name, spot in self.spots.items() if spot.holds(x, y)), None)

    def beside(self, name: str, right: int, down: int) -> str | None:
        """The nearest spot in a direction; straight ahead is nearer than aside."""
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
    """Writes a sheet character by character; later text overwrites earlier text."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], tuple[str, Style]] = {}
        self.spots: dict[str, Spot] = {}

    def write(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write text; a wide character takes two places, and a mark none of its own."""
        for character in text:
            width = cell_len(character)
            if not width and (x - 1, y) in self._characters:
                before, its_style = self._characters[x - 1, y]
                self._characters[x - 1, y] = before + character, its_style
            for place in range(width):
                self._characters[x + place, y] = "" if place else character, style
            x += width

    def write_line(self, x: int, y: int, line: Line) -> None:
        """Write styled text."""
        for span in line:
            self.write(x, y, span.text, span.style)
            x += cell_len(span.text)

    def read(self, x: int, y: int) -> str:
        """The character there, or nothing."""
        return self._characters.get((x, y), ("", PLAIN))[0]

    def replace(self, x: int, y: int, character: str) -> None:
        """Replace one character and keep its colours."""
        _, style = self._characters.get((x, y), ("", PLAIN))
        self._characters[x, y] = character, Style(style.ink, style.ground, is_bold=True, is_marked=style.is_marked)

    def sheet(self) -> TextSheet:
        """The finished sheet, without margins."""
        if not self._characters:
            return TextSheet()
        left, top = min(x for x, _ in self._characters), min(y for _, y in self._characters)
        bottom = max(y for _, y in self._characters)
        rows: dict[int, list[int]] = {}
        for x, y in self._characters:
            rows.setdefault(y, []).append(x)
        lines = tuple(self._line(y, left, max(rows.get(y, [left - 1]))) for y in range(top, bottom + 1))
        spots = {name: Spot(s.x - left, s.y - top, s.width, s.height) for name, s in self.spots.items()}
        return TextSheet(lines, spots)

    def _line(self, y: int, left: int, right: int) -> Line:
        spans: list[Span] = []
        for x in range(left, right + 1):
            character, style = self._characters.get((x, y), (" ", PLAIN))
            if spans and spans[-1].style == style:
                spans[-1] = Span(spans[-1].text + character, style)
            else:
                spans.append(Span(character, style))
        return tuple(spans)
