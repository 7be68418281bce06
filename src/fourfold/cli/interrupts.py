"""Work that Ctrl-C ends: compiled code does not hear it, so it runs in a thread of its own while we listen here."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

BEAT = 0.1  # seconds between two looks at the work
PATIENCE = 2.0  # seconds for work to end that was told to; what cannot be told is left behind


def do_nothing() -> None:
    """For work that cannot be told to stop, and for those who need no beat."""


def attend(
    work: Callable[[], Result], stop: Callable[[], None] = do_nothing, beat: Callable[[], None] = do_nothing
) -> Result:
    """Do the work, with a beat now and then; at Ctrl-C stop it and raise KeyboardInterrupt.

    >>> attend(lambda: 6 * 7)
    42
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as problem:  # whoever waits for the outcome gets it
            outcome.set_exception(problem)

    thread = Thread(target=run, daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(BEAT)
            beat()
    except KeyboardInterrupt:
        stop()
        thread.join(PATIENCE)
        raise
    return outcome.result()


def attend_each(things: Iterator[Result], stop: Callable[[], None] = do_nothing) -> Iterator[Result]:
    """Go through things that are work to make.

    >>> list(attend_each(iter("ab")))
    ['a', 'b']
    """
    end = object()
    while (thing := attend(lambda: next(things, end), stop)) is not end:
        yield thing  # type: ignore[misc]  # it is not the end
