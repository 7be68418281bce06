"""Tournaments of every kind with leavers, late comers and kills, to their end; standings are reckoned by hand here."""

import json
import signal
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from fourfold import Record
from fourfold.match import lots
from fourfold.match.verification import Promise, verdict_of, verify
from fourfold.store import Store
from fourfold.store.tables.tournaments import TournamentRow
from web.server_process import Guest, Server

PATIENCE = 120.0
QUICK = {"game": "qawale", "options": {"pebbles": "1"}}
Shown = dict[str, Any]


class Cup:
    """A tournament and its people. Games are decided by resignation: who is named first in `order` wins."""

    def __init__(self, server: Server, names: str, **wish: Any) -> None:
        self.people = {name: Guest(server, name) for name in names}
        self.organiser = Guest(server, "Org")
        self.order = names
        wish = {"name": "Cup", **QUICK, "with_me": False, **wish}
        self.id: str = self.organiser.post("/api/tournaments", **wish)["tournament"]
        for guest in self.people.values():
            self.enter(guest)

    def enter(self, guest: Guest) -> None:
        guest.post(f"/api/tournaments/{self.id}/enter")

    def late(self, server: Server, name: str) -> None:
        self.people[name] = Guest(server, name)
        self.order += name
        self.enter(self.people[name])

    def begin(self) -> Shown:
        return self.organiser.post(f"/api/tournaments/{self.id}/begin")

    def leave(self, name: str) -> Shown:
        return self.people[name].post(f"/api/tournaments/{self.id}/withdraw")

    def shown(self) -> Shown:
        found: Shown = self.organiser.get(f"/api/tournaments/{self.id}")
        return found

    def names(self, shown: Shown, places: Sequence[int]) -> list[str]:
        return [shown["entries"][place]["name"] for place in places]

    def decide(self, only: int | None = None) -> None:
        """All games that are due are decided; with `only`, those of this round."""
        shown = self.shown()
        for number, each in enumerate(shown["rounds"]):
            for game in each["games"] if only in (None, number) else ():
                if game["match"] and game["scores"] is None:
                    players = sorted(self.names(shown, game["players"]), key=self.order.index)
                    for loser in players[:0:-1]:
                        self.people[loser].command(game["match"], "resign")

    def wait(self, holds: Callable[[Shown], bool]) -> Shown:
        deadline = time.monotonic() + PATIENCE
        while not holds(shown := self.shown()):
            assert time.monotonic() < deadline, shown
            time.sleep(0.05)
        return shown

    def finish(self) -> Shown:
        def is_over(shown: Shown) -> bool:
            if shown["status"] != "over":
                self.decide()
            return bool(shown["status"] == "over")

        return self.wait(is_over)

    def round(self, number: int) -> Shown:
        """Until a round has begun."""
        return self.wait(
            lambda shown: len(shown["rounds"]) > number and any(g["match"] for g in shown["rounds"][number]["games"])
        )

    def table(self, shown: Shown) -> list[tuple[str, float]]:
        return [(shown["entries"][one["entry"]]["name"], one["points"]) for one in shown["standings"]]

    def reckoned(self, shown: Shown, bye: float) -> dict[str, float]:
        """The points by hand: what each made in each game, and the byes."""
        points = {entry["name"]: 0.0 for entry in shown["entries"]}
        for each in shown["rounds"]:
            for game in each["games"]:
                for name, score in zip(self.names(shown, game["players"]), game["scores"] or (), strict=False):
                    points[name] += score
            for name in self.names(shown, each["byes"]):
                points[name] += bye
        return points


def test_in_a_round_robin_who_leaves_forfeits_what_is_left(server: Server) -> None:
    cup = Cup(server, "abcd")
    assert cup.begin()["rounds_planned"] == 3
    cup.order = "dabc"  # d beats a in the first round, and leaves
    cup.decide(0)
    cup.round(1)
    cup.leave("d")
    cup.order = "abcd"
    over = cup.finish()
    # By hand: a beats b and c; b beats c, free against d; c free against d; d beat a.
    # Sonneborn-Berger: a 1x2 + 1x1 = 3, b 1x1 + 1x1 = 2; d 1x2 = 2, c 1x1 = 1.
    assert cup.table(over) == [("a", 2.0), ("b", 2.0), ("d", 1.0), ("c", 1.0)]
    assert [one["tie_breaks"][0] for one in over["standings"]] == [3.0, 2.0, 2.0, 1.0]
    assert [entry["is_away"] for entry in over["entries"]] == [False, False, False, True]


def test_in_a_knockout_the_organiser_withdraws_a_player_and_the_other_goes_on(server: Server) -> None:
    cup = Cup(server, "abcd", system="knockout")
    shown = cup.begin()
    assert shown["rounds_planned"] == 2
    gone = shown["entries"][0]["player"]
    stranger = cup.people["b"].ask(f"/api/tournaments/{cup.id}/withdraw", {"player": gone})
    assert (stranger.status_code, stranger.json()["code"]) == (409, "web.contest.not_yours_to_withdraw")
    cup.organiser.post(f"/api/tournaments/{cup.id}/withdraw", player=gone)
    over = cup.finish()
    # a was to meet d, who goes on; b beats c, then d.
    assert [(name, one["rank"]) for (name, _), one in zip(cup.table(over), over["standings"], strict=True)] == [
        ("b", 1), ("d", 2), ("a", 3), ("c", 3),
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3])
def test_in_a_swiss_system_late_comers_enter_and_leavers_are_paired_no_more(server: Server, seats: int) -> None:
    game = {"game": "exago"} if seats == 3 else QUICK
    cup = Cup(server, "abcdefg", system="swiss", rounds=3, seats=seats, **{"options": {}, **game})
    assert cup.begin()["rounds_planned"] == 3
    cup.late(server, "z")
    again = cup.people["z"].ask(f"/api/tournaments/{cup.id}/enter", {})
    assert again.status_code == 200
    cup.decide(0)
    cup.round(1)
    cup.leave("g")
    cup.decide(1)
    cup.round(2)
    assert cup.people["a"].ask(f"/api/tournaments/{cup.id}/enter", {}).status_code == 200  # who is in stays in
    too_late = Guest(server, "y").ask(f"/api/tournaments/{cup.id}/enter", {})
    assert (too_late.status_code, too_late.json()["code"]) == (409, "web.contest.too_late")
    over = cup.finish()
    assert dict(cup.table(over)) == cup.reckoned(over, bye=1.0)
    there = [
        {name for game in each["games"] for name in cup.names(over, game["players"])}
        | set(cup.names(over, each["byes"]))
        for each in over["rounds"]
    ]
    assert there[0] == set("abcdefg")
    assert there[1] == set("abcdefgz")
    assert there[2] == set("abcdefz")
    points = dict(cup.table(over))
    for one in over["standings"]:  # Buchholz by hand: all opponents' points, a bye as a table of oneself
        name = over["entries"][one["entry"]]["name"]
        opponents = {over["entries"][int(place)]["name"] for place in one["against"]}
        byes = sum(name in cup.names(over, each["byes"]) for each in over["rounds"])
        expected = sum(points[other] for other in opponents) + byes * (seats - 1) * points[name]
        assert one["tie_breaks"][0] == pytest.approx(expected)


def test_rounds_are_as_asked_or_refused_in_words(server: Server) -> None:
    cup = Cup(server, "abc", system="swiss", rounds=4)
    refused = cup.organiser.ask(f"/api/tournaments/{cup.id}/begin", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "arena.tournament.rounds")
    cup.late(server, "d")
    cup.late(server, "e")
    assert cup.begin()["rounds_planned"] == 4


def test_who_does_not_come_in_the_time_that_the_organiser_set_is_out_and_never_leads(server: Server) -> None:
    cup = Cup(server, "abc", system="swiss", rounds=2, seats=3, game="exago", options={}, first_turn=1)
    cup.begin()
    match = cup.round(0)["rounds"][0]["games"][0]["match"]
    absent = cup.people[cup.people["a"].table(match)["seats"][0]["name"]]
    others = [guest for guest in cup.people.values() if guest is not absent]

    def play_on(shown: Shown) -> bool:
        for guest in others:
            table = guest.table(match)
            if table["clicks"] is not None and not table["seats"][table["to_move"]]["has_left"]:
                guest.play(match, guest.first_move(match, table["clicks"]), table["ply"])
        return bool(shown["status"] == "over")

    over = cup.wait(play_on)  # with two left of three a Swiss system of three seats ends
    name = absent.get("/api/session")["name"]
    assert cup.table(over)[-1] == (name, 0.0)
    assert [entry["name"] for entry in over["entries"] if entry["is_away"]] == [name]
    assert sum(one["points"] for one in over["standings"]) == pytest.approx(1.0)


def test_a_game_to_which_nobody_came_is_called_off_and_counts_for_nothing_and_the_absent_is_out(server: Server) -> None:
    cup = Cup(server, "abc", first_turn=1)
    cup.begin()
    over = cup.wait(lambda shown: bool(shown["status"] == "over"))
    # By hand: b does not come to the game with c, which is called off. So a is free against b. Then c does not come.
    assert [cup.names(over, game["players"]) for each in over["rounds"] for game in each["games"]] == [
        ["b", "c"], ["a", "b"], ["c", "a"],
    ]  # fmt: skip
    assert [game["scores"] for each in over["rounds"] for game in each["games"]] == [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]
    for number in (0, 2):
        match = over["rounds"][number]["games"][0]["match"]
        assert cup.people["a"].table(match)["outcome"]["code"] == "called_off"
    assert cup.table(over) == [("a", 1.0), ("b", 0.0), ("c", 0.0)]
    assert [one["games"] for one in over["standings"]] == [1, 1, 0]
    assert [entry["is_away"] for entry in over["entries"]] == [False, True, True]
    assert cup.organiser.get("/api/ratings", pool="qawale 2 pebbles=1")["ratings"] == [] or all(
        rating["name"] not in "ab" for rating in cup.organiser.get("/api/ratings", pool="qawale 2 pebbles=1")["ratings"]
    )


@pytest.mark.parametrize("limit", [{"first_turn": 1}, {"clock": {"kind": "sudden", "time": 1}}])
def test_in_a_knockout_a_called_off_game_counts_for_nothing_and_who_stayed_goes_on(
    server: Server, limit: Shown
) -> None:
    cup = Cup(server, "abcd", system="knockout", **limit)
    cup.begin()
    over = cup.wait(lambda shown: bool(shown["status"] == "over"))
    # By hand: a and b do not come to their games with d and c, and are out; nor does the first of the final.
    last = cup.names(over, over["rounds"][1]["games"][0]["players"])
    assert sorted(last) == ["c", "d"]
    assert all(each["games"][0]["scores"] == [0.0, 0.0] for each in over["rounds"])
    assert [(name, one["rank"]) for (name, _), one in zip(cup.table(over), over["standings"], strict=True)] == [
        (last[1], 1), (last[0], 2), ("a", 3), ("b", 3),
    ]  # fmt: skip


def test_an_organiser_cancels_and_matches_are_called_off(server: Server) -> None:
    cup = Cup(server, "abcd")
    cup.begin()
    matches = [game["match"] for game in cup.round(0)["rounds"][0]["games"]]
    refused = cup.people["a"].ask(f"/api/tournaments/{cup.id}/cancel", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "web.contest.not_yours")
    assert cup.shown()["seed"] == ""
    cancelled = cup.organiser.post(f"/api/tournaments/{cup.id}/cancel")
    assert cancelled["status"] == "cancelled"
    assert [cup.organiser.table(match)["outcome"]["code"] for match in matches] == ["called_off"] * 2
    assert lots.commit(cup.shown()["seed"]) == cancelled["commitment"]
    late = cup.people["a"].ask(f"/api/tournaments/{cup.id}/withdraw", {})
    assert (late.status_code, late.json()["code"]) == (409, "web.contest.over")
    early = Cup(server, "ab", system="swiss", rounds=5)
    assert early.organiser.post(f"/api/tournaments/{early.id}/cancel")["status"] == "cancelled"


def test_one_seed_is_promised_before_anybody_enters_and_every_deal_comes_from_it(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    wish = {"name": "Deals", "game": "quadominos", "options": {"beginner": "on", "rounds": "1"}}
    alone = ann.ask("/api/tournaments", {**wish, "part": "a1" * 32})
    assert (alone.status_code, alone.json()["code"]) == (409, "match.part_alone")
    promised = ann.post("/api/commitments")["commitment"]
    cup = ann.post("/api/tournaments", **wish, commitment=promised, part="a1" * 32)["tournament"]
    shown = ben.get(f"/api/tournaments/{cup}")
    assert (shown["commitment"], shown["seed"]) == (promised, "")
    for body, code in (
        ({"part": "b2" * 32}, "part_alone"),
        ({"part": "b2" * 32, "commitment": "00" * 32}, "other_commitment"),
    ):
        refused = ben.ask(f"/api/tournaments/{cup}/enter", body)
        assert (refused.status_code, refused.json()["code"]) == (409, f"match.{code}")
    ben.post(f"/api/tournaments/{cup}/enter", commitment=promised, part="b2" * 32)
    ann.post(f"/api/tournaments/{cup}/begin")
    match = ann.get(f"/api/tournaments/{cup}")["rounds"][0]["games"][0]["match"]
    ann.command(match, "resign")
    deadline = time.monotonic() + PATIENCE
    while (over := ann.get(f"/api/tournaments/{cup}"))["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert lots.commit(over["seed"]) == promised
    record = Record.parse(ann.http.get(f"/api/matches/{match}/record").text)
    assert record.headers["Seed"] == over["seed"]
    assert sorted(record.headers["Parts"].split()) == ["a1" * 32, "b2" * 32]
    assert verdict_of(verify(record, Promise(part="b2" * 32))) == "fair"


def end_now(server: Server, cup: str) -> None:
    """The hour of an arena is over."""
    with Store.open(server.database) as store:
        row = store.tournaments.find(cup)
        body = json.dumps({**json.loads(row.body), "ends": int(time.time() * 1000)})
        store.tournaments.change(TournamentRow(row.id, row.created, row.status, row.version + 1, body)).result()


def test_in_an_arena_everybody_plays_as_often_as_they_like_until_the_time_is_up(own_server: Server) -> None:
    cup = Cup(own_server, "abc", system="arena", minutes=30)
    shown = cup.begin()
    assert (shown["minutes"], shown["system"]) == (30, "arena")

    def count(number: int) -> Callable[[Shown], bool]:
        return lambda shown: sum(1 for game in shown["rounds"][0]["games"] if game["match"]) >= number

    for number in range(1, 6):
        cup.wait(count(number))
        cup.decide()
    cup.late(own_server, "z")
    cup.wait(count(6))
    cup.leave("c")
    cup.wait(lambda shown: all(entry["is_away"] == (entry["name"] == "c") for entry in shown["entries"]))
    cup.decide()
    cup.enter(cup.people["c"])  # and back again
    assert [entry["name"] for entry in cup.shown()["entries"] if entry["is_away"]] == []
    end_now(own_server, cup.id)
    port = own_server.port
    own_server.end(signal.SIGKILL)
    own_server.start(port=port)
    over = cup.finish()
    # By hand, in the order of the games: 2 for a win, doubled after two wins in a row; losses end the row.
    points, streak = dict.fromkeys("abcz", 0), dict.fromkeys("abcz", 0)
    for game in over["rounds"][0]["games"][::-1]:
        for name, score in zip(cup.names(over, game["players"]), game["scores"], strict=True):
            if sum(game["scores"]):
                points[name] += 0 if score < 1 else 4 if streak[name] >= 2 else 2
                streak[name] = streak[name] + 1 if score == 1 else 0
    assert dict(cup.table(over)) == points
    assert [made for _, made in cup.table(over)] == sorted(points.values(), reverse=True)
    assert points["a"] >= 4
    pairs = [frozenset(game["players"]) for game in over["rounds"][0]["games"]]
    assert all(one != other for one, other in pairwise(pairs[::-1][:5]))
    assert lots.commit(over["seed"]) == over["commitment"]


def test_an_arena_whose_time_is_up_takes_nobody_and_is_over_though_nobody_looked_at_it(server: Server) -> None:
    cup, late = Cup(server, "a", system="arena", minutes=1), Guest(server, "z")
    cup.begin()
    end_now(server, cup.id)
    refused = late.ask(f"/api/tournaments/{cup.id}/enter", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "web.contest.over")
    listed = {each["tournament"]: each for each in late.get("/api/tournaments")["tournaments"]}
    assert (listed[cup.id]["status"], listed[cup.id]["entries"]) == ("over", 1)


def test_an_arena_is_for_two_seats_and_says_so(server: Server) -> None:
    guest = Guest(server, "Org")
    base = {"name": "Hour", "game": "exago", "system": "arena"}
    for change, status, code in (
        ({"seats": 3}, 409, "web.contest.arena_seats"),
        ({"games": 2}, 409, "web.contest.arena_games"),
        ({"rounds": 2}, 409, "web.contest.rounds_alone"),
        ({"minutes": 9000}, 409, "web.contest.minutes"),
        ({"system": "swiss", "minutes": 5}, 409, "web.contest.minutes_alone"),
    ):
        refused = guest.ask("/api/tournaments", base | change)
        assert (refused.status_code, refused.json()["code"]) == (status, code), refused.text


@pytest.mark.long
@pytest.mark.parametrize("system", ["round-robin", "swiss", "knockout"])
def test_leavers_late_comers_and_kills_together(own_server: Server, system: str) -> None:
    wish: dict[str, Any] = {"rounds": 4} if system == "swiss" else {}
    cup = Cup(own_server, "abcdef", system=system, **wish)
    cup.begin()
    port = own_server.port
    for number, leaver in enumerate("fb"):
        cup.round(number)
        cup.leave(leaver)
        own_server.end(signal.SIGKILL)
        own_server.start(port=port)
        if system == "swiss" and number == 0:
            cup.late(own_server, "z")
        cup.decide(number)
    over = cup.finish()
    if system == "knockout":
        assert cup.table(over)[0][0] == "a"
    else:
        assert dict(cup.table(over)) == cup.reckoned(over, bye=1.0 if system == "swiss" else 0.0)
        assert cup.table(over)[0][0] == "a"
    names = [game["match"] for each in over["rounds"] for game in each["games"] if game["match"]]
    assert len(names) == len(set(names))
