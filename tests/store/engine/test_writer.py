"""The one writer: commits in groups, fails one by one, stays bounded, drains when closed."""

import asyncio
import threading
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from fourfold.store import EventRow, Guest, SeatRow, Store, settle
from fourfold.store.engine.sqlite import SqliteDatabase
from fourfold.store.engine.writer import Write, Writer
from fourfold.store.errors import SequenceTaken, StorageFailed, StoreBusy, StoreClosed, UnknownGuest, UnknownMatch
from fourfold.store.tables.events import Append
from fourfold.store.tables.matches import insert_match
from store.samples import sample_event, sample_events, sample_match


class Pause(Write[None]):
    """Holds the writer until it is released, so that writes gather behind it."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.released = threading.Event()

    def run(self, connection: Connection) -> None:
        self.begun.set()
        assert self.released.wait(60)


class Sabotage(Write[None]):
    """Fails as a disk would, or as a server that is gone."""

    def run(self, connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        connection.execute(text("SELECT * FROM nowhere"))


def hold(writer: Writer) -> tuple[Pause, "Future[None]"]:
    pause = Pause()
    future = writer.submit(pause)
    assert pause.begun.wait(60)
    return pause, future


def test_writes_that_wait_together_are_committed_together(store: Store) -> None:
    for number in range(300):
        store.matches.create(sample_match(f"m{number}")).result()
    pause, _ = hold(store.writer)
    futures = [store.events.append(f"m{number}", 1, sample_events(1, 2)) for number in range(300)]
    before = store.writer.commits
    pause.released.set()
    wait(futures)
    assert [future.result() for future in futures] == [2] * 300
    assert store.writer.commits - before == 2, "that of the pause, and one for all appends"


def test_writes_that_follow_a_commit_closely_gather_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited, is_over = list[float](), threading.Event()

    def rest(seconds: float) -> None:
        waited.append(seconds)
        assert is_over.wait(60)

    monkeypatch.setattr("fourfold.store.engine.writer.sleep", rest)
    monkeypatch.setattr(SqliteDatabase, "gather_seconds", 3600.0)
    with Store(SqliteDatabase(tmp_path / "gather.db")) as store:
        store.matches.create(sample_match("m")).result()
        assert not waited, "the first write waits for nobody"
        futures = [store.events.append("m", number, sample_events(number, number)) for number in range(1, 6)]
        is_over.set()
        wait(futures)
        assert store.writer.commits == 2
    assert len(waited) == 1


def test_nothing_is_acknowledged_before_the_commit(store: Store) -> None:
    store.matches.create(sample_match()).result()
    first, _ = hold(store.writer)
    append = store.events.append("m", 1, [sample_event()])
    pause = Pause()
    store.writer.submit(pause)  # in the same batch as the append, behind it
    first.released.set()
    assert pause.begun.wait(60)
    assert not append.done()
    assert store.events.read("m") == []
    pause.released.set()
    assert append.result(60) == 1
    assert len(store.events.read("m")) == 1


def test_a_write_that_is_refused_fails_alone(store: Store) -> None:
    for match_id in "abc":
        store.matches.create(sample_match(match_id)).result()
    pause, _ = hold(store.writer)
    before = store.writer.commits
    good = [store.events.append("a", 1, [sample_event()]), store.events.append("b", 1, [sample_event()])]
    bad: list[tuple[Future[Any], type[Exception]]] = [
        (store.events.append("a", 1, [sample_event()]), SequenceTaken),
        (store.events.append("x", 1, [sample_event()]), UnknownMatch),
        (store.events.append("c", 1, [sample_event()], seats=[SeatRow(0, "guest", "x")]), UnknownGuest),
        (store.events.append("c", 1, [EventRow("move", "not bytes", 1)]), Exception),  # type: ignore[arg-type]
        (store.events.append("c", 1, [EventRow("move", b"", 2**70)]), Exception),
        (store.invites.add("hash", "x", 1), UnknownMatch),
    ]
    good.append(store.events.append("a", 2, [sample_event()]))
    pause.released.set()
    assert [future.result(60) for future in good] == [1, 1, 2]
    for future, error in bad:
        assert isinstance(future.exception(10), error)
    assert store.writer.commits - before == 2
    assert [len(store.events.read(match_id)) for match_id in "abc"] == [2, 1, 0]


def test_after_an_error_of_the_database_its_batch_fails_and_the_next_succeeds(store: Store) -> None:
    store.matches.create(sample_match()).result()
    pause, _ = hold(store.writer)
    lost = store.events.append("m", 1, [sample_event()])
    store.writer.submit(Sabotage())
    pause.released.set()
    with pytest.raises(StorageFailed, match=r"be written: (no such table: nowhere|terminating connection .*)\. It was"):
        lost.result(60)
    assert store.events.read("m") == []
    assert store.events.append("m", 1, [sample_event()]).result(60) == 1


def test_queue_and_batches_are_bounded_and_closing_drains(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    database = SqliteDatabase(path)
    database.prepare()
    writer = Writer(database.writing_engine(), queue_limit=25, batch_limit=10)
    writer.call(insert_match, sample_match()).result(60)
    pause, _ = hold(writer)
    futures = [writer.submit(Append("m", number, (sample_event(number),))) for number in range(1, 31)]
    assert writer.waiting == 25
    before = writer.commits
    closing = threading.Thread(target=writer.close)
    closing.start()
    pause.released.set()
    closing.join(60)
    assert [future.result(0) for future in futures[:25]] == list(range(1, 26))
    for future in futures[25:]:
        assert isinstance(future.exception(0), StoreBusy)
    assert writer.commits - before == 1 + 3
    assert isinstance(writer.submit(Pause()).exception(0), StoreClosed)
    with Store.open(path) as store:
        assert len(store.events.read("m")) == 25


def test_a_write_that_was_cancelled_in_time_is_not_written(store: Store) -> None:
    store.matches.create(sample_match()).result()
    pause, _ = hold(store.writer)
    cancelled = store.events.append("m", 1, [sample_event(1)])
    assert cancelled.cancel()
    other = store.events.append("m", 1, [sample_event(2)])
    pause.released.set()
    assert other.result(60) == 1
    assert store.events.read("m")[0].body == sample_event(2).body


def test_of_two_who_write_the_same_sequence_exactly_one_wins(place: str) -> None:
    """Two stores on one database stand for two processes; in each, two threads."""
    with Store.open(place) as one, Store.open(place) as other:
        one.matches.create(sample_match()).result()
        wins: list[tuple[int, str]] = []

        def race(store: Store, name: str) -> None:
            for sequence in range(1, 41):
                try:
                    store.events.append("m", sequence, [EventRow("move", name.encode(), 1)]).result()
                    wins.append((sequence, name))
                except SequenceTaken:
                    pass

        names = {"a": one, "b": one, "c": other, "d": other}
        threads = [threading.Thread(target=race, args=(store, name)) for name, store in names.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        stored = [(event.sequence, event.body.decode()) for event in one.events.read("m")]
        assert [sequence for sequence, _ in stored] == list(range(1, 41))
        assert sorted(wins) == stored


def test_many_threads_write_and_read_at_once(store: Store) -> None:
    def play(match_id: str) -> None:
        store.matches.create(sample_match(match_id)).result()
        for number in range(1, 21):
            store.events.append(match_id, number, [sample_event(number, match_id)]).result()
            assert len(store.events.read(match_id)) == number, "an event is there as soon as it is acknowledged"

    problems: list[BaseException] = []

    def guarded(match_id: str) -> None:
        try:
            play(match_id)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=guarded, args=(f"m{number}",)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert store.writer.commits < store.writer.written


def test_an_event_loop_waits_without_standing_still(store: Store) -> None:
    async def play(match_id: str) -> int:
        await settle(store.matches.create(sample_match(match_id)))
        for number in range(1, 6):
            await settle(store.events.append(match_id, number, [sample_event(number)]))
        return len(store.events.read(match_id))

    async def play_all() -> list[int]:
        return await asyncio.gather(*(play(f"m{number}") for number in range(50)))

    assert asyncio.run(play_all()) == [5] * 50


def test_giving_up_waiting_does_not_take_the_write_back(store: Store) -> None:
    store.matches.create(sample_match()).result()
    pause, held = hold(store.writer)

    async def give_up() -> None:
        task = asyncio.create_task(settle(store.events.append("m", 1, [sample_event()])))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())
    pause.released.set()
    held.result(60)
    store.guests.add(Guest("g", "Ann", 1), "hash").result(60)
    assert len(store.events.read("m")) == 1
