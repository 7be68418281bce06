"""The table of a match: what a player sees of turns, moves, plans and the end, at every size."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.access import serious_problems
from e2e.table import NewPage, Seated, accept, in_order, later, set_up, short

SIZES = {"desk": (1280, 800), "phone": (390, 844), "small": (320, 640), "side": (844, 390), "wide": (1920, 1080)}
CUT = """() => [...document.querySelectorAll('.plate .name, .prompt b, .prompt span, .outcome h2, .points')]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent.trim())"""
SMALL = """() => [...document.querySelectorAll('button, a, input, select, summary')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.heard, .stage'))
    .map((each) => [each.getBoundingClientRect(), each])
    .filter(([box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(([box, each]) => `${each.outerHTML.slice(0, 120)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""


def at_size(new_page: NewPage, size: str) -> Page:
    width, height = SIZES[size]
    return new_page(viewport={"width": width, "height": height}, has_touch=size not in {"desk", "wide"})


def test_moves_since_one_s_own_are_told_in_words_and_shown_again(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    seated = set_up(page, "exago", "computer", seats=3)
    while seated.table()["ply"] < 3 and seated.move():
        pass
    table = seated.wait_for_turn()
    assert table is not None
    marked = page.locator(".moves li.new")
    expect(marked).to_have_count(2)
    expect(marked.first).to_have_text(re.compile(r"Neighbour( 2)? put a tile on [a-i]\d"))
    page.get_by_role("button", name="Replay the last 2 moves").first.click()
    expect(page.locator(".prompt")).to_contain_text(re.compile("Neighbour"))  # whose move is shown
    expect(page.locator(".prompt")).to_contain_text("Your turn")
    assert seated.move()


def test_a_planned_move_is_played_when_the_turn_comes(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "exago", "invite")
    first, second = in_order(ann, accept(new_page(), ann.invitation(), "Ben"))
    second.type_move("d5")
    expect(second.page.locator(".prompt")).to_contain_text("Planned: d5")
    assert first.move()  # the first tile goes on the centre
    first.wait_for_move(1)
    assert [each["ply"] for each in (first.table(), second.table())] == [2, 2]
    second.type_move("a1")
    first.type_move("e6")
    expect(second.page.locator(".toast").get_by_text("Your planned move a1 is not possible now.")).to_be_visible()
    assert second.table()["ply"] == 3


def test_the_rest_is_in_a_menu_and_the_chat_has_a_badge(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "qawale", "invite")
    ben = accept(new_page(viewport={"width": 390, "height": 844}, has_touch=True), ann.invitation(), "Ben")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("Hello Ben")
    page.get_by_label("Say something").press("Enter")
    expect(ben.page.locator(".toast")).to_contain_text("Hello Ben")
    expect(ben.page.get_by_role("button", name="Chat, one new")).to_be_visible()
    ben.page.get_by_role("button", name="Show", exact=True).click()
    expect(ben.page.locator(".chat")).to_contain_text("Hello Ben")
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator(".chat")).to_be_hidden()
    expect(ben.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", ["phone", *later("small", "side", "desk", "wide")])
@pytest.mark.parametrize("kind", ["quads 2", *later("qawale 2", "exago 6", "quadominos 8")])
def test_nothing_is_cut_or_scrolls_sideways(new_page: NewPage, kind: str, size: str) -> None:
    page, (game, seats) = at_size(new_page, size), kind.split()
    seated = set_up(page, game, "computer", seats=int(seats), options=short(game))
    assert seated.move()
    assert seated.wait_for_turn() is not None
    for direction in ("ltr", "rtl"):
        page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(CUT) == []
        if size in {"phone", "small"}:
            assert page.evaluate(SMALL) == []
    assert serious_problems(page) == []
    seated.choose_in_menu("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".outcome")).to_contain_text(re.compile("You resigned|You gave up"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_problems(page) == []


def test_a_hint_is_drawn_and_goes_with_the_turn(page: Page) -> None:
    seated = set_up(page, "qawale", "computer", seat="first player")
    assert seated.wait_for_turn() is not None
    first, *_ = seated.choose(seated.table())
    seated.click(seated.spot(*first))
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".proposal")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".proposal")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".proposal")).to_have_count(1)
    page.get_by_role("button", name="Play it").click()
    Seated(page).wait_for_move(0)
    expect(page.locator(".proposal")).to_have_count(0)
