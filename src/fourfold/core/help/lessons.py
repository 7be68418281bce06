"""Lessons: positions on which a rule can be tried, and advice for a first game. Words stand in the game's catalogue.

They are data, in `lessons.json` in the folder of the game. The words of a step are the messages `lesson.ID.title`,
`lesson.ID.text` and, where there is something to do, `lesson.ID.done`; those of advice are `advice.ID`.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from fourfold.core.registry import FOLDER, facts


@dataclass(frozen=True)
class LessonStep:
    """A position, the rule or option that it shows, and what there is to do.

    Where there are moves, one of them is to be played. Where there are clicks, they are refused, with the code that is
    named. Else there is only something to see, and every legal move may be tried.
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
    """Something to say in a first game, once, at the first turn where all that is named holds."""

    id: str
    ply: int = 0  # so many moves have been made at least
    word: str = ""  # the word is among the clicks
    notice: bool = False  # a rule asks something of the seat to move
    empty: bool = False  # nothing is in the own hand


@cache
def list_steps(game_id: str) -> tuple[LessonStep, ...]:
    """List the steps of a game's lessons, in the order in which they are learnt.

    >>> list_steps("qawale")[0].rule
    'F2'
    """
    return tuple(LessonStep(**{key: _frozen(value) for key, value in step.items()}) for step in _read(game_id)["steps"])


@cache
def list_advice(game_id: str) -> tuple[Advice, ...]:
    """List what can be said in a first game; what stands first is said first."""
    return tuple(Advice(**advice) for advice in _read(game_id)["advice"])


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(game_id: str) -> dict[str, list[dict[str, Any]]]:
    content: dict[str, list[dict[str, Any]]] = json.loads(
        (FOLDER / facts(game_id).id / "lessons.json").read_text(encoding="utf-8")
    )
    return content
