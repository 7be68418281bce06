"""Quick pairing: who wants to play now gets a seat; nobody waits beside a table that fits."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from postgres import Cluster
from web.server_process import Guest, Server, running

BLITZ = {"kind": "fischer", "time": 180, "increment": 2}
WISH: dict[str, Any] = {"game": "qawale", "clock": BLITZ}


def pair(guest: Guest, **wish: Any) -> dict[str, Any]:
    return guest.post("/api/pairing", **{**WISH, **wish})


def test_the_first_waits_and_the_second_sits_down(own_server: Server) -> None:
    ann, ben = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    waiting = pair(ann)
    assert (waiting["is_new"], waiting["has_begun"]) == (True, False)
    assert waiting["invite"]
    assert waiting["match"] in {entry["match"] for entry in ben.get("/api/lobby")["matches"]}
    found = pair(ben)
    assert found == {**waiting, "is_new": False, "has_begun": True, "invite": ""}
    assert {seat["name"] for seat in ann.table(found["match"])["seats"]} == {"Ann", "Ben"}
    assert pair(ben)["is_new"]  # that one has begun


def test_whoever_asks_twice_waits_at_one_table_and_never_sits_with_himself(own_server: Server) -> None:
    ann = Guest(own_server, "Ann")
    first = pair(ann)
    again = pair(ann)
    assert (again["match"], again["is_new"], again["has_begun"]) == (first["match"], False, False)
    assert [seat["kind"] for seat in ann.table(first["match"])["seats"]] == ["person", "open"]


@pytest.mark.parametrize(
    ("table", "wish"),
    [
        ({}, {"clock": {**BLITZ, "time": 300}}),
        ({}, {"options": {"pebbles": "5"}}),
        ({}, {"game": "exago"}),
        ({"is_public": False}, {}),
        ({"by_lot": False}, {}),
        ({"has_hints": True}, {}),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_is_left_alone(
    own_server: Server, table: dict[str, Any], wish: dict[str, Any]
) -> None:
    Guest(own_server, "Ann").create(**{**WISH, "is_public": True, **table})
    assert pair(Guest(own_server, "Ben"), **wish)["is_new"]


def test_tables_from_the_lobby_fit_too_the_oldest_first_but_not_reserved_or_left_ones(own_server: Server) -> None:
    left, ann, ben = Guest(own_server, "Lea"), Guest(own_server, "Ann"), Guest(own_server, "Ben")
    empty, _ = left.create(**WISH, is_public=True)
    left.command(empty, "leave")
    bob = Guest(own_server)
    bob.post("/api/accounts", name="bob", password="a long pass phrase")
    ann.create(**WISH, is_public=True, places=[{"kind": "me"}, {"kind": "account", "name": "bob"}])
    oldest, _ = ann.create(**WISH, is_public=True)
    ben.create(**WISH, is_public=True)
    assert pair(Guest(own_server, "Cyd"))["match"] == oldest


def test_a_table_of_three_fills_up(own_server: Server) -> None:
    guests = [Guest(own_server, name) for name in ("Ann", "Ben", "Cyd")]
    wish = {"game": "exago", "seats": 3}
    made = [pair(guest, **wish) for guest in guests]
    assert len({paired["match"] for paired in made}) == 1
    assert [paired["has_begun"] for paired in made] == [False, False, True]


def test_what_cannot_be_played_is_refused(guest: Guest) -> None:
    for wish, code in (({"game": "chess"}, "fourfold.unknown_game"), ({"seats": 9}, "fourfold.bad_seats")):
        assert guest.ask("/api/pairing", {**WISH, **wish}).json()["code"] == code


def assert_all_sit(guests: list[Guest], made: list[dict[str, Any]]) -> None:
    """Everybody sits at one table of two, and at most one waits."""
    tables = Counter(paired["match"] for paired in made)
    assert sorted(tables.values()) == [1] * (len(guests) % 2) + [2] * (len(guests) // 2)
    for guest, paired in zip(guests, made, strict=True):
        assert guest.table(paired["match"])["seat"] is not None
        assert [entry["match"] for entry in guest.get("/api/matches")["matches"]] == [paired["match"]]


def test_many_at_once_are_paired_without_a_seat_taken_twice(own_server: Server) -> None:
    guests = [Guest(own_server, f"Guest {number}") for number in range(17)]
    with ThreadPoolExecutor(len(guests)) as pool:
        assert_all_sit(guests, list(pool.map(pair, guests)))


@pytest.mark.xdist_group("postgresql")
def test_many_at_once_are_paired_by_two_processes(cluster: Cluster, tmp_path: Path) -> None:
    place = cluster.database()
    with running(tmp_path, place) as one, running(tmp_path, place) as other:
        guests = [Guest((one, other)[number % 2], f"Guest {number}") for number in range(16)]
        with ThreadPoolExecutor(len(guests)) as pool:
            assert_all_sit(guests, list(pool.map(pair, guests)))
