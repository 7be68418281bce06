"""Limits of a search by time: its alarm, and by CPU time only what the thinking thread itself uses."""

import sys
import threading
import time

import numpy as np
import pytest

import fourfold
from fourfold.core.errors import BadValue
from fourfold.kernel.jit import Row
from fourfold.search import clock
from fourfold.search import limit as limits
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit
from fourfold.search.state import ALARM, RECESS, STATE_WORDS, is_interrupted

SECONDS = 0.05
NOBODY_STOPS = np.zeros(1, np.int64)
PATIENCE = 20.0  # seconds on the wall after which a test gives up

needs_clocks = pytest.mark.skipif(not limits.has_cpu_clocks(), reason="no CPU clocks of threads")


def make_control() -> Row:
    return np.zeros(STATE_WORDS, np.int64)


def rings(control: Row) -> bool:
    return bool(is_interrupted(control, NOBODY_STOPS))


def work_until(control: Row) -> float:
    """Keep the processor busy until the alarm rings; the CPU time that this took."""
    began, ends = time.thread_time(), time.perf_counter() + PATIENCE
    while not rings(control) and time.perf_counter() < ends:
        pass
    return time.thread_time() - began


@needs_clocks
def test_a_thread_that_sleeps_uses_none_of_its_cpu_time() -> None:
    control = make_control()
    with Limit(seconds=SECONDS, cpu=True).ringing(control, ALARM):
        time.sleep(2 * SECONDS)
        assert not rings(control)
        spent = work_until(control)
    assert control[ALARM] == 1
    assert 0.5 * SECONDS < spent < 3 * SECONDS


@needs_clocks
def test_what_other_threads_use_is_not_counted() -> None:
    control, stop = make_control(), threading.Event()
    other = threading.Thread(target=lambda: [None for _ in iter(stop.is_set, True)])
    other.start()
    try:
        with Limit(seconds=SECONDS, cpu=True).ringing(control, ALARM):
            spent = work_until(control)
    finally:
        stop.set()
        other.join()
    assert spent > 0.5 * SECONDS  # the other thread, which holds the interpreter half of the time, used as much


@pytest.mark.parametrize("address", [clock.GETTIME, 0], ids=["looks", "rings"])  # 0: where only a thread can ring
def test_an_alarm_rings_and_one_that_was_called_off_does_not(monkeypatch: pytest.MonkeyPatch, address: int) -> None:
    monkeypatch.setattr(clock, "GETTIME", address)
    control = make_control()
    with Limit(seconds=SECONDS).ringing(control, RECESS):
        pass
    time.sleep(2 * SECONDS)
    assert not rings(control)
    with Limit(seconds=SECONDS).ringing(control, ALARM), Limit(seconds=PATIENCE).ringing(control, RECESS):
        work_until(control)
    assert (control[ALARM], control[RECESS]) == (1, 0)


def test_the_rest_of_a_limit_is_what_is_left_of_its_time() -> None:
    limit = Limit(seconds=10.0, nodes=7, seed=3)
    rest = limit.rest(limit.now() - 4.0)
    assert rest.seconds is not None
    assert 0 < rest.seconds <= 6.0
    assert (rest.nodes, rest.seed) == (7, 3)
    limit.stop()
    assert rest.flag[0] == 1
    assert Limit(seconds=1.0).rest(limit.now() - 4.0).seconds == limits.SHORTEST
    assert Limit(nodes=7).rest(0.0) == Limit(nodes=7)


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
