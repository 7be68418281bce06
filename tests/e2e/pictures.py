"""Takes the pictures of the page that the documentation shows: `python3 dev.py pictures`."""

import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import fourfold
from e2e.browser import launch_arguments
from e2e.table import NAMES, PHONE, SPOTS, Seated, set_up, short
from web.server_process import running

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK = {"viewport": {"width": 1280, "height": 800}}
PLIES = 10  # that are played before a picture is taken


def prepare(page: Page, game: str) -> Seated:
    """Bring a match to where something can be seen."""
    rules = fourfold.game(game)
    is_hidden = rules.is_hidden(rules.start(seed=1).options)
    seated = set_up(page, game, "computer" if is_hidden else "here", options=short(game))
    while seated.table()["ply"] < PLIES and seated.move():
        pass
    seated.wait_for_turn()
    return seated


def take_up(seated: Seated) -> None:
    """Click what shows where the next move can go, unless it is a move already."""
    first, *rest = seated.choose(seated.table())
    if rest and first[0] in SPOTS:
        seated.click(seated.spot(*first))


def take_picture(page: Page, name: str) -> None:
    page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur(); }")
    page.wait_for_timeout(1_000)  # until everything has come to rest
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        page.screenshot(path=file.name)
        Image.open(file.name).convert("RGB").save(FOLDER / f"{name}.webp", quality=82, method=6)


def main() -> None:
    """Take all pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    kinds: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE, "dark": {**DESK, "color_scheme": "dark"}}
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_arguments())
        common: dict[str, Any] = {
            "base_url": f"http://localhost:{server.port}",
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        for game in NAMES:
            for kind, further in kinds.items():
                page = browser.new_context(**common, **further).new_page()
                seated = prepare(page, game)
                take_up(seated)
                take_picture(page, f"{game}-{kind}")
                page.context.close()
        for kind in ("desk", "phone"):
            page = browser.new_context(**common, **kinds[kind]).new_page()
            page.goto("/")
            page.get_by_role("button", name=f"Play {min(NAMES.values())}").wait_for()
            take_picture(page, f"home-{kind}")
        browser.close()


if __name__ == "__main__":
    main()
