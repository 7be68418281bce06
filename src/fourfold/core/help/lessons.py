"""The tutorial of a game: positions to try a rule on, and advice for a first game.

The data is `lessons.json` in the folder of the game. The texts are in its catalogue: `lesson.ID.title`,
`lesson.ID.text` and, for a task, `lesson.ID.done`; `advice.ID` for advice.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from fourfold.core.registry import folder


@dataclass(frozen=True)
class LessonStep:
    """A position, the rule or option that it shows, and a task.

    With `moves`, the learner plays one of them. With `clicks`, the learner tries them and they are refused with the
    code `refused`. Otherwise the learner may try any legal move.
    """

    id: str
    position: str
    rule: str = ""
    option: str = ""
    moves: tuple[str, ...] = ()
    clicks: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class Advice:
    """Advice in a first game, shown once: at the first turn where all conditions hold."""

    id: str
    ply: int = 0  # at least this many moves were played
    word: str = ""  # this word is among the clicks
    notice: bool = False  # there is a notice for the seat to move
    empty: bool = False  # the own hand is empty


@cache
def list_steps(game_id: str) -> tuple[LessonStep, ...]:
    """List the steps of a game's tutorial in order.

    >>> list_steps("qawale")[0].rule
    'F2'
    """
    return tuple(LessonStep(**{key: _frozen(value) for key, value in step.items()}) for step in _read(game_id)["steps"])


@cache
def list_advice(game_id: str) -> tuple[Advice, ...]:
    """List the advice of a game; the first that applies is shown first."""
    return tuple(Advice(**advice) for advice in _read(game_id)["advice"])


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(game_id: str) -> dict[str, list[dict[str, Any]]]:
    path = folder(game_id) / "lessons.json"
    content: dict[str, list[dict[str, Any]]] = {"steps": [], "advice": []}
    return content | (json.loads(path.read_text(encoding="utf-8")) if path.exists() else {})
