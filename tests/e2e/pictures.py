"""Takes the pictures of the page that the documentation shows: `python3 dev.py pictures`."""

import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from e2e.browser import launch_arguments
from e2e.table import PHONE, Seated, set_up
from web.server_process import running

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESK = {"viewport": {"width": 1280, "height": 800}}
MOVES = {
    "quads": "b3=TTTT f5=PPPP e5=SPPS b2=TSPP c3=STPT f6=PPPS f4=PPSP a3=STST d5=TSPP b4=SPTT d4=PSTT b5=TTST",
    "qawale": "d1NNW c3ES a1ENE d3WNE d2WWN d4WSSW b1EE c2WNES",
    "exago": "e5 e6 d6 f5 d7 f4 e4 d5 c6",
}
SEATS = {"exago": 3}
TILES = 12  # that are laid in Quad-Ominos, where the deal decides what can be


def prepare(page: Page, game: str) -> Seated:
    """Bring a match to where something can be seen."""
    if game == "quadominos":
        seated = set_up(page, game, "computer", options={"Number of rounds": "1"})
        while seated.table()["ply"] < TILES and seated.move():
            pass
        seated.wait_for_turn()
        return seated
    seated = set_up(page, game, "here", seats=SEATS.get(game, 2))
    for ply, move in enumerate(MOVES[game].split()):
        seated.type_move(move)
        seated.wait_for_move(ply)
    return seated


def take_up(seated: Seated) -> None:
    """Click what shows where the next move can go."""
    first, *_ = seated.choose(seated.table())
    for kind in ("item", "cell"):
        if seated.spot(kind, first).count():
            seated.click(seated.spot(kind, first))
            return


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
        for game in ("quads", "qawale", "quadominos", "exago"):
            for kind, further in kinds.items():
                page = browser.new_context(**common, **further).new_page()
                seated = prepare(page, game)
                if game != "exago":
                    take_up(seated)
                take_picture(page, f"{game}-{kind}")
                page.context.close()
        for kind in ("desk", "phone"):
            page = browser.new_context(**common, **kinds[kind]).new_page()
            page.goto("/")
            page.get_by_role("button", name="Play Quads").wait_for()
            take_picture(page, f"home-{kind}")
        browser.close()


if __name__ == "__main__":
    main()
