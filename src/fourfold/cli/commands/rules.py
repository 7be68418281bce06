"""`fourfold rules`: the rulebook of a game with its figures, or one rule of it."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from textwrap import indent
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli.options import GameArgument, SeatsOption, SetOption, argument, settings
from fourfold.core.help.rulebook import Passage, PlacedFigure, Rulebook, read_rulebook
from fourfold.core.options import parse_options
from fourfold.core.registry import facts
from fourfold.text import say, spoken
from fourfold.text.line_breaks import teach_rich

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fourfold.picture.formats.styled_text import Line

WIDTH = 100
INDENT = "    "


def run(
    game: GameArgument,
    rule: Annotated[str | None, argument("RULE", "cli.rules.rule")] = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    all_: Annotated[bool, typer.Option("--all", help=say("cli.rules.all"))] = False,
) -> None:
    from rich.console import Console

    known, given = facts(game), settings(seats, set_)
    parse_options(known.name, known.options, given, int(given.pop("seats", known.seats[0])))
    if not sys.stdout.isatty():
        print(write_rules(known.id, rule or "", spoken()))
        return
    book = read_rulebook(known.id, spoken())
    parts = _parts(book, [book.passage(rule)] if rule else None)
    teach_rich()
    console = Console()
    if not (rule or all_):
        book = replace(book, sections=book.for_players)
        parts = _parts(book, None)
    for part in parts:
        console.print(_shown(known.id, part), width=min(WIDTH, console.width))


def write_rules(game_id: str, rule: str, language: str) -> str:
    """A rule as plain text, or the whole rulebook."""
    book = read_rulebook(game_id, language)
    return "\n\n".join(_plain(game_id, part) for part in _parts(book, [book.passage(rule)] if rule else None))


def _parts(book: Rulebook, passages: list[Passage] | None) -> Iterator[str | PlacedFigure]:
    """Markdown and figures: of the whole book, or of these passages."""
    for section in book.sections:
        chosen = [passage for passage in section.passages if passages is None or passage in passages]
        if passages is None:
            yield f"## {section.title}" if section.title else f"# {book.title}"
        for passage in chosen:
            if passage.heading:
                yield f"### {passage.heading}"
            yield from passage.parts


def _plain(game: str, part: str | PlacedFigure) -> str:
    """A part as Markdown; a figure as a block of text, where it has one, with its caption."""
    if isinstance(part, str):
        return part
    from fourfold.picture.formats.styled_text import Depth, plain

    drawn = indent(plain(_lines(game, part, Depth.NONE)), INDENT)
    return f"{drawn}\n\n*{part.caption}*" if drawn else f"*{part.caption}*"


def _shown(game: str, part: str | PlacedFigure) -> "RenderableType":
    """A part for a terminal, with as many colours as it has."""
    from rich.console import Group
    from rich.markdown import Markdown
    from rich.padding import Padding
    from rich.text import Text

    if isinstance(part, str):
        return Padding(Markdown(part), (0, 0, 1, 0))
    from fourfold.picture.formats.styled_text import coloured, depth_of

    depth = depth_of(os.environ, is_terminal=True)
    drawn = Text.from_ansi(coloured(_lines(game, part, depth), depth))
    return Padding(Group(drawn, "", Text(part.caption, style="italic dim")), (0, 0, 1, len(INDENT)))


def _lines(game: str, figure: PlacedFigure, depth: int) -> "list[Line]":
    from fourfold.core.display.figures import list_figures
    from fourfold.picture.formats.styled_text import Depth

    return list_figures(game)[figure.name].lines(Depth(depth))
