"""Options and arguments that several commands share, and what is made of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import fourfold
from fourfold.core.errors import BadValue, ContradictoryOptions
from fourfold.core.registry import facts
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.arena.runs.schedule import Setting


def argument(metavar: str, code: str) -> Any:
    """Declare an argument; `code` names its help text."""
    return typer.Argument(metavar=metavar, help=say(code), show_default=False)


def option(metavar: str, code: str, *flags: str, show_default: bool | str = False, **further: Any) -> Any:
    """Declare an option; `code` names its help text."""
    return typer.Option(*flags, metavar=metavar, help=say(code), show_default=show_default, **further)


GameArgument = Annotated[str, argument("GAME", "cli.game")]
SeatsOption = Annotated[int | None, option("N", "cli.seats", "--seats")]
SetOption = Annotated[list[str] | None, option("KEY=VALUE", "cli.set", "--set")]
SeedOption = Annotated[int | None, option("N", "cli.seed", "--seed")]
SecondsOption = Annotated[float | None, option("S", "cli.duel.seconds", "--seconds", show_default="0.2")]
CpuOption = Annotated[bool, typer.Option("--cpu", help=say("cli.duel.cpu"))]
NodesOption = Annotated[int | None, option("N", "cli.duel.nodes", "--nodes")]
GamesSeedOption = Annotated[int, option("N", "cli.duel.seed", "--seed", show_default=True)]
JobsOption = Annotated[int | None, option("N", "cli.jobs", "--jobs")]
RayOption = Annotated[str | None, option("ADDRESS", "cli.ray", "--ray")]
FileOption = Annotated[Path | None, option("FILE", "cli.duel.file", "--file")]
JsonOption = Annotated[bool, typer.Option("--json", help=say("cli.json"))]
LanguageOption = Annotated[str | None, option("WORD", "cli.language", "--language")]


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
    """Parse the given position, or set up the game with the given options; not both."""
    chosen = fourfold.game(game)
    if text is None:
        return chosen.start(**given)
    if given.keys() - {"seed"}:
        raise ContradictoryOptions("cli.position_and_options")
    return chosen.read(text)


def arena_setting(
    game: str,
    options: dict[str, Any],
    seconds: float | None,
    nodes: int | None,
    seed: int,
    position: str | None = None,
    cpu: bool = False,
) -> "Setting":
    """The setting of games between computer players; a move is limited by nodes or by seconds, not both."""
    from fourfold.arena.entrants import SECONDS, ThinkingLimit
    from fourfold.arena.runs.schedule import Setting

    known = facts(game)
    if nodes is not None and seconds is not None:
        raise ContradictoryOptions("cli.duel.seconds_and_nodes")
    if nodes is not None and cpu:
        raise ContradictoryOptions("cli.duel.cpu_and_nodes")
    if nodes is None and seconds is None:
        seconds = SECONDS
    return Setting(known.id, options, position, ThinkingLimit(seconds, nodes, cpu), seed)
