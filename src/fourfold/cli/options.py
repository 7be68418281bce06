"""What the arguments of several commands have in common."""

from pathlib import Path
from typing import Annotated, Any

import typer

import fourfold
from fourfold.core.errors import BadValue, ContradictoryOptions
from fourfold.text import say

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=say("cli.game"), show_default=False)]
SeatsOption = Annotated[int | None, typer.Option("--seats", metavar="N", help=say("cli.seats"), show_default=False)]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=say("cli.set"), show_default=False)
]
SeedOption = Annotated[int | None, typer.Option("--seed", metavar="N", help=say("cli.seed"), show_default=False)]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help=say("cli.duel.seconds"), show_default="0.2")
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help=say("cli.duel.nodes"), show_default=False)
]
GamesSeedOption = Annotated[int, typer.Option("--seed", metavar="N", help=say("cli.duel.seed"))]
JobsOption = Annotated[int | None, typer.Option("--jobs", metavar="N", help=say("cli.jobs"), show_default=False)]
RayOption = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=say("cli.ray"), show_default=False)]
FileOption = Annotated[
    Path | None, typer.Option("--file", metavar="FILE", help=say("cli.duel.file"), show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help=say("cli.json"))]
LanguageOption = Annotated[
    str | None, typer.Option("--language", metavar="WORD", help=say("cli.language"), show_default=False)
]


def settings(seats: int | None, pairs: list[str] | None, seed: int | None = None) -> dict[str, Any]:
    """Turn `--seats`, `--seed` and `--set key=value` into the keywords of `Game.start`."""
    given: dict[str, Any] = {key: value for key, value in (("seats", seats), ("seed", seed)) if value is not None}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadValue("cli.bad_set", text=pair)
        if key in given:
            raise BadValue("cli.set_twice", key=key)
        if key == "seed":
            raise BadValue("cli.set_seed")
        given[key] = value
    return given


def first_position(game: str, text: str | None, given: dict[str, Any]) -> "fourfold.Position":
    """Read the position that was named, or set up the game; not both."""
    chosen = fourfold.game(game)
    if text is None:
        return chosen.start(**given)
    if given.keys() - {"seed"}:
        raise ContradictoryOptions("cli.position_and_options")
    return chosen.read(text)
