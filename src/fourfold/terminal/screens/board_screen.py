"""The common part of the play screen and the replay screen: a board, a side panel, a status line."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from fourfold.core.records.record import Record
from fourfold.terminal.board import panels
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.saves import write_record
from fourfold.terminal.screens.base import BaseScreen
from fourfold.terminal.screens.dialogs import AskScreen
from fourfold.terminal.tables.table import TableSnapshot


class BoardScreen(BaseScreen[None]):
    """A board with a side panel."""

    HELP: ClassVar[str]  # the name of its help text
    SEATS_WIDTH: ClassVar[int] = 32  # characters, until the screen is laid out

    snapshot: TableSnapshot

    def side_widgets(self) -> list[Widget]:
        """The widgets between the seats and the moves."""
        return []

    def bottom_widgets(self) -> list[Widget]:
        """The widgets below the status line."""
        return []

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        with Horizontal(id="table"):
            yield SheetView(id="board", depth=self.home.depth, palette=self.home.palette)
            with Vertical(id="side"):
                yield Static(id="seats")
                yield from self.side_widgets()
                with VerticalScroll(id="moves-box", can_focus=False):
                    yield Static(id="moves", markup=False)
        yield Static(classes="status")
        yield from self.bottom_widgets()
        yield self.key_bar()

    @property
    def board(self) -> SheetView:
        """The widget of the board."""
        return self.query_one("#board", SheetView)

    def show_text(self, name: str, text: str | Text) -> None:
        """Change the text of a widget."""
        self.query_one(f"#{name}", Static).update(text)

    def show_seats(self) -> None:
        """Show the seats with scores and clocks."""
        width = self.query_one("#seats", Static).size.width or self.SEATS_WIDTH
        self.show_text("seats", panels.write_seats(self.snapshot, self.tell, self.home.depth, self.home.palette, width))

    def on_resize(self) -> None:
        self.call_after_refresh(self.show_seats)  # as wide as they are then

    async def find_record(self) -> Record:
        """The record to save."""
        raise NotImplementedError

    @work
    async def action_save(self) -> None:
        name = await self.app.push_screen_wait(AskScreen(self.tell("save_as"), f"{self.snapshot.game}.txt"))
        if name:
            with self.refusing():
                path = write_record(Path(name), await self.find_record())
                self.say_status(self.tell("saved", path=str(path)))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.snapshot.position)
        self.say_status(self.tell("copied", position=self.snapshot.position))

    def action_rules(self) -> None:
        self.home.show_rules(self.snapshot.game)

    def action_help(self) -> None:
        self.home.show_help(self.HELP)
