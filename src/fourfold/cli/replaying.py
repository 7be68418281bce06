"""`fourfold replay`: a record, step by step, on paper."""

from fourfold.core.moves import Deal
from fourfold.core.outcome import Outcome
from fourfold.core.record import Record
from fourfold.core.registry import facts
from fourfold.text import say


def print_record(record: Record, boards: bool) -> None:
    """Print the headers, every step with who took it, and where it led."""
    print(say("cli.replay.title", name=facts(record.game).name, seats=record.seats))
    for seat, player in enumerate(record.players):
        print(say("cli.replay.player", seat=seat, name=player))
    for name, value in [*record.headers.items(), *record.options.items()]:
        print(f"{name}: {value}")
    if record.comment:
        print(record.comment)
    print()
    before, *positions = record.positions()
    for step, position in zip(record.steps, positions, strict=True):
        if isinstance(position.last, Deal):
            print(say("cli.replay.deal"))
        else:
            comment = f"   {step.comment}" if step.comment else ""
            print(f"{position.ply:>4}  {say('cli.seat', seat=before.to_move)}  {step.text}{comment}")
        if boards:
            print(f"\n{position.board()}\n")
        before = position
    if not boards:
        print(f"\n{before.board()}\n")
    outcome = before.outcome or record.result
    print(outcome_text(outcome) if outcome else say("cli.replay.running", seat=str(before.to_move)))


def outcome_text(outcome: Outcome) -> str:
    """Say who won, with what scores, and why."""
    who = say("cli.draw") if outcome.winner is None else say("cli.wins", seat=outcome.winner)
    return f"{who}  ({'  '.join(map(str, outcome.scores))})\n{outcome.reason}"
