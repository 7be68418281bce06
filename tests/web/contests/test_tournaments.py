"""Ratings and tournaments at a real server: counted once, rounds made by themselves, gone on with after a kill."""

import asyncio
import contextlib
import signal
import time
from typing import Any

import pytest
from sqlalchemy import Engine, event
from typer.testing import CliRunner

from fourfold.arena.tournaments.tournament import Fixture
from fourfold.cli.app import app
from fourfold.store import Store
from fourfold.store.engine.sqlite import driver
from fourfold.web.contests.tournament_state import TournamentState
from fourfold.web.contests.tournaments import match_name
from fourfold.web.context import AppContext
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.jobs.pool import WorkerPool
from web.server_process import Guest, Server, seated

PATIENCE = 120.0


def until_over(guest: Guest, tournament: str, *players: Guest) -> dict[str, Any]:
    """Everybody plays the first move there is wherever it is his turn, until the tournament is over."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        shown: dict[str, Any] = guest.get(f"/api/tournaments/{tournament}")
        if shown["status"] == "over":
            return shown
        for game in shown["rounds"][-1]["games"]:
            for player in players if game["match"] and game["scores"] is None else ():
                table = player.table(game["match"])
                if table["clicks"] is not None:
                    player.play(game["match"], player.first_move(game["match"], table["clicks"]), table["ply"])
        time.sleep(0.02)
    raise AssertionError(shown)


def rated(guest: Guest, pool: str, group: str = "all") -> dict[str, int]:
    found = guest.get("/api/ratings", pool=pool, group=group)
    return {rating["name"]: rating["games"] for rating in found["ratings"]}


def until_rated(guest: Guest, pool: str, wanted: dict[str, int], group: str = "all") -> None:
    deadline = time.monotonic() + PATIENCE
    while rated(guest, pool, group) != wanted:
        assert time.monotonic() < deadline, rated(guest, pool, group)
        time.sleep(0.02)


def play_and_resign(match: str, guests: list[Guest]) -> None:
    for ply, guest in enumerate(guests):
        table = guest.table(match)
        guest.play(match, guest.first_move(match, table["clicks"]), ply)
    guests[0].command(match, "resign")


def test_a_match_of_people_counts_for_people_and_for_all_and_other_tables_apart(own_server: Server) -> None:
    match, guests = seated(own_server, "qawale", options={"pebbles": "3"})
    play_and_resign(match, guests)
    until_rated(guests[0], "qawale 2 pebbles=3", {"Ann": 1, "Ben": 1})
    until_rated(guests[0], "qawale 2 pebbles=3", {"Ann": 1, "Ben": 1}, "people")
    assert rated(guests[0], "qawale 2 pebbles=3", "levels") == {}
    assert rated(guests[0], "qawale 2") == {}
    best = guests[0].get("/api/ratings", pool="qawale 2 pebbles=3")
    assert best["pools"] == ["qawale 2 pebbles=3"]
    winner = guests[1].get("/api/session")["name"]
    assert best["ratings"][0]["name"] == winner
    assert best["ratings"][0]["value"] > 1200 > best["ratings"][1]["value"]

    alone = Guest(own_server, "Cyd")
    same, _ = alone.create("qawale", places=[{"kind": "me"}, {"kind": "me"}], options={"pebbles": "3"})
    early, others = seated(own_server, "qawale", options={"pebbles": "3"})
    play_and_resign(same, [alone, alone])
    others[0].command(early, "resign")
    helped, couple = seated(own_server, "qawale", options={"pebbles": "3"}, has_hints=True)
    assert couple[0].post(f"/api/matches/{helped}/hint")["lines"]
    play_and_resign(helped, couple)
    mixed, _ = alone.create(
        "qawale",
        places=[{"kind": "me"}, {"kind": "computer", "level": "random"}],
        by_lot=False,
        options={"pebbles": "4"},
        has_hints=False,
    )
    alone.play(mixed, "a1NEE", 0)
    while alone.table(mixed)["ply"] < 2:
        time.sleep(0.01)
    alone.command(mixed, "resign")
    until_rated(alone, "qawale 2 pebbles=4", {"Cyd": 1, "Random": 1})
    assert rated(alone, "qawale 2 pebbles=4", "people") == {}
    assert rated(alone, "qawale 2 pebbles=3") == {"Ann": 1, "Ben": 1}


def context_of(server: Server) -> tuple[Store, AppContext]:
    store = Store.open(server.database)
    return store, AppContext(store, WorkerPool(1), RateLimits())


def test_ratings_are_the_same_when_reckoned_again_and_count_what_a_process_left_undone(own_server: Server) -> None:
    for _ in range(3):
        match, guests = seated(own_server, "exago", 3)
        play_and_resign(match, guests)
        guests[1].command(match, "resign")
    deadline = time.monotonic() + PATIENCE
    while len(guests[0].get("/api/ratings", pool="exago 3", group="all")["ratings"]) < 9:  # three with each name
        assert time.monotonic() < deadline
        time.sleep(0.02)
    own_server.end(signal.SIGKILL)
    with Store.open(own_server.database) as store:
        before = {rating.player: rating for rating in store.ratings.best("all exago 3")}
        order = store.ratings.rated_matches()
        assert len(before) == 9
    done = CliRunner().invoke(app, ["data", "ratings", "--database", str(own_server.database)])
    assert done.stdout == "3 matches have counted.\n"
    store, context = context_of(own_server)
    with store:
        assert {rating.player: rating for rating in store.ratings.best("all exago 3")} == before
        assert store.ratings.rated_matches() == order
        asyncio.run(context.ratings.rate_stored(order[0]))  # once more changes nothing
        assert {rating.player: rating for rating in store.ratings.best("all exago 3")} == before
        store.ratings.clear().result()
        asyncio.run(context.ratings.catch_up())
        assert {rating.player for rating in store.ratings.best("all exago 3")} == before.keys()
        assert store.ratings.unrated_matches() == []


def test_people_and_levels_play_a_round_robin_whose_rounds_are_made_by_themselves(server: Server) -> None:
    ann, ben, eve = Guest(server, "Ann"), Guest(server, "Ben"), Guest(server, "Eve")
    wish = {"name": "Sunday", "game": "qawale", "options": {"pebbles": "1"}, "levels": ["random"]}
    made = ann.post("/api/tournaments", **wish, clock={"kind": "fischer", "time": 300, "increment": 5})["tournament"]
    assert [each["name"] for each in ann.get("/api/tournaments")["tournaments"] if each["tournament"] == made] == [
        "Sunday"
    ]
    ben.post(f"/api/tournaments/{made}/enter")
    ben.post(f"/api/tournaments/{made}/enter")
    eve.post(f"/api/tournaments/{made}/enter")
    eve.post(f"/api/tournaments/{made}/withdraw")
    refused = ben.ask(f"/api/tournaments/{made}/begin", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "web.contest.not_yours")
    shown = ann.post(f"/api/tournaments/{made}/begin")
    assert sorted(entry["name"] for entry in shown["entries"]) == ["Ann", "Ben", "Random"]
    assert (shown["status"], shown["is_mine"]) == ("running", True)
    late = eve.ask(f"/api/tournaments/{made}/enter", {})
    assert (late.status_code, late.json()["code"]) == (409, "web.contest.begun")
    over = until_over(ann, made, ann, ben)
    assert [len(each["games"]) for each in over["rounds"]] == [1, 1, 1]
    assert all(sum(game["scores"]) == 1 for each in over["rounds"] for game in each["games"])
    assert sum(one["points"] for one in over["standings"]) == 3  # a free round gives nothing: everybody has one
    assert over["tie_breaks"] == ["berger", "direct", "wins"]
    first = over["rounds"][0]["games"][0]
    seats = [over["entries"][place]["name"] for place in first["players"]]
    assert [seat["name"] for seat in ann.table(first["match"])["seats"]] == seats


@pytest.mark.parametrize("wish", [{"system": "swiss", "rounds": 2}, {"system": "knockout"}])
def test_levels_alone_play_a_tournament_to_its_end(server: Server, wish: dict[str, Any]) -> None:
    ann = Guest(server, "Ann")
    levels = ["random", "simple", "level-1", "level-2"]
    given = {"name": "Levels", "game": "qawale", "options": {"pebbles": "1"}, "levels": levels, "with_me": False}
    made = ann.post("/api/tournaments", **given, **wish)["tournament"]
    ann.post(f"/api/tournaments/{made}/begin")
    over = until_over(ann, made)
    assert len(over["rounds"]) == 2
    assert over["standings"][0]["rank"] == 1


@pytest.mark.long
def test_a_tournament_goes_on_after_the_process_was_killed(own_server: Server) -> None:
    ann = Guest(own_server, "Ann")
    given = {"name": "Hard", "game": "qawale", "options": {"pebbles": "2"}, "levels": ["random", "simple", "level-1"]}
    made = ann.post("/api/tournaments", **given, with_me=False, games=2)["tournament"]
    ann.post(f"/api/tournaments/{made}/begin")
    port = own_server.port
    own_server.end(signal.SIGKILL)
    own_server.start(port=port)
    over = until_over(ann, made)
    games = [game["match"] for each in over["rounds"] for game in each["games"]]
    assert len(games) == len(set(games)) == 6
    assert sum(one["points"] for one in over["standings"]) == 6


def test_a_match_that_cannot_be_read_is_its_own_problem_and_the_tournament_goes_on(own_server: Server) -> None:
    ann, ben = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    made = [
        ann.post("/api/tournaments", name="Cup", game="qawale", system=system, games=games)["tournament"]
        for system, games in (("round-robin", 2), ("arena", 1))
    ]
    for tournament in made:
        ben.post(f"/api/tournaments/{tournament}/enter")
        ann.post(f"/api/tournaments/{tournament}/begin")

    def games_of(tournament: str) -> list[dict[str, Any]]:
        return [game for each in ann.get(f"/api/tournaments/{tournament}")["rounds"] for game in each["games"]]

    broken = [games_of(tournament)[0]["match"] for tournament in made]
    for match in broken:
        ann.command(match, "resign")
    own_server.end()
    with contextlib.closing(driver().connect(own_server.database)) as database, database:
        for match in broken:
            database.execute("UPDATE events SET body = '[' WHERE match_id = ? AND kind = 'ended'", (match,))
    own_server.start()
    for guest in (ann, ben):
        guest.move_to(own_server)
    first, second = games_of(made[0])
    assert (first["problem"]["code"], first["scores"]) == ("store.unreadable_match", [0.0, 0.0])
    assert second["problem"] is None
    ben.command(second["match"], "resign")
    shown = until_over(ann, made[0])
    assert [standing["points"] for standing in shown["standings"]] == [1.0, 0.0]
    assert [game["scores"] for game in games_of(made[1]) if game["match"] == broken[1]] == [[0.0, 0.0]]


def test_a_running_match_that_cannot_be_read_holds_no_round(own_server: Server) -> None:
    """Nobody can play it on, so it is called off: it counts for nothing."""
    ann, ben = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    made = ann.post("/api/tournaments", name="Cup", game="qawale", games=2)["tournament"]
    ben.post(f"/api/tournaments/{made}/enter")
    ann.post(f"/api/tournaments/{made}/begin")
    first = ann.get(f"/api/tournaments/{made}")["rounds"][0]["games"][0]["match"]
    own_server.end()
    with contextlib.closing(driver().connect(own_server.database)) as database, database:
        database.execute("UPDATE events SET body = '[' WHERE match_id = ? AND kind = 'started'", (first,))
    own_server.start()
    for guest in (ann, ben):
        guest.move_to(own_server)

    def games() -> list[dict[str, Any]]:
        return [game for each in ann.get(f"/api/tournaments/{made}")["rounds"] for game in each["games"]]

    broken, other = games()
    assert (broken["match"], broken["problem"]["code"]) == (first, "store.unreadable_match")
    assert broken["scores"] == [0.0, 0.0]
    ben.command(other["match"], "resign")
    shown = until_over(ann, made)
    assert [standing["points"] for standing in shown["standings"]] == [1.0, 0.0]


def test_what_cannot_be_played_is_refused_in_words(server: Server) -> None:
    ann = Guest(server, "Ann")
    base = {"name": "Sunday", "game": "exago"}
    for change, status, code in (
        ({"system": "knockout", "seats": 3}, 422, "arena.tournament.seats"),
        ({"rounds": 3}, 409, "web.contest.rounds_alone"),
        ({"games": 0}, 422, "arena.tournament.games"),
        ({"system": "ladder"}, 400, "web.bad_body"),
        ({"name": " "}, 409, "web.contest.name"),
        ({"game": "chess"}, 404, "fourfold.unknown_game"),
        ({"levels": ["nobody"]}, 422, "players.unknown_level"),
    ):
        response = ann.ask("/api/tournaments", base | change)
        assert (response.status_code, response.json()["code"]) == (status, code), response.text
    made = ann.post("/api/tournaments", **base)["tournament"]
    alone = ann.ask(f"/api/tournaments/{made}/begin", {})
    assert (alone.status_code, alone.json()["code"]) == (422, "arena.tournament.players")
    assert ann.get(f"/api/tournaments/{made}")["status"] == "open"
    assert ann.http.get("/api/tournaments/none").status_code == 404


def test_who_was_forgotten_leaves_no_name_and_loses_what_was_not_begun(own_server: Server) -> None:
    ann, zed = Guest(own_server, "Ann"), Guest(own_server, "Zedekiah")
    given = {"name": "Short", "game": "qawale", "options": {"pebbles": "1"}, "levels": ["random"], "with_me": False}
    made = ann.post("/api/tournaments", **given)["tournament"]
    zed.post(f"/api/tournaments/{made}/enter")
    assert [entry["name"] for entry in ann.get(f"/api/tournaments/{made}")["entries"]] == ["Random", "Zedekiah"]
    store = Store.open(own_server.database)
    with store:
        assert "Zedekiah" not in store.tournaments.find(made).body
        player = zed.get("/api/session")["id"]
        store.guests.erase([player], (), lambda body, _: body, 1).result()
    ann.post(f"/api/tournaments/{made}/begin")
    over = until_over(ann, made)
    first = over["standings"][0]
    assert (over["entries"][first["entry"]]["name"], first["points"]) == ("Random", 1.0)


def test_who_looks_at_an_arena_does_not_make_the_server_replay_its_games(own_server: Server) -> None:
    ann, ben = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    wish = {"name": "Hour", "game": "qawale", "system": "arena", "minutes": 30, "with_me": True}
    arena = ann.post("/api/tournaments", **wish)["tournament"]
    ben.post(f"/api/tournaments/{arena}/enter")
    ann.post(f"/api/tournaments/{arena}/begin")
    own_server.end()
    store, context = context_of(own_server)
    statements = list[str]()

    def note(*given: Any) -> None:
        statements.append(given[2])

    async def look() -> None:
        state = await context.tournaments.find(arena)
        assert [game.scores for game in await context.tournaments.games_of(arena, state)] == [None]

    async def look_twice() -> None:
        await look()
        event.listen(Engine, "before_cursor_execute", note)
        await look()

    with store:
        try:
            asyncio.run(look_twice())
        finally:
            event.remove(Engine, "before_cursor_execute", note)
    assert statements
    assert not [text for text in statements if "FROM events" in text]


def test_matches_that_are_created_while_the_organiser_cancels_are_called_off(own_server: Server) -> None:
    ann, ben = Guest(own_server, "Ann"), Guest(own_server, "Ben")
    cup = ann.post("/api/tournaments", name="Cup", game="qawale", with_me=True)["tournament"]
    ben.post(f"/api/tournaments/{cup}/enter")
    own_server.end()
    store, context = context_of(own_server)
    tournaments = context.tournaments
    create = tournaments.create_match

    async def create_late(tournament_id: str, state: TournamentState, fixture: Fixture) -> bool:
        await tournaments.cancel(tournament_id, state.creator)
        return await create(tournament_id, state, fixture)

    async def begin() -> list[str]:
        tournaments.create_match = create_late  # type: ignore[method-assign]
        await tournaments.begin(cup, (await tournaments.find(cup)).creator)
        state = await tournaments.find(cup)
        (fixture,) = state.tournament().due({})
        return [state.status, (await context.service.find(match_name(cup, fixture))).match.status]

    with store:
        assert asyncio.run(begin()) == ["cancelled", "over"]
