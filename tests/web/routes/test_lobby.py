"""Quick pairing: who wants to play now gets a seat; nobody waits beside a table that fits."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from postgres import Cluster
from web.server_process import Guest, Server, running

Wish = dict[str, Any]
TIMES = count(180)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lobby other tests do not see."""
    with running(tmp_path_factory.mktemp("lobby")) as started:
        yield started


@pytest.fixture
def wish() -> Wish:
    """A wish that no other test has: with a clock of its own."""
    return {"game": "qawale", "clock": {"kind": "fischer", "time": next(TIMES), "increment": 2}}


def pair(guest: Guest, wish: Wish, **others: Any) -> dict[str, Any]:
    return guest.post("/api/pairing", **{**wish, **others})


def test_the_first_waits_and_the_second_sits_down(server: Server, wish: Wish) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    waiting = pair(ann, wish)
    assert (waiting["is_new"], waiting["has_begun"]) == (True, False)
    assert waiting["invite"]
    assert waiting["match"] in {entry["match"] for entry in ben.get("/api/lobby")["matches"]}
    found = pair(ben, wish)
    assert found == {**waiting, "is_new": False, "has_begun": True, "invite": ""}
    assert {seat["name"] for seat in ann.table(found["match"])["seats"]} == {"Ann", "Ben"}
    assert pair(ben, wish)["is_new"]  # that one has begun


def test_whoever_asks_twice_waits_at_one_table_and_never_sits_with_himself(server: Server, wish: Wish) -> None:
    ann = Guest(server, "Ann")
    first = pair(ann, wish)
    again = pair(ann, wish)
    assert (again["match"], again["is_new"], again["has_begun"]) == (first["match"], False, False)
    assert [seat["kind"] for seat in ann.table(first["match"])["seats"]] == ["person", "open"]


@pytest.mark.parametrize(
    ("table", "others"),
    [
        ({}, {"clock": {"kind": "fischer", "time": 100, "increment": 2}}),
        ({}, {"options": {"pebbles": "5"}}),
        ({}, {"game": "exago"}),
        ({"is_public": False}, {}),
        ({"by_lot": False}, {}),
        ({"has_hints": True}, {}),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_is_left_alone(
    server: Server, wish: Wish, table: dict[str, Any], others: Wish
) -> None:
    Guest(server, "Ann").create(**{**wish, "is_public": True, **table})
    assert pair(Guest(server, "Ben"), wish, **others)["is_new"]


def test_tables_from_the_lobby_fit_too_the_oldest_first_but_not_reserved_or_left_ones(
    server: Server, wish: Wish
) -> None:
    left, ann, ben = Guest(server, "Lea"), Guest(server, "Ann"), Guest(server, "Ben")
    empty, _ = left.create(**wish, is_public=True)
    left.command(empty, "leave")
    bob = Guest(server)
    bob.post("/api/accounts", name="bob", password="a long pass phrase")
    ann.create(**wish, is_public=True, places=[{"kind": "me"}, {"kind": "account", "name": "bob"}])
    oldest, _ = ann.create(**wish, is_public=True)
    ben.create(**wish, is_public=True)
    assert pair(Guest(server, "Cyd"), wish)["match"] == oldest


def test_a_table_of_three_fills_up(server: Server, wish: Wish) -> None:
    guests = [Guest(server, name) for name in ("Ann", "Ben", "Cyd")]
    made = [pair(guest, wish, game="exago", seats=3) for guest in guests]
    assert len({paired["match"] for paired in made}) == 1
    assert [paired["has_begun"] for paired in made] == [False, False, True]


def test_what_cannot_be_played_is_refused(guest: Guest, wish: Wish) -> None:
    for wrong, code in (({"game": "chess"}, "fourfold.unknown_game"), ({"seats": 9}, "fourfold.bad_seats")):
        assert guest.ask("/api/pairing", {**wish, **wrong}).json()["code"] == code


def assert_all_sit(guests: list[Guest], made: list[dict[str, Any]]) -> None:
    """Everybody sits at one table of two, and at most one waits."""
    tables = Counter(paired["match"] for paired in made)
    assert sorted(tables.values()) == [1] * (len(guests) % 2) + [2] * (len(guests) // 2)
    for guest, paired in zip(guests, made, strict=True):
        assert guest.table(paired["match"])["seat"] is not None
        assert [entry["match"] for entry in guest.get("/api/matches")["matches"]] == [paired["match"]]


def test_many_at_once_are_paired_without_a_seat_taken_twice(server: Server, wish: Wish) -> None:
    guests = [Guest(server, f"Guest {number}") for number in range(17)]
    with ThreadPoolExecutor(len(guests)) as pool:
        assert_all_sit(guests, list(pool.map(lambda guest: pair(guest, wish), guests)))


@pytest.mark.long
@pytest.mark.xdist_group("postgresql")
def test_many_at_once_are_paired_by_two_processes(cluster: Cluster, tmp_path: Path, wish: Wish) -> None:
    place = cluster.database()
    with running(tmp_path, place) as one, running(tmp_path, place) as other:
        guests = [Guest((one, other)[number % 2], f"Guest {number}") for number in range(16)]
        with ThreadPoolExecutor(len(guests)) as pool:
            assert_all_sit(guests, list(pool.map(lambda guest: pair(guest, wish), guests)))
