"""Commands for those who study the games by program."""

import json
from pathlib import Path
from typing import Annotated

import typer

import fourfold
from fourfold.cli.options import (
    GameArgument,
    JobsOption,
    JsonOption,
    RayOption,
    SeatsOption,
    SeedOption,
    SetOption,
    first_position,
    settings,
)
from fourfold.core.errors import BadValue, ContradictoryOptions
from fourfold.core.registry import facts
from fourfold.text import say

app = typer.Typer()


@app.command(help=say("cli.perft.help"))
def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, help=say("cli.perft.depth"), show_default=False)],
    seats: SeatsOption = None,
    set_: SetOption = None,
    seed: SeedOption = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help=say("cli.perft.position"), show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.perft import count_depths

    given = settings(seats, set_, seed)
    first = first_position(game, position, given if "deal" in given else {"seed": 1, **given})
    counts = {}
    for level, count in count_depths(first, depth):
        counts[str(level)] = count
        if not as_json:
            print(level, count, flush=True)
    if as_json:
        print(json.dumps(counts))


@app.command(help=say("cli.bench.help"))
def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=say("cli.bench.game"), show_default=False)
    ] = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=60, help=say("cli.bench.seconds"))] = 1.0,
    oracles: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help=say("cli.bench.oracles"), show_default=False)
    ] = None,
    research: Annotated[bool, typer.Option("--research", help=say("cli.bench.research"))] = False,
    thinking: Annotated[bool, typer.Option("--thinking", help=say("cli.bench.thinking"))] = False,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.bench import print_bench, run_bench

    if research:
        from fourfold.cli.commands.bench_research import run_comparison

        run_comparison(seconds, as_json)
        return

    ids = [facts(game).id] if game else fourfold.list_games()
    if thinking:
        from fourfold.cli.commands.bench_thinking import run_timing

        run_timing(ids, settings(seats, set_), seconds, as_json)
        return
    results = run_bench(ids, settings(seats, set_), seconds, oracles)
    if as_json:
        print(json.dumps(results, indent=2))
    else:
        print_bench(results)


@app.command(help=say("cli.study.help"))
def study(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=say("cli.study.game"), show_default=False)
    ] = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    level: Annotated[str, typer.Option(metavar="LEVEL", help=say("cli.study.level"))] = "random",
    games: Annotated[int, typer.Option(metavar="N", help=say("cli.study.games"))] = 2000,
    level_games: Annotated[int, typer.Option(metavar="N", help=say("cli.study.level_games"))] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help=say("cli.study.seed"))] = 0,
    jobs: JobsOption = None,
    ray: RayOption = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help=say("cli.study.plots"), show_default=False)
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help=say("cli.study.report"), show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.arena.runs.pool import hire
    from fourfold.cli.commands.study import run_report, run_study

    crew = hire(jobs, ray)
    if report is not None:
        if game is not None or seats is not None or set_:
            raise ContradictoryOptions("cli.study.report_all")
        run_report(report, level=level, games=games, level_games=level_games, seed=seed, crew=crew)
        return
    if game is None:
        raise BadValue("cli.study.no_game")
    run_study(game, settings(seats, set_), level=level, games=games, seed=seed, crew=crew, plots=plots, as_json=as_json)


@app.command(help=say("cli.harvest.help"))
def harvest(
    game: GameArgument,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=say("cli.harvest.folder"), show_default=False)],
    seats: SeatsOption = None,
    set_: SetOption = None,
    level: Annotated[
        list[str] | None, typer.Option(metavar="LEVEL", help=say("cli.harvest.level"), show_default="simple")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help=say("cli.harvest.games"))] = 100,
    positions: Annotated[bool, typer.Option("--positions", help=say("cli.harvest.positions"))] = False,
    seed: Annotated[int, typer.Option(metavar="N", help=say("cli.harvest.seed"))] = 0,
    jobs: JobsOption = None,
    ray: RayOption = None,
) -> None:
    from fourfold.arena.runs.pool import hire
    from fourfold.cli.commands.harvest import run_harvest
    from fourfold.research.datasets.harvest import Harvest

    given = settings(seats, set_)
    table = fourfold.game(game).undealt(**given).seats
    players = level or ["simple"]
    if len(players) not in (1, table):
        raise BadValue("cli.harvest.levels", found=len(players), seats=table)
    given.pop("seats", None)
    whole = Harvest(game, tuple(players * table if len(players) == 1 else players), games, given, seed, positions)
    run_harvest(whole, folder, hire(jobs, ray))


@app.command(help=say("cli.survey.help"))
def survey(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=say("cli.survey.folder"), show_default=False)],
    nodes: Annotated[int, typer.Option(metavar="N", help=say("cli.survey.nodes"))] = 10_000,
    jobs: JobsOption = None,
    ray: RayOption = None,
) -> None:
    from fourfold.arena.runs.pool import hire
    from fourfold.cli.commands.survey import run_survey

    run_survey(folder, nodes, hire(jobs, ray))
