"""Nine Men's Morris on the page, with the mouse."""

from playwright.sync_api import Page, expect

from e2e.table import set_up

CLOSES_MILL = "morris@3/3/3/6/1b1/b2/ww1:4"


def test_a_whole_game_against_the_computer(page: Page) -> None:
    seated = set_up(page, "morris", "computer")
    moves = 0
    while seated.move():
        moves += 1
    assert moves > 9
    expect(page.locator(".outcome h2")).not_to_be_empty()
    expect(page.get_by_text("Nine Men’s Morris F5").first).to_be_visible()


def test_it_stands_on_the_shelf_with_its_picture(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text("Three in a line close a mill")).to_be_visible()
    expect(page.get_by_role("button", name="Play Nine Men’s Morris")).to_be_visible()
