"""Dialogs to read: the rules of a game, and help."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from fourfold.core.display.figures import list_figures
from fourfold.core.help.rulebook import PlacedFigure, Rulebook
from fourfold.picture.formats.styled_text import Depth, coloured
from fourfold.picture.palette import Palette
from fourfold.terminal.screens.base import ModalDialog


class ReadScreen(ModalDialog[None]):
    """Shows a text in Markdown."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,question_mark,f1,f2", "dismiss")]

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box tall"):
            yield Markdown(self.text, open_links=False)

    def on_mount(self) -> None:
        self.say_closing()
        self.query_one(VerticalScroll).focus()


class RulesScreen(ReadScreen):
    """Shows the rules of a game, with figures as coloured text; it opens at `rule`."""

    def __init__(self, game: str, book: Rulebook, palette: Palette, depth: Depth, rule: str = "") -> None:
        super().__init__()
        self.game, self.book, self.palette, self.depth, self.rule = game, book, palette, depth, rule

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self.go_to_rule)

    def go_to_rule(self) -> None:
        for widget in self.query("#rule"):
            widget.scroll_visible(animate=False, top=True)

    def compose(self) -> ComposeResult:
        text: list[str] = []  # up to the next figure: a widget for each part would be slow
        with VerticalScroll(classes="box tall rules"):
            for section in self.book.sections:
                text.append(f"## {section.title}" if section.title else f"# {self.book.title}")
                for passage in section.passages:
                    if self.rule in passage.names:
                        yield Markdown("\n\n".join(text), open_links=False)
                        yield Static(id="rule")
                        text = []
                    text += [f"### {passage.heading}"] if passage.heading else []
                    for part in passage.parts:
                        if isinstance(part, str):
                            text.append(part)
                            continue
                        if text:
                            yield Markdown("\n\n".join(text), open_links=False)
                            text = []
                        yield self.figure(part)
            yield Markdown("\n\n".join(text), open_links=False)

    def figure(self, placed: PlacedFigure) -> Static:
        """A figure as coloured text, and its caption."""
        lines = list_figures(self.game)[placed.name].lines(self.depth)
        drawn = Text.from_ansi(coloured(lines, self.depth, self.palette))
        return Static(Text.assemble(drawn, "\n" if lines else "", (placed.caption, "italic")), classes="figure")
