"""Puzzles on the page: solved, missed, given up."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.access import serious_problems
from e2e.table import PATIENCE, PHONE, NewPage, Seated, later
from fourfold.puzzles.puzzle import list_puzzles

SHORT = next(puzzle for puzzle in list_puzzles("exago") if puzzle.plies == 3)


def test_a_puzzle_is_solved_by_clicking_and_the_next_one_comes(page: Page) -> None:
    page.goto(f"/puzzles/exago/{SHORT.id}")
    seated = Seated(page)
    click_move(seated, SHORT.solution[0])
    expect(page.locator(".prompt")).to_contain_text("Right. And now?", timeout=PATIENCE)
    click_move(seated, SHORT.solution[2])
    expect(page.locator(".prompt")).to_contain_text("Solved!", timeout=PATIENCE)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".prompt")).to_contain_text("Your turn", timeout=PATIENCE)
    assert SHORT.id not in page.url
    page.goto("/puzzles")
    expect(page.locator("main")).to_contain_text("1 of")


def click_move(seated: Seated, move: str) -> None:
    for cell in move.partition("/")[0].split("-"):
        seated.click(seated.spot("cell", cell))


def test_the_solution_is_played_on_the_board(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(f"/puzzles/exago/{SHORT.id}")
    page.get_by_role("button", name="Show the solution").click(timeout=PATIENCE)
    expect(page.locator(".prompt")).to_contain_text(SHORT.solution[0], timeout=PATIENCE)
    last = SHORT.solution[-1].partition("/")[0].split("-")[-1]
    expect(page.locator(f'[data-spot="cell:{last}"]')).to_have_attribute(
        "aria-label", re.compile("last move"), timeout=PATIENCE
    )


@pytest.mark.long
def test_a_wrong_answer_is_refuted_and_can_be_tried_again(page: Page) -> None:
    position = SHORT.start()
    wrong = next(str(move) for move in position.moves() if str(move) != SHORT.solution[0])
    page.goto(f"/puzzles/exago/{SHORT.id}")
    click_move(Seated(page), wrong)
    expect(page.locator(".prompt")).to_contain_text("Not the right move", timeout=PATIENCE)
    expect(page.locator(".bubble")).to_contain_text("is answered by")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".prompt")).to_contain_text(SHORT.solution[0])


@pytest.mark.long
@pytest.mark.parametrize("look", ["phone", *later("desk")])
def test_puzzles_are_accessible(new_page: NewPage, look: str) -> None:
    page = new_page(**(PHONE if look == "phone" else {}))
    page.goto("/puzzles")
    page.get_by_role("link", name="Solve it").click()
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible(timeout=PATIENCE)
    assert serious_problems(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
