"""The Typer application: the list of commands, each loaded from its module in `commands/` when it is run."""

import importlib
import sys
from contextlib import redirect_stdout
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption
from typer.main import get_group

import fourfold
from fourfold.cli.console import is_interactive
from fourfold.cli.options import LanguageOption
from fourfold.core.errors import FourfoldError
from fourfold.text import say, spoken

PANELS = {  # the panels of the help, and the help of each command: `cli.NAME.help`
    "cli.panel.playing": (
        "cli.games.help",
        "cli.rules.help",
        "cli.learn.help",
        "cli.play.help",
        "cli.puzzles.help",
        "cli.replay.help",
        "cli.verify.help",
        "cli.draw.help",
        "cli.print.help",
    ),
    "cli.panel.server": (
        "cli.serve.help",
        "cli.data.help",
        "cli.admin.help",
    ),
    "cli.panel.players": (
        "cli.analyse.help",
        "cli.solve.help",
        "cli.duel.help",
        "cli.ladder.help",
        "cli.tournament.help",
        "cli.engine.help",
    ),
    "cli.panel.research": (
        "cli.perft.help",
        "cli.bench.help",
        "cli.study.help",
        "cli.harvest.help",
        "cli.survey.help",
    ),
}

app = typer.Typer(
    invoke_without_command=True, add_completion=False, help=say("cli.help"), pretty_exceptions_enable=False
)


class LazyCommand(TyperCommand):
    """A command of which only name and help are known until it is run."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return load_command(self.name or "").make_context(*args, **kwargs)
        except (FourfoldError, typer.BadParameter) as error:
            if self.name == "serve":
                from fourfold.cli.logs import log_refusal

                log_refusal(error)
            raise


def load_command(name: str) -> Any:
    """Import a command: its module has a function `run`, or an `app` with subcommands."""
    module = importlib.import_module(f"fourfold.cli.commands.{name}")
    parent = typer.Typer()
    if hasattr(module, "app"):
        parent.add_typer(module.app, name=name)
    else:
        parent.command(name, help=say(f"cli.{name}.help"))(module.run)
    command = get_group(parent).commands[name]
    show_flags(command)
    return command


def show_flags(command: Any) -> None:
    """Let the help show flags as flags, without a type: they take no value."""
    for parameter in command.get_params(typer.Context(command)):
        if isinstance(parameter, TyperOption) and parameter.is_flag:
            parameter.metavar = ""
    for each in getattr(command, "commands", {}).values():
        show_flags(each)


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
        with redirect_stdout(sys.stderr):  # Rich prints the help and returns nothing
            context.get_help()
        raise typer.Exit(2)


def run() -> None:
    """Run the command that `sys.argv` names."""
    command = get_group(app)
    show_flags(command)
    command()


for panel, codes in PANELS.items():
    for code in codes:
        register = app.command(code.split(".")[1], cls=LazyCommand, help=say(code), rich_help_panel=say(panel))
        register(lambda: None)
