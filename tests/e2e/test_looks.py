"""Sizes, themes, fingers, keys, and what those need who do not see the page."""

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

import fourfold
from e2e.access import serious_problems
from e2e.table import NAMES, PHONE, SPOTS, NewPage, Seated, later, set_up, short, some_of
from fourfold.text import say

PLACES = ("/", "/play/exago", "/lobby", "/mine", "/look", "/tournaments", "/ratings", "/join/nobody", "/nowhere")


def test_nothing_is_wider_than_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    for place in PLACES[:4]:
        page.goto(place)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, place


def test_the_last_tile_of_a_hand_does_not_widen_a_phone(new_page: NewPage) -> None:
    position = fourfold.game("quadominos").start(seed=1, rounds=1)
    chance = random.Random(1)
    while position.to_move != 0 or position.game.look.hands(position.row.copy()).hands[0].number > 1:
        moves = [move for move in position.moves() if "=" in str(move)] or list(position.moves())
        position = position.play(chance.choice(moves))
    page = new_page(**PHONE)
    page.goto("/")
    places = [{"kind": "me"}, {"kind": "computer", "level": "simple"}]
    wish = {"game": "quadominos", "start": str(position), "by_lot": False, "places": places, "name": "Ann"}
    made = page.request.post("/api/matches", data=wish)
    assert made.ok, made.text()
    page.goto(f"/match/{made.json()['match']}")
    expect(page.locator('.own [data-spot^="item:"]')).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", NAMES)
def test_a_game_on_a_phone_by_touch(new_page: NewPage, game: str) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.get_by_role("button", name=f"Play {NAMES[game]}").tap()
    seated = Seated(page, touches=True).sit()
    for _ in range(3):
        assert seated.move()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main .button')].filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            return width > 0 && Math.min(width, height) < 24;
        }).map((element) => element.outerHTML)"""
    )
    assert small == []


@pytest.mark.parametrize("width", [360, *later(1280, 1000, 840, 600)])
@pytest.mark.parametrize("game", some_of("quadominos"))
def test_the_board_is_seen_as_a_whole(page: Page, game: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    set_up(page, game, "computer")
    expect(page.locator("[data-spot]").first).to_be_visible()
    board, area = page.locator(".stage svg").first.bounding_box(), page.locator(".stage").bounding_box()
    assert board is not None
    assert area is not None
    assert area["x"] - 1 <= board["x"]
    assert board["x"] + board["width"] <= area["x"] + area["width"] + 1
    assert board["height"] <= 800


@pytest.mark.long
@pytest.mark.parametrize("phone", [True, *later(False)])
@pytest.mark.parametrize(("game", "seats"), [("quadominos", 8), ("exago", 6)])
def test_many_seats_leave_room_for_the_board_and_the_own_hand(
    new_page: NewPage, game: str, seats: int, phone: bool
) -> None:
    page = new_page(**PHONE) if phone else new_page()
    seated = set_up(page, game, "computer", seats=seats)
    assert seated.wait_for_turn() is not None
    expect(page.locator(".plate")).to_have_count(seats)
    names = {page.locator(".plate .name").nth(seat).inner_text() for seat in range(seats)}
    assert len(names) == seats
    board, hand = page.locator(".stage").bounding_box(), page.locator(".hand.own").bounding_box()
    items = page.locator(".hand.own li").last.bounding_box()
    assert board is not None
    assert hand is not None
    assert items is not None
    assert items["y"] + items["height"] <= hand["y"] + hand["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if phone:
        assert board["y"] < 400  # more than half of the screen is left to it
    else:
        assert hand["y"] + hand["height"] <= 800
        assert page.locator(".board").evaluate("(board) => board.scrollHeight <= board.clientHeight")
    assert serious_problems(page) == []


@pytest.mark.parametrize("theme", ["light", *later("dark", "contrast")])
@pytest.mark.parametrize("game", ["exago", *later("quads", "qawale", "quadominos")])
def test_axe_finds_nothing_serious_at_a_table(page: Page, game: str, theme: str) -> None:
    page.add_init_script(f"localStorage.setItem('fourfold', JSON.stringify({{ theme: '{theme}' }}))")
    seated = set_up(page, game, "computer")
    assert seated.move()
    assert seated.wait_for_turn() is not None
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert serious_problems(page) == []


@pytest.mark.parametrize("scheme", ["light", *later("dark")])
@pytest.mark.parametrize("place", [*PLACES[:1], *later(*PLACES[1:])])
def test_axe_finds_nothing_serious_elsewhere(page: Page, place: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(place)
    if place != "/nowhere":  # that is the server's own answer
        expect(page.locator("h1")).to_be_visible()
        assert serious_problems(page) == []


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    page.goto("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    assert page.evaluate(ground) != light
    page.reload()
    assert page.evaluate(ground) != light


@pytest.mark.long
def test_the_layout_survives_being_read_from_right_to_left(page: Page) -> None:
    seated = set_up(page, "quads", "computer")
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert seated.move()
    board, aside = page.locator(".stage").bounding_box(), page.locator(".mine").bounding_box()
    assert board is not None
    assert aside is not None
    assert aside["x"] < board["x"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


class Keyboard(Seated):
    """Somebody without a mouse."""

    turned = False  # whether a tile was

    def tab_to(self, selector: str) -> None:
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.locator(selector).and_(self.page.locator(":focus")).count():
                return
        raise AssertionError(selector)

    def walk_to(self, kind: str, wanted: str) -> None:
        """Go to a cell or a tile with the arrow keys, as one sees it."""
        tried: set[tuple[str, str]] = set()
        for _ in range(200):
            goal = self.spot(kind, wanted).bounding_box()  # a table without rim follows the focus
            assert goal is not None
            name, x, y = self.page.evaluate(
                """() => { const { left, top, width, height } = document.activeElement.getBoundingClientRect();
                    return [document.activeElement.dataset.spot, left + width / 2, top + height / 2]; }"""
            )
            if name == f"{kind}:{wanted}":
                return
            right, down = goal["x"] + goal["width"] / 2 - x, goal["y"] + goal["height"] / 2 - y
            gain = {"ArrowRight": right, "ArrowLeft": -right, "ArrowDown": down, "ArrowUp": -down}
            untried = [key for key in gain if (name, key) not in tried] or [self.chance.choice(list(gain))]
            key = max(untried, key=lambda key: gain[key])
            tried.add((name, key))
            self.page.keyboard.press(key)
        raise AssertionError(wanted)

    def move(self) -> bool:
        table = self.wait_for_turn()
        if table is None:
            return False
        if not self.page.evaluate("document.activeElement.matches('[data-spot]')"):
            self.tab_to("[data-spot]")
        for kind, name in self.choose(table):
            if kind in SPOTS:
                self.walk_to(kind, name)
                self.page.keyboard.press("Enter")
            if kind == "item":
                self.turn(name)
        self.finish(table["ply"])
        return True

    def turn(self, tile: str) -> None:
        """Turn a tile that was taken; the page turns it on where it would not fit."""
        before = self.spot("item", tile).get_attribute("aria-label")
        self.page.keyboard.press("r")
        self.turned |= self.spot("item", tile).get_attribute("aria-label") != before

    def click(self, where: Locator) -> None:
        """Press a button of the bar."""
        self.tab_to(".entry .button.main")
        self.page.keyboard.press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("game", later("quads", "quadominos"))
def test_a_whole_game_of_tiles_with_the_keyboard_alone(page: Page, game: str) -> None:
    page.goto(f"/play/{game}")
    expect(page.locator("main form")).to_be_visible()
    seated = Keyboard(page)
    options = short(game)
    for option, value in options.items():
        label = say(f"{game}.option.{option}.label")
        seated.tab_to(f"label:has(> span:text-is('{label}')) input")
        page.keyboard.type(str(value))
    seated.tab_to("form .button.main")
    page.keyboard.press("Enter")
    seated.sit()
    moves = 0
    while seated.move():
        moves += 1
    assert moves > 2
    assert seated.turned
    expect(page.locator(".outcome h2")).not_to_be_empty()


@pytest.mark.long
@pytest.mark.parametrize("game", ["exago", "qawale"])
def test_a_whole_game_with_the_keyboard_alone(page: Page, game: str) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name=f"Play {NAMES[game]}")).to_be_visible()
    seated = Keyboard(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    seated.tab_to(f"li:has(a[href='/play/{game}']) button")
    page.keyboard.press("Enter")
    seated.sit()
    moves = 0
    while seated.move():
        moves += 1
    assert moves > 2
    expect(page.locator(".outcome h2")).not_to_be_empty()


@pytest.mark.long
def test_a_tile_is_laid_and_turned_with_keys(page: Page) -> None:
    seated = set_up(page, "quads", "computer", seat="light")
    table = seated.wait_for_turn()
    assert table is not None
    seated.spot("item", "PPPP").focus()
    page.keyboard.press("Enter")
    seated.spot("cell", "c3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moves")).to_contain_text("c3=PPPP")
    table = seated.wait_for_turn()
    assert table is not None
    tile = next(iter(table["clicks"]["item"]))
    seated.spot("item", tile).focus()
    page.keyboard.press("Enter")
    expect(seated.spot("item", tile)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(seated.spot("item", tile)).to_have_attribute("aria-pressed", "false")


def test_focus_can_be_seen(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    style = page.evaluate("getComputedStyle(document.activeElement).outline")
    assert re.search(r"solid [1-9]", style), style
