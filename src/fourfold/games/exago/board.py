"""Display of Exago, as drawing data and as text: hexagons, tiles with colour and sign, and the hands."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fourfold.core.display.boards import HexBoard
from fourfold.core.display.look import Look
from fourfold.core.display.scene import Scene
from fourfold.games.exago.notation import COLOURS, letters_of
from fourfold.games.exago.rules.cells import cells_of, first_entry, has, only
from fourfold.games.exago.rules.groups import count_runs, split
from fourfold.games.exago.rules.layout import (
    BOARD,
    EARLY,
    GROUP,
    GROUP_WORDS,
    HAND,
    MOST_GROUPS,
    MOVER,
    NO_CELL,
    SEATS,
    SIDE,
    WINNER,
)
from fourfold.games.exago.rules.tables import AXES, GRIDS, LINE_LENGTH, STEPS
from fourfold.games.exago.symbols import CENTRE, RADIUS, symbols
from fourfold.kernel.bitboard import difference, load
from fourfold.kernel.jit import Row
from fourfold.picture import shapes
from fourfold.picture.canvas import Canvas
from fourfold.picture.formats.styled_text import PLAIN, QUIET, Line, Span, Style, line_of, piece
from fourfold.picture.marks import mark_from, mark_line, mark_to
from fourfold.picture.seats import seat_line
from fourfold.text import say


def lines(row: Row, last: int | None = None) -> list[Line]:
    """Draw the rows from the north, each with its letter.

    A number stands at the upper end of its diagonal, which runs down to the left.
    """
    side = int(row[SIDE])
    touched = cells_of(last)[:2] if last is not None else ()
    numbers = " " * (side + 4) + " ".join(str(number) for number in range(1, side + 1))
    drawn = [line_of(Span(numbers, QUIET))]
    letters = letters_of(row)
    for north, cells in enumerate(GRIDS[side].rows):
        height = side - 1 - north
        margin = " " * (abs(height) + 1)
        letter = GRIDS[side].name(cells[0])[0]
        spans = [Span(f"{margin}{letter}  ", QUIET)]
        for place, cell in enumerate(cells):
            spans += [Span(" ")] * (place > 0) + [_sign(letters.get(cell, ""), cell in touched)]
        spans += [Span(f" {2 * side - height}", QUIET)] * (height > 0)
        drawn.append(tuple(spans))
    for seat in range(row[SEATS]):
        hand = say("exago.hand", letter=COLOURS[seat], seat=str(seat), tiles=int(row[HAND + seat]))
        drawn.append(line_of("  ", Span(hand[:1], piece(f"seat-{seat}")), hand[1:]))
    return drawn


def _sign(letter: str, is_touched: bool) -> Span:
    if not letter:
        return Span("·", Style(is_bold=True, is_marked=True) if is_touched else PLAIN)
    style = piece(f"seat-{COLOURS.index(letter)}")
    return Span(letter, Style(style.ink, style.ground, is_bold=True, is_marked=is_touched))


@cache
def board_of(side: int) -> HexBoard:
    """The empty board of a size."""
    return HexBoard(GRIDS[side], RADIUS)


def frame(row: Row) -> shapes.Frame:
    """The empty board."""
    return board_of(int(row[SIDE])).frame


def pieces(row: Row, last: int | None) -> shapes.Pieces:
    """The tiles on the board; a moved tile has its way from its source."""
    side, letters = int(row[SIDE]), letters_of(row)
    target, source, _ = (NO_CELL, NO_CELL, NO_CELL) if last is None else cells_of(last)
    came = target if source != NO_CELL else NO_CELL
    items = [_laid(side, cell, letter, source if cell == came else NO_CELL) for cell, letter in sorted(letters.items())]
    if GRIDS[side].centre not in letters:
        items.insert(0, shapes.Item(CENTRE.id, (0.0, 0.0)))
    return shapes.Pieces(tuple(items), marks=() if last is None else _marks(side, target, source))


@cache
def _laid(side: int, cell: int, letter: str, source: int) -> shapes.Item:
    middle = board_of(side).middle
    way = () if source == NO_CELL else (middle(source),)
    return shapes.Item(f"exago-{COLOURS.index(letter)}", middle(cell), name=GRIDS[side].name(cell), way=way)


@cache
def _marks(side: int, target: int, source: int) -> tuple[shapes.Mark, ...]:
    name, outline = GRIDS[side].name, board_of(side).outline
    to = mark_to(name(target), outline(target))
    return (to,) if source == NO_CELL else (to, mark_from(name(source), outline(source, 7)))


def hands(row: Row) -> shapes.Hands:
    """The tiles in hand; a tile of the mover's that may be lifted is taken up by a click."""
    held = tuple(_hand(seat, int(row[HAND + seat])) for seat in range(int(row[SEATS])))
    mover, name = int(row[MOVER]), GRIDS[int(row[SIDE])].name
    may_lift = row[EARLY] or not held[mover].number
    own = [cell for cell, letter in letters_of(row).items() if may_lift and letter == COLOURS[mover]]
    lifts = {name(cell): (held[mover].symbol,) for cell in own}
    groups = {name(cell): groups_without(row, cell) for cell in own}
    placing = held[mover].symbol if held[mover].items else ""
    return shapes.Hands(held, placing=placing, lifts=lifts, groups={cell: cut for cell, cut in groups.items() if cut})


def groups_without(row: Row, cell: int) -> tuple[tuple[str, ...], ...]:
    """The groups that lifting a tile leaves, if it cuts."""
    board, first, name = load(row, BOARD), first_entry(row), GRIDS[int(row[SIDE])].name
    runs = count_runs(board, first + cell)
    if runs < 2:
        return ()
    room = np.zeros(MOST_GROUPS * GROUP_WORDS, np.int64)
    count = split(difference(board, only(cell)), runs, first, room)
    groups = [load(room, place * GROUP_WORDS + GROUP) for place in range(count)] if count > 1 else []
    return tuple(tuple(name(each) for each in letters_of(row) if has(group, each)) for group in groups)


def ending(row: Row) -> tuple[shapes.Mark, ...]:
    """The line that won, cell by cell."""
    side, seat = int(row[SIDE]), int(row[WINNER]) - 1
    own = {cell for cell, letter in letters_of(row).items() if seat >= 0 and letter == COLOURS[seat]}
    steps, length = STEPS[first_entry(row) :], LINE_LENGTH[row[SEATS]]
    runs = [_run(steps, own, cell, axis) for cell in sorted(own) for axis in range(AXES)]
    cells = dict.fromkeys(cell for run in runs if len(run) >= length for cell in run)
    board = board_of(side)
    return tuple(mark_line(GRIDS[side].name(cell), board.outline(cell, 4)) for cell in cells)


def _run(steps: NDArray[np.int64], own: set[int], cell: int, axis: int) -> list[int]:
    """The tiles in a straight line that begins with a cell; none if it begins before it."""
    run: list[int] = []
    if int(steps[cell, axis + AXES]) not in own:
        while cell in own:
            run.append(cell)
            cell = int(steps[cell, axis])
    return run


@cache
def _hand(seat: int, tiles: int) -> shapes.Hand:
    return shapes.Hand(seat, f"exago-{seat}", tiles, (shapes.HandItem(f"exago-{seat}"),) * tiles)


def draw(row: Row, scene: Scene) -> shapes.Drawing:
    """Draw the board, and the hands to its right."""
    board = board_of(int(row[SIDE]))
    canvas = Canvas(symbols())
    canvas.add_frame(board.frame)
    canvas.add_pieces(pieces(row, scene.last))
    left, box = board.corner + 20, board.frame.box
    assert box is not None
    _panel(canvas, hands(row).hands, scene, left)
    return canvas.drawing(shapes.Box(box.left, box.top, left + 370, box.bottom))


def _panel(canvas: Canvas, hands: tuple[shapes.Hand, ...], scene: Scene, left: float) -> None:
    """Draw a line for each seat: its badge, the number of its tiles, and the tiles."""
    for hand in hands:
        y = 118 * (hand.seat - (len(hands) - 1) / 2)
        is_mover, has_won = scene.mover == hand.seat, scene.winner == hand.seat
        number = str(hand.number)
        seat_line(canvas, (left + 60, y), hand.symbol, scale=0.78, is_mover=is_mover, has_won=has_won, number=number)
        for place, item in enumerate(hand.items):
            row_of_six = 0 if hand.number <= 6 else 19 if place >= 6 else -19
            canvas.place(item.symbol, (left + 168 + 34 * (place % 6), y + row_of_six), scale=0.36)


LOOK = Look(symbols, frame, pieces, hands, draw, lines, ending=ending)
