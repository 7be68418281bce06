"""What the page gets to draw with: symbols, frame, board with every message, preview, why; and who may see what."""

import json
from typing import Any

import pytest
from websockets.sync.client import connect

import fourfold
from fourfold import Position
from fourfold.contract.variants import Variant
from web.server_process import PATIENCE, Guest, Server, hear, seated

GAMES = fourfold.list_games()
ME = {"kind": "me"}


def board_of(guest: Guest, match: str) -> dict[str, Any]:
    board: dict[str, Any] = guest.get(f"/api/matches/{match}", after=2**31 - 1, board=True)["table"]["board"]
    return board


@pytest.mark.parametrize("game", GAMES)
def test_the_symbols_of_a_game_come_once_and_compressed(guest: Guest, game: str) -> None:
    response = guest.http.get(f"/api/games/{game}/symbols")
    assert response.headers["content-encoding"] == "gzip"
    assert int(response.headers["content-length"]) < 10_000
    symbols = response.json()["symbols"]
    assert set(fourfold.game(game).look.symbols()) <= set(symbols)
    again = guest.http.get(f"/api/games/{game}/symbols", headers={"If-None-Match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = guest.http.get(f"/api/games/{game}/symbols", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.json()["symbols"] == symbols


def test_a_game_that_there_is_not_has_no_symbols(guest: Guest) -> None:
    response = guest.http.get("/api/games/chess/symbols")
    assert (response.status_code, response.json()["code"]) == (404, "fourfold.unknown_game")


@pytest.mark.parametrize("game", GAMES)
def test_the_frame_is_there_before_anybody_sits_down(guest: Guest, game: str) -> None:
    match, _ = guest.create(game)
    frame = guest.get(f"/api/matches/{match}/frame")
    start = fourfold.game(game).start()
    assert frame["is_lattice"] == (start.game.look.frame(start.row.copy()).box is None)
    assert frame["is_hidden"] == start.game.is_hidden(start.options)
    assert (frame["box"] is None) == frame["is_lattice"]
    assert bool(frame["cells"]) != frame["is_lattice"]
    assert guest.look(match)["table"].get("board") is None
    assert board_of(guest, match) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_board_comes_with_every_message_to_those_who_ask(server: Server, game: str) -> None:
    match, guests = seated(server, game)
    first = guests[0].table(match)["to_move"]
    mover, other = guests[first], guests[1 - first]
    address = f"ws://127.0.0.1:{server.port}/api/matches/{match}/events?board=true"
    with (
        connect(
            address, additional_headers={"Cookie": other.cookie}, open_timeout=PATIENCE, compression=None
        ) as with_board,
        other.listen(match) as without,
    ):
        assert hear(with_board)["table"]["board"] == board_of(other, match)
        assert hear(without)["table"]["board"] is None
        mover.play(match, mover.first_move(match, mover.table(match)["clicks"]), 0)
        told = hear(with_board)["table"]
        assert told["board"] == board_of(other, match)
        assert told["board"]["marks"]
        assert hear(without)["table"]["board"] is None
    with other.http.stream("GET", f"/api/matches/{match}/stream?board=true") as lines:
        assert json.loads(next(lines.iter_lines()))["table"]["board"] == told["board"]


@pytest.mark.parametrize("game", [game for game in GAMES if not Variant(game).is_hidden])
def test_a_preview_is_the_board_after_the_move(guest: Guest, game: str) -> None:
    match, _ = guest.create(game, places=[ME, ME])
    for ply in range(6):
        tree = guest.get(f"/api/matches/{match}/clicks", whole=True)
        move = guest.first_move(match, tree)
        preview = guest.get(f"/api/matches/{match}/preview", move=move)
        assert preview != board_of(guest, match)
        guest.play(match, move, ply)
        assert preview == board_of(guest, match)


def test_a_preview_of_what_is_not_legal_is_refused_as_playing_is(guest: Guest) -> None:
    match, _ = guest.create("exago", places=[ME, ME])
    for move, code in (("a5", "exago.refuse.centre"), ("?", "exago.notation.move")):
        shown = guest.http.get(f"/api/matches/{match}/preview", params={"move": move})
        played = guest.command(match, "play", move=move, ply=0)
        assert shown.status_code == played.status_code == 422
        assert shown.json() == played.json()
        assert shown.json()["code"] == code


def test_with_hidden_hands_there_is_no_preview(guest: Guest) -> None:
    match, _ = guest.create("quads", options={"hidden": "on"}, places=[ME, ME])
    response = guest.http.get(f"/api/matches/{match}/preview", params={"move": "a1=PPPP"})
    assert (response.status_code, response.json()["code"]) == (409, "web.no_preview")


def test_only_who_is_to_move_is_told_what_a_move_would_do(server: Server) -> None:
    match, guests = seated(server, "quads")
    for guest, status in ((guests[1], 409), (Guest(server), 401), (Guest(server, "Cid"), 409)):
        for address in ("preview?move=a1%3DPPPP", "why?path=a1"):
            assert guest.http.get(f"/api/matches/{match}/{address}").status_code == status


def test_clicks_that_lead_nowhere_are_explained(guest: Guest) -> None:
    match, _ = guest.create("qawale", places=[ME, ME])
    answer = guest.get(f"/api/matches/{match}/why", path=["a1", "a2", "a1"])
    assert answer["code"] == "qawale.refuse.back_to_origin"
    assert answer["message"].startswith("Qawale R1: ")
    response = guest.http.get(f"/api/matches/{match}/why", params={"path": ["a1", "a2"]})
    assert (response.status_code, response.json()["code"]) == (409, "web.leads_to_a_move")


def test_all_clicks_can_be_had_at_once(guest: Guest) -> None:
    def moves(tree: dict[str, Any]) -> int:
        listed = [below for names in tree.values() for below in names.values()]
        return sum(moves(below) if isinstance(below, dict) else 1 for below in listed)

    match, _ = guest.create("quads", places=[ME, ME])
    for ply, move in enumerate(("c4=TTTT", "a1=PPPP")):
        guest.play(match, move, ply)
    whole = guest.get(f"/api/matches/{match}/clicks", whole=True)
    position = fourfold.read(guest.table(match)["position"])
    assert moves(whole) == len(position.moves())
    below = guest.get(f"/api/matches/{match}/clicks", whole=True, path="PPPS")
    assert below == whole["item"]["PPPS"]
    response = guest.http.get(f"/api/matches/{match}/clicks", params={"whole": True, "path": "PPPP"})
    assert response.status_code == 422


def test_all_clicks_of_a_match_are_made_by_workers_and_not_beside_moves(server: Server, guest: Guest) -> None:
    match, _ = guest.create("qawale", places=[ME, ME])
    before = server.metric("fourfold_jobs_done_total")
    guest.get(f"/api/matches/{match}/clicks", whole=True)
    assert server.metric("fourfold_jobs_done_total") > before


def test_a_refusal_tells_its_rule(guest: Guest) -> None:
    match, _ = guest.create("qawale", places=[ME, ME])
    assert guest.get(f"/api/matches/{match}/why", path=["a1", "a2", "a1"])["rule"] == "R1"
    far = guest.get(f"/api/matches/{match}/why", path=["a1", "a2", "a3", "a4", "b4", "z"])
    assert (far["code"], far["message"], far["rule"]) == ("fourfold.no_such_clicks", "That does not fit here.", "")


@pytest.mark.parametrize("game", GAMES)
def test_only_the_seat_to_move_is_prompted(server: Server, game: str) -> None:
    match, guests = seated(server, game)
    for guest in (*guests, Guest(server)):
        table = guest.get(f"/api/matches/{match}", board=True)["table"]
        prompt = table["prompt"]
        assert (prompt is not None) == (table["seat"] == table["to_move"])
        assert prompt is None or prompt["code"].startswith(f"{game}.prompt.")
        assert guest.get(f"/api/matches/{match}")["table"]["prompt"] is None


def test_moves_come_in_words_with_the_board_and_stay_out_when_taken_back(guest: Guest) -> None:
    match, _ = guest.create("exago", places=[ME, ME])
    for ply, move in enumerate(("e5", "e6", "e4")):
        guest.play(match, move, ply)
    message = guest.get(f"/api/matches/{match}", board=True)
    assert [(words["ply"], words["code"], words["cells"]) for words in message["moves"]] == [
        (0, "exago.move.put", ["e5"]),
        (1, "exago.move.put", ["e6"]),
        (2, "exago.move.put", ["e4"]),
    ]
    assert guest.get(f"/api/matches/{match}")["moves"] == []
    after = message["table"]["sequence"] - 1
    assert [words["ply"] for words in guest.get(f"/api/matches/{match}", board=True, after=after)["moves"]] == [2]
    guest.command(match, "offer", agreement="takeback")
    told = guest.get(f"/api/matches/{match}", board=True)
    assert [words["ply"] for words in told["moves"]] == list(range(told["table"]["ply"]))


def test_the_boards_since_a_ply_are_what_the_messages_had(server: Server) -> None:
    match, guests = seated(server, "quadominos", options={"rounds": "1"})
    seen: dict[int, list[dict[str, Any]]] = {0: [], 1: []}
    for _ in range(6):
        table = guests[0].table(match)
        guests[table["to_move"]].move(match)
        for seat, guest in enumerate(guests):
            seen[seat].append(board_of(guest, match))
    for seat, guest in enumerate(guests):
        boards = guest.get(f"/api/matches/{match}/boards", after=2)
        assert [(board["ply"], board["words"]["ply"]) for board in boards] == [(3, 2), (4, 3), (5, 4), (6, 5)]
        assert [board["board"] for board in boards] == seen[seat][2:]
        assert len(guest.get(f"/api/matches/{match}/boards")) == 6
    watching = Guest(server).get(f"/api/matches/{match}/boards")
    assert [names_shown(board["board"]) for board in watching] == [[set(), set()]] * 6


def test_at_most_sixteen_boards_and_none_before_the_start(server: Server, guest: Guest) -> None:
    open_match, _ = guest.create("exago")
    assert guest.http.get(f"/api/matches/{open_match}/boards").status_code == 409
    match, _ = guest.create("quads", places=[ME, ME])
    for _ in range(18):
        guest.move(match)
    boards = guest.get(f"/api/matches/{match}/boards")
    assert [board["ply"] for board in boards] == list(range(3, 19))
    assert boards[-1]["board"] == board_of(guest, match)


def names_shown(board: dict[str, Any]) -> list[set[str]]:
    return [{item["click"] for item in hand["items"]} for hand in board["hands"]]


def test_nobody_else_is_told_of_a_hidden_tile(server: Server) -> None:
    match, guests = seated(server, "quadominos", options={"rounds": "1"})
    truth = server.stored(match).position
    assert isinstance(truth, Position)
    hands = [{item.click for item in hand.items} for hand in truth.game.look.hands(truth.row.copy()).hands]
    for seat, guest in enumerate(guests):
        text = guest.http.get(f"/api/matches/{match}", params={"board": True}).text
        board = json.loads(text)["table"]["board"]
        assert names_shown(board)[seat] == hands[seat]
        assert names_shown(board)[1 - seat] == set()
        assert board["hands"][1 - seat]["backs"] == 15
        assert not [name for name in hands[1 - seat] if name in json.dumps(board)]
    watching = board_of(Guest(server), match)
    assert names_shown(watching) == [set(), set()]


@pytest.mark.parametrize(("game", "options"), [("quads", {"hidden": "on"}), ("quadominos", {"rounds": "2"})])
def test_two_at_one_screen_see_the_hand_of_who_is_to_move(server: Server, game: str, options: dict[str, str]) -> None:
    guest = Guest(server, "Ann")
    match, _ = guest.create(game, options=options, places=[ME, ME])
    seen = set()
    for ply in range(12):
        message = guest.get(f"/api/matches/{match}", after=2**31 - 1, board=True)["table"]
        assert message["seat"] == message["to_move"]
        for hand in message["board"]["hands"]:
            assert bool(hand["items"]) == (hand["seat"] == message["to_move"])
        seen.add(message["seat"])
        guest.play(match, guest.first_move(match, message["clicks"]), ply)
    assert seen == {0, 1}


def test_the_points_of_every_round_are_told(server: Server) -> None:
    guest = Guest(server, "Ann")
    match, _ = guest.create("quadominos", options={"rounds": "2", "beginner": "on"}, places=[ME, ME])
    rounds: list[list[list[int]]] = []
    while (table := guest.table(match))["status"] != "over":
        rounds.append(table["rounds"])
        guest.play(match, guest.first_move(match, table["clicks"]), table["ply"])
    assert rounds[0] == []
    assert [len(told) for told in rounds] == sorted(len(told) for told in rounds)
    assert len(rounds[-1]) == 1
    assert len(table["rounds"]) == 2
    assert table["rounds"][:1] == rounds[-1]
    assert [sum(points) for points in zip(*table["rounds"], strict=True)] == table["scores"]
    assert server.stored(match).rounds == table["rounds"]


def test_the_duty_to_block_is_told_with_its_rule(server: Server) -> None:
    guest = Guest(server, "Ann")
    match, _ = guest.create("exago", seats=3, places=[ME, ME, ME])
    for ply, move in enumerate(["e5", "d6", "f5", "e4", "e3", "d7", "e6", "c6"]):
        guest.play(match, move, ply)
    table = guest.get(f"/api/matches/{match}", after=2**31 - 1, board=True)["table"]
    assert table["notice"]["code"] == "exago.notice.stop_next"
    assert table["notice"]["message"] == "Exago R4a: red wins next. Only moves that stop red are allowed."
    assert table["notice"]["values"] == {"seat": "0"}
    guest.play(match, guest.first_move(match, table["clicks"]), 8)
    assert guest.get(f"/api/matches/{match}", after=2**31 - 1, board=True)["table"]["notice"] is None


def test_the_shelf_tells_all_that_is_needed_to_offer_a_match(guest: Guest) -> None:
    shelf = guest.get("/api/games")
    assert all(level["about"] for level in shelf["levels"])
    for game in shelf["games"]:
        assert len(game["seat_names"]) == game["seats"][1]
        seats = game["seats"][1]
        options = {}
        for option in game["options"]:
            assert option["label"] not in ("", option["name"])
            if option["kind"] in ("number", "numbers"):
                low, high = option["bounds"][str(seats)]
                assert low < high
                if not option["default"]:
                    continue  # may be left open
                options[option["name"]] = str(high) if option["kind"] == "number" else ",".join([str(high)] * seats)
            elif option["kind"] == "choice":
                assert option["default"] in option["words"]
                options[option["name"]] = list(option["words"])[-1]
            else:
                options[option["name"]] = "off" if option["default"] == "on" else "on"
        made = guest.post("/api/matches", game=game["id"], seats=seats, options=options)
        assert guest.get(f"/api/matches/{made['match']}")["table"]["options"] == options
