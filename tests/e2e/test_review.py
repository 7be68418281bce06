"""Hints at the table; looking back at matches and records; one's own matches."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.access import serious_problems
from e2e.table import PHONE, NewPage, Seated, later, set_up

BLUNDER = "exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"  # red wins with e1
MOVES = ("a1NNN", "d4SSS", "d1NNNW", "a2NN")
RECORD = f'[Game "exago"]\n[Seat 0 "Ann"]\n[Seat 1 "Ben"]\n[Start "{BLUNDER}"]\n[Result "*"]\n\n5. c3 d2\n'
SIZES: dict[str, dict[str, Any]] = {
    "desk": {},
    "phone": PHONE,
    "small": {**PHONE, "viewport": {"width": 320, "height": 640}},
    "side": {**PHONE, "viewport": {"width": 844, "height": 390}},
}


INK = """() => {
    const canvas = document.querySelector('.uplot canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let k = 0; k < data.length; k += 4) if (data[k + 3] === 255) seen.add(data.slice(k, k + 3).join());
    return seen.size;
}"""


def open_record(page: Page, text: str) -> None:
    page.goto("/look")
    page.get_by_label("Record or position").fill(text)
    page.get_by_role("button", name="Look through it").click()
    expect(page.get_by_role("button", name="To the end")).to_be_visible()


def play_out(page: Page) -> Seated:
    """A short match at one screen, to its end."""
    seated = set_up(page, "qawale", "here", options={"pebbles": 2})
    for ply, move in enumerate(MOVES):
        seated.type_move(move)
        seated.wait_for_move(ply)
    expect(page.locator(".outcome")).to_be_visible()
    return seated


def test_who_plays_a_computer_gets_hints_and_sees_the_chances(page: Page) -> None:
    seated = set_up(page, "exago", "computer", seat="red")
    assert seated.wait_for_turn()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".prompt")).to_contain_text("your chances are")
    expect(page.locator(".proposal")).to_have_count(1)  # drawn where it is
    seated.choose_in_menu("Show the chances")
    expect(page.get_by_role("region", name="Chances").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Play it").click()
    seated.wait_for_move(0)
    assert seated.table()["ply"] >= 1
    expect(page.locator(".proposal")).to_have_count(0)


@pytest.mark.long
def test_people_get_hints_only_where_it_was_agreed(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "exago", "invite")
    guest = new_page()
    guest.goto(ann.invitation())
    guest.locator("main").get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(page.locator(".moves")).to_be_visible()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


@pytest.mark.long
def test_a_match_is_walked_through_by_keys_and_has_a_link_for_every_position(page: Page) -> None:
    seated = play_out(page)
    page.get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/match/{seated.match}?ply=4")
    current = page.locator('.steps [aria-current="step"]')
    expect(current).to_contain_text(MOVES[3])
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**?ply=3")
    expect(current).to_contain_text(MOVES[2])
    page.keyboard.press("Home")
    expect(current).to_have_text("Start")
    page.keyboard.press("ArrowRight")
    expect(current).to_contain_text(MOVES[0])
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play by itself").click()
    expect(current).to_contain_text(MOVES[1])
    page.goto(f"/match/{seated.match}?ply=2")
    expect(current).to_contain_text(MOVES[1])


def test_a_review_shows_the_graph_the_turning_point_and_what_was_better(page: Page) -> None:
    open_record(page, RECORD)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".uplot")).to_be_visible()
    page.wait_for_function(f"() => ({INK})() > 3")  # axes, and a line in its own colour for each seat
    told = page.get_by_role("list", name="The game in a few sentences")
    expect(told.get_by_role("listitem")).to_have_text(
        ["Ben was behind until move 9.", "Ann slipped there and gave Ben the win: e1 would have won at once."]
    )
    told.get_by_role("button").last.click()
    expect(page.locator(".judgement")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".proposal")).to_have_count(0)  # after the move it would stand on another position
    page.get_by_role("list", name="Key moments").get_by_role("button", name="c3").click()
    expect(page.locator(".judgement")).to_contain_text("c3 misses a forced win: e1")
    expect(page.locator(".prompt")).to_contain_text("Ann to move")  # the position before
    assert page.locator(".story .body").bounding_box()["height"] > 100  # type: ignore[index]
    expect(page.locator(".proposal .ghost use")).to_have_attribute("href", "#page-exago-0")  # the better move
    expect(page.locator(".note")).to_have_text("?")  # at the one that was played
    page.get_by_role("button", name="Show what was better").click()
    expect(page.locator(".prompt")).to_contain_text("Ann won")
    expect(page.locator("g.won")).to_have_count(5)
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".branch")).to_contain_text("Ann put a tile on e1")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".branch")).to_have_count(0)
    expect(page.locator("g.won")).to_have_count(0)
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator(".judgement")).to_contain_text("c3")


def test_after_a_match_one_asks_what_happened(page: Page) -> None:
    def at_one_screen(route: Route) -> None:
        wish: dict[str, Any] = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**wish, "places": [{"kind": "me"}] * wish["seats"]}))

    page.route("**/api/matches", at_one_screen)
    open_record(page, BLUNDER)  # what is said follows from wins at once, which any search sees
    page.get_by_role("button", name="Play from here").click()
    seated = Seated(page).sit()
    for ply, move in enumerate(("c3", "d2")):
        seated.type_move(move)
        seated.wait_for_move(ply)
    page.get_by_role("link", name="What happened?").click()
    told = page.get_by_role("list", name="The game in a few sentences")
    expect(told.get_by_role("listitem")).to_have_text(
        [
            re.compile(r"^\S.* was behind until move 9\.$"),
            re.compile(r"^\S.* slipped there and gave \S.* the win: e1 would have won at once\.$"),
        ]
    )
    expect(page.get_by_role("button", name="Review the game")).to_have_count(0)


def test_the_end_of_a_record_shows_the_winning_line_and_a_refusal_is_said_at_its_cell(page: Page) -> None:
    open_record(page, RECORD.replace("c3 d2", "e1"))
    Seated(page).spot("cell", "a5").click()
    expect(page.locator(".bubble")).to_contain_text("touches nothing")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("g.won")).to_have_count(5)
    expect(page.locator(".prompt")).to_contain_text("Five tiles of one colour in a line")
    expect(page.locator(".bubble")).to_have_count(0)


@pytest.mark.long
def test_moves_are_tried_analysed_and_played_on(page: Page) -> None:
    open_record(page, BLUNDER)
    seated = Seated(page)
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".lines")).to_contain_text("certain win")
    expect(page.locator(".proposal").first).to_contain_text("100%")
    page.get_by_role("tab", name="Moves").click()
    seated.click(seated.spot("cell", "c3"))
    expect(page.locator(".branch")).to_contain_text("c3")
    page.keyboard.press(",")  # the arrows walk the board, which has the focus
    expect(page.locator('.steps [aria-current="step"]')).to_have_text("Start")
    page.get_by_role("button", name="Play from here").click()
    seated.sit()
    assert seated.table()["position"] == BLUNDER
    seated.type_move("e1")
    expect(page.locator(".outcome")).to_contain_text("You won")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["Record", "PNG", *later("JSON", "SVG", "GIF of the game")])
def test_what_is_looked_at_is_saved(page: Page, tmp_path: Path, kind: str) -> None:
    open_record(page, RECORD)
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as started:
        page.get_by_role("button", name=kind, exact=True).click()
    content = Path(started.value.path()).read_bytes()
    begins = {"Record": b"[Game", "JSON": b"{", "SVG": b"<svg", "PNG": b"\x89PNG", "GIF of the game": b"GIF8"}
    assert content.startswith(begins[kind])
    if kind == "JSON":
        assert [step["text"] for step in json.loads(content)["steps"]] == ["c3", "d2"]


def test_a_record_comes_from_a_file_and_nonsense_is_refused_in_words(page: Page, tmp_path: Path) -> None:
    page.goto("/look")
    page.get_by_label("Record or position").fill("nonsense")
    page.get_by_role("button", name="Look through it").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    page.get_by_label("From a file").set_input_files(file)
    page.get_by_role("button", name="Look through it").click()
    expect(page.locator(".steps")).to_contain_text("d2")
    page.reload()
    expect(page.locator(".steps")).to_contain_text("d2")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Another record").click()
    expect(page.get_by_label("Record or position")).to_be_visible()


@pytest.mark.long
def test_own_matches_are_searched(page: Page) -> None:
    match = play_out(page).match
    page.goto("/mine")
    expect(page.get_by_role("link", name=re.compile("Qawale"))).to_have_count(1)
    page.get_by_label("Game").select_option("exago")
    expect(page.get_by_text("No match is like that")).to_be_visible()
    page.get_by_label("Game").select_option("qawale")
    page.get_by_role("link", name=re.compile("Qawale")).click()
    page.wait_for_url(f"**/match/{match}")


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", *later("desk", "small", "side")])
def test_looking_back_is_accessible(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    open_record(page, RECORD)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".uplot")).to_be_visible()
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator(".judgement")).to_be_visible()
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".chances")).to_be_visible()
    assert serious_problems(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
