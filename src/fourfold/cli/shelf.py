"""`fourfold games`: what stands on the shelf."""

from typing import Any

from rich.console import Console
from rich.padding import Padding

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
            {
                "name": option.name,
                "text": say(f"{known.id}.option.{option.name}"),
                "takes": option.takes(fewest),
                "default": option.default(fewest),
            }
            for option in known.options
        ],
    }


def print_games() -> None:
    """Show each game with its options."""
    console = Console(highlight=False)
    for game in describe_games():
        low, high = game["seats"]
        line = say(
            "cli.games.line", id=game["id"], name=game["name"], low=low, high=high, authors=", ".join(game["authors"])
        )
        console.print(f"[bold]{line}[/bold]")
        console.print(Padding(game["tagline"], (0, 0, 0, 2)))
        for option in game["options"]:
            console.print(
                Padding(f"[bold]{option['name']}[/bold]  {option['text']} [dim]({option['takes']})[/dim]", (0, 0, 0, 4))
            )
        console.print()
    console.print(say("cli.games.unaffiliated"))
