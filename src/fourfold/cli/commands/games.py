"""`fourfold games`: the list of games and their options."""

from typing import Any

from rich.console import Console
from rich.table import Table

from fourfold.cli.options import JsonOption
from fourfold.cli.output import print_json
from fourfold.core.facts import Facts
from fourfold.core.registry import facts, left_out, list_games
from fourfold.text import say


def run(as_json: JsonOption = False) -> None:
    games = [_describe(facts(game)) for game in list_games()]
    if as_json:
        print_json(games)
        return
    console = Console(highlight=False)
    for game in games:
        _print_game(console, game)
    for sentence in left_out().values():
        console.print(sentence, markup=False)
    console.print(say("cli.games.unaffiliated"))


def _describe(known: Facts) -> dict[str, Any]:
    """The facts of a game as plain data."""
    return {
        "id": known.id,
        "name": known.name,
        "tagline": say(f"{known.id}.tagline"),
        "authors": list(known.authors),
        "publisher": known.publisher,
        "year": known.year,
        "seats": [known.seats[0], known.seats[-1]],
        "options": _describe_options(known),
    }


def _describe_options(known: Facts) -> list[dict[str, Any]]:
    fewest, options = known.seats[0], []
    if known.has_deals:
        text = say(f"{known.id}.option.deal")
        options.append({"name": "deal", "text": text, "takes": say("cli.games.deal"), "default": None, "normal": None})
    for option in known.options:
        default = option.default(fewest)
        options.append(
            {
                "name": option.name,
                "text": say(f"{known.id}.option.{option.name}"),
                "takes": option.takes(fewest),
                "default": default,
                "normal": None if default is None else option.format(default),
            }
        )
    return options


def _print_game(console: Console, game: dict[str, Any]) -> None:
    makers = ", ".join([*game["authors"], *([f"{game['publisher']} {game['year']}"] if game["publisher"] else [])])
    low, high = game["seats"]
    line = say("cli.games.line", id=game["id"], name=game["name"], low=low, high=high, makers=makers or "none")
    console.print(f"[bold]{line}[/bold]\n  {game['tagline']}")
    options = Table.grid(padding=(0, 2, 0, 0))
    for option in game["options"]:
        code = "cli.games.takes" if option["default"] is None else "cli.games.takes_default"
        limits = say(code, takes=option["takes"], default=option["normal"] or "")
        options.add_row(f"  [bold]{option['name']}[/bold]", f"{option['text']} [dim]{limits}[/dim]")
    console.print(options, "")
