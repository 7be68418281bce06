"""Every language that is offered fits a small phone; right-to-left pages are played as others are; offline keeps it."""

import pytest
from playwright.sync_api import Page, expect

from e2e.table import NewPage, Seated, later, short, some_of
from e2e.test_lessons import text_of
from e2e.test_looks import Keyboard
from e2e.test_match import CUT
from e2e.test_offline import READY, kept, wait_until_kept
from e2e.test_senses import CLIPPED
from fourfold.core.registry import list_games
from fourfold.text.language import is_right_to_left, list_languages

SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
FIRST = list_games()[0]
MOST_LANGUAGES = [language for language in list_languages() if language not in ("en", "zh-Hant")]
PAGES = (
    "/", "/learn", "/lobby", "/account", "/mine", "/look", "/puzzles", f"/puzzles/{FIRST}", "/tournaments", "/ratings",
    "/settings", "/box", "/box/timer", "/nowhere",
    *(f"/{page}/{game}" for game in list_games() for page in ("play", "learn")),
    *(f"/learn/{game}/rules" for game in list_games()),
)  # fmt: skip
MIRRORED = """new MutationObserver(() => {
    if (document.documentElement.dir === 'ltr') document.documentElement.dir = 'rtl';
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['dir'] });"""


SPACED = """[...document.querySelectorAll('body *')]
    .filter((each) => !['normal', '0px'].includes(getComputedStyle(each).letterSpacing))
    .map((each) => each.className)"""
PLACES = """() => {
    const all = [...document.querySelectorAll('[data-spot^="cell:"]')];
    const cells = all.map((each) => [each, each.getBoundingClientRect()]);
    const { left, top } = cells[0][1];
    return cells.map(([each, box]) => [each.dataset.spot, Math.round(box.left - left), Math.round(box.top - top)]);
}"""

# Names of tabs that are wider than their tab, or whose letters are too small to read.
TIGHT = """[...document.querySelectorAll('.bottom nav > * > span:not(.chip)')].filter((each) =>
    parseFloat(getComputedStyle(each).fontSize) < 12
    || each.getBoundingClientRect().width > each.parentElement.getBoundingClientRect().width + 0.5
).map((each) => each.textContent)"""
# Short texts that are squeezed into several lines.
SQUEEZED = """[...document.querySelectorAll('main *')].filter((each) => {
    const words = each.textContent.trim(), wide = words.match(/[\\u3000-\\uffef]/gu)?.length ?? 0;
    if (each.children.length || !words || words.length + wide > 14 || !each.checkVisibility()) return false;
    if (each.clientWidth <= 1) return false; // heard, not seen; or a part of a line
    const range = document.createRange();
    range.selectNodeContents(each);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    return lines > (words.length + wide > 8 ? 2 : 1);
}).map((each) => each.textContent)"""
# Rows of the last moves whose words are higher than they are.
OVERFULL = """[...document.querySelectorAll('.ticker > span')].filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect().height > each.getBoundingClientRect().height + 1;
}).map((each) => each.textContent)"""

# Where the characters of a text begin, without its spaces.
LEFTS = """(each) => {
    const text = each.firstChild, range = document.createRange();
    const lefts = [...text.data].map((sign, at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return sign.trim() && range.getBoundingClientRect().left;
    });
    return lefts.filter((left) => left !== '');
}"""
# The first characters of all lines but the first of a text.
STARTS = """() => {
    const found = [], range = document.createRange();
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        let last = null;
        for (let at = 0; at < walker.currentNode.length; at++) {
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + 1);
            const { top, width } = range.getBoundingClientRect();
            if (!width) continue;
            if (last !== null && top > last + 2) found.push(walker.currentNode.data[at]);
            last = top;
        }
    }
    return found;
}"""


def begin(page: Page, game: str, level: str = "random", **options: object) -> Seated:
    """A match against a computer, in whatever language the page speaks."""
    page.goto("/")
    places = [{"kind": "me"}, {"kind": "computer", "level": level}]
    wanted = {
        "game": game,
        "options": {key: str(value) for key, value in options.items()},
        "by_lot": False,
        "places": places,
        "name": "Ann",
    }
    made = page.request.post("/api/matches", data=wanted)
    assert made.ok, made.text()
    page.goto(f"/match/{made.json()['match']}")
    return Seated(page).sit()


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url
    assert page.evaluate(CLIPPED) == [], page.url
    assert page.evaluate(CUT) == [], page.url
    assert page.evaluate(TIGHT) == [], page.url
    assert page.evaluate(SQUEEZED) == [], page.url


def test_arabic_letters_stay_joined_and_lines_of_headings_apart(new_page: NewPage) -> None:
    """Spacing would tear the letters apart; lines as close as Latin ones would touch."""
    page = new_page(locale="ar")
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate(SPACED) == []
    high, size = page.locator("h1").evaluate(
        "(each) => [getComputedStyle(each).lineHeight, getComputedStyle(each).fontSize]"
    )
    assert float(high.removesuffix("px")) >= 1.25 * float(size.removesuffix("px"))


def test_keys_and_sums_of_the_score_pad_go_from_left_to_right(new_page: NewPage) -> None:
    page = new_page(locale="ar")
    page.goto("/box/quadominos/scores")
    page.get_by_role("button", name=text_of("pad.start", "ar")).click()
    keys = [page.get_by_role("button", name=str(digit), exact=True) for digit in (1, 2, 3)]
    lefts = [key.evaluate("(each) => each.getBoundingClientRect().left") for key in keys]
    assert lefts == sorted(lefts)
    assert page.locator(".sum").evaluate("(each) => getComputedStyle(each).direction") == "ltr"


def test_no_line_of_japanese_begins_with_the_sign_of_a_long_vowel(new_page: NewPage) -> None:
    page = new_page(locale="ja", viewport={"width": 390, "height": 844})
    page.goto("/tournaments")
    expect(page.get_by_text(text_of("tournaments.none.text", "ja"))).to_be_visible()
    starts = set(page.evaluate(STARTS))
    assert starts
    assert not starts & set("ーッャュョっゃゅょ、。」）")


@pytest.mark.parametrize("language", ["hu", *later(*(code for code in list_languages() if code != "hu"))])
def test_the_names_of_all_tabs_are_whole(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, **SMALL)
    page.goto("/")
    expect(page.locator(".bottom nav > *")).to_have_count(5)
    assert page.evaluate(TIGHT) == []
    assert page.evaluate("document.querySelector('.bottom nav').scrollWidth") <= 320


def test_the_last_moves_on_a_phone_do_not_lie_on_each_other(new_page: NewPage) -> None:
    page = new_page(locale="et", viewport={"width": 360, "height": 844}, has_touch=True, is_mobile=True)
    seated = begin(page, "qawale")
    for _ in range(2):
        assert seated.move()
    assert seated.wait_for_turn() is not None
    expect(page.locator(".ticker > span")).to_have_count(4)
    assert page.evaluate(OVERFULL) == []


def open_ratings(page: Page) -> None:
    """The list of ratings, after a match that counts."""
    seated = begin(page, FIRST)
    for _ in range(3):
        assert seated.move()
    assert seated.wait_for_turn() is not None
    made = page.request.post(f"/api/matches/{seated.match}/resign", data={})
    assert made.ok, made.text()
    page.goto("/ratings")
    expect(page.locator("tbody tr").first).to_be_visible()


@pytest.mark.parametrize(
    "language", ["en", "zh-Hant", *later(*(code for code in list_languages() if code not in ("en", "zh-Hant")))]
)
def test_headings_of_narrow_tables_do_not_fall_apart(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, **SMALL)
    open_ratings(page)
    assert_fits(page)


@pytest.mark.parametrize("language", later(*list_languages()))
def test_tables_of_a_tournament_fit_a_small_phone(new_page: NewPage, language: str) -> None:
    page, other = new_page(locale=language, **SMALL), new_page()
    for each in (page, other):
        each.goto("/")
    wish = {"name": "Cup", "game": FIRST, "with_me": True, "options": {}}
    made = page.request.post("/api/tournaments", data=wish).json()["tournament"]
    assert other.request.post(f"/api/tournaments/{made}/enter", data={}).ok
    assert page.request.post(f"/api/tournaments/{made}/begin", data={}).ok
    page.goto(f"/tournament/{made}")
    expect(page.locator("tbody tr").first).to_be_visible()
    assert_fits(page)


def test_the_margin_of_a_rating_goes_from_left_to_right(new_page: NewPage) -> None:
    page = new_page(locale="ar")
    open_ratings(page)
    sign, *digits = page.get_by_text("±").first.evaluate(LEFTS)
    assert sign < min(digits)


@pytest.mark.long
@pytest.mark.parametrize("language", list_languages())
def test_every_page_fits_a_small_phone_in_every_language(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, **SMALL)
    for address in PAGES:
        page.goto(address)
        expect(page.locator("main")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [
            language,
            "rtl" if is_right_to_left(language) else "ltr",
        ]
        assert_fits(page)


@pytest.mark.long
@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("game", list_games())
def test_a_match_fits_a_small_phone_from_its_first_turn_to_its_end(new_page: NewPage, game: str, language: str) -> None:
    page = new_page(locale=language, **SMALL)
    seated = begin(page, game)
    for _ in range(3):
        table = seated.wait_for_turn()
        assert table is not None
        assert_fits(page)
        first, *rest = seated.choose(table)
        if rest and first[0] in ("cell", "item"):
            seated.click(seated.spot(*first))
            assert_fits(page)
            page.keyboard.press("Escape")
        seated.move()
    made = page.request.post(f"/api/matches/{seated.match}/resign", data={})
    assert made.ok, made.text()
    expect(page.locator(".outcome")).to_be_visible()
    assert_fits(page)


@pytest.mark.long
@pytest.mark.parametrize("by", [Seated, Keyboard])
@pytest.mark.parametrize("game", some_of("quads"))
def test_a_whole_game_on_a_page_from_right_to_left(new_page: NewPage, game: str, by: type[Seated]) -> None:
    """The table is mirrored, the board is not: cells lie, and arrow keys go, as on every other page."""
    page = new_page()
    seated = by(begin(page, game, **short(game)).page)
    places = []
    for direction in ("ltr", "rtl"):
        seated.sit().wait_for_turn()
        assert page.evaluate("document.documentElement.dir") == direction
        places.append(page.evaluate(PLACES))
        if direction == "ltr":
            page.add_init_script(MIRRORED)
            page.reload()
    assert places[0] == places[1]
    while seated.move():
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".outcome")).to_be_visible()


@pytest.mark.long
def test_without_a_network_the_page_keeps_the_language_and_no_other(new_page: NewPage) -> None:
    page = new_page(locale="fr-CA", service_workers="allow")
    page.goto("/")
    page.evaluate(READY)
    wait_until_kept(page, "/api/games/words", "common")
    assert {name.split(".")[1] for name in kept(page) if name.startswith("/assets/language.")} == {"fr"}
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text(text_of("home.title", "fr"))
