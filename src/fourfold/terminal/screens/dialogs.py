"""Modal dialogs: text input, selection, yes or no; and the curtain ("pass the device") of hot seat play."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from fourfold.terminal.screens.base import BaseScreen, ModalDialog, Result


class QuestionScreen(ModalDialog[Result]):
    """A question with two buttons: the first accepts."""

    BUTTONS: ClassVar[tuple[str, str]] = ("ok", "cancel")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def on_mount(self) -> None:
        self.say_closing()

    def fields(self) -> list[Widget]:
        """The fields of the answer."""
        return []

    def answer(self, accepts: bool) -> Result:
        """The result of the dialog."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        accept, decline = self.BUTTONS
        with Vertical(classes="box"):
            yield Label(self.question, markup=False)
            yield from self.fields()
            with Horizontal(classes="buttons"):
                yield Button(self.tell(accept), id=accept, compact=True, variant="primary")
                yield Button(self.tell(decline), id=decline, compact=True)

    @on(Button.Pressed)
    def decide(self, event: Button.Pressed) -> None:
        self.dismiss(self.answer(event.button.id == self.BUTTONS[0]))


class AskScreen(QuestionScreen[str | None]):
    """Asks for a line of text."""

    def __init__(self, question: str, text: str = "") -> None:
        super().__init__(question)
        self.text = text

    def fields(self) -> list[Widget]:
        return [Input(self.text, id="answer")]

    def answer(self, accepts: bool) -> str | None:
        return self.query_one("#answer", Input).value.strip() if accepts else None

    @on(Input.Submitted)
    def accept(self) -> None:
        self.dismiss(self.answer(True))


class ChooseScreen(QuestionScreen[str | None]):
    """Asks for one of several answers, given as pairs of label and value."""

    def __init__(self, question: str, choices: list[tuple[str, str]], chosen: str) -> None:
        super().__init__(question)
        self.choices = choices
        self.chosen = chosen

    def fields(self) -> list[Widget]:
        return [Select(self.choices, value=self.chosen, allow_blank=False, id="answer", compact=True)]

    def answer(self, accepts: bool) -> str | None:
        return str(self.query_one("#answer", Select).value) if accepts else None


class ConfirmScreen(QuestionScreen[bool]):
    """Asks yes or no."""

    BUTTONS: ClassVar[tuple[str, str]] = ("yes", "no")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)"),
        Binding("y,o", "dismiss(True)"),
    ]

    def answer(self, accepts: bool) -> bool:
        return accepts


class CurtainScreen(BaseScreen[None]):
    """Hides the table while the device is passed to the next player."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss")]

    def __init__(self, who: str, to: str, others: int) -> None:
        super().__init__()
        self.values = {"who": who, "to": to, "others": others}

    def compose(self) -> ComposeResult:
        with Center():
            yield Static(self.tell("curtain", **self.values), markup=False)

    def on_click(self, _: events.Click) -> None:
        self.dismiss()
