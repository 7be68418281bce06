"""What commands print: JSON, tables, numbers and outcomes in words."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from shutil import get_terminal_size
from typing import Any

from rich.console import Console
from rich.table import Table

from fourfold.core.outcome import Outcome
from fourfold.text import has, say

WIDTH = 100  # wider tables are hard to read


def page() -> Console:
    """Standard output, as wide as the terminal, but at most `WIDTH`."""
    return Console(width=min(WIDTH, get_terminal_size((WIDTH, 0)).columns))


def print_json(value: Any) -> None:
    """Print one JSON document."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(
    codes: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: Collection[str] = (), **style: Any
) -> None:
    """Print a table whose headings have the codes `CODES.COLUMN`, right-aligned except the columns in `left`."""
    table = Table(**style)
    for column in columns:
        table.add_column(say(f"{codes}.{column}" if codes else column), justify="left" if column in left else "right")
    for row in rows:
        table.add_row(*row)
    page().print(table)


def join_options(options: Any) -> str:
    """Write options as the command line takes them.

    >>> join_options({"seats": 2, "rounds": 1})
    'seats=2 rounds=1'
    """
    return " ".join(f"{key}={value}" for key, value in options.items())


def rounded(value: float, *, tenths: bool = False) -> str:
    """Write a number without its fraction, or with tenths, as the language does.

    >>> rounded(1234.56), rounded(1234.56, tenths=True)
    ('1235', '1234.6')
    """
    return say("cli.tenths" if tenths else "cli.whole", value=float(value))


def percent(share: float, *, tenths: bool = False) -> str:
    """Write a share as a percentage, as the language does.

    >>> percent(0.4567), percent(0.4567, tenths=True)
    ('46%', '45.7%')
    """
    return say("cli.percent_tenths" if tenths else "cli.percent", share=float(share))


def outcome_text(outcome: Outcome, tell: Callable[..., str] = say) -> str:
    """Say who won, with what scores, and why."""
    who = tell("cli.draw") if outcome.winner is None else tell("cli.wins", seat=outcome.winner)
    own = f"{outcome.game}.reason.{outcome.code}"
    reason = tell(own if has(own) else f"fourfold.reason.{outcome.code}")
    return f"{who}  ({'  '.join(map(str, outcome.scores))})\n{reason}"
