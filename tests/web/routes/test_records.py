"""Records at the server: opened, judged move by move, made into files; and one's own matches found again."""

import json
import time
from dataclasses import replace
from itertools import islice
from typing import Any

import httpx
import pytest

import fourfold
from fourfold.core.outcome import Outcome
from fourfold.web.routes.pictures import FRAME_WIDTH, FRAMES_A_PIECE
from web.server_process import Guest, Server, seated

LOST_WIN = "exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"
ME = {"kind": "me"}


def record_of(game: str, plies: int = 12, **options: Any) -> fourfold.Record:
    position = fourfold.game(game).start(seed=2, **options)
    for _ in range(plies):
        if position.to_move is None:
            break
        moves = position.moves()
        position = position.play(moves[len(moves) // 2])
    return fourfold.Record.of(position, players=[f"Player {seat}" for seat in range(position.seats)])


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_record_is_opened_with_every_position(guest: Guest, game: str) -> None:
    record = record_of(game)
    for text in (str(record), record.to_json()):
        opened = guest.post("/api/records", text=text)
        positions = [str(position) for position in record.positions()]
        assert [opened["first"], *(step["position"] for step in opened["steps"])] == positions
        assert opened["players"] == record.players
        assert fourfold.Record.parse(opened["text"]) == record


def test_comments_and_variations_are_kept(guest: Guest) -> None:
    text = '[Game "exago"]\n\n1. e5 {the only one} e6 (1… d5 2. d6) 2. d6'
    opened = guest.post("/api/records", text=text)
    assert opened["steps"][0]["comment"] == "the only one"
    assert opened["steps"][1]["variations"] == [["d5", "d6"]]


@pytest.mark.parametrize("text", ["", "nonsense", '[Game "chess"]', '[Game "exago"]\n\n1. e5 e5', "{}", "x " * 20_000])
def test_what_is_no_record_is_refused_in_words(guest: Guest, text: str) -> None:
    for address in ("/api/records", "/api/reviews"):
        response = guest.ask(address, {"text": text})
        assert response.status_code == 422, response.text
        assert response.json()["message"]


def lines_of(guest: Guest, record: fourfold.Record) -> list[dict[str, Any]]:
    with guest.http.stream("POST", "/api/reviews", json={"text": str(record)}) as response:
        assert response.status_code == 200
        return [json.loads(line) for line in response.iter_lines()]


def test_every_move_is_judged_and_the_answer_is_kept(guest: Guest) -> None:
    record = fourfold.Record.of(fourfold.read(LOST_WIN).play("c3").play("d2"))
    begun, first, second, done = lines_of(guest, record)
    assert (begun["kind"], begun["chances"]) == ("begun", [1.0, 0.0])
    assert (first["move"], first["best"], first["reason"]) == ("c3", "e1", "missed_win")
    assert first["clicks"] == ["e1"]
    assert (second["ply"], second["reason"] is None) == (10, second["why"] is None)
    assert (done["kind"], done["turning_points"], done["worst"]) == ("done", [9], [9])
    told = [[(each["code"], each["seat"], each["ply"]) for each in story] for story in done["stories"]]
    assert told[0] == [("search.story.ahead", 0, 9), ("search.story.there", 0, 9)]
    assert told[-1] == [("search.story.behind", 1, 9), ("search.story.gift", 0, 9)]  # for watchers
    assert done["stories"][0][1]["merits"] == [{"code": "search.merit.won", "values": {}}]
    assert len(done["stories"]) == 3
    assert lines_of(guest, record) == [begun, first, second, done]


def test_the_review_of_the_same_moves_tells_each_end(guest: Guest) -> None:
    record, told = record_of("exago", plies=1), []
    for winner, code in ((1, "resign"), (0, "time")):
        *_, done = lines_of(guest, replace(record, result=Outcome(winner, (0, 0), "exago", code)))
        last = done["stories"][0][-1]  # where the loser was ahead, one sentence tells both
        told.append(last["values"].get("end") or last["code"].rpartition(".")[2])
    assert told == ["resign", "time"]


def test_a_review_that_nobody_waits_for_is_broken_off(guest: Guest) -> None:
    records = [record_of("exago", plies=40 + extra) for extra in range(6)]
    for record in records:  # more than are worked on at once
        with guest.http.stream("POST", "/api/reviews", json={"text": str(record)}) as response:
            assert response.status_code == 200, response.read()
            assert len(list(islice(response.iter_lines(), 2))) == 2


@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_position_becomes_a_picture(guest: Guest, kind: str, begins: bytes) -> None:
    response = guest.ask("/api/pictures", {"kind": kind, "position": LOST_WIN, "palette": "dark"})
    assert (response.status_code, response.content[: len(begins)]) == (200, begins)


def test_a_record_becomes_files(guest: Guest) -> None:
    record = record_of("qawale", plies=3)
    for kind, begins in (("gif", b"GIF8"), ("txt", b"[Game"), ("json", b"{")):
        response = guest.ask("/api/pictures", {"kind": kind, "text": str(record)})
        assert (response.status_code, response.content[: len(begins)]) == (200, begins)
    response = guest.ask("/api/pictures", {"kind": "gif", "text": "nonsense"})
    assert response.status_code == 422


def test_an_animation_in_pieces_is_the_same_file(guest: Guest) -> None:
    record = record_of("exago", plies=FRAMES_A_PIECE + 2)
    response = guest.ask("/api/pictures", {"kind": "gif", "text": str(record)})
    assert response.content == record.gif("light", FRAME_WIDTH)


def test_an_abandoned_animation_stops(own_server: Server) -> None:
    guest = Guest(own_server, "Ann")
    record = record_of("quadominos", plies=300)
    pieces = len(record.steps) // FRAMES_A_PIECE
    for _ in range(3):
        with pytest.raises(httpx.ReadTimeout):
            guest.http.post("/api/pictures", json={"kind": "gif", "text": str(record)}, timeout=0.3)
    while own_server.metric("fourfold_jobs"):
        time.sleep(0.05)
    assert own_server.metric("fourfold_jobs_done_total") < 2 * pieces  # of three times as many


def test_own_matches_are_found_by_game_opponent_and_result(server: Server) -> None:
    match, guests = seated(server, "qawale")
    other, _ = guests[0].create("exago", places=[ME, ME])
    first, second = guests
    assert first.command(match, "resign").status_code == 200

    def found(guest: Guest, **wanted: str) -> list[str]:
        return [each["match"] for each in guest.get("/api/matches", **wanted)["matches"]]

    name = second.get("/api/session")["name"]
    assert found(first) == [other, match]  # what goes on comes first
    assert found(first, game="exago", result="running") == [other]
    assert found(first, opponent=name.upper()) == [match]
    assert found(first, opponent="nobody") == []
    assert found(first, result="lost") == [match]
    assert found(second, result="won") == [match]
    assert found(second, result="drawn") == []
    assert found(first, behind=other) == [match]
    assert found(first, behind=match) == []
    listed = first.get("/api/matches")["matches"][-1]
    assert (listed["outcome"]["winner"], listed["mine"]) == (1, [0])
    response = first.http.get("/api/matches", params={"behind": "nowhere"})
    assert response.status_code == 404
