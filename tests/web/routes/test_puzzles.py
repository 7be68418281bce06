"""Puzzles at the server: the solution is told to nobody who does not ask for it, and wrong answers are refuted."""

import pytest

import fourfold
from fourfold import text
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
def test_the_puzzles_of_a_game_are_listed_with_ratings_and_themes(guest: Guest, game: str) -> None:
    listed, known = guest.get(f"/api/puzzles/{game}"), list_puzzles(game)
    assert [each["id"] for each in listed] == [puzzle.id for puzzle in known]
    assert [each["rating"] for each in listed] == sorted(puzzle.rating for puzzle in known)
    assert all(text.has(code) for each in listed for code in each["themes"])
    shown = guest.get(f"/api/puzzles/{game}/{known[0].id}")
    assert {name: shown[name] for name in listed[0]} == listed[0]
    assert "solution" not in shown
    response = guest.http.get(f"/api/puzzles/{game}/nothing")
    assert (response.status_code, response.json()["code"]) == (404, "puzzles.unknown")
    assert guest.http.get("/api/puzzles/chess").status_code == 404


@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if list_puzzles(game)])
def test_a_hint_is_the_first_click_of_the_solution(guest: Guest, game: str) -> None:
    puzzle = list_puzzles(game)[0]
    hint = guest.get(f"/api/puzzles/{game}/{puzzle.id}/hint")
    tree = guest.get(f"/api/puzzles/{game}/{puzzle.id}")["table"]["clicks"]
    assert hint["name"] in tree[hint["kind"]]


def test_a_first_try_changes_the_rating(guest: Guest) -> None:
    puzzle = list_puzzles("exago")[-1]
    address = f"/api/puzzles/exago/{puzzle.id}/tries"
    first = guest.post(address, is_solved=True)
    assert first["rating"] > 1200
    second = guest.post(address, is_solved=True, **first)
    assert first["rating"] < second["rating"]
    assert first["deviation"] > second["deviation"]
    assert guest.post(address, is_solved=False, **first)["rating"] < first["rating"]
    assert guest.ask(address, {"is_solved": True, "rating": 1e9, "deviation": 5}).status_code == 400
    assert guest.ask("/api/puzzles/exago/nothing/tries", {"is_solved": True}).status_code == 404


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
    table = guest.get(f"/api/puzzles/quadominos/{list_puzzles('quadominos')[0].id}")["table"]
    seat = table["to_move"]
    assert all(hand["backs"] == hand["number"] for hand in table["board"]["hands"] if hand["seat"] != seat)
