"""Beside the board: hands and other choices, laid out in lines that wrap."""

from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.picture.formats.styled_text import PLAIN, QUIET, Line, Span, Style
from fourfold.terminal.board.sheet import SheetWriter, Spot, TextSheet


@dataclass(frozen=True)
class TrayItem:
    """Something that can be clicked, or only be looked at."""

    name: str
    label: Line
    is_open: bool = True
    is_chosen: bool = False


@dataclass(frozen=True)
class Tray:
    """Choices under a title."""

    title: Line
    choices: Sequence[TrayItem]


def lay_out(shelves: Sequence[Tray], width: int) -> TextSheet:
    """Lay shelves out one below the other; what can be clicked stands in parentheses, what was in brackets.

    >>> shelf = Tray((Span("Bonus"),), [Choice("+2", (Span("+2"),)), TrayItem("+25", (Span("+25"),), is_open=False)])
    >>> print(lay_out([shelf], 20))
    Bonus
    (+2) +25
    """
    paper = SheetWriter()
    y = 0
    for shelf in shelves:
        paper.write_line(0, y, shelf.title)
        x, y = 0, y + 1
        for choice in shelf.choices:
            length = sum(len(span.text) for span in choice.label) + 2
            if x and x + length > width:
                x, y = 0, y + 1
            pair = _brackets(choice)
            style = Style(is_bold=True) if pair.strip() else PLAIN
            label = choice.label if choice.is_open else tuple(_dimmed(span) for span in choice.label)
            paper.write_line(x, y, (Span(pair[0], style), *label, Span(pair[1], style)))
            if choice.is_open:
                paper.spots[choice.name] = Spot(x, y, length, 1)
            x += length
        y += 1 if shelf.choices else 0
    return paper.sheet()


def _brackets(choice: TrayItem) -> str:
    if choice.is_chosen:
        return "[]"
    return "()" if choice.is_open else "  "


def _dimmed(span: Span) -> Span:
    return span if span.style.ground else Span(span.text, QUIET)
