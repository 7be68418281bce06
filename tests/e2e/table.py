"""A person at the page: looks at what it offers, and clicks, types or touches."""

import random
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

NewPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PATIENCE, SHORT_PATIENCE = 20_000, 300  # milliseconds
NAMES = {"quads": "Quads", "qawale": "Qawale", "quadominos": "Quad-Ominos", "exago": "Exago"}
WAYS = {
    "computer": "Against the computer",
    "here": "At one screen",
    "table": "Round one screen, with phones",
    "invite": "With friends, by a link",
    "public": "At an open table",
}


def some_of(*now: str) -> list[Any]:
    """All games, as parameters of a test; those that are not named are left to the long run."""
    return [game if game in now else pytest.param(game, marks=pytest.mark.long) for game in NAMES]


def later(*values: Any) -> list[Any]:
    """More values of a parameter, which are left to the long run: other sizes, themes and languages."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


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
        expect(self.page.locator(".seats")).to_be_visible(timeout=PATIENCE)
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

    def choose(self, table: dict[str, Any]) -> list[str]:
        """Some clicks that lead to a move."""
        path: list[str] = []
        branch: Any = table["clicks"]
        while not isinstance(branch, str):
            if branch is None:
                query = "&".join(f"path={click}" for click in path)
                branch = self.page.request.get(f"/api/matches/{self.match}/clicks?{query}").json()
            path.append(self.chance.choice(list(branch)))
            branch = branch[path[-1]]
        return path

    def move(self) -> bool:
        """Make a move by clicking; False when there is none to make any more."""
        table = self.wait_for_turn()
        if table is None:
            return False
        first, *rest = self.choose(table)
        if self.spot("item", first).count():
            self.click(self.spot("item", first))
            self.click(self.spot("cell", rest[0]))  # the page lets the tile lie as it fits
        else:
            for click in (first, *rest):
                if self.spot("cell", click).count():
                    self.click(self.spot("cell", click))
        self.finish(table["ply"])
        return True

    def wait_for_move(self, ply: int, patience: float = PATIENCE) -> None:
        """Wait until the move of this ply is seen."""
        seen = "(ply) => document.querySelector('.outcome') || +document.querySelector('.moves').dataset.ply > ply"
        self.page.wait_for_function(seen, arg=ply, timeout=patience)

    def finish(self, ply: int) -> None:
        """Answer what the page still asks, until the move is made."""
        asked = self.page.locator(".bar .button.main")
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

    def type_move(self, move: str) -> None:
        field = self.page.get_by_label("Move in notation")
        field.fill(move)
        field.press("Enter")


def set_up(
    page: Page, game: str, way: str, *, seats: int = 2, seat: str = "", options: Mapping[str, str] | None = None
) -> Seated:
    """Fill in the form of a match and send it; options are given by their labels."""
    page.goto(f"/play/{game}")
    page.get_by_role("radio", name=WAYS[way]).check()
    if seats != 2:
        page.get_by_role("combobox", name="Players").select_option(str(seats))
    if seat:
        page.get_by_role("combobox", name="Your seat").select_option(label=seat)
    if options:
        page.get_by_text("Options of the game").click()
    for label, value in (options or {}).items():
        name = re.compile(f"^{label}")
        if value == "on":
            page.get_by_role("checkbox", name=name).check()
        else:
            page.get_by_label(name).fill(value)
    page.locator("main form > .button.main").click()
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
