"""`--workers`: several processes behind one address, watched by a parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from postgres import Cluster
from web.server_process import PATIENCE, Server, running, seated

pytestmark = pytest.mark.xdist_group("postgresql")


@pytest.fixture
def table(cluster: Cluster, tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, cluster.database(), ["--workers", "2"]) as server:
        yield server


def children(server: Server) -> list[int]:
    assert server.process is not None
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.long
def test_workers_share_an_address_and_one_that_dies_is_replaced(table: Server) -> None:
    match, guests = seated(table, "exago")
    before = children(table)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    until(lambda: len(children(table)) == 2 and before[0] not in children(table))
    until(lambda: [entry for entry in table.logged() if entry["event"] == "worker_lost"])
    for guest in guests:
        guest.http.close()
        guest.http = httpx.Client(base_url=table.url, timeout=PATIENCE, cookies=guest.http.cookies)
    for ply in range(4):  # whichever answers, it is the same table
        mover = guests[ply % 2]
        mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), ply)
    assert table.stored(match).ply == 4
    assert table.metric("fourfold_moves_total") == 4
    workers = children(table)
    assert table.end(signal.SIGTERM) == 0
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.long
def test_a_worker_that_hangs_is_replaced_and_none_outlives_its_parent(table: Server) -> None:
    before = children(table)
    os.kill(before[0], signal.SIGSTOP)
    until(lambda: before[0] not in children(table) and len(children(table)) == 2)
    assert [entry for entry in table.logged() if entry["event"] == "worker_hangs"]
    workers = children(table)
    time.sleep(10)  # the new one has to come to life before it can notice
    assert table.end(signal.SIGKILL) == -signal.SIGKILL
    until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])


def test_workers_that_cannot_be_started_are_refused_in_one_sentence(tmp_path: Path) -> None:
    for place, code, mentioned in (
        (f"{tmp_path}/x.db", 2, "PostgreSQL"),
        (f"postgresql:///x?host={tmp_path}", 1, "No such file or directory"),
    ):
        command = [sys.executable, "-m", "fourfold", "serve", "--no-browser", "--port", "0", "--workers", "2"]
        done = subprocess.run([*command, "--database", place], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == code
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert mentioned in done.stderr
