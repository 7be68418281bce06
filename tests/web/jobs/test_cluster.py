"""Slow work on a cluster: it does what the pool lets it do, and whatever dies there, the work is done once."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from fourfold.core import errors
from fourfold.core.errors import MissingExtra
from fourfold.core.registry import game
from fourfold.web.jobs.cluster import Cluster
from fourfold.web.jobs.computers import choose
from fourfold.web.jobs.pool import WorkerPool
from fourfold.web.jobs.worker import WorkerLost, do_job
from ray_cluster import RayHead, descendants, ray_head
from web.server_process import Guest, running

GUEST = ("near", "guest")
PATIENCE = 240.0  # seconds
LONG, SHORT = 1.0, 0.01  # prices
MATCHES = 20


class PretendedCluster(Cluster):
    """A cluster that does everything at once, or, while it `hangs`, nothing."""

    def __init__(self, processors: int = 2) -> None:
        self.processors = processors
        self.hangs = False
        self.begun: list[tuple[int, Future[bytes]]] = []
        self.stopped = 0

    def look(self) -> int:
        if not self.processors:
            raise ConnectionError("nobody there")
        return self.processors

    def leave(self) -> None:
        pass

    def stop(self) -> None:
        self.stopped += 1

    def begin(self, job: bytes, processors: int) -> tuple["Future[bytes]", Callable[[], None]]:
        answer: Future[bytes] = Future()
        self.begun.append((processors, answer))
        if not self.hangs:
            answer.set_result(do_job(job))
        return answer, self.stop


def run(cluster: Cluster, test: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def limited() -> None:
        pool = WorkerPool(1, cluster)
        pool.pause()
        pool.resume()
        try:
            async with asyncio.timeout(PATIENCE):
                await test(pool)
        finally:
            pool.close()

    asyncio.run(limited())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_work_is_done_on_the_cluster_and_no_process_is_started_here() -> None:
    cluster = PretendedCluster(processors=3)

    async def test(pool: WorkerPool) -> None:
        assert await pool.do(GUEST, abs, -4, price=LONG) == 4
        assert await pool.do(GUEST, abs, -5, price=SHORT) == 5
        assert [processors for processors, _ in cluster.begun] == [1, 0]  # a cheap piece does not wait for a processor
        assert len(pool.lanes) == 4
        assert all(lane.worker is None for lane in pool.own_lanes)

    run(cluster, test)


def test_an_error_of_the_work_is_an_error_here() -> None:
    async def test(pool: WorkerPool) -> None:
        with pytest.raises(RuntimeError, match="ValueError"):
            await pool.do(GUEST, int, "x", price=LONG)

    run(PretendedCluster(), test)


def test_work_that_nobody_waits_for_is_stopped_on_the_cluster() -> None:
    cluster = PretendedCluster()
    cluster.hangs = True

    async def test(pool: WorkerPool) -> None:
        task = asyncio.create_task(pool.do(GUEST, abs, -4, price=LONG))
        await until(lambda: cluster.begun)
        task.cancel()
        await until(lambda: cluster.stopped == 1)
        await until(lambda: not any(lane.is_busy for lane in pool.lanes))

    run(cluster, test)


def test_work_of_a_cluster_that_is_gone_is_done_here() -> None:
    cluster = PretendedCluster()
    cluster.hangs = True

    async def test(pool: WorkerPool) -> None:
        task = asyncio.create_task(pool.do(GUEST, os.getpid, price=LONG))
        await until(lambda: cluster.begun)
        cluster.processors = 0
        cluster.begun[0][1].set_exception(ConnectionError("gone"))
        assert await task != os.getpid()
        assert pool.lanes is pool.own_lanes

    run(cluster, test)


def test_a_process_that_dies_again_and_again_is_an_error_of_its_client_alone() -> None:
    cluster = PretendedCluster()
    cluster.hangs = True

    async def test(pool: WorkerPool) -> None:
        task = asyncio.create_task(pool.do(GUEST, os.getpid, price=LONG))
        await until(lambda: cluster.begun)
        cluster.begun[0][1].set_exception(RuntimeError("the worker died unexpectedly"))
        with pytest.raises(WorkerLost):
            await task
        cluster.hangs = False
        assert await pool.do(GUEST, abs, -4, price=LONG) == 4

    run(cluster, test)


def test_without_the_cluster_the_server_works_itself() -> None:
    async def test(pool: WorkerPool) -> None:
        assert await pool.do(GUEST, os.getpid, price=LONG) != os.getpid()
        assert pool.lanes is pool.own_lanes

    run(PretendedCluster(processors=0), test)


def test_without_ray_the_server_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"pip install 'fourfold\[ray\]'"):
        Cluster("ray://localhost:10001")


# ----- a real cluster


@pytest.fixture(scope="module")
def head() -> Iterator[RayHead]:
    with ray_head() as started:
        yield started


@pytest.mark.long
@pytest.mark.xdist_group("ray")
def test_whatever_dies_in_the_middle_of_a_move_the_move_comes(head: RayHead) -> None:
    view = game("quads").start(seed=0).view(0)

    async def test(pool: WorkerPool) -> None:
        assert await pool.do(GUEST, choose, view, "random", 1, price=SHORT) in view.moves()
        assert pool.lanes is not pool.own_lanes

        async def think() -> "asyncio.Task[object]":
            task: asyncio.Task[object] = asyncio.create_task(pool.do(GUEST, choose, view, "level-8", 1, price=LONG))
            await until(head.workers)
            return task

        task = await think()
        for pid in head.workers():
            os.kill(pid, signal.SIGKILL)
        assert await task in view.moves()
        task = await think()
        head.kill()
        assert await task in view.moves()
        assert pool.lanes is pool.own_lanes
        await asyncio.to_thread(head.start)
        await until(lambda: pool.lanes is not pool.own_lanes)
        task = asyncio.create_task(pool.do(GUEST, time.sleep, 10_000, price=LONG))
        await until(head.workers)
        task.cancel()
        await until(lambda: not head.workers())
        assert await pool.do(GUEST, choose, view, "random", 1, price=SHORT) in view.moves()

    run(Cluster(head.address), test)


@pytest.mark.long
@pytest.mark.xdist_group("ray")
def test_a_server_lets_the_cluster_think_and_plays_each_move_once_also_when_thinkers_die(
    head: RayHead, tmp_path: Path
) -> None:
    with running(tmp_path, options=["--ray", head.address]) as server:
        assert server.process is not None
        guest = Guest(server, "Ann")
        places = [{"kind": "me"}, {"kind": "computer", "level": "level-8"}]
        matches = [guest.create("exago", places=places, by_lot=False)[0] for _ in range(MATCHES)]
        began, used = time.monotonic(), seconds_of(server.process.pid)
        moved = server.metric("fourfold_computer_moves_total")
        for _ in range(3):
            for match in matches:
                guest.move(match)
            for pid in head.workers():
                os.kill(pid, signal.SIGKILL)
            goal, deadline = moved + MATCHES, time.monotonic() + PATIENCE
            while moved < goal and time.monotonic() < deadline:
                time.sleep(0.2)
                moved = server.metric("fourfold_computer_moves_total")
        took, used = time.monotonic() - began, seconds_of(server.process.pid) - used
        print(f"{moved:g} moves of {MATCHES} matches in {took:.0f} s; the server used {used:.1f} s of processor time")
        assert moved == 3 * MATCHES
        assert not descendants(server.process.pid)  # no process that could search
        assert server.metric("fourfold_cluster_processors") == 2
        assert not [entry for entry in server.logged() if entry["event"] == "cluster_lost"]
        for match in matches:
            events = guest.look(match)["events"]
            played = [event["body"]["ply"] for event in events if event["body"]["kind"] == "played"]
            assert played == list(range(len(played)))
        assert server.end(signal.SIGTERM) == 0


def seconds_of(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
