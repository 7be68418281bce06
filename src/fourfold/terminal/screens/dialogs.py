"""Small questions: a line of text, one of several answers, yes or no; and the curtain between two hands."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical
from textual.widgets import Button, Input, Label, Select, Static

from fourfold.terminal.screens.base import BaseScreen, Dialogue


class AskScreen(Dialogue[str | None]):
    """Asks for a line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, answer: str = "") -> None:
        super().__init__()
        self.question = question
        self.answer = answer

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Label(self.question, markup=False)
            yield Input(self.answer, id="answer")
            with Horizontal(classes="buttons"):
                yield Button(self.tell("ok"), id="ok", compact=True, variant="primary")
                yield Button(self.tell("cancel"), id="cancel", compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed, "#ok")
    def accept(self) -> None:
        self.dismiss(self.query_one("#answer", Input).value.strip())

    @on(Button.Pressed, "#cancel")
    def decline(self) -> None:
        self.dismiss(None)


class ChooseScreen(Dialogue[str | None]):
    """Asks for one of several answers: what each is called, and what it stands for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, answers: list[tuple[str, str]], chosen: str) -> None:
        super().__init__()
        self.question = question
        self.answers = answers
        self.chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Label(self.question, markup=False)
            yield Select(self.answers, value=self.chosen, allow_blank=False, id="answer", compact=True)
            with Horizontal(classes="buttons"):
                yield Button(self.tell("ok"), id="ok", compact=True, variant="primary")
                yield Button(self.tell("cancel"), id="cancel", compact=True)

    @on(Button.Pressed)
    def decide(self, event: Button.Pressed) -> None:
        self.dismiss(str(self.query_one("#answer", Select).value) if event.button.id == "ok" else None)


class ConfirmScreen(Dialogue[bool]):
    """Asks yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", show=False),
        Binding("y,o", "dismiss(True)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Label(self.question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self.tell("yes"), id="yes", compact=True, variant="primary")
                yield Button(self.tell("no"), id="no", compact=True)

    @on(Button.Pressed)
    def decide(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class CurtainScreen(BaseScreen[None]):
    """Hides everything until the next one has sat down. Nothing of the table is on this screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, who: str) -> None:
        super().__init__()
        self.who = who

    def compose(self) -> ComposeResult:
        with Center():
            yield Static(self.tell("curtain", who=self.who), markup=False)

    def on_click(self, _: events.Click) -> None:
        self.dismiss()
