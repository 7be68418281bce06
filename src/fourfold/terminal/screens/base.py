"""What all screens share: the app's language and colours, a line that answers, and keys at the bottom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from rich.markup import escape
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from fourfold.core.errors import FourfoldError
from fourfold.terminal.language import Translator

if TYPE_CHECKING:
    from fourfold.terminal.app import TerminalApp

Result = TypeVar("Result")


class Keys(Static):
    """The keys that do something here; each can be clicked too."""

    def __init__(self, keys: Sequence[tuple[str, str, str]]) -> None:
        parts = [f"[@click={action}][b]{escape(key)}[/b] {escape(label)}[/]" for key, label, action in keys]
        super().__init__("  ".join(parts), classes="keys")


class BaseScreen(Screen[Result]):
    """A screen of this app."""

    @property
    def home(self) -> "TerminalApp":
        """The app."""
        return cast("TerminalApp", self.app)

    @property
    def tell(self) -> Translator:
        """Says things in the language of the app."""
        return self.home.tell

    def say_status(self, text: str, *, is_refusal: bool = False) -> None:
        """Answer in the status line."""
        status = self.query_one(".status", Static)
        status.set_class(is_refusal, "-refused")
        status.update(escape(("✗ " if is_refusal else "") + text))

    def refuse(self, error: FourfoldError) -> None:
        """Answer with what is wrong."""
        self.say_status(self.tell.error(error), is_refusal=True)


class Dialogue(ModalScreen[Result]):
    """A question on top of a screen."""

    @property
    def tell(self) -> Translator:
        """Says things in the language of the app."""
        return cast("TerminalApp", self.app).tell
