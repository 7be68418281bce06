"""What is drawn and moves on the board: carried pieces, refusals at their spot, marks, pace, confirmation, colours."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import fourfold
from e2e.access import serious_problems
from e2e.table import NewPage, Seated, later, set_up

MOVING = {"reduced_motion": "no-preference"}
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
KEYS = """() => document.getAnimations()
    .filter(({ effect }) => effect.target.closest('.stage'))
    .flatMap(({ effect }) => effect.getKeyframes().flatMap(Object.keys))"""


def prefer(page: Page, **preferences: object) -> None:
    """Keep preferences before the page is opened."""
    page.add_init_script(f"localStorage.setItem('fourfold', {json.dumps(json.dumps(preferences))})")


def long_path(seated: Seated, table: dict[str, Any], length: int) -> list[str]:
    """The cells of a move with so many clicks."""
    for _ in range(200):
        path = [name for kind, name in seated.choose(table) if kind == "cell"]
        if len(path) == length:
            return path
    raise AssertionError(f"no move of {length} cells")


def finished(game: str, **options: Any) -> list[str]:
    """The moves of a short game that somebody wins."""
    found: list[list[str]] = []
    for seed in range(200):
        chance = random.Random(seed)
        position, moves = fourfold.game(game).start(**options), []
        while not position.outcome:
            moves.append(str(chance.choice(list(position.moves()))))
            position = position.play(moves[-1])
        if position.outcome.winner is not None:
            found.append(moves)
    return min(found, key=len)


def play_all(seated: Seated, moves: list[str]) -> None:
    for ply, move in enumerate(moves):
        answer = seated.page.request.post(
            f"/api/matches/{seated.match}/commands", data={"kind": "play", "move": move, "ply": ply}
        )
        assert answer.ok, answer.text()


def test_pebbles_are_put_down_one_by_one(page: Page) -> None:
    seated = set_up(page, "qawale", "here")
    table = seated.wait_for_turn()
    assert table is not None
    path = long_path(seated, table, 4)
    lying, carried = page.locator(".stage .items use"), page.locator(".carried use")
    count = lying.count()
    seated.click(seated.spot("cell", path[0]))
    expect(lying).to_have_count(count + 1)  # the own pebble lies on the stack
    expect(page.locator(".mine .prompt")).to_contain_text("3 pebbles are left to sow")
    for left, cell in zip((2, 1), path[1:], strict=False):
        seated.click(seated.spot("cell", cell))
        expect(carried).to_have_count(left)
        expect(lying).to_have_count(count + 1 - left)
    page.keyboard.press("Backspace")
    expect(carried).to_have_count(2)
    expect(lying).to_have_count(count - 1)
    assert serious_problems(page) == []
    for cell in path[2:]:
        seated.click(seated.spot("cell", cell))
    expect(carried).to_have_count(0)
    expect(lying).to_have_count(count + 1)
    seated.finish(0)
    expect(lying).to_have_count(count + 1)


@pytest.mark.parametrize("size", [SMALL, *later({})])
def test_a_refusal_speaks_at_its_cell(new_page: NewPage, size: dict[str, Any]) -> None:
    page = new_page(**size)
    seated = set_up(page, "exago", "here", options={})
    table = seated.wait_for_turn()
    assert table is not None
    seated.move()
    table = seated.wait_for_turn()
    assert table is not None
    cells = page.locator("[data-spot^='cell:']").evaluate_all("(all) => all.map((each) => each.dataset.spot.slice(5))")
    far = next(cell for cell in cells if cell not in table["clicks"]["cell"])
    page.locator(f'[data-spot="cell:{far}"]').click()
    bubble, refused = page.locator(".bubble"), page.locator(".refused")
    expect(bubble).to_be_visible()
    expect(bubble.get_by_role("link")).to_have_text("Why?")
    expect(bubble.get_by_role("link")).to_have_attribute("href", "/learn/exago#F3")
    expect(page.get_by_role("alert").filter(has_text="touches nothing")).to_have_count(1)
    expect(refused).to_have_count(1)
    box = bubble.bounding_box()
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert serious_problems(page) == []
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    expect(refused).to_have_count(0)


def test_a_refusal_goes_with_the_next_good_click(page: Page) -> None:
    seated = set_up(page, "qawale", "here")
    table = seated.wait_for_turn()
    assert table is not None
    taken = set(table["clicks"]["cell"])
    free = next(f"{column}{row}" for column in "abcd" for row in "1234" if f"{column}{row}" not in taken)
    seated.click(seated.spot("cell", free))
    expect(page.locator(".bubble")).to_be_visible()
    seated.click(seated.spot("cell", sorted(taken)[0]))
    expect(page.locator(".bubble")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "options"), [("qawale", {}), pytest.param("exago", {"seats": 2}, marks=pytest.mark.long)]
)
def test_the_winning_line_is_lit(page: Page, game: str, options: dict[str, Any]) -> None:
    seated = set_up(page, game, "here")
    play_all(seated, finished(game, **options))
    line = [mark["name"] for mark in seated.table()["board"]["ending"] if mark["kind"] == "line"]
    assert len(line) >= 4
    expect(page.locator("g.won")).to_have_count(len(line))
    expect(page.locator(".stage .items .veiled").first).to_be_visible()


@pytest.mark.long
def test_what_nothing_fits_is_shown_in_quads(page: Page) -> None:
    seated = set_up(page, "quads", "here")
    play_all(seated, finished("quads"))
    expect(page.locator(".stage .cross").first).to_be_visible()
    free = 36 - len({item["name"] for item in seated.table()["board"]["items"]})
    assert 0 < page.locator(".stage .cross").count() <= free


def test_moves_of_others_are_shown_at_a_pace_and_a_key_goes_to_the_end(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    prefer(page, pace="slow")
    seated = set_up(page, "exago", "computer", seat="red")
    seated.move()
    page.wait_for_function(
        """() => {
            const moving = document.querySelector('.stage')?.getAnimations({ subtree: true }) ?? [];
            for (const each of moving) each.pause();  // so that it cannot end before it was looked at
            return moving.some(({ effect }) => effect.target.matches('[data-key]'));
        }"""
    )
    assert set(page.evaluate(KEYS)) <= {"offset", "computedOffset", "easing", "composite", "transform", "opacity"}
    expect(page.locator(".mine.turn")).to_have_count(0)  # it is the own turn, and the move is still shown
    page.keyboard.press("Shift")
    expect(page.locator(".mine.turn")).to_be_visible()


def test_a_touch_on_a_small_cell_is_confirmed_by_a_second_one(new_page: NewPage) -> None:
    page = new_page(**SMALL)
    seated = set_up(page, "exago", "here")
    table = seated.wait_for_turn()
    assert table is not None
    cell = seated.spot("cell", next(iter(table["clicks"]["cell"])))
    cell.tap()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert seated.table()["ply"] == 0
    cell.tap()
    seated.wait_for_move(0)


def test_moves_are_played_at_once_where_the_user_says_so(new_page: NewPage) -> None:
    page = new_page(**SMALL)
    prefer(page, confirm="never")
    seated = set_up(page, "exago", "here")
    table = seated.wait_for_turn()
    assert table is not None
    seated.spot("cell", next(iter(table["clicks"]["cell"]))).tap()
    seated.wait_for_move(0)


@pytest.mark.parametrize("colours", ["wood", *later("slate")])
def test_boards_have_colours_of_their_own(new_page: NewPage, colours: str) -> None:
    page = new_page()
    prefer(page, board=colours)
    seated = set_up(page, "qawale", "here")
    seated.wait_for_turn()
    ground = "() => getComputedStyle(document.querySelector('.stage svg')).backgroundColor"
    plain = "rgb(228, 220, 205)"
    assert page.evaluate(ground) != plain
    assert serious_problems(page) == []
    page.evaluate("() => { document.documentElement.dataset.theme = 'contrast'; }")
    assert page.evaluate(ground) == "rgba(0, 0, 0, 0)"
