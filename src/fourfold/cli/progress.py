"""A bar on standard error for whatever takes longer than a moment; nothing where nobody looks."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

Thing = TypeVar("Thing")


def watched(things: Iterable[Thing], total: int, text: str) -> Iterator[Thing]:
    """Go through the things, with a bar while it lasts."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(things, total=total, description=text)
