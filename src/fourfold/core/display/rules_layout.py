"""The rules of a game on paper: headings, paragraphs, lists, tables and figures, set in columns. Millimetres."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, product

from markdown_it import MarkdownIt
from markdown_it.token import Token

from fourfold.core.display.figures import Figure
from fourfold.core.help.rulebook import Passage, PlacedFigure, Rulebook
from fourfold.picture.font.text_glyphs import measure
from fourfold.picture.formats.sheet import Words
from fourfold.picture.path_segments import trace
from fourfold.picture.paths import ellipse, line
from fourfold.picture.shapes import Box, Item, Point, Shape
from fourfold.text.language import is_right_to_left
from fourfold.text.line_breaks import split_word

SIZES = ((2.3, 0.16), (2.2, 0.14), (2.2, 0.125), (2.0, 0.115), (1.8, 0.1))  # of capitals, and of a figure's pixel
LINE = 1.85  # line spacing, in heights of capitals
SECTION, CAPTION = 1.35, 0.86  # of the text's height
PAGES, COLUMNS, GUTTER = 2, 2, 8.0
TOGETHER = (0.9, 0.0)  # of a column: passages of this height are not divided, where two pages allow it
CELL = 1.6  # around the text in a table, in heights of capitals
LEAST_CAPTION = 26.0  # what a caption needs beside a figure

Part = Shape | Item | Words


@dataclass(frozen=True)
class Run:
    """Words in one style."""

    text: str
    is_bold: bool = False


@dataclass(frozen=True)
class Block:
    """What is not divided between columns; some blocks stay with what follows, as headings do."""

    draw: Callable[[float, float], list[Part]]  # from its left and its top
    height: float
    before: float
    is_kept: bool = False  # with what follows


def set_rules(book: Rulebook, figures: Mapping[str, Figure], room: Box) -> list[list[Part]]:
    """Set the rules for players within the room of a page, as large as they fit on two pages.

    A figure is the symbol `figure-NAME`, in units of its drawing.
    """
    column, height = (room.width - (COLUMNS - 1) * GUTTER) / COLUMNS, room.height
    columns: list[list[Block]] = []
    for share, (size, pixel) in product(TOGETHER, SIZES):
        setter = _Setter(figures, column, size, pixel)
        columns = _fill(list(setter.blocks(book, share * height)), height)
        if len(columns) <= PAGES * COLUMNS:
            break
    full = (len(columns) - 1) // COLUMNS * COLUMNS
    columns = [*columns[:full], *_balance([block for each in columns[full:] for block in each], height)]
    pages = [columns[start : start + COLUMNS] for start in range(0, len(columns), COLUMNS)]
    lefts = [room.left + place * (column + GUTTER) for place in range(COLUMNS)]
    laid = [
        [part for left, blocks in zip(lefts, page, strict=False) for part in _stack(blocks, (left, room.top))]
        for page in pages
    ]
    boxes = {f"figure-{name}": figure().box for name, figure in figures.items()}
    return [mirror(parts, room.left + room.right, boxes) for parts in laid] if is_right_to_left(book.language) else laid


def mirror(parts: Sequence[Part], ends: float, boxes: Mapping[str, Box]) -> list[Part]:
    """Lay out from right to left what was laid out from left to right: places change sides, drawings stay as they are.

    `ends` is the sum of the two ends of the room, `boxes` are those of placed symbols.
    """
    mirrored: list[Part] = []
    for part in parts:
        match part:
            case Words():
                width = measure(part.text, part.size)
                mirrored.append(replace(part, place=(ends - part.place[0] - width, part.place[1])))
            case Item():
                both = (boxes[part.symbol].left + boxes[part.symbol].right) * part.scale
                mirrored.append(replace(part, place=(ends - part.place[0] - both, part.place[1])))
            case Shape():
                mirrored.append(replace(part, path=_mirror_path(part.path, ends)))
    return mirrored


def _mirror_path(path: str, ends: float) -> str:
    """A path with its left and right exchanged."""
    return "".join(
        kind + " ".join(f"{value if place % 2 else ends - value:.4f}" for place, value in enumerate(values))
        for kind, values in trace(path)
    )


def _fill(blocks: Sequence[Block], height: float) -> list[list[Block]]:
    """Fill blocks into columns of a height."""
    columns: list[list[Block]] = [[]]
    used = 0.0
    for place, block in enumerate(blocks):
        needed, next_place = block.height, place
        while blocks[next_place].is_kept and next_place + 1 < len(blocks):
            next_place += 1
            needed += blocks[next_place].before + blocks[next_place].height
        if columns[-1] and used + block.before + needed > height and not (place and blocks[place - 1].is_kept):
            columns.append([])
            used = 0.0
        used += block.height + (block.before if columns[-1] else 0.0)
        columns[-1].append(block)
    return columns


def _balance(blocks: Sequence[Block], height: float) -> list[list[Block]]:
    """Fill blocks into the columns of one page, as short as possible."""
    limit = sum(block.before + block.height for block in blocks) / COLUMNS
    while limit < height and len(_fill(blocks, limit)) > COLUMNS:
        limit += 2.0
    return _fill(blocks, min(limit, height))


def _stack(blocks: Sequence[Block], place: Point) -> Iterator[Part]:
    """Place the blocks of a column below each other."""
    left, top = place
    for number, block in enumerate(blocks):
        top += block.before if number else 0.0
        yield from block.draw(left, top)
        top += block.height


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


class _Setter:
    """Sets the blocks of a book in a column, with text of a size."""

    def __init__(self, figures: Mapping[str, Figure], width: float, size: float, pixel: float) -> None:
        self.figures, self.width, self.size, self.pixel = figures, width, size, pixel
        self.step = size * LINE

    def blocks(self, book: Rulebook, together: float = 0.0) -> Iterator[Block]:
        """All that players need; a passage up to a height stays together."""
        for section in book.for_players:
            if section.title:
                yield self.section(section.title)
            for passage in section.passages:
                *blocks, last = self.passage(passage)
                is_kept = sum(block.before + block.height for block in (*blocks, last)) <= together
                yield from (replace(block, is_kept=block.is_kept or is_kept) for block in blocks)
                yield last

    def passage(self, passage: Passage) -> Iterator[Block]:
        """A heading, text and figures."""
        if passage.heading:
            yield self.heading(passage)
        for part in passage.parts:
            if isinstance(part, PlacedFigure):
                yield self.figure(part)
            else:
                yield from self.text(part)

    def section(self, title: str) -> Block:
        """The heading of a section, under a line."""
        size = SECTION * self.size

        def draw(left: float, top: float) -> list[Part]:
            rule = line((left, top), (left + self.width, top))
            return [Shape(rule, stroke="muted", width=0.2), Words(title, (left, top + 2.1 * size), size, is_bold=True)]

        return Block(draw, 2.6 * size, 1.3 * self.step, is_kept=True)

    def heading(self, passage: Passage) -> Block:
        """The names of rules, and the title."""
        names = ", ".join(passage.names)
        after = measure(names + "  ", self.size) if names else 0.0
        titles = wrap([Run(passage.title, is_bold=True)], self.size, self.width - after)

        def draw(left: float, top: float) -> list[Part]:
            head = [Words(names, (left, top + self.size), self.size, "muted", is_bold=True)] if names else []
            return [*head, *self.lines(titles, (left + after, top))]

        return Block(draw, len(titles) * self.step, 0.9 * self.step, is_kept=True)

    def text(self, markdown: str) -> Iterator[Block]:
        """Paragraphs, lists and tables."""
        tokens = iter(_markdown().parse(markdown))
        markers: list[str] = []
        counts: list[int] = []
        for token in tokens:
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    counts.append(0 if token.type[0] == "o" else -1)
                case "bullet_list_close" | "ordered_list_close":
                    counts.pop()
                case "list_item_open":
                    counts[-1] += counts[-1] >= 0
                    markers.append(f"{counts[-1]}." if counts[-1] >= 0 else "•")
                case "inline":
                    yield self.paragraph(runs_of(token), len(counts), markers.pop() if markers else "")
                case "table_open":
                    yield self.table(list(_rows(tokens)))

    def paragraph(self, runs: Sequence[Run], depth: int = 0, marker: str = "") -> Block:
        """A paragraph, or an item of a list with its marker."""
        indent = 2.0 * self.size * depth
        lines = wrap(runs, self.size, self.width - indent)

        def draw(left: float, top: float) -> list[Part]:
            parts = self.lines(lines, (left + indent, top))
            start = left + indent - 1.5 * self.size
            if marker == "•":
                parts.append(Shape(ellipse((start + 0.4 * self.size, top + 0.62 * self.size), 0.22 * self.size), "ink"))
            elif marker:
                parts.append(Words(marker, (start - 0.4 * self.size, top + self.size), self.size))
            return parts

        return Block(draw, len(lines) * self.step, (0.25 if marker else 0.45) * self.step)

    def lines(self, lines: Sequence[Sequence[Run]], place: Point, size: float = 0.0, colour: str = "ink") -> list[Part]:
        """Lines of runs, the upper end of the first at a place."""
        size = size or self.size
        parts: list[Part] = []
        for row, runs in enumerate(lines):
            x, y = place[0], place[1] + size + row * size * LINE
            for run in runs:
                parts.append(Words(run.text, (x, y), size, colour, run.is_bold))
                x += measure(run.text, size)
        return parts

    def table(self, rows: Sequence[Sequence[list[Run]]]) -> Block:
        """A table with a line under each row."""
        pad = CELL * self.size / 2
        widths = self.widths(rows, pad)
        cells = [
            [wrap(cell, self.size, wide - 2 * pad) for cell, wide in zip(row, widths, strict=True)] for row in rows
        ]
        heights = [max(map(len, row)) * self.step + pad for row in cells]

        def draw(left: float, top: float) -> list[Part]:
            parts: list[Part] = []
            for row, high in zip(cells, heights, strict=True):
                x = left
                for cell, wide in zip(row, widths, strict=True):
                    parts += self.lines(cell, (x + pad, top + 0.8 * pad))
                    x += wide
                top += high
                parts.append(Shape(line((left, top), (x, top)), stroke="line", width=0.2))
            return parts

        return Block(draw, sum(heights) + 0.4 * self.step, 0.6 * self.step)

    def widths(self, rows: Sequence[Sequence[list[Run]]], pad: float) -> list[float]:
        """The widths of columns: what they need, or where that is too much a fair share."""
        wanted = [
            max(_length(cell, self.size) for cell in column) + 2 * pad + 0.1 for column in zip(*rows, strict=True)
        ]
        left, open_ = self.width, sorted(range(len(wanted)), key=lambda place: wanted[place])
        given = [0.0] * len(wanted)
        for done, place in enumerate(open_):
            given[place] = min(wanted[place], left / (len(open_) - done))
            left -= given[place]
        return given

    def figure(self, placed: PlacedFigure) -> Block:
        """A figure with its caption beside it, or below it where it is wide."""
        figure = self.figures[placed.name]
        box, size = figure().box, CAPTION * self.size
        wide = min(self.width, figure.width * self.pixel)
        scale = wide / box.width
        high = scale * box.height
        beside = self.width - wide - GUTTER / 2
        is_beside = beside >= LEAST_CAPTION
        caption = wrap([Run(placed.caption)], size, beside if is_beside else self.width)
        told = len(caption) * size * LINE
        height = max(high, told) if is_beside else high + 0.6 * size + told

        def draw(left: float, top: float) -> list[Part]:
            above = (height - high) / 2 if is_beside else 0.0
            item = Item(f"figure-{placed.name}", (left - box.left * scale, top + above - box.top * scale), 0.0, scale)
            start = (
                (left + wide + GUTTER / 2, top + (height - told) / 2) if is_beside else (left, top + high + 0.6 * size)
            )
            return [item, *self.lines(caption, start, size, "muted")]

        return Block(draw, height + 0.4 * self.step, 0.7 * self.step)


def runs_of(token: Token) -> list[Run]:
    """The words of an inline token; only bold is kept of its styles."""
    runs: list[Run] = []
    is_bold = False
    for child in token.children or []:
        if child.type in ("strong_open", "strong_close"):
            is_bold = child.type == "strong_open"
        else:
            text = " " if child.type in ("softbreak", "hardbreak") else child.content
            runs += [Run(text, is_bold)] if text else []
    return runs


def _rows(tokens: Iterator[Token]) -> Iterator[list[list[Run]]]:
    """The rows of a table up to its end; its head is bold."""
    row: list[list[Run]] = []
    is_head = False
    for token in tokens:
        match token.type:
            case "tr_open":
                row = []
            case "th_open" | "td_open":
                is_head = token.type == "th_open"
            case "inline":
                row.append([Run(run.text, is_head or run.is_bold) for run in runs_of(token)])
            case "tr_close":
                if any(row):
                    yield row
            case "table_close":
                return


def _length(runs: Sequence[Run], size: float) -> float:
    return sum(measure(run.text, size) for run in runs)


def wrap(runs: Sequence[Run], size: float, width: float) -> list[list[Run]]:
    """Wrap runs between words into lines of at most this width.

    >>> wrap([Run("four", True), Run(" by four")], 2.0, 11.0)
    [[Run(text='four', is_bold=True), Run(text=' by', is_bold=False)], [Run(text='four', is_bold=False)]]
    """
    words: list[tuple[str, list[Run]]] = [("", [])]  # each with the space before it
    for run in runs:
        for number, word in enumerate(run.text.split(" ")):
            for place, piece in enumerate(split_word(word)):
                if number or place:
                    words.append(("" if place else " ", []))
                words[-1][1].append(Run(piece, run.is_bold))
    lines: list[list[Run]] = [[]]
    length = 0.0
    for space, written in words:
        if not _is_written(written):
            continue
        more = [Run(space, written[0].is_bold), *written] if lines[-1] else written
        length += _length(more, size)
        if lines[-1] and length > width:
            lines.append([])
            more, length = written, _length(written, size)
        lines[-1] += more
    return [_joined(each) for each in lines]


def _is_written(word: Sequence[Run]) -> bool:
    return any(run.text for run in word)


def _joined(runs: Sequence[Run]) -> list[Run]:
    """Join neighbours of one style."""
    groups = groupby(runs, key=lambda run: run.is_bold)
    joined = [Run("".join(run.text for run in group), is_bold) for is_bold, group in groups]
    return [run for run in joined if run.text]
