"""`fourfold games`: what stands on the shelf."""

from typing import Any

from rich.console import Console
from rich.table import Table

from fourfold.core.facts import Facts
from fourfold.core.registry import facts, list_games
from fourfold.text import say


def describe_games() -> list[dict[str, Any]]:
    """Give the facts of all games as plain data."""
    return [_describe(facts(game)) for game in list_games()]


def _describe(known: Facts) -> dict[str, Any]:
    fewest = known.seats[0]
    return {
        "id": known.id,
        "name": known.name,
        "tagline": say(f"{known.id}.tagline"),
        "authors": list(known.authors),
        "publisher": known.publisher,
        "year": known.year,
        "seats": [known.seats[0], known.seats[-1]],
        "options": [
            *_describe_deal(known),
            *(
                {
                    "name": option.name,
                    "text": say(f"{known.id}.option.{option.name}"),
                    "takes": option.takes(fewest),
                    "default": option.default(fewest),
                    "normal": None if option.default(fewest) is None else option.format(option.default(fewest)),
                }
                for option in known.options
            ),
        ],
    }


def _describe_deal(known: Facts) -> list[dict[str, Any]]:
    if not known.has_deals:
        return []
    text = say(f"{known.id}.option.deal")
    return [{"name": "deal", "text": text, "takes": say("cli.games.deal"), "default": None, "normal": None}]


def print_games() -> None:
    """Show each game with its options and their defaults."""
    console = Console(highlight=False)
    for game in describe_games():
        makers = ", ".join([*game["authors"], f"{game['publisher']} {game['year']}"])
        low, high = game["seats"]
        line = say("cli.games.line", id=game["id"], name=game["name"], low=low, high=high, makers=makers)
        console.print(f"[bold]{line}[/bold]\n  {game['tagline']}")
        options = Table.grid(padding=(0, 2, 0, 0))
        for option in game["options"]:
            options.add_row(f"  [bold]{option['name']}[/bold]", f"{option['text']} [dim]{_limits(option)}[/dim]")
        console.print(options, "")
    console.print(say("cli.games.unaffiliated"))


def _limits(option: dict[str, Any]) -> str:
    if option["default"] is None:
        return say("cli.games.takes", takes=option["takes"])
    return say("cli.games.takes_default", takes=option["takes"], default=option["normal"])
