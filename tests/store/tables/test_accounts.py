"""Accounts, sessions, recovery codes, challenges and remarks; and forgetting, after which no byte of a name is left."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.match.anonymization import KINDS, forget_names
from fourfold.match.events import Claimed, Created, Joined, decode_body, encode_body
from fourfold.match.settings import Seat as MatchSeat
from fourfold.match.settings import Settings
from fourfold.store import EventRow, Guest, SeatRow, Store
from fourfold.store.errors import AccountExists, NameTaken, UnknownCode, UnknownGuest
from fourfold.store.rows import Challenge, SessionRow
from fourfold.store.tables.account_writes import MOST_SESSIONS
from fourfold.store.tables.chat import MOST_REMARKS
from store.samples import sample_match


def session(key: str, guest_id: str = "a", kind: str = "browser", seen: int = 5) -> SessionRow:
    return SessionRow(key, guest_id, kind, "", 5, seen)  # type: ignore[arg-type]


def sign_up(store: Store, guest_id: str = "a", name: str = "Ann", key: str = "k") -> None:
    store.accounts.sign_up(Guest(guest_id, name, 1, 5), "person", "hash of " + name, session(key, guest_id)).result()


def keys(store: Store, guest_id: str = "a") -> set[str]:
    return {found.key for found in store.accounts.sessions(guest_id)}


def test_a_guest_becomes_an_account_under_the_same_id_and_gets_a_new_session(store: Store) -> None:
    store.add_guest(Guest("a", "Guest", 1), "old").result()
    sign_up(store)
    identity = store.accounts.identify("k")
    assert identity is not None
    assert (identity.id, identity.name, identity.account) == ("a", "Ann", "person")
    assert store.accounts.identify("old") is None
    account = store.accounts.find("aNN")
    assert account is not None
    assert (account.id, account.password) == ("a", "hash of Ann")


def test_a_name_is_one_accounts_alone_however_it_is_written(store: Store) -> None:
    sign_up(store)
    for name in ("Ann", "ann", "ＡＮＮ"):
        with pytest.raises(NameTaken):
            sign_up(store, "b", name, "other")
    with pytest.raises(AccountExists):
        sign_up(store, "a", "Ben", "other")
    assert store.guests(["b"]) == {}


def test_sessions_are_ended_by_their_mark_or_all_but_one(store: Store) -> None:
    sign_up(store)
    for key in ("k1", "k2", "x%", "x1"):
        store.accounts.add_session(session(key)).result()
    assert store.accounts.end_sessions("a", 9, mark="x%").result() == 1
    assert keys(store) == {"k", "k1", "k2", "x1"}
    assert store.accounts.end_sessions("b", 9).result() == 0
    assert store.accounts.end_sessions("a", 9, but="k1").result() == 3
    assert keys(store) == {"k1"}
    with pytest.raises(UnknownGuest):
        store.accounts.add_session(session("z", "nobody")).result()


def test_of_too_many_sessions_the_one_unused_for_longest_ends(store: Store) -> None:
    sign_up(store)
    store.accounts.add_session(session("token", kind="token", seen=1)).result()
    for number in range(MOST_SESSIONS):
        store.accounts.add_session(session(f"n{number}", seen=10 + number)).result()
    assert len(keys(store)) == MOST_SESSIONS + 1
    assert "k" not in keys(store)
    assert "token" in keys(store)


def test_what_servers_remember_is_marked_when_it_becomes_untrue(store: Store) -> None:
    sign_up(store)
    store.accounts.end_sessions("a", 100).result()
    assert store.accounts.changed_since(99) == {"a": 100}
    assert store.accounts.changed_since(100) == {}
    store.accounts.sanction("a", 101, is_banned=True).result()
    assert store.accounts.changed_since(100) == {"a": 101}
    account = store.accounts.account("a")
    assert account is not None
    assert (account.is_banned, account.is_muted) == (True, False)
    with pytest.raises(UnknownGuest):
        store.accounts.sanction("x", 1, is_muted=True).result()


def test_a_new_password_ends_all_other_sessions(store: Store) -> None:
    sign_up(store)
    store.accounts.add_session(session("other")).result()
    store.accounts.change_password("a", "new", 9, but="other").result()
    account = store.accounts.account("a")
    assert account is not None
    assert account.password == "new"
    assert keys(store) == {"other"}


def test_a_recovery_code_works_once_and_for_its_account_only(store: Store) -> None:
    sign_up(store)
    sign_up(store, "b", "Ben", "kb")
    store.accounts.put_recoveries("a", ["c1", "c2"]).result()
    for key, owner in (("c1", "b"), ("x", "a"), ("c1", "")):
        with pytest.raises(UnknownCode):
            store.accounts.recover(key, "new", session("s", owner)).result()
    store.accounts.recover("c1", "new", session("s")).result()
    assert keys(store) == {"s"}
    assert store.accounts.count_recoveries("a") == 1
    with pytest.raises(UnknownCode):
        store.accounts.recover("c1", "newer", session("t")).result()
    assert keys(store) == {"s"}


def test_codes_take_the_place_of_earlier_ones_and_those_of_administrators_expire(store: Store) -> None:
    sign_up(store)
    store.accounts.put_recoveries("a", ["c1"]).result()
    store.accounts.put_recoveries("a", ["reset"], expires=5).result()
    assert store.accounts.count_recoveries("a") == 2
    with pytest.raises(UnknownCode):
        store.accounts.recover("reset", "new", session("s")).result()  # it is 5 already
    store.accounts.put_recoveries("a", ["c2"]).result()
    assert store.accounts.count_recoveries("a") == 1


def test_challenges_are_kept_once_until_they_are_answered(store: Store) -> None:
    sign_up(store)
    store.create_match(sample_match("m")).result()
    for time in (1, 2):
        store.accounts.add_challenge(Challenge("m", "a", time)).result()
    assert store.accounts.challenges("a") == [Challenge("m", "a", 2)]
    assert store.accounts.remove_challenge("m", "a", is_declined=True).result()
    assert not store.accounts.remove_challenge("m", "a", is_declined=True).result()


def test_remarks_are_numbered_and_bounded(store: Store) -> None:
    sign_up(store)
    store.create_match(sample_match("m")).result()
    for number in range(MOST_REMARKS + 3):
        assert store.remarks.add("m", "a", number, f"text {number}").result().number == number + 1
    found = store.remarks.read("m")
    assert [remark.number for remark in found] == list(range(4, MOST_REMARKS + 4))
    assert store.remarks.read("m", after=MOST_REMARKS + 2) == found[-1:]
    assert len(store.remarks.of("a")) == MOST_REMARKS


# ----- forgetting

NAME = "Wilhelmina-Quatermass"


@pytest.fixture
def crowded(place: str) -> Iterator[Store]:
    """Many matches: of somebody who sits there, who sat there once, or who only has a name in common."""
    with Store.open(place) as store:
        store.add_guest(Guest("b", "Ben", 1), "kb").result()
        store.add_guest(Guest("a", NAME, 1), "guest").result()
        sign_up(store, "a", NAME)
        me, ben = MatchSeat("person", "a", NAME), MatchSeat("person", "b", "Ben")
        writes = []
        for number in range(300):
            bodies = [Created(settings=Settings("quads"), seats=(me, ben), creator="a")]
            if number % 3 == 1:
                bodies = [Created(settings=Settings("quads"), seats=(ben, MatchSeat()), creator="b")]
                bodies += [Joined(seat=1, player="a", name=NAME)]  # type: ignore[list-item]
            if number % 3 == 2:
                bodies += [Claimed(seat=0, player="a", name=NAME + " II", account="person")]  # type: ignore[list-item]
            events = [EventRow(body.kind, encode_body(body), 1) for body in bodies]
            seats = [SeatRow(0, "person", "a" if number % 3 != 1 else "b"), SeatRow(1, "person", "b")]
            writes.append(store.create_match(sample_match(f"m{number}"), seats, events))
        for write in writes:
            write.result()
        store.remarks.add("m0", "a", 1, f"I am {NAME}").result()
        store.remarks.add("m0", "b", 1, "Hello").result()
        store.accounts.put_recoveries("a", ["c1"]).result()
        store.accounts.add_challenge(Challenge("m1", "a", 1)).result()
        yield store


def test_after_forgetting_no_byte_of_the_name_is_in_any_file(crowded: Store, tmp_path: Path) -> None:
    def files_with(text: str) -> list[str]:
        return [path.name for path in tmp_path.iterdir() if text.encode() in path.read_bytes()]

    assert files_with(NAME) or crowded.is_shared  # where a server keeps it, it is not for us to look
    kept = {match.id: crowded.read(match.id) for match in crowded.matches(limit=1000)}
    crowded.accounts.forget(["a"], KINDS, forget_names, 9).result()
    crowded.scrub()
    assert files_with(NAME) == []
    assert files_with(NAME[:8]) == []
    assert files_with(NAME.casefold()[:8]) == []
    assert files_with("hash of") == []
    for match_id, events in kept.items():
        now = crowded.read(match_id)
        assert [(e.sequence, e.kind, e.time) for e in now] == [(e.sequence, e.kind, e.time) for e in events]
        for body in (decode_body(event.body) for event in now):
            if isinstance(body, Created):
                assert {seat.name for seat in body.seats} <= {"", "Ben"}
    assert crowded.accounts.identify("k") is None
    assert crowded.accounts.account("a") is None
    assert crowded.guests(["a"])["a"].name == ""
    assert [remark.text for remark in crowded.remarks.read("m0")] == ["Hello"]
    assert crowded.accounts.challenges("a") == []
    assert crowded.accounts.changed_since(8) == {"a": 9}
    sign_up(crowded, "c", NAME, "kc")  # the name is free again


def test_who_never_sat_anywhere_is_gone_altogether(store: Store) -> None:
    sign_up(store)
    store.accounts.forget(["a"], KINDS, forget_names, 9).result()
    assert store.guests(["a"]) == {}


def test_guests_who_have_not_come_for_long_are_found_but_no_accounts(store: Store) -> None:
    for guest_id, seen in (("old", 10), ("new", 20)):
        store.add_guest(Guest(guest_id, guest_id, 1, seen), guest_id).result()
    sign_up(store)  # seen at 5
    assert store.accounts.unused_guests(before=15, limit=10) == ["old"]
    assert store.accounts.drop_sessions(15, 15).result() == 1
    assert keys(store) == set()
    assert keys(store, "old") == {"old"}
    identity = store.accounts.identify("old")
    assert identity is not None
    store.accounts.touch(identity, 30).result()
    assert store.accounts.unused_guests(before=15, limit=10) == []
