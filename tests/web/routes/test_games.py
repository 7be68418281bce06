"""What is needed to learn a game: rules and lessons, and positions on which every rule can be tried."""

import re
from typing import Any

import pytest

import fourfold
from fourfold.core.display.print_sheets import print_game
from fourfold.core.help.lessons import list_steps
from fourfold.core.registry import facts
from fourfold.picture.palette import LIGHT
from fourfold.text import messages
from web.server_process import Guest

TAUGHT = [game for game in fourfold.list_games() if list_steps(game)]
QAWALE = "qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0"


def refused(guest: Guest, address: str, **body: Any) -> tuple[int, str]:
    response = guest.ask(address, body)
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_position_is_shown_with_all_that_is_needed_to_play_on(guest: Guest, game: str) -> None:
    for step in list_steps(game):
        shown = guest.post("/api/positions", position=step.position)
        position = fourfold.read(step.position)
        assert (shown["position"], shown["to_move"], shown["ply"]) == (str(position), position.to_move, position.ply)
        assert bool(shown["clicks"]) == (position.outcome is None) or step.answers
        move = next((str(move) for move in position.moves() if step.accepts(str(move))), None)
        if move is not None:
            after = guest.post("/api/positions", position=step.position, moves=[move, *step.replies])
            last = position.play(move)
            for reply in step.replies:
                last = last.play(reply)
            assert after["position"] == str(last)
        if step.clicks:
            why = guest.post("/api/positions/why", position=step.position, path=list(step.clicks))
            assert why["code"] == step.refused


def test_nobody_needs_to_be_a_guest_and_nothing_is_kept(guest: Guest) -> None:
    stranger = Guest(guest.server)
    before = stranger.post("/api/positions", position=QAWALE)
    assert stranger.post("/api/positions", position=QAWALE, moves=["a1NEE"])["ply"] == 1
    assert stranger.post("/api/positions", position=QAWALE) == before
    assert stranger.cookie == ""


def test_clicks_of_a_position_are_found_from_a_path_on(guest: Guest) -> None:
    found = guest.post("/api/positions/clicks", position=QAWALE, path=["a1", "a2"])
    assert found["cell"]["b2"]["cell"]["c2"] == "a1NEE"
    whole = guest.post("/api/positions/clicks", position=QAWALE, whole=True)
    assert whole["cell"]["a1"]["cell"]["a2"] == found
    code = refused(guest, "/api/positions/clicks", position=QAWALE, path=["b2"])
    assert code == (422, "fourfold.no_such_clicks")


def test_what_is_wrong_is_said(guest: Guest) -> None:
    place = "/api/positions"
    assert refused(guest, place, position="qawale@nonsense")[0] == 422
    assert refused(guest, place, position="x" * 4_001)[0] == 400
    assert refused(guest, place)[0] == 400
    assert refused(guest, place, position=QAWALE.replace("qawale", "chess")) == (404, "fourfold.unknown_game")
    assert refused(guest, f"{place}/why", position=QAWALE, path=["a1", "a2"]) == (409, "web.leads_to_a_move")
    assert refused(guest, place, position=QAWALE, moves=["b2N"]) == (422, "qawale.refuse.no_stack")
    assert refused(guest, place, position=QAWALE, moves=["N" * 81])[0] == 400


def test_a_finished_game_says_how_it_ended(guest: Guest) -> None:
    step = next(step for step in list_steps("exago") if step.id == "line")
    after = guest.post("/api/positions", position=step.position, moves=[step.moves[0]])
    assert after["outcome"] == {"winner": 0, "scores": [1, 0, 0], "code": "four"}
    assert after["to_move"] is None
    assert after["clicks"] == {}


@pytest.mark.parametrize("language", ["en", "fr", "xx"])
@pytest.mark.parametrize("game", fourfold.list_games())
def test_the_rules_are_told_section_by_section_with_their_figures(guest: Guest, game: str, language: str) -> None:
    rules = guest.get(f"/api/games/{game}/rules", language=language)
    figures = guest.get(f"/api/games/{game}/figures")["figures"]
    assert rules["language"] == ("fr" if language == "fr" else "en")
    assert [section["is_for_referees"] for section in rules["sections"]][-1]
    passages = [passage for section in rules["sections"] for passage in section["passages"]]
    assert "F1" in [name for passage in passages for name in passage["names"]]
    assert {passage["option"] for passage in passages} == {"", *(option.name for option in facts(game).options)}
    html = "".join(passage["html"] for passage in passages)
    assert "<strong>" in html
    assert "|---" not in html
    assert "<img" not in html
    assert "![" not in html
    shown = [figure["name"] for passage in passages for figure in passage["figures"]]
    assert sorted(shown) == sorted(figures)
    for name, drawn in figures.items():
        assert drawn.startswith("<svg")
        assert "var(--fourfold-" in drawn
        assert "#f8f5ef" not in drawn, "colours are the theme's"
        ids = re.findall(r'id="([^"]+)"', drawn)
        assert all(each.startswith(f"figure-{game}-{name}-") for each in ids), "no id twice in a page"
        assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(ids)


def test_without_a_language_in_the_address_the_browser_chooses(guest: Guest) -> None:
    address = f"/api/games/{fourfold.list_games()[0]}/rules"
    for header, language in (("xx, en;q=0.3, fr-CH;q=0.8", "fr"), ("xx", "en")):
        response = guest.http.get(address, headers={"accept-language": header})
        assert response.json()["language"] == language
        assert "accept-language" in response.headers["vary"]
    asked = guest.http.get(address, params={"language": "en"}, headers={"accept-language": "fr"})
    assert asked.json()["language"] == "en"


def test_the_shelf_comes_compressed_and_once(guest: Guest) -> None:
    response = guest.http.get("/api/games")
    assert response.headers["content-encoding"] == "gzip"
    assert [game["id"] for game in response.json()["games"]] == fourfold.list_games()
    again = guest.http.get("/api/games", headers={"if-none-match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("language", ["en", "fr", "fr-CA", "xx"])
def test_the_words_of_all_games_come_in_one_response(guest: Guest, language: str) -> None:
    response = guest.http.get("/api/games/words", params={"language": language})
    assert response.headers["content-encoding"] == "gzip"
    words = response.json()["words"]
    assert list(words) == fourfold.list_games()
    for game, told in words.items():
        wanted = messages(game) | messages(game, "fr" if language.startswith("fr") else "en")
        taught = guest.get(f"/api/games/{game}/lessons", language=language)["words"]
        assert told | taught == wanted
        assert all(code.startswith(("lesson.", "advice.")) == (code in taught) for code in wanted)
        assert guest.get("/api/games/words", language=language, game=game)["words"] == {game: told}
    etag = response.headers["etag"]
    again = guest.http.get("/api/games/words", params={"language": language}, headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("game", TAUGHT)
def test_the_lessons_are_told(guest: Guest, game: str) -> None:
    lessons = guest.get(f"/api/games/{game}/lessons")
    assert [step["id"] for step in lessons["steps"]] == [step.id for step in list_steps(game)]
    assert lessons["advice"][0].keys() == {"id", "ply", "word", "notice", "empty", "prompt"}
    assert set(lessons["figures"]) == {step.figure for step in list_steps(game)} - {""}
    assert all(
        figure.startswith("<svg") and not re.search("#[0-9a-f]{3}", figure) for figure in lessons["figures"].values()
    )


def test_the_shelf_says_how_long_each_tutorial_is(guest: Guest) -> None:
    for shown in guest.get("/api/games")["games"]:
        assert shown["steps"] == sum(not step.option for step in list_steps(shown["id"]))


def test_a_game_to_print_comes_as_pdf(guest: Guest) -> None:
    address = "/api/games/quads/print?paper=letter&language=fr"
    response = guest.http.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/pdf"
    assert 'filename="quads-letter.pdf"' in response.headers["content-disposition"]
    assert response.content == print_game(fourfold.game("quads"), "letter", "fr")
    assert guest.http.get(address, headers={"if-none-match": response.headers["etag"]}).status_code == 304
    assert guest.http.get("/api/games/quads/print?paper=a7").status_code == 422
    assert guest.http.get("/api/games/chess/print").status_code == 404


def test_the_shelf_says_what_is_written_on_a_score_pad(guest: Guest) -> None:
    scoring = {game["id"]: game["scoring"] for game in guest.get("/api/games")["games"]}
    assert (
        {game for game, found in scoring.items() if found} == {game for game in scoring if facts(game).scoring} != set()
    )
    points = {extra["name"]: extra["points"] for extra in scoring["quadominos"]["extras"]}
    position = fourfold.game("quadominos").start(seed=3, rounds=20)
    before = position.points()[position.to_move or 0]
    bonus = next(str(move) for move in position.moves() if str(move).endswith("+25"))
    after = position.play(bonus).points()[position.to_move or 0]
    assert after - before == sum(map(int, bonus[4:8])) + points["bonus"]
    while "draw" not in map(str, position.moves()):
        position = position.deal(seed=3) if position.is_deal_due else position.play(position.moves()[-1])
    assert position.to_move is not None
    drawn = position.play("draw").points()[position.to_move] - position.points()[position.to_move]
    assert drawn == points["draw"] == points["pass"]
    usual = [fourfold.game("quadominos").start(seed=3, beginner=flag).options["target"] for flag in (False, True)]
    assert usual == [scoring["quadominos"]["target"], scoring["quadominos"]["targets"]["beginner"]]


def test_the_shelf_says_how_long_a_match_takes_and_the_colour_of_the_box(guest: Guest) -> None:
    for shown in guest.get("/api/games")["games"]:
        known = facts(shown["id"])
        assert (shown["minutes"], shown["colour"]) == (known.minutes, known.colour)
        assert shown["colour"] in LIGHT.colours
        assert shown["minutes"] > 0
