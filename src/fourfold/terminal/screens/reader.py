"""Something to read: rules and keys."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from fourfold.terminal.screens.base import Dialogue


class ReadScreen(Dialogue[None]):
    """Shows something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,question_mark,f1,f2", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box tall"):
            yield Markdown(self.text, open_links=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
