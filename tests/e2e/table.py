"""A person at the page: looks at what it offers, and clicks, types or touches."""

import random
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from fourfold.core.registry import facts, list_games, module
from fourfold.text import say

NewPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PATIENCE, SHORT_PATIENCE = 60_000, 300  # milliseconds
NAMES = {game: facts(game).name for game in list_games()}
SPOTS = ("cell", "item")  # what is clicked on the board; words are buttons, and the page turns a piece as it fits
WAYS = {"computer": "Computer", "here": "One screen", "invite": "Friends", "public": "Open table"}
expect.set_options(timeout=PATIENCE)


def some_of(*now: str) -> list[Any]:
    """All games, as parameters of a test; those that are not named are left to the long run."""
    return [game if game in now else pytest.param(game, marks=pytest.mark.long) for game in NAMES]


def later(*values: Any) -> list[Any]:
    """More values of a parameter, which are left to the long run: other sizes, themes and languages."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


def short(game: str) -> dict[str, Any]:
    """The options that make a match of a game short."""
    variants = module(game, "variants")
    return dict(variants.SHORT) if variants else {}


class Seated:
    """Somebody at a table, who plays what the page shows as possible; chance decides, by a seed."""

    def __init__(self, page: Page, seed: int = 1, *, touches: bool = False) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.touches = touches

    @property
    def match(self) -> str:
        found = re.search(r"/match/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def sit(self) -> "Seated":
        """Wait until the table is there."""
        self.page.wait_for_url("**/match/*")
        expect(self.page.locator("#table-menu")).to_be_attached()
        return self

    def table(self) -> dict[str, Any]:
        """What the server tells this page; asked for with the page's own cookie."""
        answer = self.page.request.get(f"/api/matches/{self.match}?after=2147483647&board=true")
        assert answer.ok, answer.text()
        table: dict[str, Any] = answer.json()["table"]
        return table

    def spot(self, kind: str, name: str) -> Locator:
        return self.page.locator(f'[data-spot="{kind}:{name}"]')

    def click(self, where: Locator) -> None:
        if self.touches:
            where.tap(timeout=PATIENCE)
        else:
            where.click(timeout=PATIENCE)

    def wait_for_turn(self) -> dict[str, Any] | None:
        """Wait until it is one's turn and the board is drawn, or covered; None when the match is over."""
        self.page.wait_for_function(
            """() => document.querySelector('.outcome')
                || document.title.startsWith('●') && document.querySelector('[data-spot], .curtain')""",
            timeout=PATIENCE,
        )
        table = self.table()
        return None if table["outcome"] else table

    def choose(self, table: dict[str, Any]) -> list[tuple[str, str]]:
        """Some clicks that lead to a move: the kind and the name of each."""
        path: list[tuple[str, str]] = []
        branch: Any = table["clicks"]
        while not isinstance(branch, str):
            if branch is None:
                query = "&".join(f"path={name}" for _, name in path)
                branch = self.page.request.get(f"/api/matches/{self.match}/clicks?{query}").json()
            kind, name = self.chance.choice([(kind, name) for kind, clicks in branch.items() for name in clicks])
            path.append((kind, name))
            branch = branch[kind][name]
        return path

    def move(self) -> bool:
        """Make a move by clicking; False when there is none to make any more."""
        table = self.wait_for_turn()
        if table is None:
            return False
        for kind, name in self.choose(table):
            if kind in SPOTS:
                self.click(self.spot(kind, name))
        self.finish(table["ply"])
        return True

    def wait_for_move(self, ply: int, patience: float = PATIENCE) -> None:
        """Wait until the move of this ply is seen."""
        seen = "(ply) => document.querySelector('.outcome') || +document.querySelector('.moves').dataset.ply > ply"
        self.page.wait_for_function(seen, arg=ply, timeout=patience)

    def finish(self, ply: int) -> None:
        """Answer what the page still asks, until the move is made."""
        asked = self.page.locator(".mine .entry .button.main")
        for _ in range(4):
            with suppress(TooLate):
                self.wait_for_move(ply, SHORT_PATIENCE)
                return
            if asked.count():
                self.click(asked.first)
        self.wait_for_move(ply)

    def invitation(self) -> str:
        """The link that lets others sit down."""
        return self.page.get_by_label("Whoever opens this link").input_value()

    def notation(self) -> Locator:
        """The field for moves in notation, which has a tab of its own."""
        field = self.page.locator("#notation")
        tab = self.page.locator("#tab-type")
        expect(field.or_(tab).first).to_be_attached()
        if not field.is_visible():
            if tab.is_visible():
                tab.click()
            else:
                self.page.keyboard.press("/")
        return field

    def type_move(self, move: str) -> None:
        field = self.notation()
        field.fill(move)
        field.press("Enter")

    def choose_in_menu(self, name: str) -> None:
        """Choose an action that is rare."""
        self.page.get_by_role("button", name="More", exact=True).click()
        self.page.locator("#table-menu").get_by_role("button", name=name).click()


def choose(page: Page, group: str, value: str) -> None:
    """Choose one of the pills of a group."""
    page.get_by_role("group", name=re.compile(f"^{re.escape(group)}")).get_by_role(
        "radio", name=value, exact=True
    ).check()


def fill_in(page: Page, game: str, options: Mapping[str, Any]) -> None:
    """Choose the options of a game in the form of a match."""
    for option, value in options.items():
        label = say(f"{game}.option.{option}.label")
        if value is True:
            page.get_by_role("switch", name=label, exact=True).check()
        elif page.get_by_role("group", name=label, exact=True).count():
            choose(page, label, str(value))
        else:
            page.get_by_label(label, exact=True).fill(str(value))


def set_up(
    page: Page, game: str, way: str, *, seats: int = 2, seat: str = "", options: Mapping[str, Any] | None = None
) -> Seated:
    """Fill in the form of a match and send it."""
    page.goto(f"/play/{game}")
    page.get_by_role("radio", name=WAYS[way]).check()
    if seats != 2:
        choose(page, "Players", str(seats))
    if seat:
        choose(page, "Your seat", seat)
    fill_in(page, game, options or {})
    page.locator("main form .button.main").click()
    return Seated(page).sit()


def accept(page: Page, link: str, name: str) -> Seated:
    """Follow an invitation."""
    page.goto(link)
    page.locator("main").get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    return Seated(page, seed=2).sit()


def in_order(*seated: Seated) -> list[Seated]:
    """Those at one table, in the order of their seats."""
    return sorted(seated, key=lambda each: int(each.table()["seat"]))
