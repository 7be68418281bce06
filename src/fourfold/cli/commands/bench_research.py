"""`fourfold bench --research`: the speed of the research library beside other libraries."""

from dataclasses import asdict

from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.output import print_json, print_table
from fourfold.cli.progress import watched
from fourfold.research import benchmark
from fourfold.text import say


def run(seconds: float, as_json: bool) -> None:
    """Measure, and print a table or one JSON document."""
    measured = iterate_interruptible(benchmark.measure(seconds))
    speeds = list(watched(measured, benchmark.count_figures(), say("cli.compare.progress")))
    if as_json:
        print_json([asdict(speed) for speed in speeds])
        return
    rows = [
        (
            speed.name,
            f"{speed.per_second:,.0f}",
            *(f"{number:.2f}" for number in (speed.ratio, speed.cores, speed.ratio_a_core)),
        )
        for speed in speeds
    ]
    title = say("cli.compare.title", rounds=benchmark.ROUNDS)
    print_table("cli.compare", ("name", "rate", "ratio", "cores", "a_core"), rows, left=("name",), title=title)
