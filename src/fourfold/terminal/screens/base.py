"""Base classes of the Textual screens: translations, the status line, the key bar, forms and modal dialogs."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rich.markup import escape
from textual import events, on
from textual.binding import Binding
from textual.containers import Horizontal
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Label, Select, Static

from fourfold.core.errors import FourfoldError
from fourfold.terminal.language import Translator
from fourfold.terminal.screens.key_bar import Key, KeyBar

if TYPE_CHECKING:
    from fourfold.terminal.app import TerminalApp

Result = TypeVar("Result")


class BaseScreen(Screen[Result]):
    """A screen of this app."""

    @property
    def home(self) -> "TerminalApp":
        """The app."""
        return cast("TerminalApp", self.app)

    @property
    def tell(self) -> Translator:
        """Translates to the language of the app."""
        return self.home.tell

    def key_bar(self, **labels: str) -> KeyBar:
        """The bar of keys; labels by action replace the texts of bindings."""
        return KeyBar(self.list_keys(**labels))

    def list_keys(self, **labels: str) -> list[Key]:
        """The keys of all bindings that do something now and have a description, which names a text."""
        return [
            Key(
                binding.key_display or binding.key,
                labels.get(binding.action) or self.tell(binding.description),
                binding.action if binding.action.startswith("app.") else f"screen.{binding.action}",
            )
            for binding in self.BINDINGS
            if isinstance(binding, Binding) and binding.description and self._is_possible(binding)
        ]

    def _is_possible(self, binding: Binding) -> bool:
        return bool(self.check_action(binding.action.partition("(")[0], ()))

    def say_status(self, text: str, *, is_refusal: bool = False) -> None:
        """Show a text in the status line."""
        status = self.query_one(".status", Static)
        status.set_class(is_refusal, "-refused")
        status.update(escape(("✗ " if is_refusal else "") + text))

    def refuse(self, error: FourfoldError) -> None:
        """Show an error in the status line."""
        self.say_status(self.tell.error(error), is_refusal=True)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Show an error of ours that the block raises in the status line."""
        try:
            yield
        except FourfoldError as error:
            self.refuse(error)


class FormScreen(BaseScreen[None]):
    """A screen with labelled fields."""

    @on(events.DescendantFocus)
    def mark_field(self) -> None:
        """Mark the label of the field that has the focus; few colours may show no other sign of it."""
        for row in self.query(".row"):
            row.set_class(self.focused is not None and row in self.focused.ancestors, "-focused")

    def row(self, label: str, widget: Widget) -> Horizontal:
        """A label and a field."""
        return Horizontal(Label(label, markup=False), widget, classes="row")

    def select(self, name: str, choices: Iterable[tuple[str, Any]], chosen: Any) -> Select[Any]:
        """A field with one of several values."""
        return Select(choices, value=chosen, allow_blank=False, id=name, compact=True)

    def selected(self, name: str) -> Any:
        """The value of such a field."""
        return self.query_one(f"#{name}", Select).value


class ModalDialog(ModalScreen[Result]):
    """A dialog on top of a screen."""

    def say_closing(self) -> None:
        """Say on the border of the box which key closes it."""
        self.query_one(".box").border_subtitle = self.tell("closes")

    @property
    def tell(self) -> Translator:
        """Translates to the language of the app."""
        return cast("TerminalApp", self.app).tell
