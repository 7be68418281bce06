"""The runner: off the event loop, a few at a time, and always an answer."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

import fourfold
from fourfold import Move
from fourfold.core.position import View
from fourfold.players import levels
from fourfold.players.errors import NotToMove, PlayerFailed, TooBusy, TooSlow, UnknownLevel
from fourfold.players.levels import Level
from fourfold.players.runner import Runner
from fourfold.search.limit import Limit

VIEW = fourfold.game("qawale").start().view(0)
PATIENCE = 120.0  # seconds after which a test that hangs is given up


def run(test: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(test, PATIENCE)

    asyncio.run(limited())


class Stub:
    """A player that does as it is told, and counts."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.lock = threading.Lock()
        self.started = self.thinking = self.most = 0
        self.limits: list[Limit] = []
        self.behave: Callable[[View], Any] = lambda view: view.moves()[0]

    def choose(self, view: View, limit: Limit) -> Move:
        with self.lock:
            self.started += 1
            self.thinking += 1
            self.most = max(self.most, self.thinking)
            self.limits.append(limit)
        assert self.go.wait(PATIENCE)
        with self.lock:
            self.thinking -= 1
        chosen: Move = self.behave(view)
        return chosen


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    player = Stub()
    monkeypatch.setitem(levels._LEVELS, "stub", Level("stub", "players.simple", "", 0, lambda: player))
    yield player
    player.go.set()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("level", levels.list_levels())
@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_level_answers_in_every_game_with_a_legal_move(game: str, level: str) -> None:
    async def test() -> None:
        with Runner() as runner:
            await runner.warm_up(game)
            position = fourfold.game(game).start(seed=1)
            for _ in range(3):
                seat = position.to_move
                assert seat is not None
                position = position.play(await runner.choose(position.view(seat), level))

    run(test())


def test_a_seed_makes_the_choice_repeatable() -> None:
    async def test() -> None:
        with Runner() as runner:
            moves = [await runner.choose(VIEW, "random", seed=4) for _ in range(5)]
            assert len(set(moves)) == 1
            moves = [await runner.choose(VIEW, "random") for _ in range(30)]
            assert len(set(moves)) > 1

    run(test())


@pytest.mark.parametrize("thinking", [1, 3])
def test_no_more_think_at_once_than_the_cap(stub: Stub, thinking: int) -> None:
    async def test() -> None:
        with Runner(thinking=thinking, waiting=50) as runner:
            tasks = [asyncio.create_task(runner.choose(VIEW, "stub")) for _ in range(12)]
            await until(lambda: stub.thinking == thinking)
            await asyncio.sleep(0.02)
            assert stub.started == thinking
            assert runner.asked == 12
            stub.go.set()
            await asyncio.gather(*tasks)
            assert stub.started == 12
            assert stub.most <= thinking
            await until(lambda: runner.asked == 0)

    run(test())


def test_who_comes_when_all_places_are_taken_is_told_at_once(stub: Stub) -> None:
    async def test() -> None:
        with Runner(thinking=1, waiting=2) as runner:
            tasks = [asyncio.create_task(runner.choose(VIEW, "stub")) for _ in range(3)]
            await until(lambda: runner.asked == 3)
            with pytest.raises(TooBusy, match="3 computer players"):
                await runner.choose(VIEW, "stub")
            stub.go.set()
            await asyncio.gather(*tasks)
            assert await runner.choose(VIEW, "stub") == VIEW.moves()[0]

    run(test())


def test_the_event_loop_goes_on_while_a_player_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Really thinks: a choice without end, until it is cancelled."""
    simple = levels.find_level("simple")
    monkeypatch.setitem(levels._LEVELS, "endless", Level("endless", simple.name_code, "", 10**12, simple.load))

    async def test() -> None:
        with Runner(thinking=1) as runner:
            await runner.warm_up("qawale")
            task = asyncio.create_task(runner.choose(VIEW, "endless"))
            await until(lambda: runner.asked == 1)
            for _ in range(20):
                await asyncio.sleep(0.001)  # it would never come back from here
            assert not task.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await until(lambda: runner.asked == 0)  # the thread has come to its end, too

    run(test())


def test_who_is_cancelled_while_waiting_never_thinks(stub: Stub) -> None:
    async def test() -> None:
        with Runner(thinking=1) as runner:
            first = asyncio.create_task(runner.choose(VIEW, "stub"))
            await until(lambda: stub.thinking == 1)
            second = asyncio.create_task(runner.choose(VIEW, "stub"))
            await until(lambda: runner.asked == 2)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            assert runner.asked == 1
            stub.go.set()
            assert await first
            assert stub.started == 1

    run(test())


def test_who_is_too_slow_is_stopped_and_the_caller_told(stub: Stub) -> None:
    async def test() -> None:
        with Runner(thinking=1, seconds=0.05) as runner:
            with pytest.raises(TooSlow, match=r"Qawale within 0\.05 seconds"):
                await runner.choose(VIEW, "stub")
            await until(lambda: bool(stub.limits))  # its thread may begin after that
            assert stub.limits[0].flag[0]
            stub.go.set()
            await until(lambda: runner.asked == 0)
            runner.seconds = PATIENCE
            assert await runner.choose(VIEW, "stub")

    run(test())


def explode(_: View) -> Move:
    raise ZeroDivisionError("oh no")


@pytest.mark.parametrize(
    ("behave", "problem"),
    [
        (explode, "oh no"),
        (lambda _: Move("a1SSS", 0), "a1SSS is not a legal move"),
        (lambda _: None, "None is not a legal move"),
        (lambda _: Move("nonsense", 0), "nonsense is not a legal move"),
    ],
)
def test_a_player_that_fails_is_an_error_and_the_next_choice_goes_on(
    stub: Stub, behave: Callable[[View], Any], problem: str
) -> None:
    stub.go.set()

    async def test() -> None:
        with Runner(thinking=1) as runner:
            well_behaved, stub.behave = stub.behave, behave
            for _ in range(3):
                with pytest.raises(PlayerFailed, match=problem):
                    await runner.choose(VIEW, "stub")
            stub.behave = well_behaved
            assert await runner.choose(VIEW, "stub") == VIEW.moves()[0]
            await until(lambda: runner.asked == 0)

    run(test())


def test_questions_that_make_no_sense_are_refused_before_anybody_thinks() -> None:
    async def test() -> None:
        with Runner() as runner:
            with pytest.raises(UnknownLevel):
                await runner.choose(VIEW, "nobody")
            with pytest.raises(NotToMove):
                await runner.choose(fourfold.game("qawale").start().view(1), "random")
            assert runner.asked == 0

    run(test())


def test_a_closed_runner_answers_those_who_wait_and_those_who_come(stub: Stub) -> None:
    async def test() -> None:
        runner = Runner(thinking=1)
        first = asyncio.create_task(runner.choose(VIEW, "stub"))
        await until(lambda: stub.thinking == 1)
        second = asyncio.create_task(runner.choose(VIEW, "stub"))
        await until(lambda: runner.asked == 2)
        runner.close()
        with pytest.raises(TooBusy):
            await second
        with pytest.raises(TooBusy):
            await runner.choose(VIEW, "stub")
        stub.go.set()
        assert await first

    run(test())
