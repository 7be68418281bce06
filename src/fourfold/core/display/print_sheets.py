"""Print and play: a PDF with the boards and pieces of a game at their true size, and its rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import TypeVar

from fourfold.core.display.figures import SHELF, as_symbol, list_figures
from fourfold.core.display.rules_layout import LINE, Part, Run, mirror, set_rules, wrap
from fourfold.core.errors import BadValue
from fourfold.core.game import Game
from fourfold.core.help.rulebook import read_rulebook
from fourfold.picture.font.text_glyphs import measure
from fourfold.picture.formats.pdf import pdf
from fourfold.picture.formats.sheet import Sheet, Words
from fourfold.picture.kit import PrintedBoard
from fourfold.picture.paths import line, polygon
from fourfold.picture.shapes import Box, Item, Point, Shape, Symbol
from fourfold.text import say, spoken
from fourfold.text.language import is_right_to_left

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
MARGIN = 10.0  # unprintable on most printers
HEAD, FOOT = 19.0, 21.0  # from the edges of the paper to the body
TITLE, SMALL, TEXT = 3.6, 1.6, 2.2  # heights of capitals
CUT, CUT_LINE = 0.15, "cut-line"  # the width of cutting lines, and the name of their symbol
SCALE = 50.0  # the length of the scale bar
RULES_FOOT = 17.0  # there is no scale bar

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Paper:
    """A paper size, and the part of it that is used."""

    width: float
    height: float

    @property
    def inner_width(self) -> float:
        return self.width - 2 * MARGIN

    @property
    def inner_height(self) -> float:
        return self.height - HEAD - FOOT

    @property
    def middle(self) -> Point:
        return self.width / 2, HEAD + self.inner_height / 2


def find_paper(name: str) -> Paper:
    """Find a paper size: `a4` or `letter`."""
    if name not in PAPERS:
        raise BadValue("fourfold.print.no_such_paper", name=name, names=", ".join(PAPERS))
    return Paper(*PAPERS[name])


def print_game(game: Game, paper: str = "a4", language: str | None = None) -> bytes:
    """Make the PDF of a game.

    >>> import fourfold
    >>> print_game(fourfold.game("quads"))[:8]
    b'%PDF-1.7'
    """
    language = language or spoken()
    kit, sheets = game.kit, lay_out(game, find_paper(paper), language)
    cut = Symbol(CUT_LINE, (Shape(kit.cut, stroke="muted", width=CUT / kit.unit),))
    title = say("fourfold.print.title", language, game=game.name)
    return pdf(sheets, {**game.look.symbols(), **_boards(game), **_figures(game), cut.id: cut}, title, language)


def lay_out(game: Game, paper: Paper, language: str) -> list[Sheet]:
    """Make the sheets of a game: boards, pieces, rules."""
    bodies = [("board", _place_board(paper, name, game)) for name in _boards(game)]
    bodies += [("pieces", parts) for parts in _place_counters(paper, game)]
    bodies += [("rules", parts) for parts in _set_rules(paper, game, language)]
    sheets = []
    for number, (kind, parts) in enumerate(bodies, 1):
        around = _head_and_foot(paper, game, language, kind, f"{number}/{len(bodies)}")
        if is_right_to_left(language):
            around = mirror(around, paper.width, {})
        sheets.append(Sheet(paper.width, paper.height, (*around, *parts)))
    return sheets


def _boards(game: Game) -> dict[str, Symbol]:
    """Give the boards as symbols."""
    return {f"board-{place}": _board(f"board-{place}", board) for place, board in enumerate(game.kit.boards)}


def _board(name: str, board: PrintedBoard) -> Symbol:
    frame = board.frame
    cells = [Shape(polygon(cell.points), cell.fill, cell.stroke, 1.5) for cell in frame.cells]
    return Symbol(name, (*frame.shapes, *cells, *frame.labels, *board.items))


def _place_board(paper: Paper, name: str, game: Game) -> list[Part]:
    """Centre a board on its sheet."""
    kit = game.kit
    box = kit.boards[int(name.rpartition("-")[2])].frame.box
    assert box is not None
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    place = paper.middle[0] - x * kit.board_unit, paper.middle[1] - y * kit.board_unit
    return [Item(name, place, scale=kit.board_unit)]


def _place_counters(paper: Paper, game: Game) -> Iterator[list[Part]]:
    """Place the pieces in rows, sheet by sheet, each with a cutting line around it."""
    kit = game.kit
    step = kit.step * kit.unit
    columns, rows = floor(paper.inner_width / step), floor(paper.inner_height / step)
    for symbols in _groups(kit.symbols, columns * rows):
        left = (paper.width - min(columns, len(symbols)) * step) / 2
        places = [
            (left + step * (place % columns + 0.5), HEAD + step * (place // columns + 0.5))
            for place in range(len(symbols))
        ]
        yield [
            *(Item(symbol, place, scale=kit.unit) for symbol, place in zip(symbols, places, strict=True)),
            *(Item(CUT_LINE, place, scale=kit.unit) for place in places),
        ]


def _head_and_foot(paper: Paper, game: Game, language: str, kind: str, page: str) -> list[Part]:
    """Set the header (game, kind of sheet, page) and the footer (scale bar, trademark notice)."""
    right = paper.width - MARGIN
    told = say(f"fourfold.print.{kind}", language)
    after = MARGIN + measure(game.name, TITLE) + 4
    return [
        Words(game.name, (MARGIN, MARGIN + TITLE), TITLE, is_bold=True),
        Words(told, (after, MARGIN + TITLE), TEXT, "muted"),
        Words(page, (right - measure(page, TEXT), MARGIN + TITLE), TEXT, "muted"),
        *([] if kind == "rules" else _scale_bar(paper, language)),
        *_notice(paper, game, language, kind),
    ]


def _scale_bar(paper: Paper, language: str) -> list[Part]:
    """A line of a known length, to check the size."""
    low = paper.height - FOOT + 6
    ruler = line((MARGIN, low - 1.5), (MARGIN, low), (MARGIN + SCALE, low), (MARGIN + SCALE, low - 1.5))
    told = say("fourfold.print.scale", language, length=f"{SCALE:.0f}")
    return [Shape(ruler, stroke="ink", width=0.25), Words(told, (MARGIN + SCALE + 3, low), SMALL, "muted")]


def _notice(paper: Paper, game: Game, language: str, kind: str) -> list[Part]:
    """The trademark notice; under the rules, which begin with it, what their signs mean."""
    is_rules = kind == "rules"
    publisher = "none" if is_rules else game.facts.publisher or "none"
    told = say("fourfold.print.marks", language, game=game.name, publisher=publisher)
    lines = wrap([Run(told)], SMALL, paper.inner_width)
    if is_rules and any(name.startswith("R") for each in read_rulebook(game.id).passages() for name in each.names):
        lines = [*wrap([Run(say("fourfold.print.signs", language))], SMALL, paper.inner_width), *lines]
    low = paper.height - FOOT + 6 + 2.5 * SMALL - (len(lines) - 1) * SMALL * LINE
    return [
        Words(run.text, (MARGIN, low + place * SMALL * LINE), SMALL, "muted")
        for place, runs in enumerate(lines)
        for run in runs
    ]


def _set_rules(paper: Paper, game: Game, language: str) -> list[list[Part]]:
    """Set what players need of the rules, page by page."""
    room = Box(MARGIN, HEAD, paper.width - MARGIN, paper.height - RULES_FOOT)
    return set_rules(read_rulebook(game.id, language), list_figures(game.id), room)


def _figures(game: Game) -> dict[str, Symbol]:
    """Give the figures of the rules as symbols, and the symbols that they are made of."""
    drawings = {f"figure-{name}": figure() for name, figure in list_figures(game.id).items() if name != SHELF}
    within = {symbol.id: symbol for drawing in drawings.values() for symbol in drawing.symbols}
    return within | {name: as_symbol(name, drawing) for name, drawing in drawings.items()}


def _groups(things: Sequence[Thing], size: int) -> list[Sequence[Thing]]:
    return [things[start : start + size] for start in range(0, len(things), size)]
