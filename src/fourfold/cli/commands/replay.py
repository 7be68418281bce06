"""`fourfold replay`: a record, step by step, on paper."""

from collections.abc import Callable, Sequence

from fourfold.cli.commands.draw import shown
from fourfold.core.moves import Deal
from fourfold.core.outcome import Outcome
from fourfold.core.records.record import DEAL, Record, Step
from fourfold.core.registry import facts
from fourfold.text import has, say
from fourfold.text.sanitize import printable

INDENT = " " * 14


def print_record(record: Record, boards: bool) -> None:
    """Print the headers, every step with who took it, and where it led."""
    print(say("cli.replay.title", name=facts(record.game).name, seats=record.seats))
    for seat, player in enumerate(record.players):
        print(say("cli.replay.player", seat=seat, name=player))
    for name, value in [*record.headers.items(), *record.options.items()]:
        print(f"{name}: {value}")
    if record.comment:
        print(printable(record.comment))
    print()
    before, *positions = record.positions()
    for step, position in zip(record.steps, positions, strict=True):
        if isinstance(position.last, Deal):
            print(say("cli.replay.deal"))
        else:
            print(f"{position.ply:>4}  {say('cli.seat', seat=before.to_move)}  {step.text}")
        if step.comment:
            print(INDENT + printable(step.comment))
        for line in step.variations:
            print(INDENT + say("cli.replay.variation", moves=line_text(line)))
        if boards:
            print(f"\n{shown(position)}\n")
        before = position
    if not boards:
        print(f"\n{shown(before)}\n")
    outcome = before.outcome or record.result
    print(outcome_text(outcome) if outcome else say("cli.replay.running", seat=str(before.to_move)))


def line_text(steps: Sequence[Step]) -> str:
    """Write a variation on one line, with its comments and with its own variations in parentheses."""
    parts = []
    for step in steps:
        parts.append(say("cli.replay.deal").strip() if step.text.startswith(DEAL) else step.text)
        if step.comment:
            parts.append("{" + printable(step.comment) + "}")
        parts += [f"({line_text(line)})" for line in step.variations]
    return " ".join(parts)


def outcome_text(outcome: Outcome, tell: Callable[..., str] = say) -> str:
    """Say who won, with what scores, and why."""
    who = tell("cli.draw") if outcome.winner is None else tell("cli.wins", seat=outcome.winner)
    own = f"{outcome.game}.reason.{outcome.code}"
    reason = tell(own if has(own) else f"fourfold.reason.{outcome.code}")
    return f"{who}  ({'  '.join(map(str, outcome.scores))})\n{reason}"
