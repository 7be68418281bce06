"""Ctrl-C ends a search at once and without a traceback."""

import _thread
import signal
import threading
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

import fourfold
from fourfold.cli.app import app
from fourfold.cli.interrupts import iterate_interruptible, run_interruptible
from fourfold.search.analysis import Analysis, analyse
from fourfold.search.limit import Limit

ENDLESS = [
    ("analyse", "qawale", "--seconds", "86400"),
    ("solve", "qawale", "--pebbles", "8"),
]


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Interrupts are heard, also where the tests run in the background and were told to ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("arguments", ENDLESS, ids=str)
def test_a_command_that_searches_ends_when_it_is_interrupted(arguments: tuple[str, ...]) -> None:
    """The search lasts for hours; a command that does not hear the interrupt would last as long."""
    interrupt = threading.Timer(1, _thread.interrupt_main)
    interrupt.start()
    assert CliRunner().invoke(app, list(arguments)).exit_code == 130


def test_what_is_attended_to_is_stopped_before_the_interrupt_goes_on() -> None:
    limit, found = Limit(seconds=86400), list[Analysis]()

    def work() -> None:
        _thread.interrupt_main()
        found.append(analyse(fourfold.game("qawale").start(), limit))

    with pytest.raises(KeyboardInterrupt):
        run_interruptible(work, limit.stop)
    assert found


def test_errors_and_ends_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptible(lambda: 1 // 0)
    beaten = threading.Event()
    assert run_interruptible(beaten.wait, tick=beaten.set)
    assert list(iterate_interruptible(iter([None, 1, None]))) == [None, 1, None]
