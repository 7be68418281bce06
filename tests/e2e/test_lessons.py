"""Learning a game: rules tried on live boards, a guided first game, in the reader's language."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

import fourfold
from e2e.access import serious_problems
from e2e.table import NAMES, PHONE, SHORT_PATIENCE, SPOTS, NewPage, Seated, choose, later, some_of
from fourfold.core.clicks import Clicks
from fourfold.core.help.lessons import LessonStep, list_steps
from fourfold.text import say


def path_to(step: LessonStep, move: str) -> list[str]:
    """The names of the cells and pieces that are clicked for a move."""

    def search(tree: Any) -> list[str] | None:
        for kind, clicks in tree.items():
            for name, below in clicks.items():
                rest = [] if below == move else search(below) if isinstance(below, dict) else None
                if rest is not None:
                    return [name, *rest] if kind in SPOTS else rest
        return None

    found = search(Clicks(fourfold.read(step.position).moves()).whole_tree())
    assert found is not None
    return found


def find_lesson(page: Page, game: str, step: LessonStep, language: str = "en") -> Locator:
    title = say(f"{game}.lesson.{step.id}.title", language)
    lesson = page.locator(".lesson").filter(has=page.get_by_role("heading", name=title, exact=True))
    lesson.scroll_into_view_if_needed()
    expect(lesson.locator("[data-spot]").first).to_be_visible()
    return lesson


def click_through(lesson: Locator, path: list[str]) -> None:
    """Click what can be clicked on the board, and then the buttons."""
    for name in path:
        spot = lesson.locator(", ".join(f'[data-spot="{kind}:{name}"]' for kind in SPOTS))
        if spot.count():
            spot.first.click()
    for _ in range(3):
        with suppress(TooLate):  # the button may go with the move
            lesson.locator(".entry .button.main").first.click(timeout=SHORT_PATIENCE)


def do_step(page: Page, game: str, step: LessonStep, language: str = "en") -> None:
    """Do what a step asks for, and read that it was done."""
    lesson = find_lesson(page, game, step, language)
    if step.clicks:
        click_through(lesson, list(step.clicks))
        expect(lesson.locator(".feedback")).to_contain_text(re.compile(rf"{NAMES[game]} [FR]\d"))
    else:
        moves = step.moves or [str(fourfold.read(step.position).moves()[0])]
        click_through(lesson, path_to(step, moves[0]))
    expect(lesson.locator(".well-done")).to_contain_text(say(f"{game}.lesson.{step.id}.done", language))


@pytest.mark.parametrize("game", some_of("quads"))
def test_a_rule_is_tried_and_a_refusal_is_explained(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    steps = list_steps(game)
    do_step(page, game, next(step for step in steps if step.moves))
    refused = next(step for step in steps if step.clicks)
    do_step(page, game, refused)
    find_lesson(page, game, refused).get_by_role("button", name="Once more").click()
    expect(find_lesson(page, game, refused).locator(".well-done")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", NAMES)
def test_every_step_can_be_done(new_page: NewPage, game: str, language: str) -> None:
    page = new_page(locale=language)
    page.goto(f"/learn/{game}")
    for step in list_steps(game):
        do_step(page, game, step, language)


@pytest.mark.long
def test_a_legal_move_that_was_not_asked_for_is_told_from_the_right_one(page: Page) -> None:
    page.goto("/learn/qawale")
    step = next(step for step in list_steps("qawale") if step.id == "line")
    other = next(str(move) for move in fourfold.read(step.position).moves() if str(move) not in step.moves)
    lesson = find_lesson(page, "qawale", step)
    click_through(lesson, path_to(step, other))
    expect(lesson.locator(".feedback")).to_contain_text("not what is asked for")
    expect(lesson.locator(".well-done")).to_have_count(0)
    do_step(page, "qawale", step)


@pytest.mark.parametrize("game", some_of("quadominos"))
def test_a_first_game_is_guided(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="A guided first game").click()
    seated = Seated(page).sit()
    assert seated.wait_for_turn() is not None
    coach = page.get_by_role("region", name="Advice")
    first = coach.get_by_role("status").inner_text()
    assert seated.move()
    assert seated.wait_for_turn() is not None
    assert seated.move()
    assert seated.wait_for_turn() is not None
    expect(coach.get_by_role("status")).not_to_have_text(first)
    coach.get_by_role("button", name="No more advice").click()
    expect(coach).to_have_count(0)
    assert seated.move()


@pytest.mark.long
def test_an_option_is_explained_where_it_is_chosen(page: Page) -> None:
    page.goto("/play/quads")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Try it on a board Matching border").click()
    expect(opened.value.get_by_role("heading", name="The rim counts")).to_be_in_viewport()


@pytest.mark.long
def test_the_browser_chooses_the_language_and_the_reader_another(new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Quatre jeux autour du quatre.")
    assert page.evaluate("document.documentElement.lang") == "fr"
    page.get_by_role("link", name="Réglages").click()
    page.get_by_role("combobox", name="Langue").select_option(label="English")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Four games about four.")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Four games about four.")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("combobox", name="Language").select_option(label="As my browser")
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")


def test_a_refusal_is_said_in_the_language_of_the_reader(new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    page.goto("/play/exago")
    choose(page, "Votre place", "rouge")
    page.locator("main form .button.main").click()
    seated = Seated(page).sit()
    seated.click(seated.spot("cell", "a5"))
    expect(page.locator(".bubble")).to_contain_text(re.compile("centre|milieu"))
    seated.type_move("e5")
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"Voisin a posé.*\w\d.*C’est à vous de jouer"))


@pytest.mark.long
@pytest.mark.parametrize("place", later("/", "/play/quads", "/learn/quads"))
def test_french_is_no_wider_than_a_phone(new_page: NewPage, place: str) -> None:
    page = new_page(**PHONE, locale="fr-FR")
    page.goto(place)
    expect(page.locator("h1")).to_be_visible()
    if "learn" in place:
        page.locator(".lesson").first.scroll_into_view_if_needed()
        expect(page.locator(".lesson [data-spot]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
@pytest.mark.parametrize("game", some_of("quads"))
def test_axe_finds_nothing_serious_in_the_lessons(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    expect(page.locator(".lesson [data-spot]").first).to_be_visible()
    assert serious_problems(page) == []
