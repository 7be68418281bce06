"""Setting up, finding, joining, watching, and whole games."""

import random
import re
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

import fourfold
from fourfold.contract.variants import short_words
from fourfold.players.levels import list_levels
from web.server_process import PATIENCE, Guest, Server, hear, seated

GAMES = fourfold.list_games()
NO_COMPUTER = {"kind": "computer", "level": "no such level"}


def test_all_games_and_levels_are_on_the_shelf(guest: Guest) -> None:
    shelf = guest.get("/api/games")
    assert [game["id"] for game in shelf["games"]] == GAMES
    assert all(game["name"] and game["tagline"] and game["seats"][0] <= game["seats"][1] for game in shelf["games"])
    assert [level["id"] for level in shelf["levels"]] == list_levels()
    assert "level-8" in list_levels()


def test_one_sits_where_one_wants_when_no_lots_are_drawn(server: Server, guest: Guest) -> None:
    for mine in range(2):
        places = [{"kind": "me"} if seat == mine else {"kind": "open"} for seat in range(2)]
        match, invite = guest.create("quads", places=places, by_lot=False)
        Guest(server, "Ben").post(f"/api/invites/{invite}")
        assert guest.table(match)["seat"] == mine


def test_a_public_match_stands_in_the_lobby_with_those_who_sit_there(server: Server, guest: Guest) -> None:
    match, _ = guest.create("exago", is_public=True, seats=2, options={"side": "6"})
    hidden, _ = guest.create("exago")
    other = Guest(server, "Ben")
    listed = {entry["match"]: entry for entry in other.get("/api/lobby")["matches"]}
    assert listed[match]["settings"]["options"] == {"side": "6"}
    assert listed[match]["seats"] == [
        {"kind": "person", "name": "Ann", "account": ""},
        {"kind": "open", "name": "", "account": ""},
    ]
    assert hidden not in listed
    assert other.command(match, "join", name="Ben").status_code == 200
    full = next(entry for entry in other.get("/api/lobby")["matches"] if entry["match"] == match)
    assert full["status"] == "running"
    assert {seat["name"] for seat in full["seats"]} == {"Ann", "Ben"}
    assert match in {entry["match"] for entry in other.get("/api/matches")["matches"]}
    assert other.table(match)["status"] == "running"
    assert {seat["name"] for seat in other.table(match)["seats"]} == {"Ann", "Ben"}


def test_a_private_table_is_joined_by_its_invitation_only(server: Server, guest: Guest) -> None:
    match, invite = guest.create("quads")
    other = Guest(server, "Ben")
    other.refused(match, "web.invite_needed", "join", 403, name="Ben")
    assert other.ask("/api/invites/" + "x" * 32, {}).json()["code"] == "web.no_invite"
    assert other.post(f"/api/invites/{invite}") == {"match": match}
    assert other.post(f"/api/invites/{invite}") == {"match": match}  # who sits there already stays
    late = Guest(server, "Cyd").ask(f"/api/invites/{invite}", {})
    assert (late.status_code, late.json()["code"]) == (409, "match.has_begun")


def test_tokens_and_ids_cannot_be_guessed(guest: Guest) -> None:
    made = [guest.create("qawale") for _ in range(3)]
    assert len({part for pair in made for part in pair}) == 6
    assert all(len(match) >= 16 and len(invite) >= 32 for match, invite in made)


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 404, "fourfold.unknown_game"),
        ({"game": "qawale", "seats": 5}, 422, "fourfold.bad_seats"),
        ({"game": "qawale", "options": {"pebbles": "99"}}, 422, "fourfold.bad_value"),
        ({"game": "qawale", "options": {"wings": "2"}}, 422, "fourfold.unknown_option"),
        ({"game": "qawale", "places": [{"kind": "me"}]}, 409, "match.seat_count"),
        ({"game": "qawale", "places": [{"kind": "me"}, NO_COMPUTER]}, 422, "players.unknown_level"),
        ({"game": "qawale", "places": [{"kind": "computer", "level": "random"}] * 2}, 422, "web.nobody_plays"),
        ({"game": "qawale", "clock": {"kind": "sudden", "time": 0}}, 409, "match.clock_time"),
    ],
)  # fmt: skip
def test_what_cannot_be_set_up_is_refused(guest: Guest, wish: dict[str, Any], status: int, code: str) -> None:
    response = guest.ask("/api/matches", wish)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.json()["message"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_over_the_api_and_watched(server: Server, game: str) -> None:
    match, guests = seated(server, game, options=short_words(game))
    with Guest(server).listen(match) as watching:
        heard = [hear(watching)]
        chance = random.Random(1)
        for _ in range(300):
            table = heard[-1]["table"]
            assert table["seat"] is None
            assert table["clicks"] is None
            if table["status"] == "over":
                break
            mover = guests[table["to_move"]]
            tree = mover.table(match)["clicks"]
            mover.play(match, choose(mover, match, tree, chance), table["ply"])
            heard.append(hear(watching))
    assert heard[-1]["table"]["outcome"]["code"]
    numbers = [event["sequence"] for message in heard for event in message["events"]]
    assert numbers == list(range(1, numbers[-1] + 1))
    record = guests[0].http.get(f"/api/matches/{match}/record").text
    position = fourfold.Record.parse(record).position
    assert str(position) == str(server.stored(match).position)
    assert guests[0].http.get(f"/api/matches/{match}/board").text.strip() == position.board().strip()


def choose(guest: Guest, match: str, tree: dict[str, Any], chance: random.Random) -> str:
    path: list[str] = []
    branch: Any = tree
    while not isinstance(branch, str):
        if branch is None:
            branch = guest.get(f"/api/matches/{match}/clicks", path=path)
        names = {name: below for names in branch.values() for name, below in names.items()}
        path.append(chance.choice(sorted(names)))
        branch = names[path[-1]]
    return branch


@pytest.mark.parametrize("game", GAMES)
def test_a_quick_game_against_the_computer(guest: Guest, game: str) -> None:
    match = guest.post("/api/quick", game=game, level="random")["match"]
    with guest.listen(match) as socket:
        own_moves = 0
        while own_moves < 3:
            table = hear(socket)["table"]
            if table["status"] == "over":
                break
            if table["clicks"] is not None:
                guest.play(match, guest.first_move(match, table["clicks"]), table["ply"])
                own_moves += 1
        assert {seat["kind"] for seat in table["seats"]} == {"person", "computer"}


def test_a_match_of_three_with_a_computer_and_one_who_leaves(server: Server) -> None:
    first, second = Guest(server, "Ann"), Guest(server, "Ben")
    places = [{"kind": "me"}, {"kind": "open"}, {"kind": "computer", "level": "random"}]
    match, invite = first.create("exago", seats=3, places=places)
    second.post(f"/api/invites/{invite}")
    assert second.command(match, "resign").status_code == 200
    first.refused(match, "players.unknown_level", "offer", 422, agreement="replace", about=0, level="no such level")
    gone = next(k for k, seat in enumerate(first.table(match)["seats"]) if seat["has_left"])
    assert first.command(match, "offer", agreement="replace", about=gone, level="random").status_code == 200
    with first.listen(match) as socket:
        while (table := hear(socket)["table"])["clicks"] is None:
            pass
        first.play(match, first.first_move(match, table["clicks"]), table["ply"])
    assert [seat["kind"] for seat in first.table(match)["seats"]].count("computer") == 2


def test_a_rematch_is_there_as_soon_as_anyone_hears_of_it_and_the_winner_starts_in_exago(server: Server) -> None:
    match, guests = seated(server, "exago")
    winner, loser = guests
    loser.command(match, "resign")
    with winner.listen(match) as socket:
        hear(socket)
        winner.command(match, "offer", agreement="rematch")
        loser.command(match, "answer", agreement="rematch", accepts=True)
        while not (following := hear(socket)["table"]["following"]):
            pass
        assert winner.table(following)["status"] == "running"
    assert winner.table(following)["seat"] == 0
    assert loser.table(following)["seat"] == 1


def test_offers_takebacks_and_pauses_go_through(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    first.play(match, "a1NEE", 0)
    first.command(match, "offer", agreement="takeback")
    assert second.table(match)["questions"][0]["agreement"] == "takeback"
    second.command(match, "answer", agreement="takeback", accepts=True)
    assert first.table(match)["ply"] == 0
    first.command(match, "offer", agreement="pause")
    second.command(match, "answer", agreement="pause", accepts=True)
    assert first.table(match)["status"] == "paused"
    first.refused(match, "match.is_paused", "play", move="a1NEE", ply=0)
    second.command(match, "resume")
    first.play(match, "a1NEE", 0)
    first.command(match, "offer", agreement="draw")
    second.command(match, "answer", agreement="draw", accepts=True)
    assert first.table(match)["outcome"] == {"winner": None, "scores": [0, 0], "code": "agreed"}


def test_two_at_one_keyboard_see_the_seat_to_move(guest: Guest) -> None:
    match, _ = guest.create("qawale", places=[{"kind": "me"}, {"kind": "me"}])
    for ply in range(4):
        table = guest.table(match)
        assert table["seat"] == table["to_move"] == ply % 2
        guest.play(match, guest.first_move(match, table["clicks"]), ply)


def test_positions_and_records_read_back(server: Server) -> None:
    match, (first, _) = seated(server, "quads")
    table = first.table(match)
    first.play(match, first.first_move(match, table["clicks"]), 0)
    assert str(fourfold.read(first.table(match)["position"])) == first.table(match)["position"]
    assert re.search("Ann|Ben", first.http.get(f"/api/matches/{match}/record").text)


def test_my_matches_put_my_turn_first_and_name_opponents_and_results(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    clock = {"kind": "days", "time": 3}

    def begin(mine: int, **wish: Any) -> str:
        places = [{"kind": "me"} if seat == mine else {"kind": "open"} for seat in range(2)]
        match, invite = ann.create("qawale", places=places, by_lot=False, **wish)
        ben.post(f"/api/invites/{invite}")
        return match

    lost, won = begin(0), begin(0)
    ann.command(lost, "resign")
    ann.move(won)
    ben.command(won, "resign")
    later, sooner = begin(0), begin(0, clock=clock)
    theirs = begin(1)
    table, _ = ann.create("qawale")
    quick = ann.post("/api/quick", game="exago", seats=3, level="level-8")["match"]
    listed = ann.get("/api/matches")["matches"]
    found = {entry["match"]: entry for entry in listed}
    assert [entry["match"] for entry in listed if entry["match"] != quick] == [sooner, later, theirs, table, won, lost]
    assert sorted(seat["name"] for seat in found[quick]["seats"]) == ["Ann", "Oracle", "Oracle 2"]
    mine = found[sooner]
    assert (mine["is_my_turn"], mine["to_move"], mine["mine"], mine["result"]) == (True, 0, [0], "running")
    assert mine["deadline"] == mine["updated"] + 3 * 86_400_000
    assert found[later]["deadline"] is None
    assert (found[theirs]["is_my_turn"], found[theirs]["to_move"], found[theirs]["deadline"]) == (False, 0, None)
    assert (found[won]["result"], found[won]["outcome"]["code"], found[won]["ply"]) == ("won", "resign", 1)
    assert 0 < found[won]["moved"] <= found[won]["updated"]
    assert (found[lost]["result"], found[lost]["ply"], found[lost]["moved"]) == ("lost", 0, 0)
    assert found[table]["picture"] == ""
    for match in (won, sooner, quick):
        response = ann.http.get(found[match]["picture"], params={"palette": "dark"})
        assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
        assert response.text.startswith("<svg")
    assert {entry["match"] for entry in ann.get("/api/matches", result="running")["matches"]} == set(found) - {
        won,
        lost,
    }
    assert [entry["match"] for entry in ann.get("/api/matches", result="lost")["matches"]] == [lost]
    assert [entry["match"] for entry in ann.get("/api/matches", opponent="oracle")["matches"]] == [quick]


def test_many_matches_of_mine_come_page_by_page_the_unfinished_first(server: Server) -> None:
    ann = Guest(server, "Ann")
    over = []
    for _ in range(53):  # one after the other: fifty with computers is the most at once
        over.append(ann.post("/api/quick", game="qawale", level="random")["match"])
        ann.command(over[-1], "resign")
    unfinished = [ann.create("qawale")[0] for _ in range(52)]
    pages = [ann.get("/api/matches")]
    while pages[-1]["behind"]:
        pages.append(ann.get("/api/matches", behind=pages[-1]["behind"]))
    seen = [entry["match"] for page in pages for entry in page["matches"]]
    assert sorted(seen) == sorted([*over, *unfinished])
    assert set(seen[:52]) == set(unfinished)


def test_the_picture_of_a_match_shows_no_hidden_hand(server: Server) -> None:
    match, (first, second) = seated(server, "quadominos")
    pictures = [guest.http.get(f"/api/matches/{match}/picture").text for guest in (first, second, Guest(server))]
    assert pictures[0].startswith("<svg")
    assert len(set(pictures)) == 1  # the board alone, without hands
    table, _ = first.create("quads")
    assert first.http.get(f"/api/matches/{table}/picture").json()["code"] == "match.not_begun"


def test_a_takeback_and_a_pause_end_the_turn_that_was_told(server: Server) -> None:
    match, (first, second) = seated(server, "qawale")
    first.move(match)
    with connect_news(second) as news:
        assert [hear(news)["kind"] for _ in range(2)] == ["started", "turn"]
        first.command(match, "offer", agreement="takeback")
        second.command(match, "answer", agreement="takeback", accepts=True)
        assert hear(news)["kind"] == "moved"
        first.move(match)
        assert hear(news)["kind"] == "turn"
        first.command(match, "offer", agreement="pause")
        second.command(match, "answer", agreement="pause", accepts=True)
        assert hear(news)["kind"] == "moved"
        second.command(match, "resume")
        assert hear(news)["kind"] == "turn"


def connect_news(guest: Guest) -> ClientConnection:
    address = f"ws://127.0.0.1:{guest.server.port}/api/stream/events"
    return connect(address, additional_headers={"Cookie": guest.cookie}, open_timeout=PATIENCE, compression=None)
