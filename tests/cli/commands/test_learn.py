"""`fourfold learn` line by line: a whole lesson through a pipe, in every language."""

from pathlib import Path

import pytest

import fourfold
from cli.console import run
from fourfold.core.help.attempt import Attempt
from fourfold.core.help.lessons import LessonStep, list_steps
from fourfold.terminal.saves import Saves

TAUGHT = [game for game in fourfold.list_games() if list_steps(game)]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Saves:
    monkeypatch.setenv("FOURFOLD_TERMINAL", str(tmp_path))
    return Saves(tmp_path)


def typed(game: str, step: LessonStep) -> str:
    """What does a step."""
    if step.answers:
        return str(step.answers.index(step.right) + 1)
    moves = Attempt(game, step).position.moves()
    return " ".join(step.clicks) or next(str(move) for move in moves if step.accepts(str(move)))


def learn(lines: list[str], *arguments: str) -> str:
    done = run("learn", *arguments, "--plain", typed="\n".join(lines) + "\n")
    return done.stdout + done.stderr


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_whole_lesson_goes_through_a_pipe(saves: Saves, game: str, language: str) -> None:
    steps = [step for step in list_steps(game) if not step.option]
    said = learn([typed(game, step) for step in steps], game, "--language", language)
    assert said.count("Right. " if language == "en" else "Juste. ") == len(steps)
    assert f"fourfold play {game}" in said
    assert saves.read_steps(game) == {step.id for step in steps}


def test_a_lesson_is_left_and_taken_up_again() -> None:
    first = next(step for step in list_steps("exago") if not step.option)
    said = learn(["help", "moves", "board", "nonsense", typed("exago", first), "quit"], "exago")
    assert "Not yet. “nonsense” is not a move of Exago." in said
    assert said.endswith("What you have done is kept.\n")
    assert "\nStep 2 of " in learn([], "exago")
    assert "\nStep 1 of " in learn(["back", "quit"], "exago")


def test_an_option_is_shown_on_demand() -> None:
    step = next(step for step in list_steps("qawale") if step.option == "swap")
    said = learn([typed("qawale", step)], "qawale", "--option", "swap")
    assert "Option “Swap after the first move”" in said
    assert "Right. " in said
    assert "There are: pebbles, double, swap" in learn([], "qawale", "--option", "nothing")
