"""The log of a match: its moves in words and the positions after them, worked out when they are asked for."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from fourfold.core.help.move_words import MoveWords, words_of
from fourfold.core.position import Position
from fourfold.match import events
from fourfold.match.settings import Settings

if TYPE_CHECKING:
    from fourfold.match.match import Match

Step = events.Played | events.Dealt


def play_step(position: Position, step: Step) -> Position:
    """The position after a move or a deal."""
    return position.deal(step.order) if isinstance(step, events.Dealt) else position.play(step.move)


def last_boards(settings: Settings, steps: Iterable[Step], after: int, most: int) -> list[tuple[Position, Position]]:
    """The positions before and after each move behind a ply, at most so many of the last ones."""
    found: deque[tuple[Position, Position]] = deque(maxlen=most)
    before = settings.undealt()
    for step in steps:
        position = play_step(before, step)
        if isinstance(step, events.Played) and position.ply > after:
            found.append((before, position))
        before = position.forgetting()
    return list(found)


class MoveLog:
    """The moves of a match in words. Each is told once; what was taken back is forgotten."""

    def __init__(self, match: "Match") -> None:
        self._match = match
        self._forget()

    def _forget(self) -> None:
        self._told: list[Step] = []
        self._position: Position | None = None
        self._words: dict[int, MoveWords] = {}

    def words(self, plies: Iterable[int]) -> list[MoveWords]:
        """The moves at these plies in words, in order, as far as they were not taken back."""
        wanted = set(plies)
        if not wanted:
            return []
        steps = self._match.steps
        if self._told and (len(self._told) > len(steps) or self._told[-1] is not steps[len(self._told) - 1]):
            self._forget()
        self._words.update((words.ply, words) for words in self._go_on(steps[len(self._told) :]))
        return [self._words[ply] for ply in sorted(wanted & self._words.keys())]

    def _go_on(self, steps: list[Step]) -> Iterator[MoveWords]:
        position = self._position or self._match.settings.undealt()
        for step in steps:
            before, position = position, play_step(position, step).forgetting()
            self._told.append(step)
            self._position = position
            words = words_of(before, position)
            if words is not None:
                yield words
