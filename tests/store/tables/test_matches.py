"""Lobby, guests and invites."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from fourfold.store import EventRow, Guest, MatchRow, SeatRow, Store
from fourfold.store.errors import GuestExists, InviteExists, UnknownGuest, UnknownMatch
from fourfold.store.rows import Challenge
from fourfold.store.tables.matches import OpenTable
from store.samples import sample_event, sample_match


def ids(matches: list[object]) -> str:
    return "".join(match.id for match in matches)  # type: ignore[attr-defined]


def test_the_lobby_lists_what_is_asked_for_latest_first(store: Store) -> None:
    store.matches.create(sample_match("a", public=True)).result()
    store.matches.create(sample_match("b", public=True, status="running", created=1001)).result()
    store.matches.create(sample_match("c", public=False, created=1002)).result()
    store.matches.create(sample_match("d", public=True, game="exago", created=1003)).result()
    assert ids([*store.matches.search()]) == "dcba"
    assert ids([*store.matches.search(public=True)]) == "dba"
    assert ids([*store.matches.search(public=True, statuses=["open"])]) == "da"
    assert ids([*store.matches.search(statuses=["open", "running"], game="quads")]) == "cba"
    assert store.matches.search(statuses=[]) == []
    store.events.append("a", 1, [sample_event(500)]).result()
    assert ids([*store.matches.search(public=True)]) == "adb"


def test_pages_of_the_lobby_join_without_gap_or_repetition(store: Store) -> None:
    for number in range(7):
        store.matches.create(sample_match(str(number), created=number // 3)).result()  # some at the same time
    pages = []
    behind = None
    while page := store.matches.search(limit=2, behind=behind):
        pages += page
        behind = page[-1]
    assert pages == store.matches.search()
    assert len(pages) == 7


def test_a_guest_finds_the_matches_where_the_guest_sits(store: Store) -> None:
    store.guests.add(Guest("g", "Ann", 1), "one").result()
    store.guests.add(Guest("h", "Ben", 1), "two").result()
    store.matches.create(sample_match("a"), [SeatRow(0, "guest", "g"), SeatRow(1, "guest", "g")]).result()
    store.matches.create(sample_match("b"), [SeatRow(0, "guest", "h"), SeatRow(1, "open")]).result()
    assert ids([*store.matches.search(guest_id="g")]) == "a"
    store.events.append("b", 1, [sample_event()], seats=[SeatRow(1, "guest", "g")]).result()
    assert ids([*store.matches.search(guest_id="g")]) == "ba"
    store.events.append("b", 2, [sample_event()], seats=[SeatRow(1, "open")]).result()
    assert ids([*store.matches.search(guest_id="g")]) == "a"


def test_guests_are_found_by_id_and_by_the_hash_of_their_token(store: Store) -> None:
    ann = Guest("g", "Ann", 1, seen=2)
    store.guests.add(ann, "hash").result()
    assert store.guests.find(["g", "x"]) == {"g": ann}
    identity = store.sessions.identify("hash")
    assert identity is not None
    assert (identity.id, identity.name, identity.account) == ("g", "Ann", "")
    assert store.sessions.identify("g") is None
    store.guests.change("g", name="Anna", seen=9).result()
    assert store.guests.find(["g"]) == {"g": Guest("g", "Anna", 1, 9)}
    for guest, token in ((ann, "other"), (Guest("other", "Ann", 1), "hash")):
        with pytest.raises(GuestExists):
            store.guests.add(guest, token).result()
    with pytest.raises(UnknownGuest):
        store.guests.change("x", seen=3).result()


def test_an_invite_leads_to_its_match_until_it_is_removed(store: Store) -> None:
    store.matches.create(sample_match()).result()
    store.invites.add("hash", "m", 1).result()
    assert store.invites.find_match("hash") == "m"
    assert store.invites.find_match("x") is None
    with pytest.raises(InviteExists):
        store.invites.add("hash", "m", 2).result()
    with pytest.raises(UnknownMatch):
        store.invites.add("other", "x", 2).result()
    assert store.invites.remove("m").result() == 1
    assert store.invites.find_match("hash") is None


def test_a_match_and_its_first_invite_are_stored_together_or_not_at_all(store: Store) -> None:
    store.matches.create(sample_match("a"), token_hash="hash").result()
    assert store.invites.find_match("hash") == "a"
    with pytest.raises(InviteExists):
        store.matches.create(sample_match("b"), token_hash="hash").result()
    with pytest.raises(UnknownMatch):
        store.matches.find("b")


def test_a_match_is_not_inserted_where_an_open_table_is_chosen(store: Store) -> None:
    store.guests.add(Guest("g", "Ann", 1, 1), "session").result()
    store.guests.add(Guest("h", "Ben", 1, 1), "other").result()
    late, early = (
        MatchRow("late", "quads", 30, "open", public=True),
        MatchRow("early", "quads", 10, "open", public=True),
    )
    for row in (
        late,
        early,
        replace(early, id="hidden", public=False),
        replace(early, id="begun", status="running"),
        replace(early, id="other", game="exago"),
        replace(early, id="kept"),
    ):
        store.matches.create(row, [SeatRow(0, "person", "g"), SeatRow(1, "open")]).result()
    store.challenges.add(Challenge("kept", "h", 1)).result()
    seen: list[str] = []

    def choose(tables: Sequence[OpenTable]) -> str | None:
        seen[:] = [match.id for match, seats in tables if seats[0].guest_id == "g"]
        return seen[-1] if len(seen) < 3 else None

    new = MatchRow("new", "quads", 40, "open", public=True)
    assert store.matches.create_unless(choose, new).result() == "late"
    assert seen == ["early", "late"]
    with pytest.raises(UnknownMatch):
        store.matches.find("new")
    store.matches.create(MatchRow("third", "quads", 35, "open", public=True), [SeatRow(0, "person", "g")]).result()
    assert store.matches.create_unless(choose, new).result() is None
    assert store.matches.find("new").created == 40


def test_the_last_event_of_a_kind_is_found_in_each_match(store: Store) -> None:
    for name in ("a", "b", "c"):
        store.matches.create(sample_match(name), [], [EventRow("move", b"1", 1), EventRow("note", b"2", 2)]).result()
    store.events.append("a", 3, [EventRow("move", b"3", 3)]).result()
    found = store.events.last_of_kind(["a", "b"], "move")
    assert {name: (event.body, event.sequence, event.time) for name, event in found.items()} == {
        "a": (b"3", 3, 3),
        "b": (b"1", 1, 1),
    }
    assert store.events.last_of_kind([], "move") == {}
