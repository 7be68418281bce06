"""The line that takes the notation, and completes it."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input


class Completion(Suggester):
    """Completes moves as far as they are known."""

    def __init__(self, moves: Callable[[str], Sequence[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.moves = moves

    async def get_suggestion(self, value: str) -> str | None:
        """The first move that begins so."""
        found = self.moves(value) if value else []
        return found[0] if found else None


class Notation(Input):
    """The line that takes the notation."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("escape", "leave", show=False),
    ]

    def action_complete(self) -> None:
        """Take what is suggested; without a suggestion, go on to the next part of the screen."""
        if self._suggestion and self._suggestion != self.value:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
        else:
            self.screen.focus_next()

    def action_leave(self) -> None:
        """Go back to the board."""
        self.screen.query_one("#board").focus()
