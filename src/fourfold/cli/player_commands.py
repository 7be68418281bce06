"""Commands about players: how strong they are, and what they think."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.options import (
    FileOption,
    GameArgument,
    GamesSeedOption,
    JobsOption,
    JsonOption,
    NodesOption,
    RayOption,
    SeatsOption,
    SecondsOption,
    SeedOption,
    SetOption,
    first_position,
    settings,
)
from fourfold.core.errors import ContradictoryOptions
from fourfold.text import say

app = typer.Typer()


@app.command(help=say("cli.analyse.help"))
def analyse(
    game: GameArgument,
    what: Annotated[
        str | None, typer.Argument(metavar="[POSITION|RECORD]", help=say("cli.analyse.what"), show_default=False)
    ] = None,
    moves: Annotated[
        str | None, typer.Option(metavar="MOVES", help=say("cli.analyse.moves"), show_default=False)
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help=say("cli.analyse.seconds"), show_default=False)
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help=say("cli.analyse.nodes"), show_default=False)] = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help=say("cli.analyse.depth"), show_default=False)] = None,
    lines: Annotated[int, typer.Option(metavar="N", min=1, max=100, help=say("cli.analyse.lines"))] = 3,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.analyse import run_analysis

    run_analysis(
        game, what, moves, settings(seats, set_, seed), seconds=seconds, nodes=nodes, depth=depth, lines=lines,
        seed=seed or 0, as_json=as_json,
    )  # fmt: skip


@app.command(help=say("cli.solve.help"))
def solve(
    game: GameArgument,
    pebbles: Annotated[int | None, typer.Option(metavar="N", help=say("cli.solve.pebbles"), show_default=False)] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help=say("cli.solve.seconds"), show_default=False)
    ] = None,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help=say("cli.solve.file"), show_default=False)] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help=say("cli.solve.position"), show_default=False)
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help=say("cli.solve.jobs"))] = 1,
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.solve import run_proof

    pairs = [*(set_ or []), *([] if pebbles is None else [f"pebbles={pebbles}"])]
    run_proof(first_position(game, position, settings(None, pairs)), seconds, file, jobs, as_json)


@app.command(help=say("cli.duel.help"))
def duel(
    game: GameArgument,
    one: Annotated[str, typer.Argument(metavar="A", help=say("cli.duel.one"), show_default=False)],
    other: Annotated[str, typer.Argument(metavar="B", help=say("cli.duel.other"), show_default=False)],
    games: Annotated[int, typer.Option(metavar="N", help=say("cli.duel.games"))] = 100,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seed: GamesSeedOption = 0,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help=say("cli.duel.position"), show_default=False)
    ] = None,
    sequential: Annotated[bool, typer.Option("--sequential", help=say("cli.duel.sequential"))] = False,
    target: Annotated[
        float | None, typer.Option(metavar="SHARE", help=say("cli.duel.target"), show_default=False)
    ] = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.duel import run_duel

    if position is not None and (seats is not None or set_):
        raise ContradictoryOptions("cli.position_and_options")
    run_duel(
        game, settings(seats, set_), position, one, other, games=games, seconds=seconds, nodes=nodes, seed=seed,
        sequential=sequential, target=target, jobs=jobs, ray=ray, file=file, as_json=as_json,
    )  # fmt: skip


@app.command(help=say("cli.ladder.help"))
def ladder(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="N", help=say("cli.ladder.games"))] = 100,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seed: GamesSeedOption = 0,
    level: Annotated[
        list[str] | None, typer.Option(metavar="LEVEL", help=say("cli.ladder.level"), show_default=False)
    ] = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help=say("cli.ladder.folder"))] = Path("docs/ladders"),
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.ladder import run_ladder

    run_ladder(
        game, settings(seats, set_), levels=level or [], games=games, seconds=seconds, nodes=nodes, seed=seed,
        jobs=jobs, ray=ray, folder=folder, as_json=as_json,
    )  # fmt: skip


@app.command(help=say("cli.tournament.help"))
def tournament(
    game: GameArgument,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help=say("cli.tournament.players"), show_default=False)
    ],
    system: Annotated[
        str | None, typer.Option(metavar="WORD", help=say("cli.tournament.system"), show_default=False)
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help=say("cli.tournament.rounds"), show_default=False)
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help=say("cli.tournament.games"))] = 2,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seed: GamesSeedOption = 0,
    jobs: JobsOption = None,
    ray: RayOption = None,
    file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.tournament import run_tournament

    run_tournament(
        game, settings(seats, set_), players, system=system, rounds=rounds, games=games, seconds=seconds, nodes=nodes,
        seed=seed, jobs=jobs, ray=ray, file=file, as_json=as_json,
    )  # fmt: skip


@app.command(help=say("cli.engine.help"))
def engine(
    level: Annotated[str, typer.Option(metavar="LEVEL", help=say("cli.engine.level"))] = "simple",
) -> None:
    from fourfold.arena.engines.server import EngineServer
    from fourfold.arena.entrants import find_player

    speaker = EngineServer(find_player(level))
    # Not `sys.stdin`: Python wants that for itself when it is interrupted, and a thread would still hold it.
    speaker.speak(open(sys.stdin.fileno(), "rb", closefd=False), sys.stdout.buffer)  # noqa: SIM115
