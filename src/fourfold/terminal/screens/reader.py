"""A dialog with Markdown to read: rules and help."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from fourfold.terminal.screens.base import ModalDialog


class ReadScreen(ModalDialog[None]):
    """Shows a text in Markdown."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,question_mark,f1,f2", "dismiss")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box tall"):
            yield Markdown(self.text, open_links=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
