"""Beside the board: hands and other choices, laid out in lines that wrap."""

from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.picture.coloured import PLAIN, QUIET, Line, Span, Style
from fourfold.terminal.sheet import Paper, Sheet, Spot


@dataclass(frozen=True)
class Choice:
    """Something that can be clicked, or only be looked at."""

    name: str
    label: Line
    is_open: bool = True
    is_chosen: bool = False


@dataclass(frozen=True)
class Shelf:
    """Choices under a title."""

    title: Line
    choices: Sequence[Choice]


def lay_out(shelves: Sequence[Shelf], width: int) -> Sheet:
    """Lay shelves out one below the other; what can be clicked stands in parentheses, what was in brackets.

    >>> shelf = Shelf((Span("Bonus"),), [Choice("+2", (Span("+2"),)), Choice("+25", (Span("+25"),), is_open=False)])
    >>> print(lay_out([shelf], 20))
    Bonus
    (+2) +25
    """
    paper = Paper()
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


def _brackets(choice: Choice) -> str:
    if choice.is_chosen:
        return "[]"
    return "()" if choice.is_open else "  "


def _dimmed(span: Span) -> Span:
    return span if span.style.ground else Span(span.text, QUIET)
