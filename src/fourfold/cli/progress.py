"""A bar on standard error for whatever takes longer than a moment; nothing where nobody looks."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Thing = TypeVar("Thing")

MOMENT = 2.0  # seconds


def watched(things: Iterable[Thing], total: int, text: str) -> Iterator[Thing]:
    """Go through the things, with a bar while it lasts."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(things, total=total, description=text)


def counted(things: Iterable[Thing], describe: Callable[[int], str]) -> Iterator[Thing]:
    """Go through things whose number nobody knows, and tell how many there were so far."""
    console = Console(stderr=True)
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True,
        disable=not console.is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task(describe(0), total=None)
        for count, thing in enumerate(things, 1):
            progress.update(task, description=describe(count))
            yield thing


@contextmanager
def ticking(text: str, seconds: float | None, *, is_hidden: bool = False) -> Iterator[Callable[[], None]]:
    """A bar for one long piece of work: a clock, which whoever is given the beat must keep going.

    Where nobody knows the seconds that it takes, the bar only moves to and fro.
    """
    console, began = Console(stderr=True), time.monotonic()
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True
    )
    task = progress.add_task(text, total=seconds)

    def beat() -> None:
        spent = time.monotonic() - began
        if spent > MOMENT and console.is_terminal and not is_hidden:
            progress.start()
            progress.update(task, completed=spent)

    try:
        yield beat
    finally:
        if progress.live.is_started:
            progress.stop()
