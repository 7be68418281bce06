"""The states of the page of which pictures are taken, each with its name: `python3 dev.py pictures --all FOLDER`."""

import json
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from e2e.table import NAMES, PATIENCE, SPOTS, Seated, accept, set_up, short
from fourfold.puzzles.puzzle import list_puzzles

NewPage = Callable[[], Page]
WON = "exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"  # red wins with e1
RECORD = f'[Game "exago"]\n[Seat 0 "Ann"]\n[Seat 1 "Ben"]\n[Start "{WON}"]\n[Result "*"]\n\n5. c3 d2\n'
PLIES = 6  # before a state of a match is looked at


def begin(page: Page, game: str, seats: int = 2, plies: int = PLIES) -> Seated:
    """A match against computers in which it is one's turn."""
    seated = set_up(page, game, "computer", seats=seats, options=short(game))
    while seated.table()["ply"] < plies and seated.move():
        pass
    seated.wait_for_turn()
    return seated


def choose_piece(seated: Seated) -> None:
    """Click what shows where the next move can go, unless it is a move already."""
    table = seated.table()
    if table["outcome"]:
        return
    first, *rest = seated.choose(table)
    if rest and first[0] in SPOTS:
        seated.click(seated.spot(*first))


def be_refused(seated: Seated) -> None:
    """Click the cells until one of them is refused."""
    for cell in seated.page.locator('[data-spot^="cell:"]:not(.offered)').all():
        cell.click(force=True)
        with suppress(AssertionError):
            expect(seated.page.locator(".bubble")).to_be_visible(timeout=1_000)
            return
        seated.page.keyboard.press("Escape")


def start_at(page: Page, position: str, seat: int) -> Seated:
    """A match from a position against a weak computer."""
    page.goto("/")
    places = [{"kind": "me" if place == seat else "computer", "level": "random"} for place in range(2)]
    wish = {"game": position.partition("@")[0], "by_lot": False, "places": places, "name": "Ann", "start": position}
    made = page.request.post("/api/matches", data=wish)
    assert made.ok, made.text()
    page.goto(f"/match/{made.json()['match']}")
    return Seated(page).sit()


def show_table(new_page: NewPage, game: str, take: Callable[[Page, str], None]) -> None:
    """The table of a game: one's turn, a piece chosen, a refusal."""
    page = new_page()
    seated = begin(page, game)
    take(page, f"{game}-turn")
    choose_piece(seated)
    take(page, f"{game}-chosen")
    page.keyboard.press("Escape")
    be_refused(seated)
    take(page, f"{game}-refused")


def show_help(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """A hint on the board, and the menu."""
    page = new_page()
    begin(page, "exago")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".proposal")).to_have_count(1)
    take(page, "hint")
    page.get_by_role("button", name="More", exact=True).click()
    take(page, "menu")


def show_chat(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """A message that was not read, and the chat."""
    page, other = new_page(), new_page()
    ann = set_up(page, "qawale", "invite")
    take(page, "invitation")
    ben = accept(other, ann.invitation(), "Ben")
    for text in ("Hello", "Good luck"):
        said = other.request.post(f"/api/matches/{ben.match}/chat", data={"text": text})
        assert said.ok, said.text()
    expect(page.locator(".badge").first).to_be_visible()
    take(page, "message")
    page.locator(".tools").get_by_role("button", name="Chat").click()
    take(page, "chat")


def show_ends(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """Won by a line, lost by resigning; the list of matches afterwards."""
    page = new_page()
    seated = start_at(page, WON, 0)
    seated.click(seated.spot("cell", "e1"))
    seated.finish(8)
    take(page, "won")
    start_at(page, WON, 0).choose_in_menu("Resign")
    page.locator("dialog[open] .bad").click()
    expect(page.locator(".outcome")).to_be_visible()
    take(page, "lost")
    page.goto("/mine")
    expect(page.get_by_role("link", name=NAMES["exago"]).first).to_be_visible()
    take(page, "mine")


def show_eight(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """A table of eight."""
    page = new_page()
    game = "quadominos"
    begin(page, game, seats=8, plies=10)
    take(page, "eight-seats")


def show_review(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """A mistake and what was better, and an analysis."""
    page = new_page()
    page.add_init_script(f"sessionStorage.setItem('fourfold.record', {json.dumps(RECORD)})")
    page.goto("/look")
    page.get_by_role("button", name="Review the game").click(timeout=PATIENCE)
    page.get_by_role("button", name="Next mistake").click(timeout=PATIENCE)
    expect(page.locator(".proposal")).to_have_count(1)
    take(page, "review")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".lines")).to_be_visible()
    take(page, "analysis")


def show_puzzle(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """A puzzle and its solution, and the list of puzzles."""
    page = new_page()
    puzzle = next(puzzle for puzzle in list_puzzles("exago") if puzzle.plies > 1)
    page.goto(f"/puzzles/exago/{puzzle.id}")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the solution").wait_for()
    take(page, "puzzle")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".prompt")).to_contain_text(puzzle.solution[0])
    take(page, "solution")
    page.goto("/puzzles")
    page.get_by_role("link", name="Solve it").wait_for()
    take(page, "puzzles")


def show_pages(new_page: NewPage, take: Callable[[Page, str], None]) -> None:
    """The pages around a match."""
    page = new_page()
    for name, address in {"home": "/", "set-up": "/play/exago", "learn": "/learn", "no-matches": "/mine"}.items():
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        take(page, name)


def show_all(new_page: NewPage, take: Callable[[Page, str], None]) -> list[str]:
    """Take all pictures; returns what could not be reached."""
    parts = [show_help, show_chat, show_ends, show_eight, show_review, show_puzzle, show_pages]
    missing = []
    for game in NAMES:
        try:
            show_table(new_page, game, take)
        except (AssertionError, TooLate) as error:
            missing.append(f"{game}: {error}")
    for part in parts:
        try:
            part(new_page, take)
        except (AssertionError, TooLate) as error:
            missing.append(f"{part.__name__}: {error}")
    return missing
