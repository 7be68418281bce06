"""The pool of worker processes: fair between clients, and work that nobody waits for really stops."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fourfold.store import Store
from fourfold.web.bounded import ShareUsed
from fourfold.web.errors import Denied
from fourfold.web.jobs.pool import GRACE, TooLong, WorkerPool
from fourfold.web.jobs.worker import WorkerLost, WorkerProcess

GREEDY, HONEST = ("far", "greedy"), ("near", "honest")
PATIENCE = 240.0  # seconds; the first worker of all loads everything
LONG, SHORT = 1.0, 0.01  # prices


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time can be put forward."""

    passed = 0.0

    def time(self) -> float:
        return super().time() + self.passed


def run(test: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def limited() -> None:
        pool = WorkerPool(1)
        try:
            async with asyncio.timeout(PATIENCE):
                await test(pool)
        finally:
            pool.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(limited())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_an_honest_client_is_served_second_beside_a_greedy_one() -> None:
    order = []

    async def ask(pool: WorkerPool, name: str, client: tuple[str, str]) -> None:
        await pool.do(client, os.getpid, price=LONG)
        order.append(name)

    async def test(pool: WorkerPool) -> None:
        pool.pause()
        tasks = [asyncio.create_task(ask(pool, "greedy", GREEDY)) for _ in range(20)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(ask(pool, "honest", HONEST)))
        await asyncio.sleep(0)
        pool.resume()
        await asyncio.gather(*tasks)
        assert order.index("honest") == 1

    run(test)


def test_work_that_nobody_waits_for_is_stopped_and_its_process_ended() -> None:
    async def test(pool: WorkerPool) -> None:
        task = asyncio.create_task(pool.do(GREEDY, time.sleep, 10_000, price=LONG, seconds=10_000))
        lane = pool.lanes[1]
        await until(lambda: lane.worker is not None and pool.shares.count == 1)
        await pool.do(HONEST, os.getpid, price=SHORT)  # by now the other one is at work
        await until(lambda: lane.is_busy and lane.worker is not None)
        worker = lane.worker
        assert isinstance(worker, WorkerProcess)
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait([task])
        assert pool.shares.count == 0
        await until(lambda: not worker.process.is_alive())
        assert await pool.do(HONEST, os.getpid, price=LONG) != worker.process.pid

    run(test)


def test_a_client_that_leaves_as_its_work_ends_costs_the_next_one_nothing() -> None:
    async def test(pool: WorkerPool) -> None:
        first = await pool.do(GREEDY, os.getpid, price=LONG)
        lane = pool.lanes[1]
        await until(lambda: not lane.is_busy)
        task = asyncio.create_task(pool.do(GREEDY, time.sleep, GRACE / 2, price=LONG))
        await until(lambda: lane.is_busy)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        time.sleep(2 * GRACE)  # the end of the work and of the grace come in the same turn of the loop
        await until(lambda: not lane.is_busy)
        assert await pool.do(HONEST, os.getpid, price=LONG) != first

    run(test)


def test_a_worker_that_died_while_it_was_idle_is_replaced() -> None:
    async def test(pool: WorkerPool) -> None:
        first = await pool.do(GREEDY, os.getpid, price=LONG)
        os.kill(first, signal.SIGKILL)
        worker = pool.lanes[1].worker
        assert isinstance(worker, WorkerProcess)
        await until(lambda: not worker.process.is_alive())
        assert await pool.do(HONEST, os.getpid, price=LONG) != first

    run(test)


def test_work_whose_client_leaves_before_its_turn_does_not_begin(tmp_path: Path) -> None:
    async def test(pool: WorkerPool) -> None:
        pool.pause()
        task = asyncio.create_task(pool.do(GREEDY, os.mkdir, tmp_path / "begun", price=LONG))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        pool.resume()
        await pool.do(GREEDY, os.getpid, price=LONG)
        assert not (tmp_path / "begun").exists()

    run(test)


def test_cheap_work_does_not_wait_behind_long_work() -> None:
    async def test(pool: WorkerPool) -> None:
        long = [asyncio.create_task(pool.do(GREEDY, time.sleep, 10_000, price=LONG, seconds=10_000)) for _ in range(9)]
        for _ in range(5):
            await pool.do(HONEST, os.getpid, price=SHORT)
        assert not any(task.done() for task in long)
        for task in long:
            task.cancel()

    run(test)


def test_waiting_does_not_count_as_working() -> None:
    async def test(pool: WorkerPool) -> None:
        await pool.do(HONEST, os.getpid, price=LONG)
        pool.pause()
        task = asyncio.create_task(pool.do(HONEST, os.getpid, price=LONG, seconds=60))
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        loop.passed += 100
        pool.resume()
        assert await task

    run(test)


def test_work_that_takes_too_long_is_stopped_in_words() -> None:
    async def test(pool: WorkerPool) -> None:
        with pytest.raises(TooLong, match=r"more than 0\.2 seconds"):
            await pool.do(GREEDY, time.sleep, 10_000, price=LONG, seconds=0.2)
        assert await pool.do(HONEST, os.getpid, price=LONG)

    run(test)


def test_a_limit_is_of_processor_time_whatever_else_the_machine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourfold.web.jobs.pool.SLOWDOWN", 10_000)

    async def test(pool: WorkerPool) -> None:
        await pool.do(GREEDY, time.sleep, 0.5, price=LONG, seconds=0.2)
        with pytest.raises(TooLong, match=r"more than 0\.2 seconds"):
            await pool.do(GREEDY, sum, range(10**13), price=LONG, seconds=0.2)
        assert await pool.do(HONEST, abs, -4, price=LONG) == 4

    run(test)


def test_a_worker_that_dies_is_an_error_of_its_client_alone() -> None:
    async def test(pool: WorkerPool) -> None:
        with pytest.raises(WorkerLost, match="was lost"):
            await pool.do(GREEDY, os._exit, 3, price=LONG)
        assert await pool.do(HONEST, os.getpid, price=LONG)

    run(test)


def test_a_worker_cannot_take_all_memory() -> None:
    async def test(pool: WorkerPool) -> None:
        with pytest.raises(RuntimeError, match="MemoryError"):
            await pool.do(GREEDY, bytearray, 4 << 30, price=LONG)
        assert await pool.do(HONEST, os.getpid, price=LONG)

    run(test)


def test_who_has_a_share_of_the_queue_gets_no_more_while_others_do() -> None:
    async def test(pool: WorkerPool) -> None:
        pool.pause()
        tasks = [asyncio.create_task(pool.do(GREEDY, os.getpid, price=LONG)) for _ in range(pool.shares.most[2])]
        await asyncio.sleep(0)
        with pytest.raises(ShareUsed):
            await pool.do(GREEDY, os.getpid, price=LONG)
        tasks.append(asyncio.create_task(pool.do(HONEST, os.getpid, price=LONG)))
        await asyncio.sleep(0)
        pool.resume()
        assert all(await asyncio.gather(*tasks))

    run(test)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs the files of a process")
def test_workers_inherit_no_database(tmp_path: Path) -> None:
    async def test(pool: WorkerPool) -> None:
        with Store.open(tmp_path / "matches.db"):
            worker = await pool.do(HONEST, os.getpid, price=LONG)
            opened = [os.path.realpath(file) for file in Path(f"/proc/{worker}/fd").iterdir()]
        assert not [name for name in opened if "matches.db" in name]
        assert opened

    run(test)


def test_a_closed_pool_tells_those_who_wait_and_those_who_come() -> None:
    async def test(pool: WorkerPool) -> None:
        pool.pause()
        task = asyncio.create_task(pool.do(HONEST, os.getpid, price=LONG))
        await asyncio.sleep(0)
        pool.close()
        with pytest.raises(Denied, match="stop"):
            await task
        with pytest.raises(Denied, match="stop"):
            await pool.do(HONEST, os.getpid, price=LONG)

    run(test)
