"""A bar on standard error for whatever takes longer than a moment; nothing where nobody looks."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Thing = TypeVar("Thing")


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
