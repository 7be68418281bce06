"""Without a network: what was looked at is still there, a new version takes over, and nobody sees what others kept."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from e2e.table import PHONE, NewPage, set_up
from e2e.test_accounts import sign_up
from fourfold.core.registry import facts, list_games
from fourfold.text import say
from fourfold.web.http.static import STATIC
from web.server_process import Server

READY = """async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
}"""
KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) {
            found[new URL(request.url).pathname + new URL(request.url).search] = name.replace(/^page-.*/, 'page');
        }
    }
    return found;
}"""
UPDATE = """async () => {
    const over = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
    await (await navigator.serviceWorker.getRegistration()).update();
    await over;
}"""
VERSION = "() => document.documentElement.dataset.version ?? '1'"
Visit = Callable[..., Page]


def kept(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(KEPT)
    return found


def wait_until(page: Page, condition: str, argument: Any) -> None:
    """Wait until an asynchronous function of the page says yes."""
    page.evaluate(
        f"""async (argument) => {{
            for (let round = 0; round < 400; round++) {{
                if (await ({condition})(argument)) return;
                await new Promise((done) => setTimeout(done, 50));
            }}
            throw new Error('it does not come true');
        }}""",
        argument,
    )


def wait_until_kept(page: Page, pattern: str, cache: str, number: int = 1) -> None:
    """Wait until so many answers of a kind are kept."""
    condition = """async ([pattern, name, number]) => {
        const keys = await (await caches.open(name)).keys();
        return keys.filter((request) => new RegExp(pattern).test(request.url)).length >= number;
    }"""
    wait_until(page, condition, [pattern, cache, number])


def wait_until_gone(page: Page, pattern: str) -> None:
    """Wait until no answer of a kind is kept of the reader."""
    condition = """async (pattern) => {
        const keys = await (await caches.open('own')).keys();
        return !keys.some((request) => new RegExp(pattern).test(request.url));
    }"""
    wait_until(page, condition, pattern)


@pytest.fixture
def visit(new_page: NewPage) -> Visit:
    """Comes to the page for the first time, and stays until its worker has taken over."""

    def come(address: str = "/", **further: Any) -> Page:
        page = new_page(service_workers="allow", **further)
        page.goto(address)
        page.evaluate(READY)
        return page

    return come


def give_up(page: Page, game: str) -> str:
    """Play a few moves of a match against the computer and resign it; the answer is its id."""
    seated = set_up(page, game, "computer")
    for _ in range(3):
        assert seated.move()
    assert seated.wait_for_turn()
    seated.choose_in_menu("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".outcome")).to_be_visible()
    return seated.match


def test_the_page_opens_without_a_network_and_says_so(visit: Visit) -> None:
    for further in ({}, PHONE):
        page = visit(**further)
        wait_until_kept(page, "/api/games(/words.*|/pictures)?$", "common", 3)
        page.context.set_offline(True)
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Four games about four.")
        for game in list_games():
            card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=facts(game).name))
            expect(card.get_by_text(say(f"{game}.tagline"))).to_be_visible()
            expect(card.locator(".picture svg")).to_be_visible()
        expect(page.locator("header [role=status]")).to_have_text("Offline")
        page.get_by_role("button", name="Play Exago").click()
        expect(page.get_by_role("alert")).to_contain_text("You are offline, and this needs the server.")
        page.goto("/nowhere")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator("header [role=status]")).to_have_count(0)


@pytest.mark.long
def test_the_rules_of_all_games_are_read_without_a_network_and_without_having_been_opened(visit: Visit) -> None:
    page = visit()
    wait_until_kept(page, "/(rules|lessons|symbols)", "common", 3 * len(list_games()))
    page.context.set_offline(True)
    for game in list_games():
        page.goto(f"/learn/{game}/rules")
        expect(page.locator("main section h2").first).to_be_visible()


@pytest.mark.long
def test_a_game_that_was_looked_back_at_is_there_position_by_position(visit: Visit) -> None:
    page = visit()
    match = give_up(page, "exago")
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".board")).to_be_visible()
    plies = int(page.url.rpartition("=")[2])
    expect(page.locator(".kept")).to_be_visible()
    page.context.set_offline(True)
    page.goto(f"/match/{match}")
    expect(page.get_by_role("alert")).to_contain_text("a table needs the server")
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".board")).to_be_visible()
    for ply in range(1, plies + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**/match/{match}?ply={ply}")
        expect(page.locator(".failure")).to_be_empty()
    page.goto("/mine")
    expect(page.get_by_text("You are offline")).to_be_visible()  # this list was not looked at before


@pytest.mark.long
def test_a_puzzle_that_was_loaded_is_shown_and_what_needs_the_server_is_said(visit: Visit) -> None:
    page = visit()
    page.goto("/puzzles/exago")
    expect(page.locator(".board")).to_be_visible()
    page.wait_for_url("**/puzzles/exago/*")
    address = page.url
    wait_until_kept(page, "/api/puzzles/exago/", "common")
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.long
def test_no_answer_about_a_match_that_goes_on_is_kept(visit: Visit) -> None:
    page = visit()
    seated = set_up(page, "quadominos", "computer", options={"rounds": 1})
    for _ in range(2):
        assert seated.move()
    assert seated.wait_for_turn()
    assert [address for address in kept(page) if seated.match in address] == []
    tiles = {item["click"] for item in seated.table()["board"]["hands"][seated.table()["seat"]]["items"]}
    texts = page.evaluate(
        """async () => {
            const texts = [];
            for (const name of ['own', 'common']) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) {
                    if (/api.games/.test(request.url)) continue;
                    texts.push(await (await cache.match(request)).text());
                }
            }
            return texts;
        }"""
    )
    assert texts
    assert [tile for tile in tiles if any(re.search(rf"(?<!\d){tile}(?!\d)", text) for text in texts)] == []


@pytest.mark.long
def test_what_somebody_looked_at_is_gone_when_they_log_out(visit: Visit) -> None:
    page = visit()
    name = sign_up(page)
    match = give_up(page, "exago")
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".board")).to_be_visible()
    page.goto("/mine")
    expect(page.get_by_role("link", name=re.compile("Exago"))).to_be_visible()
    wait_until_kept(page, r"/api/matches(\?|$)", "own")
    assert "own" in kept(page).values()
    page.goto("/account")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log out")).to_have_count(0)
    left = [address for address, cache in kept(page).items() if cache == "own"]
    assert [address for address in left if address != "/api/session"] == []
    page.context.set_offline(True)
    page.goto(f"/match/{match}?ply=0")
    expect(page.get_by_text("You are offline")).to_be_visible()
    page.goto("/account")
    expect(page.get_by_text(name)).to_have_count(0)


@pytest.mark.long
def test_who_comes_with_another_cookie_finds_nothing_of_before(visit: Visit) -> None:
    page = visit()
    give_up(page, "exago")
    page.goto("/mine")
    expect(page.get_by_role("link", name=re.compile("Exago"))).to_be_visible()
    wait_until_kept(page, r"/api/matches(\?|$)", "own")
    page.context.clear_cookies()
    page.goto("/")
    wait_until_gone(page, r"/api/matches(\?|$)")
    page.context.set_offline(True)
    page.goto("/mine")
    expect(page.get_by_role("link", name=re.compile("Exago"))).to_have_count(0)


class Site:
    """A server whose page can be built anew under it."""

    def __init__(self, folder: Path) -> None:
        self.static = folder / "static"
        shutil.copytree(STATIC, self.static, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        code = (
            f"import pathlib, sys, fourfold.web.http.static as page; page.STATIC = pathlib.Path({str(self.static)!r}); "
            "from fourfold.cli import main; sys.argv[0] = 'fourfold'; main()"
        )
        self.server = Server(folder, program=("-c", code))

    def build_anew(self, version: str) -> None:
        """What a build of changed sources does: other names, another page, another worker."""
        worker = self.static / "worker.js"
        entry = re.search(r"/assets/(index-[\w-]+)\.js", (self.static / "index.html").read_text())
        assert entry
        name = f"index-version{version}"
        script = self.static / "assets" / f"{entry[1]}.js"
        script.rename(self.static / "assets" / f"{name}.js")
        for path in self.static.rglob("*"):
            if path.is_file() and path.suffix in (".js", ".html", ".css"):
                path.write_text(path.read_text().replace(f"{entry[1]}.js", f"{name}.js"))
        changed = self.static / "assets" / f"{name}.js"
        changed.write_text(changed.read_text() + f"\ndocument.documentElement.dataset.version = {version!r};\n")
        worker.write_text(re.sub(r'(?<=")[0-9a-f]{12}(?=")', version * 12, worker.read_text()))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path)
    try:
        made.server.start()
        yield made
    finally:
        made.server.close()


@pytest.mark.long
def test_a_new_version_takes_over_and_no_old_page_is_left(visit: Visit, site: Site) -> None:
    base = f"http://localhost:{site.server.port}"
    page = visit(f"{base}/", base_url=base)
    wait_until_kept(page, "/rules", "common", 4)
    old = [page.locator("script[type=module]").get_attribute("src")]  # other parts are the same in every version here
    assert set(old) <= set(kept(page))
    assert page.evaluate(VERSION) == "1"
    site.build_anew("2")
    # What is open goes on: parts of the old page that were not loaded yet are still there.
    page.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    assert page.evaluate(VERSION) == "1"
    # The worker of the new version takes over; then the next change of place takes the new page.
    page.evaluate(UPDATE)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Open tables").click()
    page.wait_for_function("() => document.documentElement.dataset.version === '2'")
    expect(page.get_by_role("heading", level=1)).to_have_text("Open tables")
    # Without a network it is the new one too.
    page.context.set_offline(True)
    page.goto(f"{base}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Four games about four.")
    assert page.evaluate(VERSION) == "2"
    page.context.set_offline(False)
    site.build_anew("3")
    page.goto(f"{base}/")
    page.wait_for_function("() => document.documentElement.dataset.version === '3'")  # whatever the worker has
    condition = """async (old) => {
        const shells = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        const keys = (await Promise.all(shells.map((shell) => shell.keys()))).flat();
        return !keys.some((key) => old.includes(new URL(key.url).pathname));
    }"""
    wait_until(page, condition, old)


@pytest.mark.long
def test_the_worker_is_asked_for_anew_each_time_and_small(page: Page) -> None:
    answer = page.request.get("/worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert len(answer.body()) < 10_000
    files = re.search(r"\"(/palette\.css [^\"]*)\"", answer.text())
    assert files
    for address in (urljoin("/assets/", name) for name in files[1].split()):
        assert page.request.get(address).ok, address
