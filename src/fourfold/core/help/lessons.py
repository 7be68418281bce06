"""The tutorial of a game: positions to try a rule on, and advice for a guided first game.

The data is `lessons.json` in the folder of the game. The texts are in its catalogue: those that `LessonStep.messages`
lists, and `advice.ID` for advice.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fourfold.core.errors import FaultyGame
from fourfold.core.registry import folder, package

ANY = "*"  # at the end of a pattern: every move that begins so


@dataclass(frozen=True)
class LessonStep:
    """A position, the rule or option that it teaches, and one thing to do.

    With `moves`, the learner plays one that matches; `misses` are patterns of other legal moves that get feedback of
    their own, and `replies` are played after a right move. Or the learner makes `further` moves after it, any legal
    ones. With `clicks`, the learner tries them and they are refused with the code `refused`. With `answers`, the
    learner chooses the right one. Otherwise any legal move is right.
    Steps without `option` are the tutorial, in order; the others are shown beside their option.
    """

    id: str
    position: str
    rule: str = ""
    option: str = ""
    figure: str = ""  # one of the game's figures, shown beside the words
    seat: int | None = None  # whose view is shown; otherwise that of the seat to move
    moves: tuple[str, ...] = ()
    misses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    replies: tuple[str, ...] = ()
    further: int = 0
    clicks: tuple[str, ...] = ()
    refused: str = ""
    answers: tuple[str, ...] = ()
    right: str = ""

    @property
    def is_consistent(self) -> bool:
        """Whether there is at most one thing to do, with all that belongs to it and nothing else."""
        return (
            sum(map(bool, (self.moves, self.clicks, self.answers))) <= 1
            and bool(self.clicks) == bool(self.refused)
            and bool(self.answers) == bool(self.right)
            and (not self.answers or self.right in self.answers)
            and (bool(self.moves) or not (self.misses or self.replies or self.further))
            and not (self.replies and self.further)
        )

    def accepts(self, move: str) -> bool:
        """Tell whether a legal move is what is asked for.

        >>> LessonStep("cut", "", moves=("e4-*",)).accepts("e4-a6")
        True
        """
        return not (self.clicks or self.answers) and (not self.moves or matches(self.moves, move))

    def messages(self, moves: Iterable[str]) -> set[str]:
        """The messages of this step in a position with these legal moves.

        >>> sorted(LessonStep("line", "", moves=("a1",)).messages(["a1", "b2"]))
        ['lesson.line.done', 'lesson.line.goal', 'lesson.line.miss', 'lesson.line.text', 'lesson.line.title']
        """
        parts = {"title", "text", "goal", "done", *(f"answer.{code}" for code in self.answers)}
        parts |= {"further"} if self.further else set()
        parts |= {f"miss.{code}" for code in (*self.misses, *self.answers) if code != self.right}
        known = [pattern for patterns in (self.moves, *self.misses.values()) for pattern in patterns]
        if self.moves and not all(matches(known, move) for move in moves):
            parts.add("miss")
        return {f"lesson.{self.id}.{part}" for part in parts}


@dataclass(frozen=True)
class Advice:
    """Advice in a first game, shown once: at the first turn where all conditions hold."""

    id: str
    ply: int = 0  # at least this many moves were played
    word: str = ""  # this word is among the clicks
    notice: bool = False  # there is a notice for the seat to move
    empty: bool = False  # the own hand is empty
    prompt: str = ""  # the prompt is this one: `take` for `qawale.prompt.take`


def matches(patterns: Iterable[str], move: str) -> bool:
    """Tell whether a move is one of these, or begins like one that ends with `*`.

    >>> [matches(["e5", "e4-*"], move) for move in ("e5", "e4-a6", "e51")]
    [True, True, False]
    """
    return any(move.startswith(each[:-1]) if each.endswith(ANY) else move == each for each in patterns)


@cache
def list_steps(game_id: str) -> tuple[LessonStep, ...]:
    """List the steps of a game: the tutorial in order, and those of its options.

    >>> list_steps("qawale")[0].rule
    'F4'
    """
    return tuple(_step(game_id, content) for content in _read(game_id)["steps"])


@cache
def list_advice(game_id: str) -> tuple[Advice, ...]:
    """List the advice of a game; the first that applies is shown first."""
    return tuple(Advice(**advice) for advice in _read(game_id)["advice"])


@cache
def first_game_options(game_id: str) -> Mapping[str, str]:
    """Give the options of a guided first game, where it is to be shorter than usual.

    >>> dict(first_game_options("quadominos"))
    {'rounds': '1'}
    """
    options: Mapping[str, str] = _read(game_id)["first_game"]
    return options


def _step(game_id: str, content: Mapping[str, Any]) -> LessonStep:
    try:
        step = LessonStep(**{key: _frozen(value) for key, value in content.items()})
    except TypeError as problem:
        raise _faulty(game_id, content) from problem
    if not step.is_consistent:
        raise _faulty(game_id, content)
    return step


def _faulty(game_id: str, content: Mapping[str, Any]) -> FaultyGame:
    step = str(content.get("id", "?"))
    return FaultyGame("fourfold.faulty_game.lesson", package=package(game_id), id=game_id, step=step)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(below) for key, below in value.items()}
    return tuple(value) if isinstance(value, list) else value


def _read(game_id: str) -> dict[str, Any]:
    path = folder(game_id) / "lessons.json"
    content: dict[str, Any] = {"steps": [], "advice": [], "first_game": {}}
    return content | (json.loads(path.read_text(encoding="utf-8")) if path.exists() else {})
