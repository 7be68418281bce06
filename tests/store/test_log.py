"""The log: what was appended is read back, and only what follows the last event is appended."""

from concurrent.futures import wait
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fourfold.store import EventRow, Guest, MatchChange, SeatRow, Store
from fourfold.store.engine.bulk_append import ROWS_AT_ONCE
from fourfold.store.errors import (
    BadAppend,
    MatchExists,
    SequenceGap,
    SequenceTaken,
    StoreClosed,
    UnknownGuest,
    UnknownMatch,
)
from store.samples import sample_event, sample_events, sample_match


def test_events_come_back_as_they_were_appended_in_order(store: Store) -> None:
    events = [
        EventRow("deal", bytes(range(256)), 5, format=7),
        EventRow("move", b"", 6),
        EventRow("say", "é".encode(), 2**62),
    ]
    store.matches.create(sample_match()).result()
    assert store.events.append("m", 1, events[:2]).result() == 2
    assert store.events.append("m", 3, events[2:]).result() == 3
    stored = store.events.read("m")
    assert [event.sequence for event in stored] == [1, 2, 3]
    assert [EventRow(event.kind, event.body, event.time, event.format) for event in stored] == events
    assert [event.sequence for event in store.events.read("m", after=1)] == [2, 3]
    assert [event.sequence for event in store.events.read("m", after=1, limit=1)] == [2]
    assert store.events.read("m", after=3) == []


def test_an_append_may_have_more_events_than_one_statement_takes(store: Store) -> None:
    store.matches.create(sample_match()).result()
    assert store.events.append("m", 1, sample_events(1, 2 * ROWS_AT_ONCE + 1)).result() == 2 * ROWS_AT_ONCE + 1
    assert [event.sequence for event in store.events.read("m")] == list(range(1, 2 * ROWS_AT_ONCE + 2))
    assert store.matches.find("m").last_sequence == 2 * ROWS_AT_ONCE + 1


def test_what_was_stored_is_there_after_reopening(place: str) -> None:
    with Store.open(place) as store:
        store.matches.create(sample_match(), [SeatRow(0, "bot")], sample_events(1, 3)).result()
    assert not Path(place + "-wal").exists(), "closing leaves one file"
    with Store.open(place) as store:
        assert len(store.events.read("m")) == store.matches.find("m").last_sequence == 3
        assert store.matches.find("m").updated == 1003
        assert store.seats.find(["m"]) == {"m": [SeatRow(0, "bot")]}


def test_a_match_is_made_with_all_it_has_or_not_at_all(store: Store) -> None:
    with pytest.raises(UnknownGuest):
        store.matches.create(sample_match(), [SeatRow(0, "guest", "nobody")], sample_events(1, 2)).result()
    with pytest.raises(UnknownMatch):
        store.matches.find("m")
    store.matches.create(sample_match()).result()
    with pytest.raises(MatchExists):
        store.matches.create(sample_match(), events=sample_events(1, 1)).result()
    assert store.events.read("m") == []


@pytest.mark.parametrize(("first", "error"), [(1, SequenceTaken), (3, SequenceTaken), (5, SequenceGap)])
def test_an_append_that_does_not_follow_the_last_event_changes_nothing(
    store: Store, first: int, error: type[Exception]
) -> None:
    store.matches.create(sample_match(), [SeatRow(0, "bot")], sample_events(1, 3)).result()
    before = store.matches.find("m"), store.events.read("m"), store.seats.find(["m"])
    refused = store.events.append(
        "m", first, sample_events(7, 9), change=MatchChange("over"), seats=[SeatRow(0, "open")]
    )
    with pytest.raises(error, match="the next is 4"):
        refused.result()
    assert (store.matches.find("m"), store.events.read("m"), store.seats.find(["m"])) == before


def test_appends_to_nothing_and_of_nothing_are_refused(store: Store) -> None:
    with pytest.raises(UnknownMatch, match="There is no match “x”"):
        store.events.append("x", 1, sample_events(1, 1)).result()
    with pytest.raises(UnknownMatch):
        store.events.read("x")
    with pytest.raises(BadAppend):
        store.events.append("m", 1, [])
    with pytest.raises(BadAppend):
        store.events.append("m", 0, sample_events(1, 1))


def test_log_row_and_seats_change_together(store: Store) -> None:
    store.guests.add(Guest("g", "Ann", 1), "hash").result()
    store.matches.create(sample_match(), [SeatRow(0, "open"), SeatRow(1, "bot")]).result()
    change = MatchChange(status="running", public=True)
    store.events.append("m", 1, [sample_event()], change=change, seats=[SeatRow(0, "guest", "g")]).result()
    assert store.matches.find("m") == sample_match(status="running", public=True, last_sequence=1, updated=1001)
    assert store.seats.find(["m"]) == {"m": [SeatRow(0, "guest", "g"), SeatRow(1, "bot")]}
    with pytest.raises(UnknownGuest):
        store.events.append(
            "m", 2, [sample_event()], change=MatchChange("over"), seats=[SeatRow(1, "guest", "x")]
        ).result()
    assert store.matches.find("m").status == "running"
    assert len(store.events.read("m")) == 1


_numbers = count()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(commands=st.lists(st.tuples(st.integers(1, 12), st.integers(1, 3)), max_size=25))
def test_repeated_stale_and_reordered_appends_leave_a_log_without_gaps(
    store: Store, commands: list[tuple[int, int]]
) -> None:
    match_id = f"m{next(_numbers)}"
    store.matches.create(sample_match(match_id)).result()
    futures = [
        store.events.append(
            match_id, first, [EventRow("move", f"{index} {offset}".encode(), 1) for offset in range(size)]
        )
        for index, (first, size) in enumerate(commands)
    ]
    wait(futures)
    log: list[bytes] = []
    for index, ((first, size), future) in enumerate(zip(commands, futures, strict=True)):
        if first == len(log) + 1:
            log += [f"{index} {offset}".encode() for offset in range(size)]
            assert future.result() == len(log)
        else:
            expected = SequenceTaken if first <= len(log) else SequenceGap
            assert type(future.exception()) is expected
    stored = store.events.read(match_id)
    assert [event.body for event in stored] == log
    assert [event.sequence for event in stored] == list(range(1, len(log) + 1))
    assert store.matches.find(match_id).last_sequence == len(log)


def test_a_closed_store_refuses_everything(place: str) -> None:
    store = Store.open(place)
    store.close()
    store.close()
    with pytest.raises(StoreClosed):
        store.events.append("m", 1, [sample_event()]).result()
    with pytest.raises(StoreClosed):
        store.events.read("m")
