"""`fourfold rules`: the rulebook of a game."""

import sys

from fourfold.cli.options import GameArgument, SeatsOption, SetOption, settings
from fourfold.core.help.rulebook import read_rules
from fourfold.core.options import parse_options
from fourfold.core.registry import facts
from fourfold.text import spoken

WIDTH = 100


def run(game: GameArgument, seats: SeatsOption = None, set_: SetOption = None) -> None:
    known, given = facts(game), settings(seats, set_)
    parse_options(known.name, known.options, given, int(given.pop("seats", known.seats[0])))
    text = read_rules(known.id, spoken())
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text), width=min(WIDTH, Console().width))
