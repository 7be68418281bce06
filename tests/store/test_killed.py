"""Processes are killed while they write, and nothing that was acknowledged is lost."""

import os
import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from fourfold.store import Store
from fourfold.store.engine.sqlite import driver
from store.samples import sample_event

TESTS = Path(__file__).parents[1]
WRITERS = 4


def append_and_kill(path: Path, seconds: float, from_first: bool = True) -> dict[str, int]:
    """Let a process append, kill it, and return the last sequence acknowledged for each match.

    The seconds count from its first acknowledgement, or from its start, when it may not even have opened.
    """
    child = subprocess.Popen(
        [sys.executable, TESTS / "store" / "appender.py", path, str(WRITERS)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
    )
    assert child.stdout is not None
    with child.stdout as output:
        lines = [output.readline()] if from_first else []
        time.sleep(seconds)  # less than the pipe holds
        child.kill()
        lines += output.read().splitlines(keepends=True)
    child.wait()
    assert all(line.endswith(b"\n") for line in lines), "the process ended by itself"
    acknowledged: dict[str, int] = {}
    for line in lines:
        match_id, sequence = line.decode().split()
        acknowledged[match_id] = int(sequence)
    return acknowledged


def check(path: Path, acknowledged: dict[str, int]) -> None:
    with Store.open(path) as store:
        for match_id, last in acknowledged.items():
            stored = store.events.read(match_id)
            assert len(stored) >= last, f"{match_id}: {last} acknowledged, {len(stored)} there"
            assert [event.sequence for event in stored] == list(range(1, len(stored) + 1))
            assert all(event.body == sample_event(event.sequence, match_id).body for event in stored)
            assert store.matches.find(match_id).last_sequence == len(stored)
    with closing(driver().connect(str(path))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def kill_repeatedly(path: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged: dict[str, int] = {}
    for _ in range(rounds):
        acknowledged |= append_and_kill(path, chance.uniform(0, 0.4))
        check(path, acknowledged)
    assert sum(acknowledged.values()) > rounds


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    kill_repeatedly(tmp_path / "matches.db", rounds=3, seed=1)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_nothing_acknowledged_is_lost_when_the_process_is_killed_fifty_times(tmp_path: Path) -> None:
    kill_repeatedly(tmp_path / "matches.db", rounds=50, seed=2)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_a_process_killed_while_it_makes_the_database_leaves_one_that_opens(tmp_path: Path) -> None:
    chance = random.Random(3)
    for number in range(30):
        path = tmp_path / f"{number}.db"
        check(path, append_and_kill(path, chance.uniform(0.2, 1.2), from_first=False))


def test_processes_that_open_a_new_database_at_once_all_succeed(tmp_path: Path) -> None:
    """Every child opens the same twenty databases, one after the other."""
    opening = "import sys; from fourfold.store import Store; [Store.open(path).close() for path in sys.argv[1:]]"
    paths = [tmp_path / f"{number}.db" for number in range(20)]
    children = [subprocess.Popen([sys.executable, "-c", opening, *paths]) for _ in range(4)]
    assert [child.wait(60) for child in children] == [0] * 4
