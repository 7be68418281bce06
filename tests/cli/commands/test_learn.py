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
    """What does a step, a line for each try."""
    if step.answers:
        return str(step.answers.index(step.right) + 1)
    if step.clicks:
        return " ".join(step.clicks)
    attempt = Attempt(game, step)
    lines: list[str] = []
    while not attempt.is_done:
        moves = map(str, attempt.position.moves())
        lines.append(next(move for move in moves if lines or step.accepts(move)))
        attempt.play(lines[-1])
    return "\n".join(lines)


def learn(lines: list[str], *arguments: str) -> str:
    done = run("learn", *arguments, "--plain", typed="\n".join(lines) + "\n")
    return done.stdout + done.stderr


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_whole_lesson_goes_through_a_pipe(saves: Saves, game: str, language: str) -> None:
    steps = [step for step in list_steps(game) if not step.option]
    said = learn([typed(game, step) for step in steps], game, "--language", language)
    assert said.count("Right. " if language == "en" else "Juste. ") == sum(1 + step.further for step in steps)
    assert f"fourfold play {game}" in said
    assert saves.read_steps(game) == {step.id for step in steps}


@pytest.mark.parametrize("game", TAUGHT)
def test_a_step_says_which_seat_is_the_learners(game: str) -> None:
    steps = [step for step in list_steps(game) if not step.option]
    boards = learn(["next"] * len(steps), game).split("\nGoal: ")[:-1]
    for step, said in zip(steps, boards, strict=True):
        assert said.endswith(f"(seat {Attempt(game, step).seat})")


def test_a_lesson_is_left_and_taken_up_again() -> None:
    first = next(step for step in list_steps("exago") if not step.option)
    said = learn(["help", "moves", "board", "nonsense", typed("exago", first), "quit"], "exago")
    assert "\n“nonsense” is not a move of Exago." in said.replace("Your move: ", "\n")
    assert "\nA move is a cell to put a tile on" in said.replace("Your move: ", "\n")
    assert said.endswith("What you have done is kept.\n")
    assert "\nStep 2 of " in learn([], "exago")
    assert "\nStep 1 of " in learn(["back", "quit"], "exago")


def test_skipped_steps_are_not_said_to_be_known(saves: Saves) -> None:
    steps = [step for step in list_steps("qawale") if not step.option]
    said = learn([typed("qawale", steps[0]), *["n"] * len(steps)], "qawale")
    assert f"1 of {len(steps)} steps done." in said
    assert "You know" not in said
    for step in steps:
        saves.keep_step("qawale", step.id)
    assert "You know Qawale now." in learn(["n"] * len(steps), "qawale")


def test_only_a_legal_move_is_not_yet_right() -> None:
    step = next(step for step in list_steps("qawale") if step.moves)
    moves = [str(move) for move in Attempt("qawale", step).position.moves()]
    wrong = next(move for move in moves if not step.accepts(move))
    assert "Not yet. " in learn([wrong, "q"], "qawale")
    said = learn(["nonsense", "b2 b2", "q"], "qawale")
    assert "Not yet. " not in said
    assert "or swap" not in said


def test_a_lesson_prints_the_rule_of_its_step() -> None:
    step = list_steps("qawale")[0]
    assert f"### {step.rule}" in learn(["rules", "q"], "qawale")


def test_an_option_is_shown_on_demand() -> None:
    step = next(step for step in list_steps("qawale") if step.option == "swap")
    said = learn([typed("qawale", step)], "qawale", "--option", "swap")
    assert "Option “Swap after the first move”" in said
    assert "Right. " in said
    assert "There are: pebbles, double, swap" in learn([], "qawale", "--option", "nothing")
