"""Limits of a search by CPU time: only what the thinking thread itself uses counts."""

import sys
import threading
import time

import numpy as np
import pytest

import fourfold
from fourfold.core.errors import BadValue
from fourfold.search import limit as limits
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit

SECONDS = 0.05
PATIENCE = 20.0  # seconds on the wall after which a test gives up

needs_clocks = pytest.mark.skipif(not limits.has_cpu_clocks(), reason="no CPU clocks of threads")


def work_until(control: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> float:
    """Keep the processor busy until the alarm rings; the CPU time that this took."""
    began, ends = time.thread_time(), time.perf_counter() + PATIENCE
    while not control[0] and time.perf_counter() < ends:
        pass
    return time.thread_time() - began


@needs_clocks
def test_a_thread_that_sleeps_uses_none_of_its_cpu_time() -> None:
    control = np.zeros(1, np.int64)
    with Limit(seconds=SECONDS, cpu=True).ringing(control, 0):
        time.sleep(2 * SECONDS)
        assert control[0] == 0
        spent = work_until(control)
    assert control[0] == 1
    assert 0.5 * SECONDS < spent < 3 * SECONDS


@needs_clocks
def test_what_other_threads_use_is_not_counted() -> None:
    control, stop = np.zeros(1, np.int64), threading.Event()
    other = threading.Thread(target=lambda: [None for _ in iter(stop.is_set, True)])
    other.start()
    try:
        with Limit(seconds=SECONDS, cpu=True).ringing(control, 0):
            spent = work_until(control)
    finally:
        stop.set()
        other.join()
    assert spent > 0.5 * SECONDS  # the other thread, which holds the interpreter half of the time, used as much


@needs_clocks
def test_an_alarm_that_was_called_off_does_not_ring() -> None:
    control = np.zeros(1, np.int64)
    with Limit(seconds=SECONDS, cpu=True).ringing(control, 0):
        pass
    ends = time.thread_time() + 2 * SECONDS
    while time.thread_time() < ends:
        pass
    assert control[0] == 0


@needs_clocks
def test_an_analysis_keeps_to_its_cpu_time() -> None:
    position = fourfold.game("qawale").start()
    analyse(position, Limit(nodes=1000))
    began = time.thread_time()
    found = analyse(position, Limit(seconds=SECONDS, cpu=True))
    spent = time.thread_time() - began
    assert 0.5 * SECONDS < spent < 4 * SECONDS
    assert found.seconds <= spent


def test_a_part_is_measured_by_the_same_clock() -> None:
    if limits.has_cpu_clocks():
        assert Limit(seconds=1.0, cpu=True).part(0.5) == Limit(seconds=0.5, cpu=True)
        assert str(Limit(seconds=1.0, cpu=True)) == "Limit(seconds=1.0, cpu=True)"


def test_a_system_without_such_clocks_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "has_cpu_clocks", lambda: False)
    with pytest.raises(BadValue, match="CPU time of single threads"):
        Limit(seconds=1.0, cpu=True)


def test_linux_has_such_clocks() -> None:
    assert limits.has_cpu_clocks() or sys.platform != "linux"
