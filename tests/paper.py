"""A small reader of PDF, apart from what writes it: pages with what is painted where, in millimetres from the top left.

It follows the numbers of objects by the table at the end of the file, as every reader does, and carries out the
operators that a page is made of.
"""

import re
import zlib
from dataclasses import dataclass, field
from typing import Any

MILLIMETRE = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]
TOKEN = re.compile(r"/[^\s/<>\[\]()]+|<[0-9a-f]*>|\[|\]|[-+]?\d*\.?\d+|[A-Za-z][A-Za-z0-9*]*")


@dataclass
class Placed:
    """A symbol on a page: its middle, and how large one of its units is."""

    name: str
    x: float
    y: float
    unit: float


@dataclass
class Page:
    """What is painted on a page: where symbols lie, how far paint reaches, and all lines of text."""

    width: float
    height: float
    placed: list[Placed] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def names(self, start: str) -> list[str]:
        return [one.name for one in self.placed if one.name.startswith(start)]


@dataclass
class Paper:
    """A whole document."""

    title: str
    language: str
    catalogue: str
    pages: list[Page]


def _joined(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


class _Reader:
    def __init__(self, content: bytes) -> None:
        assert content.startswith(b"%PDF-1.7\n")
        assert content.endswith(b"%%EOF\n")
        table = int(content.rpartition(b"startxref\n")[2].split()[0])
        head, *entries = content[table:].split(b"trailer")[0].splitlines()[1:]
        assert head == b"0 %d" % len(entries)
        self.objects: dict[int, tuple[str, bytes]] = {}
        for number, entry in enumerate(entries[1:], 1):
            assert len(entry) + 1 == 20
            start = content[int(entry.split()[0]) :]
            assert start.startswith(b"%d 0 obj\n" % number)
            facts, _, rest = start.partition(b"\n")[2].partition(b"endobj")[0].partition(b">>\nstream\n")
            length = int(found[1]) if (found := re.search(rb"/Length (\d+)", facts)) else 0
            self.objects[number] = facts.decode("ascii"), start.partition(b"stream\n")[2][:length] if rest else b""
        trailer = content[table:].partition(b"trailer")[2].decode("ascii")
        self.root = self._at(trailer, "Root")
        self.information = self._at(trailer, "Info")

    def _at(self, facts: str, name: str) -> str:
        return self.objects[self._number(facts, name)][0]

    def _number(self, facts: str, name: str) -> int:
        found = re.search(rf"/{re.escape(name)} (\d+) 0 R", facts)
        assert found is not None, name
        return int(found[1])

    def _stream(self, number: int) -> str:
        return zlib.decompress(self.objects[number][1]).decode("ascii")

    def read(self) -> Paper:
        kids = re.search(r"/Kids\[([^]]*)\]", self._at(self.root, "Pages"))
        assert kids is not None
        pages = [self._page(self.objects[int(number)][0]) for number in re.findall(r"(\d+) 0 R", kids[1])]
        title = re.search(r"/Title <feff([0-9a-f]+)>", self.information)
        language = re.search(r"/Lang\(([\w-]+)\)", self.root)
        assert title is not None
        assert language is not None
        return Paper(bytes.fromhex(title[1]).decode("utf-16-be"), language[1], self.root, pages)

    def _page(self, facts: str) -> Page:
        size = re.search(r"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", facts)
        assert size is not None
        width, height = (float(value) * MILLIMETRE for value in size.groups())
        page = Page(width, height)
        self.resources = self._at(facts, "Resources")
        upright: Matrix = (MILLIMETRE, 0, 0, -MILLIMETRE, 0, height)
        self._carry_out(self._stream(self._number(facts, "Contents")), upright, page)
        return page

    def _signs(self, font: str) -> dict[str, str]:
        meanings = self._stream(self._number(self._at(self.resources, font), "ToUnicode"))
        return {
            code: bytes.fromhex(sign).decode("utf-16-be")
            for code, sign in re.findall(r"<([0-9a-f]{2})> <([0-9a-f]{4,})>", meanings)
        }

    def _carry_out(self, operators: str, matrix: Matrix, page: Page) -> None:
        stack: list[tuple[Matrix, float]] = []
        values: list[Any] = []
        width, font, is_begun = 0.0, "", False
        path: list[tuple[float, float]] = []
        text = matrix
        for token in TOKEN.findall(operators):
            if not token[0].isalpha() or token in "[]":
                values.append(token)
                continue
            match token:
                case "q":
                    stack.append((matrix, width))
                case "Q":
                    matrix, width = stack.pop()
                case "cm":
                    matrix = _joined(_matrix(values), matrix)
                case "w":
                    width = float(values[-1])
                case "m" | "l" | "c":
                    numbers = [float(value) for value in values[{"c": -6}.get(token, -2) :]]
                    path += list(zip(numbers[::2], numbers[1::2], strict=True))
                case "S" | "B" | "f" | "n":
                    reach = width / 2 if token in "SB" else 0.0
                    for x, y in path if token != "n" else []:
                        page.points += [
                            _at((x + dx, y + dy), matrix) for dx in (-reach, reach) for dy in (-reach, reach)
                        ]
                    path = []
                case "Do":
                    name = values[-1][1:]
                    x, y = _at((0, 0), matrix)
                    page.placed.append(Placed(name, x, y, abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5))
                    self._carry_out(self._stream(self._number(self.resources, name)), matrix, page)
                case "Tf":
                    font = values[-2][1:]
                case "Tm":
                    text, is_begun = _joined(_matrix(values), matrix), False
                case "Tj":
                    signs = self._signs(font)
                    codes = re.findall("..", values[-1][1:-1])
                    shown = "".join(signs[code] for code in codes)
                    if is_begun:
                        page.texts[-1] += shown  # the same line, in another font
                    else:
                        page.texts.append(shown)
                    is_begun = True
                    page.points.append(_at((0, 0), text))
            values = []


def _matrix(values: list[Any]) -> Matrix:
    a, b, c, d, e, f = map(float, values[-6:])
    return a, b, c, d, e, f


def _at(point: tuple[float, float], matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def read_paper(content: bytes) -> Paper:
    """Read a document."""
    return _Reader(content).read()
