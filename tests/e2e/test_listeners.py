"""Games for those who listen: a program plays that hears live regions and names, types, and sees nothing else."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.heard_games import HEARD, Heard, positions_of
from e2e.listener import Listener
from e2e.table import NAMES, NewPage, set_up
from fourfold.core.registry import facts
from fourfold.puzzles.puzzle import list_puzzles
from fourfold.text import say

TURN = r"^It is your turn\.|won\.|A draw\."
ANSWER = r"legal moves?"
Choice = dict[str, Any]


def labels(game: str, options: Choice) -> dict[str, str]:
    return {option: say(f"{game}.option.{option}.label") for option in options}


def choose(listener: Listener, heard: Heard, chance: random.Random) -> str:
    """Ask for the legal moves, group by group, and take one of the last list."""
    question = "moves"
    while True:
        answer = listener.ask(question, ANSWER)
        assert len(answer) < 3_000, "never so many words at once"
        if groups := re.search(r": (.+?)(?:, and \d+ more)?\. Ask on", answer):
            names = [name.rpartition(" (")[0] for name in groups[1].split("; ")]
            question += f" {chance.choice(names)}"
            continue
        listed = re.search(r"legal moves?: (.+)\.", answer)
        assert listed, answer
        return heard.notation(chance.choice(listed[1].split("; ")))


def play(
    page: Page, game: str, seats: int = 2, options: Choice | None = None, *, wishes: str = "{}", seed: int = 5
) -> Heard:
    """A whole game by ear; the position in the head is compared with the true one after every ply."""
    page.add_init_script(f"localStorage.setItem('fourfold', JSON.stringify({wishes}))")
    listener, heard, chance = Listener(page), HEARD[game](), random.Random(seed)
    seated = listener.sit(game, seats, options or {}, labels(game, options or {}))
    listener.open_field()
    while True:
        for sentence in listener.listen(TURN):
            heard.take(sentence)
        if not listener.log[listener.at - 1].startswith("It is your turn."):
            break
        assert len(heard.plies) - 1 == seated.table()["ply"]
        listener.type(choose(listener, heard, chance))
        assert listener.page.evaluate("document.activeElement.id") == "notation", "the focus stays"
    result = listener.log[listener.at - 1]
    record = page.request.get(f"/api/matches/{seated.match}/record").text()
    true = positions_of(record)
    seat = heard.seats["You"]
    assert len(heard.plies) == len(true) > 4
    for ply, picture in enumerate(heard.plies):
        assert picture == heard.truth(true[ply], seat), (ply, listener.log)
    outcome = true[len(true) - 1].outcome
    assert outcome is not None
    winner = next((name for name, place in heard.seats.items() if place == outcome.winner), "")
    assert result.startswith("A draw." if outcome.winner is None else "" if winner == "You" else winner), result
    repeated = [one for one, other in pairwise(listener.log) if one == other and one not in heard.moves]
    assert repeated == [], "everything is said once; like moves in a row are counted as plies"
    return heard


def test_a_short_game_by_ear(page: Page) -> None:
    play(page, "qawale", options={"pebbles": 2})


def test_who_waits_at_a_table_hears_how_the_game_begins_and_answers_questions(page: Page, new_page: NewPage) -> None:
    """The board comes after the listener: it was not there while an open seat was waited for."""
    for each, name in ((page, "Ann"), (other := new_page(), "Ben")):
        assert each.request.post("/api/session", data={"name": name}).ok
    places = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "exago", "places": places, "by_lot": False}
    made = page.request.post("/api/matches", data=wish).json()
    listener, match = Listener(page), f"/api/matches/{made['match']}"
    page.goto(f"/match/{made['match']}")
    expect(page.get_by_text("1 of 2 have sat down")).to_be_visible()
    assert other.request.post(f"/api/invites/{made['invite']}", data={}).ok
    assert listener.listen(TURN)[-3:-1] == ["The match begins.", "You are red. At the table: Ben, blue."]
    hears_more = Listener(watcher := new_page())
    watcher.goto(f"/match/{made['match']}")
    assert hears_more.listen("to move")[-1] == "Ann to move", "whose turn it is, though it is another's"
    listener.open_field()
    listener.type("e5")
    listener.listen("^You put a tile on e5")
    assert other.request.post(f"{match}/move/f5?ply=1", data={}).ok
    listener.listen(TURN)
    for answer, agreement, wanted, focus in (
        ("Decline", "pause", "Ann declines", "Move in notation"),
        ("Agree", "takeback", "^Taken back", "A move to play when it is your turn"),
        ("Agree", "pause", "paused", "Go on"),
    ):
        assert other.request.post(f"{match}/commands", data={"kind": "offer", "agreement": agreement}).ok
        page.get_by_role("button", name=answer).press("Enter")
        listener.listen(wanted)
        listener.wait_for_focus(focus)
    page.keyboard.press("Enter")
    listener.listen("goes on")
    assert other.request.post(f"{match}/commands", data={"kind": "offer", "agreement": "draw"}).ok
    page.get_by_role("button", name="Agree").press("Enter")
    listener.listen(r"A draw\.")
    listener.wait_for_focus(re.compile("draw"))


def test_the_field_gets_the_focus_also_where_frames_come_before_it_is_there(page: Page) -> None:
    listener = Listener(page)
    listener.sit("quads", 2, {}, {})
    listener.listen(TURN)
    page.evaluate("() => void (window.requestAnimationFrame = (frame) => frame(performance.now()))")
    listener.open_field()


def test_who_types_on_before_the_answer_is_there_loses_nothing(page: Page) -> None:
    listener = Listener(page)
    listener.sit("quads", 2, {}, {})
    listener.listen(TURN)

    def wait(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/clicks?*", wait)
    listener.open_field()
    for question in ("moves", "score", "moves a1"):
        listener.type(question)
    for answer in ("legal moves: ", "No points are counted", "legal moves?: |No legal move"):
        listener.listen(answer)
    listener.type("nonsense")
    listener.listen("“nonsense” is not a move")
    listener.page.locator("#notation").select_text()
    refused = listener.at
    listener.ask("nothing", "“nothing” is not a move")
    assert "nonsense" not in " ".join(listener.log[refused:]), "a refusal is said once"
    assert page.locator("#notation").input_value() == "nothing", "what was refused can be mended"


def test_puzzles_are_told_each_with_its_task_and_a_wrong_answer_once(page: Page) -> None:
    """Also where the next one asks for the same."""
    listener = Listener(page)
    puzzle = next(each for each in list_puzzles("qawale") if len(each.solution) == 1 and each.plies == 1)
    page.goto(f"/puzzles/qawale/{puzzle.id}")
    listener.listen("With the key /")
    listener.open_field()
    listener.type(next(str(move) for move in puzzle.start().moves() if str(move) not in puzzle.solution))
    listener.listen("^Not the right move")
    page.get_by_role("button", name="Try again").press("Enter")
    listener.listen("to move: ")
    said = [sentence for sentence in listener.log if sentence.startswith("Not the right move")]
    assert len(said) == 1, said
    assert ".." not in said[0]
    for _ in range(4):
        page.get_by_role("button", name="Skip").press("Enter")
        listener.listen("With the key /")


def test_two_at_one_screen_hear_who_is_there_and_the_focus_goes_to_the_board(page: Page) -> None:
    listener = Listener(page)
    set_up(page, "quadominos", "here")
    assert "At the table: first seat; second seat." in listener.listen("At the table")[-1]
    page.get_by_role("button", name="show my hand").press("Enter")
    page.wait_for_function("() => document.activeElement.matches('[data-spot]')")
    listener.open_field()
    listener.ask("hand", "In your hand: 1[0-9]: tile ")


def cases() -> Iterator[tuple[str, int, Choice]]:
    """Every game with two seats, two rounds where points are counted; and with three where it is another game then."""
    for game in NAMES:
        has_points = facts(game).scoring is not None
        yield game, 2, {"rounds": 2} if has_points else {}
        if 3 in facts(game).seats and not has_points:
            yield game, 3, {}


@pytest.mark.long
@pytest.mark.parametrize("seed", [5, 6])
@pytest.mark.parametrize(("game", "seats", "options"), list(cases()))
def test_a_whole_game_by_ear(page: Page, game: str, seats: int, options: Choice, seed: int) -> None:
    play(page, game, seats, options, seed=seed)


@pytest.mark.long
@pytest.mark.parametrize("wishes", ["{ letters: true }", "{ detail: 'full' }", "{ letters: true, detail: 'brief' }"])
def test_a_game_of_quads_as_the_listener_wants_it(page: Page, wishes: str) -> None:
    play(page, "quads", wishes=wishes)
