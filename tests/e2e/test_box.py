"""For those who play with a real box: the score pad adds up as the rules do, the timer calls, sheets come as PDF."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import fourfold
from e2e.access import serious_problems
from e2e.table import PHONE, NewPage, later
from fourfold import Position
from fourfold.core.display.print_sheets import print_game
from fourfold.games.quadominos.notation import SIGNS
from fourfold.games.quadominos.rules.contents import hand_of
from fourfold.games.quadominos.rules.tables import TOTAL
from paper import read_paper

PAD = "/box/quadominos/scores"
NAMES = ("Anna", "Ben", "Cléo", "Dan")
EXTRAS = {"draw": "Tile drawn", "pass": "Pass", "+25": "Bonus"}


@dataclass
class PlayedTurn:
    """What one seat did before the next one was to move: totals of tiles, and names of extras, in order."""

    seat: int
    parts: list[int | str] = field(default_factory=list)


@dataclass
class PlayedRound:
    """A round as the engine played it: turns, who went out, what was left in the hands, the scores after it."""

    turns: list[PlayedTurn]
    out: int | None
    hands: list[int]
    scores: list[int]
    is_target: bool  # whether it ended because somebody came to the target with tiles in hand


def left_in(position: Position, seat: int) -> int:
    return int(sum(TOTAL[tile] for tile in hand_of(position._row, seat)))


def rounds_of(seats: int, seed: int, **options: Any) -> Iterator[PlayedRound]:
    """Play a match by chance with the real rules, and tell it as people at a table would write it down."""
    chance = random.Random(seed)
    position = fourfold.game("quadominos").start(seats=seats, seed=seed, **options)
    turns: list[PlayedTurn] = []
    while True:
        assert position.to_move is not None
        if not turns or turns[-1].seat != position.to_move:
            turns.append(PlayedTurn(position.to_move))
        moves = position.moves()
        text = str(moves[chance.randrange(len(moves))])
        before, position = position, position.play(text)
        if "=" in text:
            numbers, sign = text.partition("=")[2][:4], text.partition("=")[2][4:]
            assert sign in SIGNS
            turns[-1].parts.append(sum(map(int, numbers)))
            turns[-1].parts += ["+25"] if sign.startswith("+25") else []
        else:
            turns[-1].parts.append(text)
        is_over = position.outcome is not None
        if is_over or position.is_deal_due:
            hands = [left_in(before, seat) for seat in range(seats)]
            mover = turns[-1].seat
            hands[mover] -= turns[-1].parts[-1] if isinstance(turns[-1].parts[-1], int) else 0
            if turns[-1].parts[-1] == "+25":
                last = turns[-1].parts[-2]
                assert isinstance(last, int)
                hands[mover] -= last
            is_out = "=" in text and len(hand_of(before._row, mover)) == 1
            is_blocked = text == "pass"
            out = mover if is_out else None
            yield PlayedRound(turns, out, hands, list(position.points()), not is_out and not is_blocked)
            turns = []
        if is_over:
            return
        if position.is_deal_due:
            position = position.deal(seed=seed + position.ply)


def totals_on(page: Page) -> list[int]:
    return [int(text) for text in page.locator(".player strong").all_text_contents()]


def write_turn(page: Page, turn: PlayedTurn, name: str) -> None:
    """Enter a turn: numbers by keys, extras by their buttons."""
    player = page.get_by_role("button", name=re.compile(rf"^{name}"), pressed=True)
    if not player.count():
        page.locator(".player").filter(has_text=name).click()
        expect(player).to_be_visible()
    for part in turn.parts:
        if isinstance(part, int):
            page.keyboard.type(f"+{part}")
        else:
            page.get_by_role("button", name=EXTRAS[part]).click()
    page.get_by_role("button", name=re.compile(rf"^Write -?\d+ for {name}")).click()


def end_round(page: Page, played: PlayedRound) -> None:
    page.get_by_role("button", name="The round is over …").click()
    players = page.get_by_role("group", name="Who went out?")
    players.get_by_label("Nobody" if played.out is None else NAMES[played.out]).check()
    for seat, left in enumerate(played.hands):
        if seat != played.out:
            page.get_by_role("spinbutton", name=NAMES[seat]).fill(str(left))
    page.get_by_role("button", name="End the round").click()


def start_match(page: Page, seats: int, *, target: int | None = None, rounds: int | None = None) -> None:
    page.goto(PAD)
    page.get_by_role("combobox", name="Players").select_option(str(seats))
    for seat in range(seats):
        page.get_by_role("textbox", name=f"Player {seat + 1}").fill(NAMES[seat])
    if rounds:
        page.get_by_role("radio", name="Number of rounds").check()
        page.get_by_role("spinbutton", name="Number of rounds").fill(str(rounds))
    else:
        field = page.get_by_role("spinbutton", name="Points to reach")
        expect(field).to_have_value("800")
        field.fill(str(target))
    page.get_by_role("button", name="Start the match").click()


def write_match(page: Page, rounds: list[PlayedRound], seats: int) -> None:
    for played in rounds:
        for place, turn in enumerate(played.turns):
            write_turn(page, turn, NAMES[turn.seat])
            if place == 2:
                before = totals_on(page)
                page.reload()  # nothing is lost
                expect(page.locator(".player")).to_have_count(seats)
                assert totals_on(page) == before
        if not played.is_target:
            end_round(page, played)
        assert totals_on(page) == played.scores


@pytest.mark.long
def test_a_match_to_a_target_adds_up_as_the_engine_says_and_survives_a_reload(page: Page) -> None:
    rounds = list(rounds_of(4, 5, target=150))
    start_match(page, 4, target=150)
    write_match(page, rounds, 4)
    scores = rounds[-1].scores
    assert max(scores) >= 150
    expect(page.locator(".outcome")).to_have_text(f"{NAMES[scores.index(max(scores))]} has won the match.")


@pytest.mark.long
def test_a_blocked_round_adds_up_as_the_engine_says(page: Page) -> None:
    rounds = list(rounds_of(2, 23, rounds=1, beginner=True))
    assert rounds[0].out is None
    assert not rounds[0].is_target
    start_match(page, 2, rounds=1)
    write_match(page, rounds, 2)
    scores = rounds[0].scores
    expect(page.locator(".outcome")).to_have_text(f"{NAMES[scores.index(max(scores))]} has won the match.")


@pytest.mark.long
def test_what_was_written_can_be_undone_changed_and_cleared(page: Page) -> None:
    start_match(page, 2, target=100)
    write_turn(page, PlayedTurn(0, [12, "+25"]), "Anna")
    write_turn(page, PlayedTurn(1, ["draw", "draw", 7]), "Ben")
    assert totals_on(page) == [37, -33]
    expect(page.locator(".player").first).to_contain_text("leads")
    page.get_by_role("button", name="Undo").click()
    assert totals_on(page) == [37, 0]
    page.get_by_role("button", name="Anna 37 Change this turn").click()
    page.get_by_role("button", name="Take back the last number").click()
    page.get_by_role("button", name="Change to 12 for Anna").click()
    assert totals_on(page) == [12, 0]
    page.reload()
    expect(page.locator(".player strong").first).to_have_text("12")
    page.get_by_role("button", name="New match …").click()
    page.get_by_role("button", name="Clear the pad").click()
    expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Anna")


@pytest.mark.long
def test_the_pad_goes_on_without_the_server(page: Page) -> None:
    start_match(page, 2, target=100)
    page.context.set_offline(True)
    write_turn(page, PlayedTurn(0, [9]), "Anna")
    end_round(page, PlayedRound([], 0, [0, 30], [], False))
    assert totals_on(page) == [39, 0]


def test_the_timer_passes_turns_and_calls_at_the_end(page: Page) -> None:
    page.add_init_script("navigator.vibrate = (pattern) => { window.shaken = pattern; return true; };")
    page.clock.install()
    page.goto("/box/timer")
    page.get_by_label("Players", exact=True).fill("3")
    page.get_by_role("button", name="60 s").click()
    page.get_by_role("button", name="Start").click()
    face = page.locator(".face")
    expect(face).to_be_focused()
    expect(face).to_contain_text("Player 1")
    page.clock.run_for(20_000)
    expect(page.get_by_role("timer")).to_have_text("0:40")
    page.keyboard.press("Space")
    expect(face).to_contain_text("Player 2")
    expect(page.get_by_role("timer")).to_have_text("1:00")
    page.keyboard.press("Enter")
    expect(face).to_contain_text("Player 3")
    page.clock.run_for(51_000)
    expect(page.get_by_role("status")).to_have_text("10 seconds left.")
    assert page.evaluate("window.shaken") is None
    page.clock.run_for(10_000)
    expect(face).to_contain_text("Time is up")
    expect(page.get_by_role("status")).to_have_text("Time is up for Player 3.")
    assert page.evaluate("window.shaken") == [300, 120, 300]
    face.click()
    expect(face).to_contain_text("Player 1")
    expect(face).not_to_contain_text("Time is up")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(30_000)
    expect(page.get_by_role("timer")).to_have_text("1:00")


@pytest.mark.long
def test_a_clock_for_each_player_goes_on_where_it_stopped(page: Page) -> None:
    page.clock.install()
    page.goto("/box/timer")
    page.get_by_label("Clock").select_option("fischer")
    page.get_by_label("Seconds", exact=True).fill("300")
    page.get_by_role("button", name="Start").click()
    page.clock.run_for(60_000)
    page.keyboard.press("Space")
    expect(page.locator(".others li").first).to_contain_text("4:05")
    page.clock.run_for(100_000)
    expect(page.get_by_role("timer")).to_have_text("3:20")


@pytest.mark.long
def test_the_sheets_to_print_come_as_pdf_in_the_language_of_the_page(page: Page, new_page: NewPage) -> None:
    page.goto("/")
    page.get_by_role("link", name="You own a box? Score pad, timer, print").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="PDF, A4 Quads").click()
    assert coming.value.suggested_filename == "quads-a4.pdf"
    content = Path(coming.value.path()).read_bytes()
    assert content == print_game(fourfold.game("quads"), "a4", "en")
    assert [round(read_paper(content).pages[0].width), len(read_paper(content).pages)] == [210, 4]
    french = new_page(locale="fr-FR")
    french.goto("/box")
    with french.expect_download() as coming:
        french.get_by_role("link", name="PDF, Letter Exago").click()
    assert read_paper(Path(coming.value.path()).read_bytes()).language == "fr"


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", *later("dark")])
def test_all_pages_for_the_box_can_be_used_by_everybody(new_page: NewPage, theme: str) -> None:
    page = new_page(**PHONE, color_scheme=theme)
    for path in ("/box", "/box/timer", PAD):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert serious_problems(page) == []
    page.get_by_role("button", name="Start the match").click()
    assert serious_problems(page) == []
    page.get_by_role("button", name="The round is over …").click()
    assert serious_problems(page) == []
    page.goto("/box/timer")
    page.get_by_role("button", name="Start").click()
    assert serious_problems(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
