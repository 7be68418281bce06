"""`fourfold bench`: the speed of the rules; with flags, of the research library or of the strongest level."""

from typing import Annotated

import typer

import fourfold
from fourfold.cli.options import CpuOption, JsonOption, SeatsOption, SetOption, argument, settings
from fourfold.core.errors import require_extra
from fourfold.core.registry import facts
from fourfold.text import say


def run(
    game: Annotated[str | None, argument("GAME", "cli.bench.game")] = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=60, help=say("cli.bench.seconds"))] = 1.0,
    oracles: Annotated[bool, typer.Option("--oracles", help=say("cli.bench.oracles"))] = False,
    research: Annotated[bool, typer.Option("--research", help=say("cli.bench.research"))] = False,
    thinking: Annotated[bool, typer.Option("--thinking", help=say("cli.bench.thinking"))] = False,
    cpu: CpuOption = False,
    as_json: JsonOption = False,
) -> None:
    if research:
        require_extra("research", "pyspiel", "pettingzoo")  # before the rules are compiled
        from fourfold.cli.commands import bench_research

        bench_research.run(seconds, as_json)
        return
    ids = [facts(game).id] if game else fourfold.list_games()
    given = settings(seats, set_)
    if thinking:
        from fourfold.cli.commands import bench_move_times

        bench_move_times.run(ids, given, seconds, cpu, as_json)
    else:
        from fourfold.cli.commands import bench_rules

        bench_rules.run(ids, given, seconds, oracles, as_json)
