"""Positions without a match, hints at the table, and matches that begin in the middle."""

from typing import Any

import pytest

import fourfold
from web.server_process import Guest, Server, hear, seated

GAMES = fourfold.list_games()
ME, COMPUTER = {"kind": "me"}, {"kind": "computer", "level": "random"}
WON = "exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"  # red has four in a line, and the fifth place is free


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_shown_with_moves_tried_on_it(guest: Guest, game: str) -> None:
    position = fourfold.game(game).start(seed=3)
    move = position.moves()[0]
    shown = guest.post("/api/positions", position=str(position), moves=[str(move)])
    after = position.play(move)
    assert (shown["position"], shown["ply"], shown["to_move"]) == (str(after), after.ply, after.to_move)
    assert shown["last"] == str(move)
    assert shown["board"]["marks"]
    assert shown["clicks"]
    assert shown["frame"]["is_lattice"] == (position.game.look.frame(position.row.copy()).box is None)
    assert all(hand["backs"] == 0 for hand in shown["board"]["hands"])


def test_clicks_and_refusals_of_a_position(guest: Guest) -> None:
    start = str(fourfold.game("qawale").start())
    assert guest.post("/api/positions/clicks", position=start, path=["a1", "a2"])["cell"]["b2"]
    told = guest.post("/api/positions/why", position=start, path=["b2"])
    assert told["code"].startswith("qawale.refuse")
    response = guest.ask("/api/positions/why", {"position": start, "path": ["a1"]})
    assert (response.status_code, response.json()["code"]) == (409, "web.leads_to_a_move")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"position": "chess@8:0"}, 404),
        ({"position": "qawale@nonsense"}, 422),
        ({"position": WON, "moves": ["a1"]}, 422),
        ({"position": WON, "moves": ["e1"] * 65}, 400),
        ({"position": 7}, 400),
    ],
)
def test_what_is_no_position_is_refused_in_words(guest: Guest, body: dict[str, Any], status: int) -> None:
    for address in ("/api/positions", "/api/positions/analysis"):
        response = guest.ask(address, body)
        assert response.status_code == status, response.text
        assert response.json()["message"]


def test_an_analysis_tells_what_is_proved(guest: Guest) -> None:
    told = guest.post("/api/positions/analysis", position=WON)
    assert (told["proved"], told["lines"][0]["move"], told["chances"]) == ("win", "e1", [1.0, 0.0])
    over = guest.ask("/api/positions/analysis", {"position": WON, "moves": ["e1"]})
    assert (over.status_code, over.json()["code"]) == (409, "search.nothing_to_choose")


@pytest.mark.parametrize("game", ["exago", "quadominos"])
def test_who_plays_alone_is_told_good_moves(guest: Guest, game: str) -> None:
    match, _ = guest.create(game, places=[ME, ME])
    table = guest.table(match)
    assert table["has_hints"]
    hint = guest.post(f"/api/matches/{match}/hint")
    assert hint["to_move"] == table["to_move"]
    assert len(hint["chances"]) == 2
    told = [event["body"] for event in guest.look(match)["events"] if event["body"]["kind"] == "hinted"]
    assert told == [{"kind": "hinted", "seat": hint["to_move"], "format": 1}]
    assert guest.post(f"/api/matches/{match}/hint") == hint
    assert len(guest.look(match)["events"]) == guest.table(match)["sequence"]
    guest.play(match, hint["lines"][0]["move"], 0)


def test_people_are_told_nothing_unless_they_agreed_to_it(server: Server) -> None:
    match, guests = seated(server, "exago")
    response = guests[0].ask(f"/api/matches/{match}/hint", {})
    assert (response.status_code, response.json()["code"]) == (409, "match.no_hints")
    match, guests = seated(server, "exago", has_hints=True)
    assert guests[0].post(f"/api/matches/{match}/hint")["lines"]
    response = guests[1].ask(f"/api/matches/{match}/hint", {})
    assert (response.status_code, response.json()["code"]) == (409, "web.not_your_turn")


def test_a_match_begins_with_a_position(guest: Guest) -> None:
    match, _ = guest.create("exago", start=WON, places=[ME, COMPUTER], by_lot=False)
    table = guest.table(match)
    assert (table["position"], table["ply"]) == (WON, 8)
    guest.play(match, "e1", 8)
    assert guest.table(match)["outcome"]["winner"] == 0
    record = fourfold.Record.parse(guest.http.get(f"/api/matches/{match}/record").text)
    assert (record.start, [step.text for step in record.steps]) == (WON, ["e1"])


def test_the_position_decides_seats_and_options(guest: Guest) -> None:
    position = fourfold.game("exago").start(seats=3, side=6).play("f6")
    match, _ = guest.create("exago", start=str(position), places=[ME, COMPUTER, COMPUTER])
    table = guest.table(match)
    assert (len(table["seats"]), table["options"]) == (3, {"side": "6"})


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "exago", "start": "exago@nonsense"}, "fourfold.bad_position"),
        ({"game": "exago", "start": "exago@5/6/7/8/rrrrr4/1bbbb3/7/6/5:1:9"}, "match.start_is_over"),
    ],
)
def test_a_match_cannot_begin_with_anything_else(guest: Guest, wish: dict[str, Any], code: str) -> None:
    response = guest.ask("/api/matches", {**wish, "places": [ME, COMPUTER]})
    assert response.status_code in (409, 422), response.text
    assert response.json()["message"]


def test_hidden_hands_that_somebody_knows_are_played_with_nobody_else(guest: Guest) -> None:
    start = str(fourfold.game("quadominos").start(seed=5))
    response = guest.ask("/api/matches", {"game": "quadominos", "start": start})
    assert (response.status_code, response.json()["code"]) == (422, "web.known_hands")
    other = Guest(guest.server)
    other.post("/api/accounts", name="reserved", password="a long pass phrase")
    kept = [ME, {"kind": "account", "name": "reserved"}]
    response = guest.ask("/api/matches", {"game": "quadominos", "start": start, "places": kept})
    assert (response.status_code, response.json()["code"]) == (422, "web.known_hands")
    guest.create("qawale", start=str(fourfold.game("qawale").start()), places=kept)
    assert [each["settings"]["start"] for each in other.get("/api/challenges")["challenges"]] == [""]
    match, _ = guest.create("quadominos", start=start, places=[ME, COMPUTER])
    watcher = Guest(guest.server)
    hands = start.partition("@")[2]
    with watcher.listen(match) as socket:
        assert hands not in str(hear(socket))
    listed = guest.get("/api/matches", game="quadominos")["matches"][0]
    assert (listed["match"], listed["settings"]["start"]) == (match, "")


def test_positions_are_read_by_workers_and_not_beside_moves(server: Server, guest: Guest) -> None:
    position, before = str(fourfold.game("exago").start()), server.metric("fourfold_jobs_done_total")
    for address in ("", "/clicks", "/why"):
        guest.ask(f"/api/positions{address}", {"position": position, "moves": ["e5"]})
    assert server.metric("fourfold_jobs_done_total") >= before + 3
