"""`fourfold replay`: prints a record step by step."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.console import board_text
from fourfold.cli.files import read_text
from fourfold.cli.options import JsonOption, argument
from fourfold.cli.output import outcome_text
from fourfold.core.records.record import DEAL, Record, Step
from fourfold.core.registry import facts
from fourfold.text import say
from fourfold.text.sanitize import printable

INDENT = " " * 14


def run(
    file: Annotated[Path, argument("FILE", "cli.replay.file")],
    boards: Annotated[bool, typer.Option("--boards", help=say("cli.replay.boards"))] = False,
    as_json: JsonOption = False,
) -> None:
    record = Record.parse(read_text(file))
    if as_json:
        print(record.to_json(indent=2))
    else:
        _print_headers(record)
        _print_steps(record, boards)


def _print_headers(record: Record) -> None:
    print(say("cli.replay.title", name=facts(record.game).name, seats=record.seats))
    for seat, player in enumerate(record.players):
        print(say("cli.replay.player", seat=seat, name=player))
    for name, value in [*record.headers.items(), *record.options.items()]:
        print(f"{name}: {value}")
    if record.comment:
        print(printable(record.comment))
    print()


def _print_steps(record: Record, boards: bool) -> None:
    """Print every step with its seat, comment and variations; then the last position and the outcome."""
    before, *positions = record.positions()
    for step, position in zip(record.steps, positions, strict=True):
        if before.to_move is None:
            print(say("cli.replay.deal"))
        else:
            print(f"{position.ply:>4}  {say('cli.seat', seat=before.to_move)}  {step.text}")
        if step.comment:
            print(INDENT + printable(step.comment))
        for line in step.variations:
            print(INDENT + say("cli.replay.variation", moves=_line_text(line)))
        if boards:
            print(f"\n{board_text(position)}\n")
        before = position
    if not boards:
        print(f"\n{board_text(before)}\n")
    outcome = before.outcome or record.result
    print(outcome_text(outcome) if outcome else say("cli.replay.running", seat=str(before.to_move)))


def _line_text(steps: Sequence[Step]) -> str:
    """Write a variation on one line, with its comments and with its own variations in parentheses."""
    parts = []
    for step in steps:
        parts.append(say("cli.replay.deal").strip() if step.text.startswith(DEAL) else step.text)
        if step.comment:
            parts.append("{" + printable(step.comment) + "}")
        parts += [f"({_line_text(line)})" for line in step.variations]
    return " ".join(parts)
