"""The service itself, without HTTP: what happens when things happen at once, or go wrong half way."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Any

import pytest

import fourfold
from fourfold.core.errors import FourfoldError
from fourfold.core.position import View
from fourfold.match import decisions
from fourfold.match.commands import Answer, AnyCommand, Offer, Play, Resign
from fourfold.match.events import Event, Resigned, decode_body
from fourfold.match.match import Match
from fourfold.match.refusal import Refused
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.players.errors import TooBusy
from fourfold.store import Store
from fourfold.store.errors import SequenceTaken, StorageFailed, StoreError
from fourfold.store.rows import Guest
from fourfold.web.errors import Denied
from fourfold.web.live import scheduler
from fourfold.web.live.live_match import LiveMatch, Subscriber
from fourfold.web.live.peers import Peers
from fourfold.web.live.service import Service
from fourfold.web.live.writer import ATTEMPTS
from fourfold.web.metrics import STORE_SECONDS
from postgres import Cluster

ANN, BEN = Seat("person", "ann", "Ann"), Seat("person", "ben", "Ben")
COMPUTER = Seat("computer", "random", "Random")
FIRST = Play(move="a1NEE", ply=0)


class Thinker:
    """Stands for the runner of computers: it moves when the test lets it, and can fail before."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.owners: set[str] = set()
        self.failures: list[FourfoldError] = []
        self.gate = asyncio.Event()

    async def choose(self, view: View, level: str, *, seed: int | None = None, owner: str = "") -> fourfold.Move:
        self.asked.append(str(view))
        self.owners.add(owner)
        await self.gate.wait()
        if self.failures:
            raise self.failures.pop()
        return view.moves()[0]


class Table:
    """A service over a store of its own, and what a test asks of it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.thinker = Thinker()
        self.service = Service(store, self.thinker)  # type: ignore[arg-type]

    async def sit_down(self, *seats: Seat, game: str = "qawale", clock: ClockSetting | None = None) -> str:
        settings = Settings(game, len(seats), {}, clock or ClockSetting())
        return await self.service.create(settings, seats, "ann", by_lot=False)

    async def ask(self, match: str, player: str, command: AnyCommand) -> int:
        return await self.service.carry_out(match, command, player)

    def stored(self, match: str) -> Match:
        return Match.replay([Event(e.sequence, e.time, decode_body(e.body)) for e in self.store.events.read(match)])

    def kinds(self, match: str) -> list[str]:
        return [event.kind for event in self.store.events.read(match)]


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as opened:
        add_players(opened)
        yield opened


def add_players(store: Store) -> None:
    for name in ("ann", "ben"):
        store.guests.add(Guest(name, name.title(), 0), name).result()


def run(store: Store, test: Callable[[Table], Awaitable[None]]) -> None:
    async def whole() -> None:
        table = Table(store)
        await test(table)
        await table.service.stop()

    asyncio.run(asyncio.wait_for(whole(), 60))


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that must come; the whole test has a time limit."""
    while not is_so():
        await asyncio.sleep(0.001)


@asynccontextmanager
async def slow_disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Callable[[], None]]]:
    """Let appends wait until the test writes them: each entry of the list does one."""
    held: list[Callable[[], None]] = []
    append = store.events.append

    def hold(*arguments: Any, **values: Any) -> Future[int]:
        promised: Future[int] = Future()

        def write() -> None:
            done = append(*arguments, **values)
            error = done.exception(60)
            promised.set_exception(error) if error else promised.set_result(done.result())

        held.append(write)
        return promised

    with monkeypatch.context() as patch:
        patch.setattr(store.events, "append", hold)
        yield held


@pytest.mark.xdist_group("postgresql")
def test_what_another_process_did_not_announce_is_found(cluster: Cluster) -> None:
    """It may have died between its commit and the announcement."""
    place = cluster.database()

    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        with Store.open(place) as other:
            async with table.service.subscribe(match, Subscriber("ben"), 0):
                await Table(other).ask(match, "ann", FIRST)  # nobody listens to announcements here
                await Peers(table.service).look()
                await until(lambda: table.service.live[match].match.ply == 1)

    with Store.open(place) as store:
        add_players(store)
        run(store, test)


def test_who_gives_up_waiting_takes_nothing_back_and_nothing_is_doubled(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        async with slow_disk(store, monkeypatch) as held:
            command = asyncio.create_task(table.ask(match, "ann", FIRST))
            await until(lambda: bool(held))
            command.cancel()
            await asyncio.wait([command])
            assert match not in table.service.live  # what is in memory might not be what is stored
            assert table.stored(match).ply == 0
            await table.service.find(match)  # somebody comes before the disk has it
            held[0]()
        assert table.stored(match).ply == 1
        sequence = await table.ask(match, "ann", FIRST)
        assert sequence == table.stored(match).sequence
        assert table.kinds(match).count("played") == 1
        await table.ask(match, "ben", Play(move="a4ESE", ply=1))

    run(store, test)


def count_writes() -> float:
    return sum(each.value for each in next(iter(STORE_SECONDS.collect())).samples if each.name.endswith("_count"))


def test_what_could_not_be_stored_did_not_happen(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        async with table.service.subscribe(match, Subscriber("ben"), 0) as subscriber:
            await subscriber.next()
            measured = count_writes()
            with monkeypatch.context() as patch:
                patch.setattr(store.events, "append", broken)
                with pytest.raises(StorageFailed):
                    await table.ask(match, "ann", FIRST)
            assert count_writes() == measured + 1  # the time of a write that fails is measured too
            assert await subscriber.next() is None  # he is told nothing, and has to come again
        assert table.stored(match).ply == 0
        async with table.service.locked(match) as live:
            assert live.match.ply == 0
        await table.ask(match, "ann", FIRST)
        assert table.stored(match).ply == 1

    run(store, test)


def test_who_comes_to_a_new_match_is_told_everything_without_a_look_into_the_store(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        await table.ask(match, "ann", FIRST)

        async def told(after: int) -> list[int]:
            async with table.service.subscribe(match, Subscriber("ben"), after) as subscriber:
                message = json.loads(await subscriber.next() or b"")
                return [event["sequence"] for event in message["events"]]

        last = table.stored(match).sequence
        with monkeypatch.context() as patch:
            patch.setattr(table.service, "stored_events", None)
            in_memory = [await told(after) for after in range(last + 2)]
        assert in_memory == [list(range(after + 1, last + 1)) for after in range(last + 2)]
        table.service.drop(match)
        assert [await told(after) for after in range(last + 2)] == in_memory, "what was dropped is read again"

    run(store, test)


def broken(*given: Any, **__: Any) -> Future[Any]:
    error = next((each for each in given if isinstance(each, StoreError)), None)
    failed: Future[Any] = Future()
    failed.set_exception(error or StorageFailed("store.cannot_store", problem="the disk is full"))
    return failed


@pytest.mark.parametrize("taken", [1, ATTEMPTS - 1, ATTEMPTS])
def test_who_loses_the_race_to_append_tries_again_so_many_times(
    store: Store, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    tried = 0
    append = store.events.append

    def lose(*given: Any, **named: Any) -> Future[Any]:
        nonlocal tried
        tried += 1
        return append(*given, **named) if tried > taken else broken(SequenceTaken("store.sequence_taken"))

    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        live = await table.service.find(match)
        monkeypatch.setattr(store.events, "append", lose)
        if taken < ATTEMPTS:
            await table.ask(match, "ann", FIRST)
        else:
            with pytest.raises(SequenceTaken):
                await table.ask(match, "ann", FIRST)
        assert tried == min(taken + 1, ATTEMPTS)
        assert await table.service.find(match) is live  # it was read anew in its place
        assert live.match.ply == table.stored(match).ply == (taken < ATTEMPTS)

    run(store, test)


def test_a_decision_that_fails_half_way_leaves_the_match_as_it_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(match: Match, *_: Any) -> list[Event]:
        match.apply(Event(match.sequence + 1, match.time, Resigned(seat=0)))
        raise ZeroDivisionError

    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        with monkeypatch.context() as patch:
            patch.setattr(decisions, "carry_out", fail)
            with pytest.raises(ZeroDivisionError):
                await table.ask(match, "ann", Resign())
        await table.ask(match, "ann", FIRST)
        assert table.stored(match).resigned == set()
        assert table.stored(match).ply == 1

    run(store, test)


def test_a_refusal_leaves_the_match_in_memory(store: Store) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        live = await table.service.find(match)
        with pytest.raises(Refused):
            await table.ask(match, "ben", FIRST)
        assert await table.service.find(match) is live

    run(store, test)


def test_a_rematch_that_was_stored_by_half_is_set_up_when_somebody_comes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        await table.ask(match, "ann", Resign())
        await table.ask(match, "ben", Offer(agreement="rematch"))
        async with table.service.subscribe(match, Subscriber("ben"), 0) as subscriber:
            await subscriber.next()
            with monkeypatch.context() as patch:
                patch.setattr(store.matches, "create", broken)
                with pytest.raises(StorageFailed):
                    await table.ask(match, "ann", Answer(agreement="rematch", accepts=True))
            assert await subscriber.next() is None  # nobody hears of a match that is not there
        following = table.stored(match).following
        assert not await table.service.is_stored(following)
        found = await asyncio.gather(*(table.service.find(match) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        assert table.stored(following).position is not None

    run(store, test)


def test_whoever_finds_a_match_at_the_same_time_finds_the_same(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        table.service.drop(match)

        async def load_game(_: str) -> None:
            await asyncio.sleep(0)

        monkeypatch.setattr(table.service, "load_game", load_game)
        found = await asyncio.gather(*(table.service.find(match) for _ in range(10)))
        assert len(set(map(id, found))) == 1

    run(store, test)


def test_who_waits_for_a_match_that_is_dropped_gets_the_one_that_others_listen_to(store: Store) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN)
        async with table.service.locked(match):
            waiting = asyncio.create_task(table.ask(match, "ann", FIRST))
            await asyncio.sleep(0)
            table.service.drop(match)
        async with table.service.subscribe(match, Subscriber("ben"), 0) as subscriber:
            await waiting
            told = b"".join([await subscriber.next() or b"", *subscriber._waiting])
            assert b"a1NEE" in told
        assert table.stored(match).ply == 1

    run(store, test)


def test_a_match_with_somebody_there_is_left_alone(store: Store) -> None:
    async def test(table: Table) -> None:
        match, empty = await table.sit_down(ANN, BEN), await table.sit_down(ANN, BEN)
        async with table.service.subscribe(match, Subscriber("ben"), 0) as subscriber:
            for each in (match, empty):
                table.service.drop_if_idle(each)
            assert not subscriber.is_closed
            assert match in table.service.live
        assert empty not in table.service.live
        async with table.service.locked(empty):
            table.service.drop_if_idle(empty)
            assert empty in table.service.live
        table.service.drop_if_idle(empty)
        assert empty not in table.service.live

    run(store, test)


def test_a_computer_does_not_move_where_the_match_went_on_meanwhile(store: Store) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, COMPUTER)
        await table.ask(match, "ann", FIRST)
        await until(lambda: len(table.thinker.asked) == 1)
        await table.ask(match, "ann", Offer(agreement="takeback"))  # computers agree
        assert table.stored(match).ply == 0
        await table.ask(match, "ann", Play(move="a1ENN", ply=0))  # while it still thinks about the other one
        table.thinker.gate.set()
        await until(lambda: table.stored(match).ply == 2)
        await until(lambda: match not in table.service.thinking)
        assert len(table.thinker.asked) == 2
        answer = str(fourfold.game("qawale").start().play("a1ENN").moves()[0])
        assert [step.move for step in table.stored(match).steps if step.kind == "played"] == ["a1ENN", answer]  # type: ignore[union-attr]
        await table.ask(match, "ann", Play(move=first_move(table.stored(match)), ply=2))
        await until(lambda: table.stored(match).ply == 4)

    run(store, test)


def first_move(match: Match) -> str:
    assert match.position is not None
    return str(match.position.moves()[0])


def test_a_computer_that_fails_is_asked_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "FIRST_REST", 0.001)

    async def test(table: Table) -> None:
        table.thinker.gate.set()
        table.thinker.failures = [TooBusy("players.too_busy", count=3), TooBusy("players.too_busy", count=3)]
        match = await table.sit_down(ANN, COMPUTER)
        with monkeypatch.context() as patch:
            patch.setattr(table.service, "find", failing_once(table.service.find))
            await table.service.change(match, lambda match: [])
            await table.ask(match, "ann", FIRST)
            await until(lambda: table.stored(match).ply == 2)
        assert len(table.thinker.asked) == 3
        assert table.thinker.owners == {"ann"}  # in whose turn it thinks

    run(store, test)


def failing_once(find: Callable[[str], Awaitable[LiveMatch]]) -> Callable[[str], Awaitable[LiveMatch]]:
    """Find a match; the third time, which is the computer's, the disk cannot be read."""
    times = 0

    async def fail(match_id: str) -> LiveMatch:
        nonlocal times
        times += 1
        if times == 3:
            raise StorageFailed("store.cannot_read", problem="the disk is gone")
        return await find(match_id)

    return fail


def test_time_runs_out_also_for_a_match_that_is_not_in_memory(store: Store) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN, clock=ClockSetting("turn", 1))
        table.service.drop_if_idle(match)
        assert match not in table.service.live
        await until(lambda: table.stored(match).ended is not None)

    run(store, test)


def test_time_that_could_not_run_out_runs_out_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.01)
    tried = 0

    def fail(*_: Any, **__: Any) -> Future[Any]:
        nonlocal tried
        tried += 1
        return broken()

    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN, clock=ClockSetting("turn", 1))
        await table.service.start()
        with monkeypatch.context() as patch:
            patch.setattr(store.events, "append", fail)
            await until(lambda: tried > 1)
        await until(lambda: table.stored(match).ended is not None)

    run(store, test)


def test_nobody_can_listen_any_more_when_the_service_stops(store: Store) -> None:
    async def test(table: Table) -> None:
        match = await table.sit_down(ANN, BEN, clock=ClockSetting("turn", 1))
        async with table.service.subscribe(match, Subscriber("ben"), 0) as subscriber:
            await subscriber.next()
            await table.service.stop()
            assert await subscriber.next() is None
        with pytest.raises(Denied):
            async with table.service.subscribe(match, Subscriber("ben"), 0):
                pass
        await table.ask(match, "ann", FIRST)  # what is under way comes to its end
        assert table.stored(match).ply == 1

    run(store, test)


def test_a_subscriber_who_does_not_read_is_let_go() -> None:
    async def test() -> None:
        subscriber = Subscriber("ann")
        while subscriber.send(b"message"):
            assert len(subscriber._waiting) <= 64
        assert subscriber.is_slow
        assert await subscriber.next() is None

    asyncio.run(test())


def test_a_subscriber_gets_everything_in_order_at_once_or_when_the_connection_takes_more() -> None:
    async def test() -> None:
        sent: list[bytes] = []
        has_room = True

        def pass_on(message: bytes) -> bool:
            if has_room:
                sent.append(message)
            return has_room

        subscriber = Subscriber("ann")
        subscriber.send_now = pass_on
        assert subscriber.send(b"1")  # nobody has asked for it yet, so it waits
        assert sent == []

        async def read() -> None:
            while (message := await subscriber.next()) is not None:
                await asyncio.sleep(0.01)  # meanwhile others may be told
                sent.append(message)

        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        assert subscriber.send(b"2")  # the first is still on its way
        while len(sent) < 2:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        assert subscriber.send(b"3")  # at once
        assert sent[-1] == b"3"
        has_room = False
        assert subscriber.send(b"4")
        has_room = True
        assert subscriber.send(b"5")  # behind what waits
        while len(sent) < 5:
            await asyncio.sleep(0.001)
        subscriber.close()
        await reading
        assert sent == [b"1", b"2", b"3", b"4", b"5"]
        assert not subscriber.send(b"6")

    asyncio.run(test())
