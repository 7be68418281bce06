"""Those who do not see the board, or see it large: roles and names, questions, text of twice the size, no motion."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from e2e.table import NAMES, NewPage, Seated, later, set_up, short, some_of

CLIPPED = """() => [...document.querySelectorAll('main *, header *')].filter((element) => {
    const style = getComputedStyle(element);
    if (!element.checkVisibility() || element.closest('.heard') || element instanceof SVGElement) return false;
    if (element.matches('.cover')) return false; // its picture is cut on purpose
    if (element.clientWidth <= 1) return false; // heard, not seen
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
    return hides && element.scrollWidth > element.clientWidth + 1 && element.textContent.trim();
}).map((element) => element.outerHTML.slice(0, 200))"""


def play_by_names(seated: Seated) -> None:
    """A whole game by what a screen reader tells: roles and names, and nothing else."""
    page, chance = seated.page, random.Random(1)
    legal = page.get_by_role("list", name="Legal moves").get_by_role("button")
    groups = page.get_by_role("list", name="Groups of legal moves").get_by_role("button")
    again = page.get_by_role("button", name="Rematch")
    page.get_by_role("tab", name="Notation").click()
    page.get_by_text("Legal moves", exact=True).click()
    moves = 0
    while True:
        expect(legal.or_(groups).or_(again).first).to_be_visible()
        if again.is_visible():
            break
        if groups.count():
            chance.choice(groups.all()).click()
            continue
        moves += 1
        name = chance.choice(legal.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))"))
        before = seated.table()["ply"]
        page.get_by_role("list", name="Legal moves").get_by_role("button", name=name, exact=True).click()
        seated.wait_for_move(before)
    assert moves > 2
    expect(page.get_by_role("heading", name=re.compile("won|draw"))).to_be_visible()


@pytest.mark.parametrize("game", some_of("qawale"))
def test_a_whole_game_by_roles_and_names_alone(page: Page, game: str) -> None:
    play_by_names(set_up(page, game, "computer", options=short(game)))


def test_questions_are_answered_where_moves_are_typed(page: Page) -> None:
    seated = set_up(page, "exago", "computer", seat="red")
    told = page.locator("form .told")
    said = page.get_by_role("log").locator("p")
    for question, answer in (
        ("moves", "One legal move: e5."),
        ("where", "Nothing lies on the board. In your hand: 12."),
        ("last", "No move has been made yet."),
        ("score", "No points are counted in this game."),
        ("time", "There is no clock."),
        ("help", "“moves” lists the legal moves"),
    ):
        seated.type_move(question)
        expect(told).to_contain_text(answer)
        expect(said.last).to_contain_text(answer)
    seated.type_move("help")
    expect(said.filter(has_text="“moves” lists the legal moves")).to_have_count(2)
    expect(page.locator(".moves")).to_have_attribute("data-ply", "0")
    seated.type_move("e5")
    seated.wait_for_move(1)
    assert seated.wait_for_turn() is not None
    seated.type_move("where e5")
    expect(told).to_have_text("e5: red tile.")
    seated.type_move("last")
    expect(told).to_have_text(re.compile(r"Neighbour put a tile on \w\d"))


@pytest.mark.long
@pytest.mark.parametrize("place", ["/play/quadominos", "quads", *later("/", "/learn/exago", "/lobby", "quadominos")])
def test_text_of_twice_the_size_loses_nothing(page: Page, place: str) -> None:
    if place in NAMES:
        set_up(page, place, "computer")
        expect(page.locator("[data-spot]").first).to_be_visible()
    else:
        page.goto(place)
        expect(page.locator("h1")).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CLIPPED) == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["quads", *later("exago")])
def test_a_page_zoomed_to_200_percent_can_be_used(new_page: NewPage, game: str) -> None:
    page = new_page(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    seated = set_up(page, game, "computer")
    assert seated.move()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_nothing_moves_for_those_who_do_not_want_it(page: Page) -> None:
    seated = set_up(page, "qawale", "computer")
    page.evaluate("() => { window.moved = 0; Element.prototype.animate = function () { window.moved++; }; }")
    assert seated.move()
    assert seated.wait_for_turn() is not None
    assert page.evaluate("window.moved") == 0
