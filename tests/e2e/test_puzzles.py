"""Puzzles on the page: solved, missed, given up."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from e2e.access import serious_problems
from e2e.table import PATIENCE, PHONE, NewPage, Seated, later
from fourfold.core.registry import list_games
from fourfold.puzzles.puzzle import list_puzzles, puzzle_of_day

SHORT = next(puzzle for puzzle in list_puzzles("exago") if puzzle.goal == "win" and puzzle.plies == 3)

# A day whose puzzle is one of Exago with one move to find.
DAY = next(
    day
    for day in (datetime(2030, 1, 1, 12, tzinfo=UTC) + timedelta(days=number) for number in range(400))
    if (daily := puzzle_of_day(day.date())) in list_puzzles("exago") and daily.own_moves == 1
)


def test_a_puzzle_is_solved_by_clicking_and_the_next_one_comes(page: Page) -> None:
    page.goto(f"/puzzles/exago/{SHORT.id}")
    seated = Seated(page)
    click_move(seated, SHORT.solution[0])
    expect(page.locator(".prompt")).to_contain_text("Right. And now?")
    click_move(seated, SHORT.solution[2])
    expect(page.locator(".prompt")).to_contain_text("Solved!")
    task = page.get_by_role("region", name="Exago: puzzle")
    expect(task).to_contain_text("Your rating: 1")
    expect(task).to_contain_text("Win in two")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".prompt")).to_contain_text("Your turn")
    assert SHORT.id not in page.url
    page.goto("/puzzles")
    expect(page.locator("main")).to_contain_text("1 of")
    expect(page.get_by_text("Your rating: 1")).to_have_count(len(list_games()))
    expect(page.get_by_text("Your rating: 1200")).to_have_count(len(list_games()) - 1)


def test_puzzles_are_filtered_and_a_hint_ends_the_first_try(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_role("radio", name="Exago").check()
    page.get_by_label("Theme").select_option("exago.theme.fork")
    wanted = [puzzle for puzzle in list_puzzles("exago") if "fork" in puzzle.themes]
    listed = page.get_by_role("region", name="All puzzles").get_by_role("listitem")
    expect(listed.first).to_contain_text(str(wanted[0].rating))
    expect(listed.first).to_contain_text("Win in two")
    expect(listed.first).not_to_contain_text("Two ways at once")
    expect(page.get_by_role("status")).to_contain_text(f"{len(wanted)} puzzles")
    listed.first.get_by_role("link").click()
    task = page.get_by_role("region", name="Exago: puzzle")
    expect(task).to_contain_text("yours is 1200")
    expect(task).to_contain_text("a hint counts as a miss")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".prompt")).to_contain_text("Begin at")
    expect(task).to_contain_text(re.compile(r"Your rating: \d+ \(−\d"))


def test_the_puzzle_of_the_day_makes_a_row_of_days(page: Page) -> None:
    page.clock.install(time=DAY)
    puzzle = puzzle_of_day(DAY.date())
    page.goto("/puzzles")
    page.get_by_role("link", name="Solve it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle of the day")
    expect(page.get_by_text("No days in a row yet")).to_be_visible()
    for move in puzzle.solution[::2]:
        click_move(Seated(page), move)
    expect(page.get_by_text("One day in a row")).to_be_visible()


def test_a_day_that_is_solved_late_does_not_count(page: Page) -> None:
    page.clock.install(time=DAY)
    puzzle = puzzle_of_day(DAY.date())
    page.goto(f"/puzzles/exago/{puzzle.id}")
    page.get_by_role("button", name="Hint").click(timeout=PATIENCE)
    expect(page.locator(".prompt")).to_contain_text("Begin at")
    click_move(Seated(page), puzzle.solution[0])
    expect(page.locator(".prompt")).to_contain_text("Solved!")
    page.goto("/puzzles")
    daily = page.get_by_role("article", name="Exago")
    expect(daily).to_contain_text("Today does not count")
    expect(daily).to_contain_text("No days in a row yet")
    expect(daily.get_by_role("link", name="Look at it again")).to_be_visible()
    expect(daily.locator(".dots .now")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(daily.locator(".dots .done")).to_have_count(0)


def click_move(seated: Seated, move: str) -> None:
    for cell in move.partition("/")[0].split("-"):
        seated.click(seated.spot("cell", cell))


def test_the_solution_is_played_on_the_board(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(f"/puzzles/exago/{SHORT.id}")
    page.get_by_role("button", name="Hint").click(timeout=PATIENCE)
    page.get_by_role("button", name="Show the solution").click(timeout=PATIENCE)
    expect(page.locator(".prompt")).to_contain_text(SHORT.solution[0])
    last = SHORT.solution[-1].partition("/")[0].split("-")[-1]
    expect(page.locator(f'[data-spot="cell:{last}"]')).to_have_attribute("aria-label", re.compile("last move"))


@pytest.mark.long
def test_a_wrong_answer_is_refuted_and_can_be_tried_again(page: Page) -> None:
    position = SHORT.start()
    wrong = next(str(move) for move in position.moves() if str(move) != SHORT.solution[0])
    page.goto(f"/puzzles/exago/{SHORT.id}")
    click_move(Seated(page), wrong)
    expect(page.locator(".prompt")).to_contain_text("Not the right move")
    expect(page.locator(".bubble")).to_contain_text("is answered by")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".prompt")).to_contain_text(SHORT.solution[0])


@pytest.mark.long
@pytest.mark.parametrize("look", ["phone", *later("desk")])
def test_puzzles_are_accessible(new_page: NewPage, look: str) -> None:
    page = new_page(**(PHONE if look == "phone" else {}))
    page.goto("/puzzles")
    page.get_by_role("link", name="Solve it").click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert serious_problems(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
