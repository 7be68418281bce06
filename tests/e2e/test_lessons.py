"""Learning a game: a lesson step by step, a guided first game, in the reader's language."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from playwright.sync_api import TimeoutError as TooLate

import fourfold
from e2e.access import serious_problems
from e2e.table import NAMES, PHONE, SHORT_PATIENCE, SPOTS, NewPage, Seated, choose, later, some_of
from fourfold.core.clicks import Clicks
from fourfold.core.help.lessons import LessonStep, list_advice, list_steps
from fourfold.core.position import Position
from fourfold.text import say

WORDS = Path(__file__).parents[2] / "web" / "text"  # of the page


def clicks_of(position: Position, move: str) -> list[str]:
    """The names of the cells and pieces that are clicked for a move."""

    def search(tree: Any) -> list[str] | None:
        for kind, clicks in tree.items():
            for name, below in clicks.items():
                rest = [] if below == move else search(below) if isinstance(below, dict) else None
                if rest is not None:
                    return [name, *rest] if kind in SPOTS else rest
        return None

    found = search(Clicks(position.moves()).whole_tree())
    assert found is not None
    return found


def click_through(lesson: Locator, path: list[str], made: Locator | None = None) -> None:
    """Click what can be clicked on the board, and then the buttons of the move, until it is seen that it was made."""
    for name in path:
        spot = lesson.locator(", ".join(f'[data-spot="{kind}:{name}"]' for kind in SPOTS))
        if spot.count():
            spot.first.click()
    button, feedback = lesson.locator(".entry .button.main:not(.next)"), made or lesson.locator(".feedback")
    while True:
        expect(button.or_(feedback).first).to_be_visible()
        if feedback.count():
            return
        with suppress(TooLate):  # the button may go with the move
            button.first.click(timeout=SHORT_PATIENCE)


def open_step(page: Page, step: LessonStep) -> Locator:
    lesson = page.locator(f'[data-step="{step.id}"]')
    expect(lesson.locator("[data-spot]").first).to_be_attached()
    return lesson


def do_step(page: Page, game: str, step: LessonStep, language: str = "en") -> Locator:
    """Do what a step asks for, and read why it was right."""
    lesson = open_step(page, step)
    expect(lesson.get_by_role("heading", level=2)).to_have_text(say(f"{game}.lesson.{step.id}.title", language))
    expect(lesson.locator(".prompt")).to_contain_text(say(f"{game}.lesson.{step.id}.goal", language))
    if step.answers:
        expect(lesson.locator(".answers")).to_contain_text(
            say(f"{game}.lesson.{step.id}.answer.{step.right}", language)
        )
    try_step(lesson, step)
    feedback = lesson.locator(".feedback.right")
    expect(feedback).to_contain_text(say(f"{game}.lesson.{step.id}.done", language))
    return lesson


def try_step(lesson: Locator, step: LessonStep) -> None:
    if step.answers:
        lesson.locator(".answers .button").nth(step.answers.index(step.right)).click()
    elif step.clicks:
        click_through(lesson, list(step.clicks))
    else:
        play_step(lesson, step)


def play_step(lesson: Locator, step: LessonStep) -> None:
    """Make the first move that a step accepts, and those that follow it."""
    position, held = fourfold.read(step.position), lesson.locator(".held li")
    move = next(move for move in position.moves() if step.accepts(str(move)))
    for _ in range(step.further):
        made = lesson.locator(f".held li:first-child:nth-last-child({held.count() - 1})")  # there is one tile less
        click_through(lesson, clicks_of(position, str(move)), made)
        position = position.play(move)
        move = position.moves()[0]
    click_through(lesson, clicks_of(position, str(move)))


def tutorial_of(game: str) -> list[LessonStep]:
    return [step for step in list_steps(game) if not step.option]


def skip_to(page: Page, game: str, wanted: LessonStep) -> Locator:
    for step in tutorial_of(game):
        if step == wanted:
            break
        open_step(page, step).get_by_role("button", name="Skip").click()
    return open_step(page, wanted)


def go_through(page: Page, game: str, language: str = "en") -> None:
    """Do every step of a tutorial, and see the end."""
    page.goto(f"/learn/{game}")
    for step in tutorial_of(game):
        lesson = do_step(page, game, step, language)
        expect(lesson.locator(".entry .button.main")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(text_of("learn.known", language, game=NAMES[game]))


def text_of(code: str, language: str, **values: str) -> str:
    """A message of the page."""
    messages = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    message: str = messages[code]
    return message.format(**values)


@pytest.mark.parametrize("game", some_of("qawale"))
def test_a_tutorial_is_done_step_by_step_and_kept(page: Page, game: str) -> None:
    go_through(page, game)
    expect(page.get_by_role("button", name="Play a guided first game")).to_be_visible()
    page.goto("/learn")
    count = len(tutorial_of(game))
    expect(page.get_by_role("link", name=NAMES[game])).to_contain_text(f"{count} of {count} steps done")
    page.goto(f"/learn/{game}")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"You know {NAMES[game]}")


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_every_option_has_a_step_of_its_own(page: Page, game: str) -> None:
    for step in (step for step in list_steps(game) if step.option):
        page.goto(f"/learn/{game}#try-{step.option}")
        page.reload()
        lesson = do_step(page, game, step)
        lesson.get_by_role("button", name="Back to the lesson").click()
        open_step(page, tutorial_of(game)[0])


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE["viewport"], {"width": 390, "height": 844}, {"width": 320, "height": 640}])
@pytest.mark.parametrize("game", NAMES)
def test_a_step_is_one_screen_of_a_phone_in_french(new_page: NewPage, game: str, size: dict[str, int]) -> None:
    page = new_page(**{**PHONE, "viewport": size}, locale="fr-FR")
    page.goto(f"/learn/{game}")
    for step in tutorial_of(game):
        lesson = do_step(page, game, step, "fr")
        high, wide = page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]",
        )
        assert (high, wide) == (size["height"], size["width"]), step.id
        expect(page.locator("header, nav").locator("visible=true")).to_have_count(0)
        lesson.locator(".entry .button.main").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(text_of("learn.known", "fr", game=NAMES[game]))


LOST = """(lesson) => {
    const isSeen = (element) => {
        element.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const tried = lesson.matches('.closed') ? '' : '.held li > *, .answers .button, ';
    const wanted = lesson.querySelectorAll(`${tried}.notice, .entry .button`);
    const lost = [...wanted].filter((element) => element.clientHeight && !isSeen(element));
    return [lost.map((element) => element.className), lesson.querySelector('.stage').clientHeight];
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [(390, 844), (320, 640), (740, 360), (1024, 700)])
@pytest.mark.parametrize("game", NAMES)
def test_long_words_leave_board_hand_and_buttons_within_reach(
    new_page: NewPage, game: str, size: tuple[int, int]
) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": size[0], "height": size[1]}})

    def lengthen(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["words"] = {code: f"{words} {words[: len(words) * 2 // 5]}" for code, words in told["words"].items()}
        route.fulfill(response=answer, json=told)

    page.route("**/api/games/*/lessons*", lengthen)
    for step in tutorial_of(game):
        page.goto(f"/learn/{game}#try-{step.id}")
        page.reload()
        lesson = open_step(page, step)
        page.evaluate("document.documentElement.dir = 'rtl'")
        for is_tried in (False, True):
            if is_tried:
                try_step(lesson, step)
            lost, high = lesson.evaluate(LOST)
            assert lost == [], (step.id, is_tried)
            assert high > size[1] / 5, (step.id, is_tried)
            assert page.evaluate("document.documentElement.scrollWidth") == size[0], (step.id, is_tried)


def test_a_step_is_loaded_once(page: Page) -> None:
    """A second load would throw away what was done on the board until then."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/learn/quads#try-neutral")
    open_step(page, next(step for step in tutorial_of("quads") if step.id == "neutral"))
    page.wait_for_load_state("networkidle")
    assert len([url for url in asked if "/api/positions" in url]) == 1, asked


def test_what_is_said_hides_no_tile_and_moves_no_hand_at_the_desk(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    for step in (step for step in tutorial_of("quads") if step.id in ("neutral", "solid")):
        page.goto(f"/learn/quads#try-{step.id}")
        page.reload()
        hand = open_step(page, step).locator(".held")
        top = hand.evaluate("hand => hand.getBoundingClientRect().top")
        do_step(page, "quads", step)
        high, seen = hand.evaluate("hand => [hand.scrollHeight, hand.clientHeight]")
        assert high == seen, step.id
        assert hand.evaluate("hand => hand.getBoundingClientRect().top") == top, step.id


def test_a_wrong_move_and_a_refused_click_say_why(page: Page) -> None:
    step = next(step for step in tutorial_of("qawale") if step.moves and not step.misses)
    page.goto("/learn/qawale")
    lesson = skip_to(page, "qawale", step)
    position, held = fourfold.read(step.position), lesson.locator(".held li")
    count = held.count()
    click_through(
        lesson, clicks_of(position, next(move for move in map(str, position.moves()) if not step.accepts(move)))
    )
    expect(lesson.locator(".feedback")).to_contain_text(say(f"qawale.lesson.{step.id}.miss"))
    expect(lesson.locator(".feedback").get_by_role("link", name="Why?")).to_have_attribute(
        "href", f"/learn/qawale#{step.rule}"
    )
    expect(held).to_have_count(count - 1)  # what is spoken of is seen
    next_step = lesson.locator(".entry .next")
    expect(next_step).to_have_attribute("aria-disabled", "true")
    next_step.click(force=True)
    open_step(page, step)
    lesson.get_by_role("button", name="Again").click()
    expect(lesson.locator(".feedback")).to_have_count(0)
    expect(held).to_have_count(count)
    stacks = {f"cell:{cell}" for cell in Clicks(fourfold.read(step.position).moves()).tree()["cell"]}
    spots = [spot.get_attribute("data-spot") for spot in lesson.locator("[data-spot^='cell:']").all()]
    lesson.locator(f'[data-spot="{next(spot for spot in spots if spot not in stacks)}"]').click()
    expect(lesson.locator(".feedback")).to_contain_text(say("qawale.short.no_stack").split("\n")[0])
    do_step(page, "qawale", step)


def test_a_question_takes_the_right_answer_and_says_why_another_is_wrong(page: Page) -> None:
    game, step = next((game, step) for game in NAMES for step in tutorial_of(game) if step.answers)
    page.goto(f"/learn/{game}")
    lesson = skip_to(page, game, step)
    wrong = next(code for code in step.answers if code != step.right)
    answer = lesson.get_by_role("button", name=say(f"{game}.lesson.{step.id}.answer.{wrong}"), exact=True)
    answer.click()
    expect(lesson.locator(".feedback")).to_contain_text(say(f"{game}.lesson.{step.id}.miss.{wrong}"))
    expect(answer).to_be_disabled()
    do_step(page, game, step)


@pytest.mark.long
def test_earlier_steps_are_looked_at_again_by_dots_and_by_keys(page: Page) -> None:
    first, second, third = tutorial_of("exago")[:3]
    page.goto("/learn/exago")
    skip_to(page, "exago", second)
    do_step(page, "exago", second)
    dots = page.locator(".bar ol button")
    expect(dots.nth(3)).to_be_disabled()
    dots.first.click()
    open_step(page, first)
    page.keyboard.press("ArrowRight")
    open_step(page, second)
    page.keyboard.press("ArrowRight")
    open_step(page, third)
    page.keyboard.press("ArrowRight")
    open_step(page, third)
    page.reload()
    open_step(page, first)


def test_the_rulebook_has_an_address_and_a_refusal_leads_to_its_rule(page: Page) -> None:
    page.goto("/learn/qawale")
    page.get_by_role("navigation", name="Lesson or rulebook").get_by_role("link", name="Rulebook").click()
    page.wait_for_url("**/learn/qawale/rules")
    expect(page.get_by_role("heading", level=1)).to_contain_text("rulebook")
    page.get_by_role("link", name="Lesson", exact=True).click()
    open_step(page, tutorial_of("qawale")[0])
    page.goto("/learn/qawale#F3")
    expect(page.locator('[id="F3"]')).to_be_in_viewport()


@pytest.mark.parametrize("game", some_of("quadominos"))
def test_a_first_game_is_guided(page: Page, game: str) -> None:
    page.goto("/learn")
    steps = [step.id for step in tutorial_of(game)]
    page.evaluate(f"localStorage.setItem('fourfold.lessons', '{json.dumps({game: steps})}')")
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Play a guided first game").click()
    seated = Seated(page).sit()
    assert seated.wait_for_turn() is not None
    coach = page.get_by_role("region", name="Advice")
    expect(coach.get_by_role("status")).to_have_text(say(f"{game}.advice.{list_advice(game)[0].id}"))
    page.reload()
    assert seated.wait_for_turn() is not None
    expect(coach).to_have_count(0)  # it was said
    assert seated.move()
    if seated.wait_for_turn() is not None and coach.count():
        coach.get_by_role("button", name="No more advice").click()
        expect(coach).to_have_count(0)
        assert seated.move()


@pytest.mark.long
def test_a_guided_game_ends_with_that_it_is_known(page: Page) -> None:
    page.goto("/learn")
    steps = [step.id for step in tutorial_of("qawale")]
    page.evaluate(f"localStorage.setItem('fourfold.lessons', '{json.dumps({'qawale': steps})}')")
    page.goto("/learn/qawale")
    page.get_by_role("button", name="Play a guided first game").click()
    seated = Seated(page).sit()
    coach = page.get_by_role("region", name="Advice")
    said = []
    while seated.wait_for_turn() is not None:
        said += coach.get_by_role("status").all_inner_texts()
        assert seated.move()
    said += coach.get_by_role("status").all_inner_texts()
    assert sum("You know Qawale now" in words or "you know Qawale now" in words for words in said) == 1
    assert len(said) == len(set(said))


@pytest.mark.long
def test_an_option_is_explained_where_it_is_chosen(page: Page) -> None:
    page.goto("/play/quads")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Try it on a board Matching border").click()
    step = next(step for step in list_steps("quads") if step.option == "border")
    open_step(opened.value, step)


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
@pytest.mark.parametrize("place", later("/", "/play/quads", "/learn", "/learn/quads/rules"))
def test_french_is_no_wider_than_a_phone(new_page: NewPage, place: str) -> None:
    page = new_page(**PHONE, locale="fr-FR")
    page.goto(place)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
@pytest.mark.parametrize("game", some_of("quads"))
@pytest.mark.parametrize("theme", ["light", *later("dark")])
def test_axe_finds_nothing_serious_in_the_lessons(new_page: NewPage, game: str, theme: str) -> None:
    page = new_page(color_scheme=theme)
    page.goto(f"/learn/{game}")
    do_step(page, game, tutorial_of(game)[0])
    assert serious_problems(page) == []
    page.goto("/learn")
    expect(page.locator("h1")).to_be_visible()
    assert serious_problems(page) == []
