"""Takes pictures of the page: `python3 dev.py pictures` those that the documentation shows.

With `--all FOLDER` those of every state, on a desk and a phone, which are looked at and not kept.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import fourfold
from e2e.browser import launch_arguments
from e2e.states import choose_piece, show_all
from e2e.table import NAMES, PHONE, Seated, set_up, short
from web.server_process import running

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK = {"viewport": {"width": 1280, "height": 800}}
PLIES = 6  # that are played before a picture is taken


def prepare(page: Page, game: str) -> Seated:
    """Bring a match to where something can be seen."""
    rules = fourfold.game(game)
    is_hidden = rules.is_hidden(rules.start(seed=1).options)
    seated = set_up(page, game, "computer" if is_hidden else "here", options=short(game))
    while seated.table()["ply"] < PLIES and seated.move():
        pass
    seated.wait_for_turn()
    return seated


def take_picture(page: Page, name: str) -> None:
    page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur(); }")
    page.wait_for_timeout(1_000)  # until everything has come to rest
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        page.screenshot(path=file.name)
        Image.open(file.name).convert("RGB").save(FOLDER / f"{name}.webp", quality=82, method=6)


@contextmanager
def browsing() -> Iterator[tuple[Browser, dict[str, Any]]]:
    """A browser, and what all its pages have in common, with a server of its own."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_arguments())
        yield browser, {"base_url": f"http://localhost:{server.port}", "locale": "en-GB", "reduced_motion": "reduce"}
        browser.close()


def take_all(folder: Path) -> list[str]:
    """Take pictures of every state; returns what could not be reached."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    with browsing() as (browser, common):
        kinds: dict[str, dict[str, Any]] = {"desk": DESK, "phone": {**PHONE, "viewport": {"width": 390, "height": 844}}}
        for kind, further in kinds.items():

            def new_page(further: dict[str, Any] = further) -> Page:
                return browser.new_context(**common, **further).new_page()

            def take(page: Page, name: str, kind: str = kind) -> None:
                page.wait_for_timeout(1_000)
                page.screenshot(path=folder / f"{kind}-{name}.png")

            missing += [f"{kind}, {words}" for words in show_all(new_page, take)]
            for context in browser.contexts:
                context.close()
    return missing


def main() -> None:
    """Take all pictures anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="pictures of every state, into a folder")
    folder = parser.parse_args().all
    if folder is not None:
        sys.exit("\n".join(take_all(folder)) or None)
    FOLDER.mkdir(exist_ok=True)
    kinds: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE, "dark": {**DESK, "color_scheme": "dark"}}
    with browsing() as (browser, common):
        for game in NAMES:
            for kind, further in kinds.items():
                page = browser.new_context(**common, **further).new_page()
                choose_piece(prepare(page, game))
                take_picture(page, f"{game}-{kind}")
                page.context.close()
        for kind in ("desk", "phone"):
            page = browser.new_context(**common, **kinds[kind]).new_page()
            page.goto("/")
            page.locator("h1").wait_for()
            take_picture(page, f"home-{kind}")


if __name__ == "__main__":
    main()
