"""An attempt at a step of a lesson: what the learner tries, and what is said about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.clicks import Clicks, Tree, below
from fourfold.core.errors import BadNotation, FourfoldError
from fourfold.core.help.explanation import explain_clicks
from fourfold.core.help.lessons import LessonStep, matches
from fourfold.core.position import View
from fourfold.core.registry import game as find_game
from fourfold.text import has

UNKNOWN = "fourfold.no_such_clicks"  # clicks that mean nothing


@dataclass(frozen=True)
class Feedback:
    """A message about a try, and whether the step is done; `is_refusal`: the try is no legal move."""

    is_right: bool
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    is_refusal: bool = False


class Attempt:
    """A step that is being tried. A wrong try changes nothing; a right one is played, with the replies to it.

    >>> from fourfold.core.help.lessons import list_steps
    >>> attempt = Attempt("qawale", list_steps("qawale")[0])
    >>> attempt.play("a9").code
    'qawale.notation.move'
    >>> attempt.play(attempt.step.moves[0]).is_right, attempt.is_done
    (True, True)
    """

    def __init__(self, game_id: str, step: LessonStep) -> None:
        self.game = find_game(game_id)
        self.step = step
        self.position = self.game.read(step.position)
        self.seat = self.position.to_move if step.seat is None else step.seat
        self.left = step.further  # the moves that come after the first
        self.is_done = False

    def message(self, part: str) -> str:
        """The code of a message of this step."""
        return f"{self.game.id}.lesson.{self.step.id}.{part}"

    @property
    def view(self) -> View:
        """What the learner sees."""
        return self.position.view(self.seat)

    @property
    def goal(self) -> str:
        """The code of what is to be done now."""
        return self.message("further" if self._is_further else "goal")

    @property
    def _is_further(self) -> bool:
        return self.left < self.step.further

    @property
    def is_asked(self) -> bool:
        """Whether a question is to be answered instead of a move."""
        return bool(self.step.answers)

    def play(self, text: str) -> Feedback:
        """Try a move in its notation; clicks one after the other will do as well."""
        try:
            after = self.position.play(self._spelled(text))
        except FourfoldError as error:
            return self._refusal(error)
        move = str(after.last)
        if not (self._is_further or self.step.accepts(move)):
            return Feedback(False, self._miss(move))
        self.position = after
        if self.left and not self.is_done:
            self.left -= 1
            return Feedback(True, self.goal)
        for reply in self.step.replies:
            self.position = self.position.play(reply)
        return self._finish()

    def click(self, path: Sequence[str]) -> Feedback | None:
        """Try clicks that make no legal move; None where one begins so."""
        refusal = explain_clicks(self.position, path)
        return None if refusal is None else self._refusal(refusal)

    def answer(self, code: str) -> Feedback:
        """Answer the question."""
        return self._finish() if code == self.step.right else Feedback(False, self.message(f"miss.{code}"))

    def _finish(self) -> Feedback:
        self.is_done = True
        return Feedback(True, self.message("done"))

    def _refusal(self, error: FourfoldError) -> Feedback:
        """What is not allowed: that is the task, or it is explained."""
        if error.code == self.step.refused:
            return self._finish()
        return Feedback(False, error.code, error.values, is_refusal=True)

    def _spelled(self, text: str) -> str:
        """A move that is given by its clicks; raise why clicks make none. Any other text stays as it is."""
        path = text.split()
        try:
            self.game.notation.parse_move(self.position.row.copy(), text)
        except BadNotation:
            branch = self._branch(path[:-1])
            found = below(branch, path[-1]) if branch and path else None
            if isinstance(found, str):
                return found
            refusal = explain_clicks(self.position, path)
            if refusal is not None and refusal.code != UNKNOWN:
                raise refusal from None
        return text

    def _branch(self, path: Sequence[str]) -> Tree | None:
        try:
            return Clicks(self.position.moves()).tree(path)
        except BadNotation:
            return None

    def _miss(self, move: str) -> str:
        """The message about a legal move that is not what is asked for."""
        found = next((code for code, patterns in self.step.misses.items() if matches(patterns, move)), None)
        code = self.message("miss" if found is None else f"miss.{found}")
        return code if has(code) else "fourfold.lesson.other"
