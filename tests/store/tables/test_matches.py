"""Lobby, guests and invites."""

import pytest

from fourfold.store import Guest, SeatRow, Store
from fourfold.store.errors import GuestExists, InviteExists, UnknownGuest, UnknownMatch
from store.samples import sample_event, sample_match


def ids(matches: list[object]) -> str:
    return "".join(match.id for match in matches)  # type: ignore[attr-defined]


def test_the_lobby_lists_what_is_asked_for_latest_first(store: Store) -> None:
    store.create_match(sample_match("a", public=True)).result()
    store.create_match(sample_match("b", public=True, status="running", created=1001)).result()
    store.create_match(sample_match("c", public=False, created=1002)).result()
    store.create_match(sample_match("d", public=True, game="exago", created=1003)).result()
    assert ids([*store.matches()]) == "dcba"
    assert ids([*store.matches(public=True)]) == "dba"
    assert ids([*store.matches(public=True, statuses=["open"])]) == "da"
    assert ids([*store.matches(statuses=["open", "running"], game="quads")]) == "cba"
    assert store.matches(statuses=[]) == []
    store.append("a", 1, [sample_event(500)]).result()
    assert ids([*store.matches(public=True)]) == "adb"


def test_pages_of_the_lobby_join_without_gap_or_repetition(store: Store) -> None:
    for number in range(7):
        store.create_match(sample_match(str(number), created=number // 3)).result()  # some at the same time
    pages = []
    behind = None
    while page := store.matches(limit=2, behind=behind):
        pages += page
        behind = page[-1]
    assert pages == store.matches()
    assert len(pages) == 7


def test_a_guest_finds_the_matches_where_the_guest_sits(store: Store) -> None:
    store.add_guest(Guest("g", "Ann", 1), "one").result()
    store.add_guest(Guest("h", "Ben", 1), "two").result()
    store.create_match(sample_match("a"), [SeatRow(0, "guest", "g"), SeatRow(1, "guest", "g")]).result()
    store.create_match(sample_match("b"), [SeatRow(0, "guest", "h"), SeatRow(1, "open")]).result()
    assert ids([*store.matches(guest_id="g")]) == "a"
    store.append("b", 1, [sample_event()], seats=[SeatRow(1, "guest", "g")]).result()
    assert ids([*store.matches(guest_id="g")]) == "ba"
    store.append("b", 2, [sample_event()], seats=[SeatRow(1, "open")]).result()
    assert ids([*store.matches(guest_id="g")]) == "a"


def test_guests_are_found_by_id_and_by_the_hash_of_their_token(store: Store) -> None:
    ann = Guest("g", "Ann", 1, seen=2)
    store.add_guest(ann, "hash").result()
    assert store.guests(["g", "x"]) == {"g": ann}
    identity = store.accounts.identify("hash")
    assert identity is not None
    assert (identity.id, identity.name, identity.account) == ("g", "Ann", "")
    assert store.accounts.identify("g") is None
    store.change_guest("g", name="Anna", seen=9).result()
    assert store.guests(["g"]) == {"g": Guest("g", "Anna", 1, 9)}
    for guest, token in ((ann, "other"), (Guest("other", "Ann", 1), "hash")):
        with pytest.raises(GuestExists):
            store.add_guest(guest, token).result()
    with pytest.raises(UnknownGuest):
        store.change_guest("x", seen=3).result()


def test_an_invite_leads_to_its_match_until_it_is_removed(store: Store) -> None:
    store.create_match(sample_match()).result()
    store.add_invite("hash", "m", 1).result()
    assert store.invited_match("hash") == "m"
    assert store.invited_match("x") is None
    with pytest.raises(InviteExists):
        store.add_invite("hash", "m", 2).result()
    with pytest.raises(UnknownMatch):
        store.add_invite("other", "x", 2).result()
    assert store.remove_invites("m").result() == 1
    assert store.invited_match("hash") is None


def test_a_match_and_its_first_invite_are_stored_together_or_not_at_all(store: Store) -> None:
    store.create_match(sample_match("a"), token_hash="hash").result()
    assert store.invited_match("hash") == "a"
    with pytest.raises(InviteExists):
        store.create_match(sample_match("b"), token_hash="hash").result()
    with pytest.raises(UnknownMatch):
        store.match("b")
