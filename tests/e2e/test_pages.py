"""The pages around a match: header and tabs, home, set-up, settings."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.access import serious_problems
from e2e.table import NAMES, NewPage, Seated, choose, later, set_up
from e2e.test_accounts import sign_up
from fourfold.core.registry import facts

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
}
PLACES = (
    "/", "/play/quadominos", "/learn", "/puzzles", "/mine", "/settings", "/account", "/lobby", "/tournaments",
    "/ratings", "/box", "/look", "/nowhere",
)  # fmt: skip
WIDE_ENOUGH = "() => document.documentElement.scrollWidth <= innerWidth"


def wait_for_match(page: Page, game: str = "qawale") -> Seated:
    """Begin a match in which it is one's turn."""
    page.goto("/")
    places = [{"kind": "me"}, {"kind": "computer", "level": "random"}]
    made = page.request.post("/api/matches", data={"game": game, "by_lot": False, "places": places, "name": "Ann"})
    assert made.ok, made.text()
    page.goto(f"/match/{made.json()['match']}")
    return Seated(page).sit()


@pytest.mark.parametrize("size", ["desk", *later("phone")])
def test_every_page_knows_who_is_logged_in_and_whose_turn_it_is(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    name = sign_up(page)
    wait_for_match(page)
    pages = page.get_by_role("navigation", name="Pages")
    for place in PLACES:
        page.goto(place)
        expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()
        if size == "desk" or place not in ("/play/quadominos", "/look"):
            expect(pages.get_by_role("link", name="Matches Your turn: 1")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", *later("small", "desk")])
def test_no_page_is_wider_than_the_screen_while_a_match_waits(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    sign_up(page)
    wait_for_match(page)
    for place in PLACES:
        page.goto(place)
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_function("() => document.fonts.ready.then(() => true)")
        assert page.evaluate(WIDE_ENOUGH), place
        small = page.evaluate(
            """() => [...document.querySelectorAll('.top :is(a, button), nav > :is(a, button), .button')]
                .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
                .map((each) => each.outerHTML.slice(0, 120))"""
        )
        assert small == [], place


@pytest.mark.parametrize("size", ["phone", *later("desk")])
def test_pages_without_room_in_the_navigation_are_in_a_menu(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    page.goto("/puzzles")
    menu = page.locator("#more")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="More", exact=True).click()
    expect(menu.get_by_role("link")).to_have_text(
        ["Open tables", "Tournaments", "Ratings", "For your own box", "Open a record"]
    )
    menu.get_by_role("link", name="Ratings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ratings")
    expect(menu).to_be_hidden()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Matches").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My matches")


def test_a_table_has_neither_header_nor_tabs(page: Page) -> None:
    set_up(page, "qawale", "computer")
    expect(page.get_by_role("navigation", name="Pages")).to_have_count(0)


def test_play_now_takes_the_game_and_the_strength_of_last_time(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    seated = Seated(page).sit()
    assert seated.table()["game"] == min(NAMES, key=lambda game: facts(game).minutes)
    page.goto("/play/exago")
    slider = page.get_by_role("slider", name="Strength")
    slider.focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Random"))
    expect(page.locator(".summary")).to_have_text("2 players, no clock · Against Random. About 20 minutes.")
    page.get_by_role("button", name="Play", exact=True).click()
    seated.sit()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = seated.sit().table()
    expect(page).to_have_title(re.compile(NAMES["exago"]))
    assert [seat["name"] for seat in table["seats"] if seat["kind"] == "computer"] == ["Random"]


@pytest.mark.parametrize("size", ["desk", *later("phone", "small")])
def test_the_puzzle_of_the_day_is_seen_at_home(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    page.goto("/")
    daily = page.get_by_role("article", name=re.compile("|".join(NAMES.values()))).filter(has_text="Puzzle of the day")
    expect(daily.locator("svg use").filter(visible=True).first).to_be_visible()
    daily.get_by_role("link", name="Solve it").click()
    page.wait_for_url("**/puzzles/*/*")


def test_what_was_chosen_for_a_match_is_summed_up_and_played(page: Page) -> None:
    page.goto("/play/quadominos")
    begin = page.get_by_role("button", name="Play", exact=True)
    expect(begin).to_be_in_viewport()
    choose(page, "Players", "3")
    choose(page, "Clock", "10 + 5")
    choose(page, "Your seat", "first seat")
    page.get_by_label("Number of rounds").fill("2")
    expect(page.locator(".summary")).to_have_text(
        "3 players, Number of rounds: 2, 10 minutes + 5 s · Against 2 computers (Neighbour). About 30 minutes."
    )
    begin.click()
    table = Seated(page).sit().table()
    assert (len(table["seats"]), table["seat"]) == (3, 0)
    settings = page.request.get(f"/api/matches/{table['match']}").json()["events"][0]["body"]["settings"]
    assert settings["clock"] == {"kind": "fischer", "time": 600, "increment": 5}
    assert settings["options"] == {"rounds": "2"}


@pytest.mark.parametrize("game", ["quads", *later("qawale")])
def test_options_of_a_match_are_seen_above_the_button(new_page: NewPage, game: str) -> None:
    page = new_page(**SIZES["desk"])
    page.goto(f"/play/{game}")
    last, bar = page.locator("form .option").last.bounding_box(), page.locator("form footer").bounding_box()
    assert last is not None
    assert bar is not None
    assert last["y"] + last["height"] <= bar["y"]


def test_settings_are_kept(page: Page) -> None:
    page.goto("/settings")
    choose(page, "Moves of others", "Fast")
    choose(page, "Confirm my moves", "Never")
    choose(page, "Boards", "Wood")
    page.get_by_role("switch", name="Less motion").check()
    page.get_by_role("switch", name="Sounds").uncheck()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    for group, value in (("Moves of others", "Fast"), ("Confirm my moves", "Never"), ("Boards", "Wood")):
        expect(page.get_by_role("group", name=group).get_by_role("radio", name=value, exact=True)).to_be_checked()
    expect(page.get_by_role("switch", name="Less motion")).to_be_checked()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Ann")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", ["light", "dark", "contrast", "rtl"])
def test_axe_finds_nothing_serious_on_any_page(new_page: NewPage, size: str, look: str) -> None:
    page = new_page(**SIZES[size])
    if look != "rtl":
        page.add_init_script(f"localStorage.setItem('fourfold', JSON.stringify({{ theme: '{look}' }}))")
    wait_for_match(page)
    for place in PLACES:
        page.goto(place)
        expect(page.locator("h1")).to_be_visible()
        if look == "rtl":
            page.evaluate("document.documentElement.dir = 'rtl'")
        assert page.evaluate(WIDE_ENOUGH), place
        assert serious_problems(page) == [], place
