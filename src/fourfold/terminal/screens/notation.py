"""The input line for moves in notation, with completion."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input


class Completion(Suggester):
    """Completes moves as far as the tree of clicks is known."""

    def __init__(self, moves: Callable[[str], Sequence[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.moves = moves

    async def get_suggestion(self, value: str) -> str | None:
        """The first move with this prefix."""
        found = self.moves(value) if value else []
        return found[0] if found else None


class MoveInput(Input):
    """The input line for moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete"),
        Binding("escape", "leave"),
        Binding("up", "recall"),
    ]
    written = ""  # what was entered last

    def action_complete(self) -> None:
        """Accept the suggestion; without one, move the focus on."""
        if self._suggestion and self._suggestion != self.value:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
        else:
            self.screen.focus_next()

    def action_recall(self) -> None:
        """Bring back what was entered last, to change it."""
        self.value = self.written
        self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        """Move the focus to the board."""
        self.screen.query_one("#board").focus()
