"""Progress bars on standard error, for work that takes longer than a moment; none where no line can be changed."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from fourfold.text import say

Item = TypeVar("Item")

MOMENT = 2.0  # seconds


def can_change(console: Console) -> bool:
    """Whether a console is a terminal that can change what it shows."""
    return console.is_terminal and not console.is_dumb_terminal


def watched(items: Iterable[Item], total: int, text: str) -> Iterator[Item]:
    """Iterate with a progress bar."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not can_change(console)) as progress:
        yield from progress.track(items, total=total, description=text)


def watch(items: Iterable[object], total: int, text: str) -> None:
    """Run through items with a progress bar, for what making them does."""
    for _ in watched(items, total, text):
        pass


@contextmanager
def rows_bar(total: int, text: str) -> Iterator[Callable[[int], None]]:
    """A progress bar for a known number of rows, which the yielded function counts; without a terminal, every tenth."""
    console, done = Console(stderr=True), 0
    with Progress(console=console, transient=True, disable=not can_change(console)) as progress:
        task = progress.add_task(text, total=total)

        def advance(rows: int) -> None:
            nonlocal done
            before, done = done * 10 // max(total, 1), done + rows
            progress.update(task, completed=done)
            if not can_change(console) and done * 10 // max(total, 1) > before:
                print(say("cli.done_so_far", share=done / total), file=sys.stderr, flush=True)

        yield advance


def counted(items: Iterable[Item], code: str) -> Iterator[Item]:
    """Iterate over an unknown number of items; the text named by `code` tells how many there were so far."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not can_change(console)) as progress:
        task = progress.add_task(say(code, count=0), total=None)
        for count, item in enumerate(items, 1):
            progress.update(task, description=say(code, count=count))
            yield item


@contextmanager
def ticking(text: str, seconds: float | None, *, is_hidden: bool = False) -> Iterator[Callable[[], None]]:
    """A progress bar by time for one long piece of work, which must call the yielded function now and then.

    Without a number of seconds the bar pulses.
    """
    console, began = Console(stderr=True), time.monotonic()
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True
    )
    task = progress.add_task(text, total=seconds)

    def tick() -> None:
        spent = time.monotonic() - began
        if spent > MOMENT and can_change(console) and not is_hidden:
            progress.start()
            progress.update(task, completed=spent)

    try:
        yield tick
    finally:
        if progress.live.is_started:
            progress.stop()
