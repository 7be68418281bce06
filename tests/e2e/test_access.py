"""Axe finds nothing, of whatever impact, in any state of the page; the focus goes where a person would look next."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e import states
from e2e.access import problems
from e2e.listener import Listener
from e2e.table import NAMES, PHONE, NewPage, Seated, accept, set_up, some_of
from e2e.test_accounts import PASSWORD, enter, fresh_name
from e2e.test_fair import check, resign
from e2e.test_phones import lay_table
from fourfold.puzzles.puzzle import list_puzzles

PLACES = [
    *("/", "/play/quadominos", "/learn", "/learn/quads", "/learn/exago/rules", "/lobby", "/mine", "/puzzles"),
    *("/tournaments", "/ratings", "/settings", "/account", "/look", "/box", "/box/timer", "/box/scores/quadominos"),
    "/nowhere",
]
Parts = Callable[[Callable[[], Page], Callable[[Page, str], None]], None]


def collect(found: dict[str, list[str]]) -> Callable[[Page, str], None]:
    """What is done in each state: axe is asked."""

    def take(page: Page, name: str) -> None:
        wrong = problems(page)
        if wrong:
            found[name] = wrong

    return take


@pytest.mark.long
@pytest.mark.parametrize(
    "part", [states.show_help, states.show_chat, states.show_ends, states.show_eight, states.show_review]
)
def test_axe_finds_nothing_at_tables(new_page: NewPage, part: Parts) -> None:
    found: dict[str, list[str]] = {}
    part(new_page, collect(found))
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("game", some_of())
def test_axe_finds_nothing_while_a_move_is_entered(new_page: NewPage, game: str) -> None:
    found: dict[str, list[str]] = {}
    states.show_table(new_page, game, collect(found))
    states.show_puzzle(new_page, collect(found))
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_on_any_page(new_page: NewPage, phone: bool) -> None:
    page = new_page(**(PHONE if phone else {}))
    found: dict[str, list[str]] = {}
    take = collect(found)
    for place in PLACES:
        page.goto(place)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.get_by_role("heading", level=1).count() == 1, place
        page.wait_for_load_state("networkidle")
        take(page, place)
    seated = set_up(page, "qawale", "computer")
    seated.choose_in_menu("Type a move")
    expect(page.locator("#notation")).to_be_visible()
    take(page, "drawer")
    seated.page.keyboard.press("Escape")
    seated.choose_in_menu("Resign")
    take(page, "dialog")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".outcome")).to_be_visible()
    take(page, "end")
    name = fresh_name()
    enter(page, "Sign up", name)
    expect(page.locator(".codes code")).to_have_count(8)
    take(page, "account")
    page.goto(f"/player/{name}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    take(page, "player")
    page.goto("/tournaments")
    page.get_by_label("Name of the tournament").fill("Cup")
    page.get_by_role("button", name="Set up a tournament").click()
    page.wait_for_url("**/tournament/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cup")
    take(page, "tournament")
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_among_people(new_page: NewPage, phone: bool) -> None:
    """An invitation, a question, the check of lots, an offer of a rematch."""
    page, other = (new_page(**(PHONE if phone else {})) for _ in range(2))
    found: dict[str, list[str]] = {}
    take = collect(found)
    link = set_up(page, "quadominos", "invite").invitation()
    other.goto(link)
    expect(other.get_by_role("button", name="Sit down")).to_be_visible()
    take(other, "join")
    accept(other, link, "Ben")
    Seated(page).choose_in_menu("Offer a draw")
    expect(other.get_by_role("button", name="Agree")).to_be_visible()
    take(other, "question")
    take(page, "asked")
    other.get_by_role("button", name="Agree").click()
    expect(page.locator(".outcome")).to_be_visible()
    check(page)
    expect(page.get_by_label("Fairness of lots and deals")).to_contain_text("fair")
    take(page, "fairness")
    page.get_by_role("button", name="Rematch").click()
    expect(other.get_by_role("button", name="Agree")).to_be_visible()
    take(other, "rematch")
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_round_one_screen(new_page: NewPage, phone: bool) -> None:
    """A hand that is covered, and codes for phones."""
    page = new_page(**(PHONE if phone else {}))
    found: dict[str, list[str]] = {}
    take = collect(found)
    set_up(page, "quadominos", "here")
    expect(page.locator(".curtain")).to_be_visible()
    take(page, "curtain")
    lay_table(page, "quadominos")
    expect(page.locator(".gather img").first).to_be_visible()
    take(page, "codes")
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_in_tournaments_and_ratings(new_page: NewPage, phone: bool) -> None:
    """A round that is played, standings and cross table, ratings and the graph of a player."""
    page = new_page(**(PHONE if phone else {}))
    found: dict[str, list[str]] = {}
    take = collect(found)
    name = fresh_name()
    enter(page, "Sign up", name)
    expect(page.locator(".codes code")).to_have_count(8)
    wish = {"name": "Cup", "game": "qawale", "options": {"pebbles": "1"}, "levels": ["random", "simple"]}
    made = page.request.post("/api/tournaments", data=wish).json()["tournament"]
    assert page.request.post(f"/api/tournaments/{made}/begin", data={}).ok
    page.goto(f"/tournament/{made}")
    while page.request.get(f"/api/tournaments/{made}").json()["status"] != "over":
        expect(page.get_by_role("region", name="Standings")).to_be_visible()
        take(page, "running")
        link = page.get_by_role("link", name="To your game")
        if link.count():
            link.click()
            seated = Seated(page).sit()
            while seated.move():
                pass
            page.goto(f"/tournament/{made}")
    expect(page.get_by_text("Qawale, round robin")).to_contain_text("over")
    for summary in page.locator("main summary").all():
        summary.click()
    take(page, "over")
    page.goto("/ratings")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    take(page, "ratings")
    page.goto(f"/player/{name}")
    expect(page.locator("svg[role=img], figure svg").first).to_be_visible()
    take(page, "player")
    assert found == {}


def test_the_focus_goes_where_a_person_looks_next(page: Page) -> None:
    """Another page; taking back, a pause, resigning, the check of lots, the review."""
    listener = Listener(page)
    page.goto("/")
    page.get_by_role("heading", level=1).wait_for()
    page.get_by_role("link", name="Puzzles").first.press("Enter")
    page.wait_for_url("**/puzzles")
    listener.wait_for_focus("Puzzles")
    set_up(page, "exago", "computer", seat="red")
    listener.wait_for_focus(NAMES["exago"])
    listener.open_field()
    listener.type("e5")
    listener.listen(r"^Neighbour put ")
    page.get_by_role("button", name="Take back").first.press("Enter")
    told = listener.listen(r"^Taken back")[-1]
    assert re.fullmatch(r"Taken back, 2 moves: Neighbour: \w\d; You: e5\.", told), told
    listener.wait_for_focus("Move in notation")
    seated = Seated(page)
    seated.choose_in_menu("Pause")
    repeated = [sentence for sentence in listener.listen("paused") if "first tile" in sentence]
    assert len(repeated) <= 1, "what is to be done is said once"
    listener.wait_for_focus("Go on")
    page.keyboard.press("Enter")
    listener.listen(r"^It is your turn")
    resign(page)
    listener.wait_for_focus(re.compile("won|gave up"))
    check(page)
    listener.wait_for_focus(re.compile("fair", re.IGNORECASE))


@pytest.mark.long
def test_the_focus_of_reviews_puzzles_and_accounts(page: Page) -> None:
    listener = Listener(page)
    page.add_init_script(f"sessionStorage.setItem('fourfold.record', {json.dumps(states.RECORD)})")
    page.goto("/look")
    page.get_by_role("button", name="Review the game").press("Enter")
    listener.wait_for_focus(re.compile("."))
    assert page.evaluate("document.activeElement.closest('.review') !== null")
    listener.listen("^The review is done")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert "put a tile on c3" in listener.listen("put a tile on c3")[-1]
    puzzle = next(puzzle for puzzle in list_puzzles("exago") if puzzle.plies > 1)
    page.goto(f"/puzzles/exago/{puzzle.id}")
    listener.listen("With the key /")
    listener.open_field()
    listener.ask("where", "In your hand")
    wrong = next(str(move) for move in puzzle.start().moves() if str(move) not in puzzle.solution)
    listener.type(wrong)
    listener.listen("^Not the right move")
    page.get_by_role("button", name="Try again").press("Enter")
    listener.wait_for_focus("Move in notation")
    name = fresh_name()
    enter(page, "Sign up", name)
    listener.wait_for_focus(re.compile("codes", re.IGNORECASE))
    page.get_by_text("Make a token").first.press("Enter")
    form = page.locator("details[open]")
    form.get_by_label(re.compile("for|name", re.IGNORECASE)).first.fill("bot")
    form.get_by_label(re.compile("[Pp]assword")).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.closest('.token')")
