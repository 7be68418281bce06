"""Crews give the same results in the same order, whoever works and whoever dies."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.arena.errors import BadLimit, Crashed, NoCluster
from fourfold.arena.runs.pool import ProcessPool, SerialPool, open_pool
from fourfold.core import errors
from fourfold.core.errors import MissingExtra


def double(number: int) -> int:
    return 2 * number


def die_once(task: tuple[int, str]) -> int:
    """End the process the first time that task 3 is tried; the folder remembers."""
    number, folder = task
    mark = Path(folder) / f"tried-{number}"
    is_first = not mark.exists()
    mark.touch()
    if number == 3 and is_first:
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * number


def die_always(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_tasks(jobs: int) -> None:
    assert list(open_pool(jobs).run(double, range(20))) == list(range(0, 40, 2))
    assert list(open_pool(jobs).run(double, [])) == []


def test_a_dead_worker_costs_nothing(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path)) for number in range(12)]
    assert list(ProcessPool(2).run(die_once, tasks)) == [10 * number for number in range(12)]


def test_a_task_that_always_kills_is_found_out_and_those_before_it_are_done() -> None:
    results = ProcessPool(2).run(die_always, range(8))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(Crashed):
        next(results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_in_the_work_is_told(jobs: int) -> None:
    with pytest.raises(ValueError, match="no 5"):
        list(open_pool(jobs).run(fail, [5]))


def test_who_stops_asking_stops_the_work() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    results = ProcessPool(2).run(double, tasks())
    assert next(results) == 0
    results.close()
    assert len(asked) < 20


def test_crews_are_found_by_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(open_pool(1), SerialPool)
    assert isinstance(open_pool(2), ProcessPool)
    with pytest.raises(BadLimit, match="at least one"):
        open_pool(0)
    monkeypatch.setattr(errors, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="pip install 'fourfold"):
        open_pool(ray="local")


@pytest.mark.long
def test_a_ray_cluster_gives_the_same_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("HOME", str(tmp_path))  # where Ray keeps what it makes
    tasks = [(number, str(tmp_path)) for number in range(6)]
    assert list(open_pool(ray="local").run(die_once, tasks)) == [10 * number for number in range(6)]


def test_a_cluster_that_does_not_answer_is_told_at_once() -> None:
    pytest.importorskip("ray")
    with pytest.raises(NoCluster, match=r"No Ray cluster answers at 127\.0\.0\.1:9"):
        list(open_pool(ray="127.0.0.1:9").run(double, [1]))
