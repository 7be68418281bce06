"""Puzzles at the server: the solution is told to nobody who does not ask for it, and wrong answers are refuted."""

import pytest

import fourfold
from fourfold.puzzles.puzzle import list_puzzles
from web.server_process import Guest


def test_every_day_has_a_puzzle(guest: Guest) -> None:
    shelf = guest.get("/api/puzzles", day="2030-01-01")
    assert shelf == guest.get("/api/puzzles", day="2030-01-01")
    assert shelf["counts"][shelf["game"]] >= 40
    puzzle = guest.get(f"/api/puzzles/{shelf['game']}/{shelf['id']}")
    assert puzzle["id"] == shelf["id"]
    assert shelf["day"] == "2030-01-01"
    assert shelf["position"] == puzzle["table"]["position"]
    assert guest.http.get("/api/puzzles", params={"day": "never"}).status_code == 422


@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if list_puzzles(game)])
def test_the_row_of_a_game_goes_on_for_ever(guest: Guest, game: str) -> None:
    row = list_puzzles(game)
    first = guest.get(f"/api/puzzles/{game}")
    assert first["id"] == row[0].id
    assert guest.get(f"/api/puzzles/{game}", behind=row[0].id)["id"] == row[1].id
    assert guest.get(f"/api/puzzles/{game}", behind=row[-1].id)["id"] == row[0].id
    assert "solution" not in first
    response = guest.http.get(f"/api/puzzles/{game}/nothing")
    assert (response.status_code, response.json()["code"]) == (404, "puzzles.unknown")


@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if list_puzzles(game)])
def test_answers_are_judged_and_wrong_ones_refuted(guest: Guest, game: str) -> None:
    puzzle = list_puzzles(game)[0]
    address = f"/api/puzzles/{game}/{puzzle.id}"
    right = guest.post(f"{address}/answers", moves=[puzzle.solution[0]])
    assert right["is_right"]
    assert right["table"]["position"] != puzzle.position
    wrong = next(str(move) for move in puzzle.start().moves() if str(move) != puzzle.solution[0])
    judged = guest.post(f"{address}/answers", moves=[wrong])
    assert (judged["is_right"], judged["is_solved"]) == (False, False)
    assert judged["refutation"] or judged["points"] < puzzle.points or judged["table"]["outcome"]
    assert guest.get(f"{address}/solution")["solution"] == list(puzzle.solution)
    response = guest.ask(f"{address}/answers", {"moves": ["nonsense"]})
    assert response.status_code == 422


def test_other_hands_are_not_shown_in_a_puzzle(guest: Guest) -> None:
    table = guest.get("/api/puzzles/quadominos")["table"]
    seat = table["to_move"]
    assert all(hand["backs"] == hand["number"] for hand in table["board"]["hands"] if hand["seat"] != seat)
