"""Ctrl-C for long work: compiled code ignores signals, so it runs in a thread while the main thread waits."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

TICK = 0.1  # seconds between two looks at the work
PATIENCE = 2.0  # seconds that stopped work may take to end; then its thread is abandoned


def do_nothing() -> None:
    """The default of `stop` and `tick`."""


def run_interruptible(
    work: Callable[[], Result], stop: Callable[[], None] = do_nothing, tick: Callable[[], None] = do_nothing
) -> Result:
    """Run the work, calling `tick` regularly; at Ctrl-C call `stop` and raise KeyboardInterrupt.

    >>> run_interruptible(lambda: 6 * 7)
    42
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as problem:  # raised again in the main thread
            outcome.set_exception(problem)

    thread = Thread(target=run, daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(TICK)
            tick()
    except KeyboardInterrupt:
        stop()
        thread.join(PATIENCE)
        raise
    return outcome.result()


def iterate_interruptible(items: Iterator[Result], stop: Callable[[], None] = do_nothing) -> Iterator[Result]:
    """Iterate over items that take long to make.

    >>> list(iterate_interruptible(iter("ab")))
    ['a', 'b']
    """
    end = object()
    while (item := run_interruptible(lambda: next(items, end), stop)) is not end:
        yield item  # type: ignore[misc]  # it is not the end
