"""The commands and their arguments. What they do is in the modules beside this one."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import fourfold
from fourfold.cli import player_commands, research_commands
from fourfold.cli.commands import admin, data, puzzles
from fourfold.cli.config import read_file, setting
from fourfold.cli.options import (
    GameArgument,
    JsonOption,
    LanguageOption,
    SeatsOption,
    SeedOption,
    SetOption,
    first_position,
    settings,
)
from fourfold.core.help.rulebook import read_rules
from fourfold.core.options import parse_options
from fourfold.core.registry import facts
from fourfold.text import say, spoken

app = typer.Typer(
    invoke_without_command=True, add_completion=False, help=say("cli.help"), pretty_exceptions_enable=False
)


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
        from fourfold.terminal.launch import launch

        launch(language or spoken())
    else:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


@app.command(help=say("cli.games.help"))
def games(as_json: JsonOption = False) -> None:
    from fourfold.cli.commands.games import describe_games, print_games

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
    from fourfold.cli.computer_seats import read_computers

    computers = read_computers(random, computer)
    given = settings(seats, set_, seed)
    if link is not None or (is_interactive() and not plain and position is None):
        from fourfold.terminal import launch

        launch.launch_play(game, given, computers, record, link, language or spoken())
        return
    from fourfold.cli.commands.play import ConsoleTable, choose
    from fourfold.cli.files import read_text
    from fourfold.terminal.language import Translator
    from fourfold.text.language import find_language

    tell = Translator(find_language({}, language or spoken()))
    if record is not None:
        ConsoleTable(fourfold.Record.parse(read_text(record)).position, computers, seed, tell, plain).sit_down()
        return
    if game is None:
        game, computers = choose(computers, tell)
    first = first_position(game, position, given)
    ConsoleTable(first, computers, seed, tell, plain).sit_down()


@app.command(help=say("cli.replay.help"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.replay.file"), show_default=False)],
    boards: Annotated[bool, typer.Option("--boards", help=say("cli.replay.boards"))] = False,
    as_json: JsonOption = False,
) -> None:
    from fourfold.cli.commands.replay import print_record
    from fourfold.cli.files import read_text

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
    from fourfold.cli.commands.verify import run_check

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
    from fourfold.cli.commands.draw import draw as draw_picture

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
    from fourfold.core.display.print_sheets import print_game

    chosen = fourfold.game(game)
    path = target or Path(f"{chosen.id}.pdf")
    write_bytes(path, print_game(chosen, paper))
    print(say("cli.draw.written", path=str(path)))


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
    from fourfold.cli.commands.serve import serve as run_server
    from fourfold.web.app import Safety

    run_server(host, port, browser, workers, database, name or [], Safety(trust_proxy or [], limits, keep_days))


def gather() -> None:
    """Add the commands of the other modules, and put all of them into groups, which the help shows."""
    server = [command for command in app.registered_commands if command.callback is serve]
    playing = [command for command in app.registered_commands if command not in server]
    groups = {
        "cli.panel.playing": playing,
        "cli.panel.players": player_commands.app.registered_commands,
        "cli.panel.research": research_commands.app.registered_commands,
        "cli.panel.server": server,
    }
    for panel, commands in groups.items():
        for command in commands:
            command.rich_help_panel = say(panel)
    app.add_typer(player_commands.app)
    app.add_typer(research_commands.app)
    app.add_typer(puzzles.app, name="puzzles", rich_help_panel=say("cli.panel.research"))
    app.add_typer(data.app, name="data", rich_help_panel=say("cli.panel.server"))
    app.add_typer(admin.app, name="admin", rich_help_panel=say("cli.panel.server"))


gather()
