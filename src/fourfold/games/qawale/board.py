"""Display of Qawale, as drawing data and as text: every stack with its inner pebbles."""

from functools import cache
from itertools import pairwise

from fourfold.core.display.boards import SquareBoard
from fourfold.core.display.look import Look
from fourfold.core.display.scene import Scene
from fourfold.games.qawale import kernel
from fourfold.games.qawale.notation import PEBBLES, stack_text
from fourfold.games.qawale.symbols import COLOUR, THICK, symbols
from fourfold.kernel.jit import Row
from fourfold.picture import shapes
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import PLAIN, QUIET, Line, Span, Style, line_of, piece
from fourfold.picture.marks import mark_from, mark_line, mark_path, mark_steps, mark_to
from fourfold.picture.paths import line, polygon
from fourfold.picture.seats import seat_line
from fourfold.text import say

SIZE = 100  # of a square
ROOM = 60.0  # the greatest height of a stack
TALL, A_ROW = 9, 7  # a taller stack is shown from above, with this many beads in a row
FLOOR = 28.0  # from the middle of a square south to its lowest pebble
BOARD = SquareBoard(kernel.GRID, SIZE)
FRAME = BOARD.frame()


def way_of(move: int) -> list[int]:
    """The squares of a move: its origin, then one for each pebble; none for a swap."""
    if move == kernel.SWAP:
        return []
    way = [move & 15]
    for step in range(kernel.steps_of(move)):
        way.append(int(kernel.NEIGHBOUR[way[-1], move >> 4 + 2 * step & 3]))
    return way


def hands_of(row: Row) -> list[tuple[int, str, int]]:
    """For each colour, the first one first: its seat, its letter, and its pebbles left."""
    placed, each = int(row[kernel.PLY] - row[kernel.SWAPPED]), (int(row[kernel.OPTIONS]) & kernel.PLACEMENTS) // 2
    seats = (1, 0) if row[kernel.SWAPPED] else (0, 1)
    return [
        (seats[0], PEBBLES[kernel.FIRST], each - (placed + 1) // 2),
        (seats[1], PEBBLES[kernel.SECOND], each - placed // 2),
    ]


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the ranks from the north; the rightmost pebble of a stack is on top."""
    stacks = [stack_text(row[cell]) for cell in range(kernel.CELLS)]
    widths = [max(3, *(len(stack) for stack in stacks[file::4])) for file in range(4)]
    touched = way_of(last) if last is not None else []
    rule = Span("  +" + "+".join("-" * (width + 2) for width in widths) + "+", QUIET)
    drawn = [line_of(rule)]
    for rank in (3, 2, 1, 0):
        spans = [Span(f"{rank + 1} |", QUIET)]
        for file, width in enumerate(widths):
            cell = 4 * rank + file
            pad = " " * (width - len(stacks[cell] or "·") + 1)
            spans += [Span(" "), *_stack(stacks[cell], cell in touched), Span(pad), Span("|", QUIET)]
        drawn += [tuple(spans), line_of(rule)]
    drawn.append(line_of("    " + "   ".join(file.ljust(width) for file, width in zip("abcd", widths, strict=True))))
    (first, _, first_left), (second, _, second_left) = hands_of(row)
    hands = say("qawale.hands", first=first, first_left=first_left, second=second, second_left=second_left)
    drawn.append(line_of("  " + hands))
    return drawn


def _stack(stack: str, is_touched: bool) -> list[Span]:
    if not stack:
        return [Span("·", Style(is_marked=True) if is_touched else PLAIN)]
    spans = []
    for letter in stack:
        style = piece(COLOUR[letter])
        spans.append(Span(letter, Style(style.ink, style.ground, is_bold=True, is_marked=is_touched)))
    return spans


@cache
def floor(cell: int) -> shapes.Point:
    """The place of the lowest pebble of a square."""
    x, y = BOARD.middle(cell)
    return x, y + FLOOR


def frame(row: Row) -> shapes.Frame:
    """The empty board."""
    return FRAME


def pieces(row: Row, last: int | None) -> shapes.Pieces:
    """The stacks from the side; pebbles of the last move have their way from its origin."""
    way = [] if last is None else way_of(last)
    sown: dict[int, list[int]] = {}  # for each square the steps that dropped a pebble there
    for step, cell in enumerate(way[1:], 1):
        sown.setdefault(cell, []).append(step)
    items: list[shapes.Item] = []
    labels: list[shapes.Label] = []
    stacks = row[: kernel.CELLS].tolist()
    for cell in range(kernel.CELLS - 1, -1, -1):
        stack = stack_text(stacks[cell])
        steps = sown.get(cell, [])
        ways = [(), *(tuple(map(floor, way[:step])) for step in steps)]
        for place, (symbol, spot) in enumerate(_pile(cell, stack)):
            dropped = max(0, place - (len(stack) - len(steps)) + 1)
            items.append(shapes.Item(symbol, spot, name=kernel.GRID.name(cell), way=ways[dropped]))
        if len(stack) > 1:
            x, y = BOARD.middle(cell)
            labels.append(shapes.Label(str(len(stack)), (x + 37, y - 6 if len(stack) > TALL else y + 34), 11))
    return shapes.Pieces(tuple(items), tuple(labels), _marks(way))


def _pile(cell: int, stack: str) -> list[tuple[str, shapes.Point]]:
    """Pile up the pebbles; of a tall stack the inner pebbles are beads beneath the top one."""
    x, y = BOARD.middle(cell)
    if len(stack) > TALL:
        beads = [
            (f"qawale-{COLOUR[letter]}-bead", (x - 39 + 13 * (place % A_ROW), y + 42 - 13 * (place // A_ROW)))
            for place, letter in enumerate(stack[:-1])
        ]
        return [*beads, (f"qawale-{COLOUR[stack[-1]]}", (x, y - 20))]
    step = min(THICK + 1, ROOM / max(1, len(stack)))
    return [(f"qawale-{COLOUR[letter]}", (x, y + FLOOR - step * place)) for place, letter in enumerate(stack)]


def _marks(way: list[int]) -> tuple[shapes.Mark, ...]:
    if not way:
        return ()
    names = [kernel.GRID.name(cell) for cell in way]
    floors = [(x, y - 12) for x, y in map(floor, way)]
    arrows = "".join(_arrow(start, end) for start, end in pairwise(floors))
    return (
        mark_path("-".join(names), line(*floors)),
        mark_steps("-".join(names), arrows),
        mark_from(names[0], BOARD.outline(way[0], 6)),
        mark_to(names[-1], BOARD.outline(way[-1], 4)),
    )


@cache
def _arrow(start: shapes.Point, end: shapes.Point) -> str:
    """A small arrow where a step crosses from one square into the next."""
    right, down = (end[0] - start[0]) / SIZE, (end[1] - start[1]) / SIZE
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - (FLOOR - 12) * abs(down)
    corners = [(9, 0), (-6, -9), (-6, 9)]
    return polygon([(x + ahead * right - aside * down, y + ahead * down + aside * right) for ahead, aside in corners])


def hands(row: Row) -> shapes.Hands:
    """The pebbles that are left."""
    held = [_hand(seat, f"qawale-{COLOUR[letter]}", left) for seat, letter, left in hands_of(row)]
    mover = int(kernel.to_move(row))
    placing = next((hand.items[0].symbol for hand in held if hand.seat == mover and hand.items), "")
    own = (placing,) if placing else ()
    stacks = {kernel.GRID.name(cell): stack_text(row[cell]) for cell in range(kernel.CELLS) if row[cell]}
    lifts = {name: (*(f"qawale-{COLOUR[letter]}" for letter in stack), *own) for name, stack in stacks.items()}
    return shapes.Hands(tuple(sorted(held, key=lambda hand: hand.seat)), placing=placing, lifts=lifts)


def ending(row: Row) -> tuple[shapes.Mark, ...]:
    """The line of the winner, or those of both colours in a draw."""
    winner, swapped = int(kernel.status(row)) - 1, int(row[kernel.SWAPPED])
    tops = [kernel.FIRST_TOPS, kernel.SECOND_TOPS]
    winning = tops if winner < 0 else [tops[winner ^ swapped]]
    cells = dict.fromkeys(cell for word in winning for cell in _lines_of(int(row[word])))
    return tuple(mark_line(kernel.GRID.name(cell), BOARD.outline(cell, 4)) for cell in cells)


def _lines_of(tops: int) -> list[int]:
    """The cells of the lines in a set of cells, line by line."""
    lines = [line for line in kernel.LINE_SETS if tops & line == line]
    return [cell for line in lines for cell in range(kernel.CELLS) if line >> cell & 1]


@cache
def _hand(seat: int, symbol: str, left: int) -> shapes.Hand:
    return shapes.Hand(seat, f"{symbol}-badge", left, (shapes.HandItem(symbol),) * left)


def draw(row: Row, scene: Scene) -> shapes.Drawing:
    """Draw the board, and the pebbles in hand to its right, those of the first colour above."""
    canvas = Canvas(symbols())
    canvas.add_frame(FRAME)
    canvas.add_pieces(pieces(row, scene.last))
    held = hands(row).hands
    for place, (seat, _, _) in enumerate(hands_of(row)):
        _panel(canvas, held[seat], scene, (4 * SIZE + 88.0, 40.0 + 215 * place))
    box = FRAME.box
    assert box is not None
    return canvas.drawing(shapes.Box(box.left, box.top, 4 * SIZE + 250, box.bottom))


def _panel(canvas: Canvas, held: shapes.Hand, scene: Scene, place: shapes.Point) -> None:
    x, y = place
    is_mover, has_won = scene.mover == held.seat, scene.winner == held.seat
    seat_line(canvas, place, held.symbol, scale=0.8, is_mover=is_mover, has_won=has_won, number=str(held.number))
    for number, item in enumerate(held.items):
        canvas.place(item.symbol, (x - 24 + 54 * (number % 3), y + 56 + 34 * (number // 3)), scale=0.62)


LOOK = Look(symbols, frame, pieces, hands, draw, lines, ending=ending)
