"""`fourfold bench --research`: the research library beside the others."""

import json
from dataclasses import asdict

from rich.table import Table

from fourfold.cli.interrupts import attend_each
from fourfold.cli.output import page
from fourfold.cli.progress import watched
from fourfold.research.benchmark import ROUNDS, count_figures, measure
from fourfold.text import say


def run_comparison(seconds: float, as_json: bool) -> None:
    """Measure, and print a table or one JSON document."""
    speeds = list(watched(attend_each(measure(seconds)), count_figures(), say("cli.compare.progress")))
    if as_json:
        print(json.dumps([asdict(speed) for speed in speeds], indent=2))
        return
    table = Table(title=say("cli.compare.title", rounds=ROUNDS))
    for column in ("name", "rate", "ratio", "cores", "a_core"):
        table.add_column(say(f"cli.compare.{column}"), justify="left" if column == "name" else "right")
    for speed in speeds:
        numbers = (speed.ratio, speed.cores, speed.ratio_a_core)
        table.add_row(speed.name, f"{speed.per_second:,.0f}", *(f"{number:.2f}" for number in numbers))
    page().print(table)
