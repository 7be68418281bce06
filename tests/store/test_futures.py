"""Waiting for writes in an event loop: each waiter gets its own result, and those of a batch come together."""

import asyncio
from concurrent.futures import Future
from threading import Thread
from typing import Any

import pytest

from fourfold.store import settle
from fourfold.store.errors import StoreBusy
from fourfold.store.futures import Mailbox


def run_aside(work: "list[Thread]") -> None:
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()


def test_everybody_gets_what_was_waited_for_whatever_thread_it_comes_from() -> None:
    async def test() -> None:
        futures: list[Future[int]] = [Future() for _ in range(200)]
        waiting = [asyncio.create_task(settle(future)) for future in futures]
        await asyncio.sleep(0)

        def resolve(first: int) -> None:
            for number in range(first, len(futures), 2):
                futures[number].set_result(number)

        threads = [Thread(target=resolve, args=(first,)) for first in (0, 1)]
        await asyncio.to_thread(run_aside, threads)
        async with asyncio.timeout(60):
            assert await asyncio.gather(*waiting) == list(range(200))

    asyncio.run(test())


def test_results_that_come_together_wake_the_event_loop_once() -> None:
    class Counting(asyncio.SelectorEventLoop):
        calls = 0

        def call_soon_threadsafe(self, *given: Any, **named: Any) -> Any:  # type: ignore[override]
            self.calls += 1
            return super().call_soon_threadsafe(*given, **named)

    async def test() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Counting)
        mailbox = Mailbox(loop)
        waiting = [loop.create_future() for _ in range(50)]
        futures: list[Future[int]] = [Future() for _ in range(50)]
        for number, future in enumerate(futures):
            future.set_result(number)

        def put_all() -> None:
            for place, future in zip(waiting, futures, strict=True):
                mailbox.put(place, future)

        before = loop.calls
        run_aside([Thread(target=put_all)])  # the event loop stands still meanwhile
        assert loop.calls == before + 1
        assert await asyncio.gather(*waiting) == list(range(50))

    with asyncio.Runner(loop_factory=Counting) as runner:
        runner.run(test())


def test_who_gives_up_waiting_and_what_is_refused_or_cancelled_hold_up_nobody_else() -> None:
    async def test() -> None:
        futures: list[Future[int]] = [Future() for _ in range(4)]
        given_up, refused, cancelled, kept = (asyncio.create_task(settle(future)) for future in futures)
        await asyncio.sleep(0)
        given_up.cancel()
        futures[0].set_result(0)
        futures[1].set_exception(StoreBusy("store.busy", waiting=1))
        futures[2].cancel()
        futures[3].set_result(3)
        assert await kept == 3
        with pytest.raises(StoreBusy):
            await refused
        for task in (given_up, cancelled):
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(test())


def test_a_result_for_an_event_loop_that_is_gone_hurts_nobody() -> None:
    future: Future[int] = Future()

    async def test() -> None:
        task = asyncio.create_task(settle(future))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(test())
    future.set_result(1)
    assert asyncio.run(settle(future)) == 1
