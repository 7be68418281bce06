"""The look of a game: its board and pieces as drawing data, and pictures and text made of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import digits

from fourfold.core.display.scene import Scene
from fourfold.core.grids import LETTERS
from fourfold.kernel.jit import Row
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import QUIET, Line, Span, Style, line_of, trimmed
from fourfold.picture.seats import seat_line
from fourfold.picture.shapes import Box, Cell, Drawing, Frame, Hand, HandItem, Hands, Mark, Pieces, Point, Symbol

PANEL = 330.0  # the width of the hands in a picture
STEP, A_LINE, SMALL = 46.0, 5, 0.4  # from piece to piece in a hand, pieces in a line, their scale
WIDTH, MARGIN = 4, 4  # of a cell in text, and of the labels before it


def no_hands(row: Row) -> Hands:
    """Nothing lies beside the board."""
    return Hands()


def no_marks(row: Row) -> tuple[Mark, ...]:
    """Nothing on the board shows why the game ended."""
    return ()


def no_span(row: Row) -> Box:
    """The board has a fixed size."""
    return Box(0, 0, 0, 0)


@dataclass(frozen=True)
class Look:
    """How a game looks; `LOOK` of its module `board`. All functions take a row, whole or blanked."""

    symbols: Callable[[], Mapping[str, Symbol]]  # all that can occur, by their ids
    frame: Callable[[Row], Frame]  # the board without pieces; it depends on the options alone
    pieces: Callable[[Row, int | None], Pieces]  # those on the board, and how the last move brought them there
    hands: Callable[[Row], Hands] = no_hands  # what lies beside the board
    picture: Callable[[Row, Scene], Drawing] | None = None  # an own picture instead of the usual one
    text: Callable[[Row, int | None], list[Line]] | None = None  # an own text board instead of the usual one
    span: Callable[[Row], Box] = no_span  # the used cells of an unbounded table
    ending: Callable[[Row], tuple[Mark, ...]] = no_marks  # why a game that is over has ended: line, blocked places

    def draw(self, row: Row, scene: Scene) -> Drawing:
        """Draw the board with the last move marked, and the hands to its right."""
        if self.picture:
            return self.picture(row, scene)
        frame, pieces = self.frame(row), self.pieces(row, scene.last)
        box = pieces.box or frame.box
        assert box is not None
        canvas = Canvas(self.symbols())
        canvas.add_frame(frame)
        canvas.add_pieces(pieces)
        bottom = _draw_hands(canvas, self.hands(row), scene, (box.right + 60, box.top + 50))
        right = box.right + PANEL * (bottom > box.top + 50)
        return canvas.drawing(Box(box.left, box.top, right, max(box.bottom, bottom)))

    def lines(self, row: Row, last: int | None = None) -> list[Line]:
        """Draw the board as styled text with the last move marked, then a line for each hand."""
        if self.text:
            return self.text(row, last)
        pieces = self.pieces(row, last)
        cells = (*self.frame(row).cells, *pieces.cells)
        on_top = {item.name: self.symbols()[item.symbol].face(item.turn).sign for item in pieces.items if item.name}
        touched = {mark.name for mark in pieces.marks}
        drawn = list(_text_board(cells, on_top, touched))
        return [*drawn, *(self._hand_line(hand) for hand in self.hands(row).hands)]

    def _hand_line(self, hand: Hand) -> Line:
        """The badge of a seat, the number of its pieces, and those that can be clicked."""
        held = [span for item in hand.items if item.click for span in (Span(" "), *self._sign(item))]
        return (*self.symbols()[hand.symbol].face().sign, Span(f" {hand.number}"), *held)

    def _sign(self, item: HandItem) -> Line:
        return self.symbols()[item.symbol].face(item.turn).sign


def _draw_hands(canvas: Canvas, beside: Hands, scene: Scene, place: Point) -> float:
    """Draw the hands one below the other, then the shared pieces; give the lower end."""
    x, y = place
    for hand in beside.hands:
        is_mover, has_won = scene.mover == hand.seat, scene.winner == hand.seat
        number = str(hand.number)
        seat_line(canvas, (x, y), hand.symbol, scale=0.8, is_mover=is_mover, has_won=has_won, number=number)
        shown = [(item.symbol, item.turn, item.click) for item in hand.items] + [(hand.back, 0.0, "")] * hand.backs
        y = _place_row(canvas, shown, (x - 20, y + 56)) + 64
    if beside.shared:
        shared = [(item.symbol, item.turn, item.click) for item in beside.shared]
        y = _place_row(canvas, shown=shared, place=(x - 20, y)) + 64
    return y


def _place_row(canvas: Canvas, shown: list[tuple[str, float, str]], place: Point) -> float:
    """Place small pieces in lines; give the middle of the last line."""
    x, y = place
    for count, (symbol, turn, name) in enumerate(shown):
        spot = x + STEP * (count % A_LINE), y + STEP * (count // A_LINE)
        canvas.place(symbol, spot, turn=turn, scale=SMALL, name=name)
    return y + STEP * max(0, (len(shown) - 1) // A_LINE)


def _text_board(cells: tuple[Cell, ...], on_top: Mapping[str, Line], touched: set[str]) -> Iterator[Line]:
    """Write each cell in its column and row by the middle of its outline, an empty one as a dot, with labels.

    Names such as a1 give the labels: the letters below and the numbers on the left.
    """
    middles = {cell.name: _middle(cell) for cell in cells}
    columns = {x: WIDTH * column + MARGIN for column, x in enumerate(sorted({x for x, _ in middles.values()}))}
    for height in sorted({y for _, y in middles.values()}):
        row = sorted((columns[x], name) for name, (x, y) in middles.items() if y == height)
        spans = [Span(row[0][1].lstrip(LETTERS).rjust(MARGIN - 2), QUIET)]
        for at, name in row:
            spans.append(Span(" " * (at - sum(len(span.text) for span in spans))))
            sign = on_top.get(name, (Span("·", QUIET),))
            spans += [Span(span.text, _marked(span.style, name in touched)) for span in sign]
        yield trimmed(tuple(spans))
    letters = {columns[x]: name.rstrip(digits) for name, (x, _) in middles.items()}
    yield line_of(Span("".join(letters.get(at, " ") for at in range(max(letters, default=0) + 1)), QUIET))


def _marked(style: Style, is_touched: bool) -> Style:
    return Style(style.ink, style.ground, style.is_bold or is_touched, is_touched)


def _middle(cell: Cell) -> tuple[int, int]:
    across, down = zip(*cell.points, strict=True)
    return round((min(across) + max(across)) / 2), round((min(down) + max(down)) / 2)
