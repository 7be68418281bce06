"""Lobby, guests and invites."""

import pytest

from fourfold.store import Guest, SeatRow, Store
from fourfold.store.errors import GuestExists, InviteExists, UnknownGuest, UnknownMatch
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
