"""Lessons in the terminal: every step can be done, wrong tries are told why, progress is kept."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import fourfold
from fourfold.core.help.attempt import Attempt
from fourfold.core.help.lessons import LessonStep, list_steps, matches
from fourfold.terminal.app import TerminalApp
from fourfold.terminal.saves import Saves
from fourfold.terminal.screens.home import HomeScreen
from fourfold.terminal.screens.learn import LearnScreen
from fourfold.terminal.screens.setup import SetupScreen
from terminal.pilot import PATIENCE, AppPilot, make_app, point, press, screen_text, settle

TAUGHT = [game for game in fourfold.list_games() if list_steps(game)]
Act = Callable[[AppPilot, TerminalApp, LearnScreen], Awaitable[None]]


def learning(folder: Path, game: str, act: Act, size: tuple[int, int] = (80, 24)) -> None:
    app = make_app(folder)

    async def sit() -> None:
        screen = app.first = LearnScreen(game, app.saves.read_steps(game))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot, app, screen)

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def tutorial(game: str) -> list[LessonStep]:
    return [step for step in list_steps(game) if not step.option]


def right_clicks(attempt: Attempt) -> list[str]:
    """The clicks of a right move; after the first one any is right."""
    is_first = attempt.left == attempt.step.further
    move = next(move for move in attempt.position.moves() if not is_first or attempt.step.accepts(str(move)))
    return [each.name for each in attempt.game.clicks.of(attempt.position.row.copy(), move.code)]


async def do_step(pilot: AppPilot, screen: LearnScreen) -> None:
    """Do what is asked for: answers by their number, moves by keys and by mouse in turn."""
    attempt, step = screen.table.attempt, screen.step
    if step.answers:
        await pilot.press(str(step.answers.index(step.right) + 1))
        return
    click = press if screen.place % 2 else point
    for _ in range(1 + step.further):
        names, position = list(step.clicks) or right_clicks(attempt), attempt.position
        while not attempt.is_done and attempt.position is position and len(screen.builder.path) < len(names):
            await click(pilot, screen, names[len(screen.builder.path)])
            await pilot.pause()


@pytest.mark.parametrize("game", [*TAUGHT[:1], *(pytest.param(game, marks=pytest.mark.long) for game in TAUGHT[1:])])
def test_a_whole_lesson_is_done_by_keys_and_mouse_and_kept(tmp_path: Path, game: str) -> None:
    steps = tutorial(game)

    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        for number, step in enumerate(steps, 1):
            shown = screen_text(app)
            assert f"step {number} of {len(steps)}" in shown
            assert app.tell.code(f"{game}.lesson.{step.id}.title")[:20] in shown
            await do_step(pilot, screen)
            await settle(pilot, lambda: screen.table.attempt.is_done)
            await settle(pilot, lambda: "✓" in screen_text(app))
            await pilot.press("n")
            await pilot.pause()
        assert isinstance(app.screen, SetupScreen)  # the game is known now: play it

    learning(tmp_path, game, act)
    assert Saves(tmp_path / "kept").read_steps(game) == {step.id for step in steps}


def test_a_wrong_move_is_told_why_and_can_be_tried_again(tmp_path: Path) -> None:
    step = next(step for step in tutorial("qawale") if step.moves)

    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        moves = [str(move) for move in screen.table.attempt.position.moves()]
        wrong = next(move for move in moves if not matches(step.moves, move))
        await pilot.press("slash", *wrong, "enter")
        await pilot.pause()
        assert f"✗ {app.tell.code(screen.table.feedback.code)[:30]}" in screen_text(app)  # type: ignore[union-attr]
        assert not screen.table.attempt.is_done
        await pilot.press("escape")
        await do_step(pilot, screen)
        assert screen.table.attempt.is_done
        await pilot.press("a")
        assert not screen.table.attempt.is_done
        await pilot.press("n", "b")
        assert screen.step is step

    learning(tmp_path, "qawale", act)


def test_a_lesson_goes_on_where_it_was_left_and_skips(tmp_path: Path) -> None:
    first, second = tutorial("exago")[:2]
    Saves(tmp_path / "kept").keep_step("exago", first.id)

    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        assert screen.step is second
        await pilot.press("b")
        assert screen.step is first
        await pilot.press("n", "n")
        assert screen.step is tutorial("exago")[2]

    learning(tmp_path, "exago", act)


def test_options_are_shown_on_demand(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        await pilot.press("o")
        await settle(pilot, lambda: app.screen is not screen)
        await pilot.press("tab", "enter")
        await settle(pilot, lambda: app.screen is screen and bool(screen.step.option))
        await settle(pilot, lambda: "option:" in screen_text(app))
        await do_step(pilot, screen)
        await settle(pilot, lambda: screen.table.attempt.is_done)
        await pilot.press("n")
        assert not screen.step.option

    learning(tmp_path, "quads", act)


def test_a_done_step_asks_for_nothing_and_skipped_ones_are_counted(tmp_path: Path) -> None:
    steps = tutorial("qawale")
    Saves(tmp_path / "kept").keep_step("qawale", steps[0].id)

    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        assert "To place:" in screen_text(app)
        await pilot.press(*["n"] * (len(steps) - 2))
        assert screen.is_last
        await do_step(pilot, screen)
        await settle(pilot, lambda: screen.table.attempt.is_done)
        await pilot.pause()
        shown = screen_text(app)
        assert f"2 of {len(steps)} steps done" in shown
        assert "➤" not in shown
        assert "To place:" not in shown

    learning(tmp_path, "qawale", act)


def test_a_stack_is_not_taken_up_twice(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        await press(pilot, screen, "a1")
        await press(pilot, screen, "a1")
        await settle(pilot, lambda: "already in your hand" in screen_text(app))

    Saves(tmp_path / "kept").keep_step("qawale", tutorial("qawale")[0].id)
    learning(tmp_path, "qawale", act)


def test_the_rules_open_at_the_rule_of_the_step_and_say_how_to_close(tmp_path: Path) -> None:
    last = tutorial("qawale")[-1]

    async def act(pilot: AppPilot, app: TerminalApp, screen: LearnScreen) -> None:
        await pilot.press(*["n"] * (len(tutorial("qawale")) - 1))
        await pilot.press("f2")
        await settle(pilot, lambda: app.screen is not screen and f"{last.rule} ·" in screen_text(app))
        assert "Esc: close" in screen_text(app)

    learning(tmp_path, "qawale", act)


def test_the_menu_leads_to_lessons(tmp_path: Path) -> None:
    app = make_app(tmp_path)

    async def sit() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: isinstance(app.screen, HomeScreen))
            await pilot.press("e")
            await settle(pilot, lambda: isinstance(app.screen, LearnScreen))
            await pilot.press("q")
            await settle(pilot, lambda: isinstance(app.screen, HomeScreen))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))
