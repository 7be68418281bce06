"""Trays beside the board: hands and other choices, laid out in lines that wrap."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from fourfold.picture.formats.styled_text import PLAIN, QUIET, Line, Span, Style
from fourfold.terminal.board.sheet import SheetWriter, Spot, TextSheet


@dataclass(frozen=True)
class TrayItem:
    """A choice; it can be clicked if it is open."""

    name: str
    label: Line
    is_open: bool = True
    is_chosen: bool = False


@dataclass(frozen=True)
class Tray:
    """A title and choices."""

    title: Line
    choices: Sequence[TrayItem]


def lay_out(trays: Sequence[Tray], width: int) -> TextSheet:
    """Lay trays out one below the other: open choices in parentheses, the chosen ones in brackets.

    >>> items = [TrayItem("+2", (Span("+2"),)), TrayItem("+25", (Span("+25"),), is_open=False)]
    >>> print(lay_out([Tray((Span("Bonus"),), items)], 20))
    Bonus
    (+2) +25
    """
    writer = SheetWriter()
    y = 0
    for tray in trays:
        writer.write_line(0, y, tray.title)
        x, y = 0, y + 1
        for choice in tray.choices:
            length = sum(cell_len(span.text) for span in choice.label) + 2
            if x and x + length > width:
                x, y = 0, y + 1
            pair = _brackets(choice)
            style = Style(is_bold=True) if pair.strip() else PLAIN
            label = choice.label if choice.is_open else tuple(_dimmed(span) for span in choice.label)
            writer.write_line(x, y, (Span(pair[0], style), *label, Span(pair[1], style)))
            if choice.is_open:
                writer.spots[choice.name] = Spot(x, y, length, 1)
            x += length
        y += 1 if tray.choices else 0
    return writer.sheet()


def _brackets(choice: TrayItem) -> str:
    if choice.is_chosen:
        return "[]"
    return "()" if choice.is_open else "  "


def _dimmed(span: Span) -> Span:
    return span if span.style.ground else Span(span.text, QUIET)
