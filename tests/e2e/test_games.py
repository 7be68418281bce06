"""A whole game of each kind, through the page, against the computer and between two browsers."""

import pytest
from playwright.sync_api import Page, expect

from e2e.table import NAMES, NewPage, Seated, accept, in_order, set_up, short, some_of


@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_against_the_computer(page: Page, game: str) -> None:
    seated = set_up(page, game, "computer", options=short(game))
    moves = 0
    while seated.move():
        moves += 1
    assert moves > 2
    expect(page.locator(".outcome h2")).not_to_be_empty()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert seated.table()["status"] == "over"


@pytest.mark.long
@pytest.mark.parametrize("game", some_of("exago"))
def test_one_is_in_a_game_with_one_click(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Play {NAMES[game]}").click()
    seated = Seated(page).sit()
    assert seated.table()["status"] == "running"
    assert seated.move()


def test_two_browsers_play_each_other_by_an_invitation(page: Page, new_page: NewPage) -> None:
    ann = set_up(page, "qawale", "invite", options={"pebbles": 3})
    ben = accept(new_page(), ann.invitation(), "Ben")
    both = in_order(ann, ben)
    for ply in range(6):
        if not both[ply % 2].move():
            break
    for seated in both:
        expect(seated.page.locator(".outcome")).to_be_visible()
    expect(page.locator(".plates")).to_contain_text("Ben")
    page.get_by_role("button", name="Rematch").click()
    ben.page.get_by_role("button", name="Agree").click()
    for seated in both:
        seated.page.wait_for_url(lambda url: ann.match in url)
        expect(seated.page.locator(".outcome")).to_have_count(0)
    assert ann.table()["ply"] == 0
