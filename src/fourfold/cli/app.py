"""The commands and their arguments. What they do is in the modules beside this one."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import fourfold
from fourfold.cli import administering, data, mining
from fourfold.cli.configuration import read_file, setting
from fourfold.core.errors import BadValue, ContradictoryOptions
from fourfold.core.options import parse_options
from fourfold.core.registry import facts
from fourfold.core.rules import read_rules
from fourfold.text import say, spoken

app = typer.Typer(
    invoke_without_command=True, add_completion=False, help=say("cli.help"), pretty_exceptions_enable=False
)

app.add_typer(data.app, name="data")
app.add_typer(administering.app, name="admin")
app.add_typer(mining.app, name="puzzles")

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


def is_interactive() -> bool:
    """Whether somebody sits before a terminal that can show more than lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fourfold {fourfold.__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help=say("cli.version"), callback=show_version, is_eager=True)
    ] = False,
    language: LanguageOption = None,
) -> None:
    if context.invoked_subcommand is not None:
        return
    if is_interactive():
        from fourfold.terminal.launching import launch

        launch(language or spoken())
    else:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


@app.command(help=say("cli.games.help"))
def games(as_json: JsonOption = False) -> None:
    from fourfold.cli.shelf import describe_games, print_games

    if as_json:
        print(json.dumps(describe_games(), ensure_ascii=False, indent=2))
    else:
        print_games()


@app.command(help=say("cli.rules.help"))
def rules(game: GameArgument, seats: SeatsOption = None, set_: SetOption = None) -> None:
    known = facts(game)
    given = settings(seats, set_)
    table = int(given.pop("seats", known.seats[0]))
    parse_options(known.name, known.options, given, table)
    text = read_rules(known.id, spoken())
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text), width=min(100, Console().width))


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
    from fourfold.cli.counting import count_depths

    given = settings(seats, set_, seed)
    first = first_position(game, position, given if "deal" in given else {"seed": 1, **given})
    counts = {}
    for level, count in count_depths(first, depth):
        counts[str(level)] = count
        if not as_json:
            print(level, count, flush=True)
    if as_json:
        print(json.dumps(counts))


@app.command(help=say("cli.play.help"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=say("cli.play.game"), show_default=False)] = None,
    seats: SeatsOption = None,
    set_: SetOption = None,
    seed: SeedOption = None,
    random: Annotated[
        list[int] | None, typer.Option(metavar="SEAT", help=say("cli.play.random"), show_default=False)
    ] = None,
    computer: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=LEVEL", help=say("cli.play.computer"), show_default=False)
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help=say("cli.play.position"), show_default=False)
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help=say("cli.play.record"), show_default=False)
    ] = None,
    link: Annotated[str | None, typer.Option(metavar="LINK", help=say("cli.play.link"), show_default=False)] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("cli.play.plain"))] = False,
    language: LanguageOption = None,
) -> None:
    from fourfold.cli.seating import read_computers

    computers = read_computers(random, computer)
    given = settings(seats, set_, seed)
    if link is not None or (is_interactive() and not plain and position is None):
        from fourfold.terminal import launching

        launching.launch_play(game, given, computers, record, link, language or spoken())
        return
    from fourfold.cli.files import read_text
    from fourfold.cli.table import Table, choose
    from fourfold.terminal.language import Speaker
    from fourfold.text.language import find_language

    tell = Speaker(find_language({}, language or spoken()))
    if record is not None:
        Table(fourfold.Record.parse(read_text(record)).position, computers, seed, tell, plain).sit_down()
        return
    if game is None:
        game, computers = choose(computers, tell)
    first = first_position(game, position, given)
    Table(first, computers, seed, tell, plain).sit_down()


@app.command(help=say("cli.replay.help"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.replay.file"), show_default=False)],
    boards: Annotated[bool, typer.Option("--boards", help=say("cli.replay.boards"))] = False,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.files import read_text
    from fourfold.cli.replaying import print_record

    record = fourfold.Record.parse(read_text(file))
    if as_json:
        print(record.to_json(indent=2))
    else:
        print_record(record, boards)


@app.command(help=say("cli.verify.help"))
def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help=say("cli.replay.file"), show_default=False)],
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.verifying import run_check

    if not run_check(file, as_json):
        raise typer.Exit(1)


@app.command(help=say("cli.draw.help"))
def draw(
    source: Annotated[str, typer.Argument(metavar="FILE|POSITION", help=say("cli.draw.source"), show_default=False)],
    target: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help=say("cli.draw.target"), show_default=False)
    ] = None,
    ply: Annotated[int | None, typer.Option(metavar="N", min=0, help=say("cli.draw.ply"), show_default=False)] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help=say("cli.draw.seat"), show_default=False)] = None,
    width: Annotated[
        int | None, typer.Option(metavar="N", min=32, max=8192, help=say("cli.draw.width"), show_default=False)
    ] = None,
    palette: Annotated[str, typer.Option(metavar="NAME", help=say("cli.draw.palette"))] = "light",
) -> None:
    from fourfold.cli.drawing import draw as draw_picture

    print(draw_picture(source, target, ply, seat, width, palette))


@app.command("print", help=say("cli.print.help"))
def print_sheets(
    game: GameArgument,
    target: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help=say("cli.print.target"), show_default="GAME.pdf")
    ] = None,
    paper: Annotated[str, typer.Option(metavar="NAME", help=say("cli.print.paper"))] = "a4",
) -> None:
    from fourfold.cli.files import write_bytes
    from fourfold.core.printing import print_game

    chosen = fourfold.game(game)
    path = target or Path(f"{chosen.id}.pdf")
    write_bytes(path, print_game(chosen, paper))
    print(say("cli.draw.written", path=str(path)))


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
    from fourfold.cli.benching import print_bench, run_bench

    if research:
        from fourfold.cli.comparing import run_comparison

        run_comparison(seconds, as_json)
        return

    ids = [facts(game).id] if game else fourfold.list_games()
    if thinking:
        from fourfold.cli.timing import run_timing

        run_timing(ids, settings(seats, set_), seconds, as_json)
        return
    results = run_bench(ids, settings(seats, set_), seconds, oracles)
    if as_json:
        print(json.dumps(results, indent=2))
    else:
        print_bench(results)


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
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help=say("cli.duel.file"), show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.duelling import run_duel

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
    from fourfold.cli.laddering import run_ladder

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
    system: Annotated[str, typer.Option(metavar="WORD", help=say("cli.tournament.system"))] = "round-robin",
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
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help=say("cli.duel.file"), show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.contesting import run_tournament

    run_tournament(
        game, settings(seats, set_), players, system=system, rounds=rounds, games=games, seconds=seconds, nodes=nodes,
        seed=seed, jobs=jobs, ray=ray, file=file, as_json=as_json,
    )  # fmt: skip


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
    from fourfold.arena.crew import hire
    from fourfold.cli.studying import run_report, run_study

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
    seed: Annotated[int, typer.Option(metavar="N", help=say("cli.study.seed"))] = 0,
    jobs: JobsOption = None,
    ray: RayOption = None,
) -> None:
    from fourfold.arena.crew import hire
    from fourfold.cli.harvesting import run_harvest
    from fourfold.research.harvest import Harvest

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
    from fourfold.arena.crew import hire
    from fourfold.cli.surveying import run_survey

    run_survey(folder, nodes, hire(jobs, ray))


@app.command(help=say("cli.engine.help"))
def engine(
    level: Annotated[str, typer.Option(metavar="LEVEL", help=say("cli.engine.level"))] = "simple",
) -> None:
    from fourfold.arena.entrants import find_player
    from fourfold.arena.speaking import Speaker

    Speaker(find_player(level)).speak(sys.stdin.buffer, sys.stdout.buffer)


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
    from fourfold.cli.analysing import run_analysis

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
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.solving import run_proof

    pairs = [*(set_ or []), *([] if pebbles is None else [f"pebbles={pebbles}"])]
    run_proof(first_position(game, position, settings(None, pairs)), seconds, file, as_json)


@app.command(help=say("cli.serve.help"))
def serve(
    host: Annotated[str, setting("--host", "cli.serve.host")] = "127.0.0.1",
    port: Annotated[int, setting("--port", "cli.serve.port", min=0, max=65535)] = 4444,
    browser: Annotated[bool, setting("--browser/--no-browser", "cli.serve.browser")] = True,
    workers: Annotated[int, setting("--workers", "cli.serve.workers_help", min=1, max=64)] = 1,
    database: Annotated[
        str | None, setting("--database", "cli.serve.database", metavar="PLACE", show_default=False)
    ] = None,
    name: Annotated[list[str] | None, setting("--name", "cli.serve.name", metavar="HOST", show_default=False)] = None,
    config: Annotated[
        Path | None,
        setting("--config", "cli.serve.config", metavar="FILE", show_default=False, is_eager=True, callback=read_file),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None, setting("--trust-proxy", "cli.serve.trust_proxy", metavar="ADDRESS", show_default=False)
    ] = None,
    limits: Annotated[bool, setting("--limits/--no-limits", "cli.serve.limits")] = True,
    keep_days: Annotated[int, setting("--keep-days", "cli.serve.keep_days", min=1, max=36_500)] = 180,
) -> None:
    from fourfold.cli.serving import serve as run_server
    from fourfold.web.app import Safety

    run_server(host, port, browser, workers, database, name or [], Safety(trust_proxy or [], limits, keep_days))
