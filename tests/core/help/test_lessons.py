"""Lessons are read from data; a step that is not one thing to do is refused in words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fourfold.core.errors import FaultyGame
from fourfold.core.help import lessons
from fourfold.core.help.lessons import Advice, LessonStep, list_advice, list_steps


def forget() -> None:
    """What was read is read again."""
    list_steps.cache_clear()
    list_advice.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that lessons are read from."""
    monkeypatch.setattr(lessons, "folder", lambda game_id: tmp_path)
    forget()
    yield tmp_path
    forget()


def written(folder: Path, **step: Any) -> LessonStep:
    """A step as it is read back."""
    content = {"steps": [{"id": "try", "position": "qawale@", **step}], "advice": []}
    (folder / "lessons.json").write_text(json.dumps(content), encoding="utf-8")
    return list_steps("qawale")[0]


def test_a_step_has_patterns_of_moves_and_codes_of_misses(folder: Path) -> None:
    step = written(folder, moves=["a1*", "b2"], misses={"far": ["c*"]}, replies=["d4"])
    assert [step.accepts(move) for move in ("a1NE", "b2", "b2N", "c3")] == [True, True, False, False]
    assert step.misses == {"far": ("c*",)}
    said = {"title", "text", "goal", "done", "miss.far"}
    assert step.messages(["a1N", "c3"]) == {f"lesson.try.{part}" for part in said}
    assert step.messages(["a1N", "d3"]) == {f"lesson.try.{part}" for part in {*said, "miss"}}


def test_without_a_task_any_move_is_right(folder: Path) -> None:
    assert written(folder).accepts("a1")


def test_a_question_accepts_no_move_and_has_words_for_each_answer(folder: Path) -> None:
    step = written(folder, answers=["draw", "lost"], right="draw")
    assert not step.accepts("a1")
    parts = ("title", "text", "goal", "done", "answer.draw", "answer.lost", "miss.lost")
    assert step.messages(["a1"]) == {f"lesson.try.{part}" for part in parts}


@pytest.mark.parametrize(
    "step",
    [
        {"moves": ["a1"], "clicks": ["a1"], "refused": "x"},
        {"moves": ["a1"], "answers": ["a", "b"], "right": "a"},
        {"clicks": ["a1"]},
        {"refused": "x"},
        {"answers": ["a", "b"]},
        {"answers": ["a", "b"], "right": "c"},
        {"misses": {"far": ["a1"]}},
        {"replies": ["a1"]},
        {"further": 1},
        {"moves": ["a1"], "replies": ["a1"], "further": 1},
        {"hint": "a1"},
    ],
    ids=str,
)
def test_a_step_with_more_or_less_than_one_thing_to_do_is_refused(folder: Path, step: dict[str, Any]) -> None:
    with pytest.raises(FaultyGame, match=r"The step “try” in lessons.json of the game “qawale” .* at most one thing"):
        written(folder, **step)


def test_a_game_without_lessons_has_none(folder: Path) -> None:
    assert list_steps("qawale") == ()


def test_advice_may_wait_for_a_prompt(folder: Path) -> None:
    content = {"steps": [], "advice": [{"id": "draw", "prompt": "draw"}]}
    (folder / "lessons.json").write_text(json.dumps(content), encoding="utf-8")
    assert list_advice("qawale") == (Advice("draw", prompt="draw"),)
