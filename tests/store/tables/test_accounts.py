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
from fourfold.store.tables.chat import MOST_REMARKS
from fourfold.store.tables.sessions import MOST_SESSIONS
from store.samples import sample_match


def session(key: str, guest_id: str = "a", kind: str = "browser", seen: int = 5) -> SessionRow:
    return SessionRow(key, guest_id, kind, "", 5, seen)  # type: ignore[arg-type]


def sign_up(store: Store, guest_id: str = "a", name: str = "Ann", key: str = "k") -> None:
    store.accounts.sign_up(Guest(guest_id, name, 1, 5), "person", "hash of " + name, session(key, guest_id)).result()


def keys(store: Store, guest_id: str = "a") -> set[str]:
    return {found.key for found in store.sessions.of(guest_id)}


def test_a_guest_becomes_an_account_under_the_same_id_and_gets_a_new_session(store: Store) -> None:
    store.guests.add(Guest("a", "Guest", 1), "old").result()
    sign_up(store)
    identity = store.sessions.identify("k")
    assert identity is not None
    assert (identity.id, identity.name, identity.account) == ("a", "Ann", "person")
    assert store.sessions.identify("old") is None
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
    assert store.guests.find(["b"]) == {}


def test_sessions_are_ended_by_their_mark_or_all_but_one(store: Store) -> None:
    sign_up(store)
    for key in ("k1", "k2", "x%", "x1"):
        store.sessions.add(session(key)).result()
    assert store.sessions.end("a", 9, mark="x%").result() == 1
    assert keys(store) == {"k", "k1", "k2", "x1"}
    assert store.sessions.end("b", 9).result() == 0
    assert store.sessions.end("a", 9, but="k1").result() == 3
    assert keys(store) == {"k1"}
    with pytest.raises(UnknownGuest):
        store.sessions.add(session("z", "nobody")).result()


def test_of_too_many_sessions_the_one_unused_for_longest_ends(store: Store) -> None:
    sign_up(store)
    store.sessions.add(session("token", kind="token", seen=1)).result()
    for number in range(MOST_SESSIONS):
        store.sessions.add(session(f"n{number}", seen=10 + number)).result()
    assert len(keys(store)) == MOST_SESSIONS + 1
    assert "k" not in keys(store)
    assert "token" in keys(store)


def test_what_servers_remember_is_marked_when_it_becomes_untrue(store: Store) -> None:
    sign_up(store)
    store.sessions.end("a", 100).result()
    assert store.guests.changed_since(99) == {"a": 100}
    assert store.guests.changed_since(100) == {}
    store.guests.sanction("a", 101, is_banned=True).result()
    assert store.guests.changed_since(100) == {"a": 101}
    account = store.accounts.get("a")
    assert account is not None
    assert (account.is_banned, account.is_muted) == (True, False)
    with pytest.raises(UnknownGuest):
        store.guests.sanction("x", 1, is_muted=True).result()


def test_a_new_password_ends_all_other_sessions(store: Store) -> None:
    sign_up(store)
    store.sessions.add(session("other")).result()
    store.accounts.change_password("a", "new", 9, but="other").result()
    account = store.accounts.get("a")
    assert account is not None
    assert account.password == "new"
    assert keys(store) == {"other"}


def test_a_recovery_code_works_once_and_for_its_account_only(store: Store) -> None:
    sign_up(store)
    sign_up(store, "b", "Ben", "kb")
    store.recovery_codes.put("a", ["c1", "c2"]).result()
    for key, owner in (("c1", "b"), ("x", "a"), ("c1", "")):
        with pytest.raises(UnknownCode):
            store.recovery_codes.use(key, "new", session("s", owner)).result()
    store.recovery_codes.use("c1", "new", session("s")).result()
    assert keys(store) == {"s"}
    assert store.recovery_codes.count("a") == 1
    with pytest.raises(UnknownCode):
        store.recovery_codes.use("c1", "newer", session("t")).result()
    assert keys(store) == {"s"}


def test_codes_take_the_place_of_earlier_ones_and_those_of_administrators_expire(store: Store) -> None:
    sign_up(store)
    store.recovery_codes.put("a", ["c1"]).result()
    store.recovery_codes.put("a", ["reset"], expires=5).result()
    assert store.recovery_codes.count("a") == 2
    with pytest.raises(UnknownCode):
        store.recovery_codes.use("reset", "new", session("s")).result()  # it is 5 already
    store.recovery_codes.put("a", ["c2"]).result()
    assert store.recovery_codes.count("a") == 1


def test_challenges_are_kept_once_until_they_are_answered(store: Store) -> None:
    sign_up(store)
    store.matches.create(sample_match("m")).result()
    for time in (1, 2):
        store.challenges.add(Challenge("m", "a", time)).result()
    assert store.challenges.of("a") == [Challenge("m", "a", 2)]
    assert store.challenges.remove("m", "a", is_declined=True).result()
    assert not store.challenges.remove("m", "a", is_declined=True).result()


def test_remarks_are_numbered_and_bounded(store: Store) -> None:
    sign_up(store)
    store.matches.create(sample_match("m")).result()
    for number in range(MOST_REMARKS + 3):
        assert store.chat.add("m", "a", number, f"text {number}").result().number == number + 1
    found = store.chat.read("m")
    assert [remark.number for remark in found] == list(range(4, MOST_REMARKS + 4))
    assert store.chat.read("m", after=MOST_REMARKS + 2) == found[-1:]
    assert len(store.chat.of("a")) == MOST_REMARKS


# ----- forgetting

NAME = "Wilhelmina-Quatermass"


@pytest.fixture
def crowded(place: str) -> Iterator[Store]:
    """Many matches: of somebody who sits there, who sat there once, or who only has a name in common."""
    with Store.open(place) as store:
        store.guests.add(Guest("b", "Ben", 1), "kb").result()
        store.guests.add(Guest("a", NAME, 1), "guest").result()
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
            writes.append(store.matches.create(sample_match(f"m{number}"), seats, events))
        for write in writes:
            write.result()
        store.chat.add("m0", "a", 1, f"I am {NAME}").result()
        store.chat.add("m0", "b", 1, "Hello").result()
        store.recovery_codes.put("a", ["c1"]).result()
        store.challenges.add(Challenge("m1", "a", 1)).result()
        yield store


def test_after_forgetting_no_byte_of_the_name_is_in_any_file(crowded: Store, tmp_path: Path) -> None:
    def files_with(text: str) -> list[str]:
        return [path.name for path in tmp_path.iterdir() if text.encode() in path.read_bytes()]

    assert files_with(NAME) or crowded.is_shared  # where a server keeps it, it is not for us to look
    kept = {match.id: crowded.events.read(match.id) for match in crowded.matches.search(limit=1000)}
    crowded.guests.erase(["a"], KINDS, forget_names, 9).result()
    crowded.scrub()
    assert files_with(NAME) == []
    assert files_with(NAME[:8]) == []
    assert files_with(NAME.casefold()[:8]) == []
    assert files_with("hash of") == []
    for match_id, events in kept.items():
        now = crowded.events.read(match_id)
        assert [(e.sequence, e.kind, e.time) for e in now] == [(e.sequence, e.kind, e.time) for e in events]
        for body in (decode_body(event.body) for event in now):
            if isinstance(body, Created):
                assert {seat.name for seat in body.seats} <= {"", "Ben"}
    assert crowded.sessions.identify("k") is None
    assert crowded.accounts.get("a") is None
    assert crowded.guests.find(["a"])["a"].name == ""
    assert [remark.text for remark in crowded.chat.read("m0")] == ["Hello"]
    assert crowded.challenges.of("a") == []
    assert crowded.guests.changed_since(8) == {"a": 9}
    sign_up(crowded, "c", NAME, "kc")  # the name is free again


def test_who_never_sat_anywhere_is_gone_altogether(store: Store) -> None:
    sign_up(store)
    store.guests.erase(["a"], KINDS, forget_names, 9).result()
    assert store.guests.find(["a"]) == {}


def test_guests_who_have_not_come_for_long_are_found_but_no_accounts(store: Store) -> None:
    for guest_id, seen in (("old", 10), ("new", 20)):
        store.guests.add(Guest(guest_id, guest_id, 1, seen), guest_id).result()
    sign_up(store)  # seen at 5
    assert store.guests.unused(before=15, limit=10) == ["old"]
    assert store.sessions.expire(15, 15).result() == 1
    assert keys(store) == set()
    assert keys(store, "old") == {"old"}
    identity = store.sessions.identify("old")
    assert identity is not None
    store.sessions.touch(identity, 30).result()
    assert store.guests.unused(before=15, limit=10) == []
