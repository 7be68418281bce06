"""The table: the board, what is beside it, a line for the notation."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Static

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts
from fourfold.match.refusal import Refused
from fourfold.terminal.board import layout, panels, trays
from fourfold.terminal.board.move_builder import Choosing
from fourfold.terminal.board.picture import TerminalPiece
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.screens.actions import TableActions
from fourfold.terminal.screens.base import Keys
from fourfold.terminal.screens.dialogs import CurtainScreen
from fourfold.terminal.screens.notation import Completion, Notation
from fourfold.terminal.tables.table import Shown, TerminalTable

TICK = 0.5  # seconds between two looks at the clocks


class PlayScreen(TableActions):
    """One match, until somebody leaves. Everything that happens comes from the table; no rule is known here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "back", show=False),
        Binding("escape", "clear", show=False),
        Binding("slash,m", "write", show=False),
        Binding("full_stop", "next_open(1)", show=False),
        Binding("comma", "next_open(-1)", show=False),
        Binding("h", "hint", show=False),
        Binding("t", "offer('takeback')", show=False),
        Binding("d", "offer('draw')", show=False),
        Binding("p", "pause", show=False),
        Binding("x", "resign", show=False),
        Binding("r", "replace", show=False),
        Binding("n", "rematch", show=False),
        Binding("y", "answer(True)", show=False),
        Binding("k", "answer(False)", show=False),
        Binding("s", "save", show=False),
        Binding("c", "copy", show=False),
        Binding("v", "review", show=False),
        Binding("f2", "rules", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, table: TerminalTable) -> None:
        super().__init__()
        self.table = table
        self.shown: Shown = table.shown()
        self.choosing = Choosing()
        self.hinted: tuple[str, ...] = ()
        self._is_behind_curtain = False
        self._said_ending = False

    def compose(self) -> ComposeResult:
        tell, home = self.tell, self.home
        yield Static(id="title", classes="title", markup=False)
        with Horizontal(id="table"):
            yield SheetView(id="board", depth=home.depth, palette=home.palette)
            with Vertical(id="side"):
                yield Static(id="seats")
                yield SheetView(id="tray", depth=home.depth, palette=home.palette, is_fitted=True)
                with VerticalScroll(id="moves-box", can_focus=False):
                    yield Static(id="moves", markup=False)
        yield Static(classes="status", markup=True)
        yield Notation(
            placeholder=tell("notation"),
            suggester=Completion(self.complete),
            id="notation",
            compact=True,
        )
        yield Keys(
            [
                ("/", tell("key.write"), "screen.write"),
                ("⌫", tell("key.back"), "screen.back"),
                ("h", tell("key.hint"), "screen.hint"),
                ("t", tell("key.takeback"), "screen.offer('takeback')"),
                ("s", tell("key.save"), "screen.save"),
                ("n", tell("key.again"), "screen.rematch"),
                ("?", tell("key.help"), "screen.help"),
                ("q", tell("key.leave"), "screen.leave"),
            ]
        )

    def on_mount(self) -> None:
        self.table.on_change = self.look_again
        self.query_one("#board").focus()
        self.look_again()
        self.set_interval(TICK, self.show_clocks)
        self.run_table()

    def open_table(self, table: TerminalTable) -> None:
        """Go on at another table, in place of this one."""
        self.home.show_table(table)

    def on_unmount(self) -> None:
        self.table.on_change = lambda: None

    @work(exclusive=True, group="table")
    async def run_table(self) -> None:
        """Let the table do what it does by itself."""
        try:
            await self.table.run()
        except FourfoldError as error:
            self.refuse(error)

    # ----- showing

    def look_again(self) -> None:
        """Something happened: show how things stand now."""
        if not self.is_attached:
            return
        before, self.shown = self.shown, self.table.shown()
        shown = self.shown
        cells = shown.picture.places if shown.picture else ()
        self.choosing = Choosing(shown.clicks or {}, cells, self.table.branch)
        self.hinted = ()
        self.show_title()
        self.show_choices()
        if shown.picture is not None and shown.ply != before.ply:
            self.query_one("#board", SheetView).reveal(shown.picture.touched)
        self.query_one("#moves", Static).update(panels.write_moves(shown, 31))
        self.query_one("#moves-box", VerticalScroll).scroll_end(animate=False)
        self.show_clocks()
        self.say_turn(before)
        if shown.clicks is not None and not isinstance(self.focused, Notation):
            self.follow_choices()
        if self.table.needs_curtain and not self._is_behind_curtain:
            self._is_behind_curtain = True
            self.draw_curtain()

    def show_title(self) -> None:
        shown = self.shown
        options = " ".join(f"{key}={word}" for key, word in shown.options.items())
        title = self.tell("table_title", game=facts(shown.game).name, options=options or "none", ply=shown.ply)
        if self.table.link and shown.status == "open":
            title = self.tell("invite", link=self.table.link)
        self.query_one("#title", Static).update(title)

    def say_turn(self, before: Shown) -> None:
        """Say what is to be done now."""
        shown, tell = self.shown, self.tell
        if self.table.trouble:
            self.say_status(tell(self.table.trouble), is_refusal=True)
        elif shown.ending is not None:
            self.say_status(panels.write_ending(shown, shown.ending, tell) + "  " + tell("after_the_end"))
        elif shown.questions:
            question = shown.questions[0]
            who = panels.seat_label(shown, question.seat, tell)
            self.say_status(tell("asked", who=who, agreement=question.agreement))
        elif shown.status == "paused":
            self.say_status(tell("paused"))
        elif shown.to_move is not None:
            who = panels.seat_label(shown, shown.to_move, tell)
            turn = tell("your_turn" if shown.is_own_turn else "their_turn", who=who)
            last = shown.moves[-1] if shown.ply > before.ply and shown.moves else None
            played = tell("was_played", who=panels.seat_label(shown, last[0], tell), move=last[1]) + " " if last else ""
            duty = " " + tell.code(shown.notice.code, **shown.notice.values) if shown.notice else ""
            self.say_status(played + turn + duty)
        else:
            self.say_status(tell("waiting"))

    def show_clocks(self) -> None:
        """Show the seats with what is left on their clocks."""
        if self.shown.left:
            self.shown = self.table.shown() if self.table.is_online else self._with_clocks()
        width = self.query_one("#seats", Static).size.width or 32
        text = panels.write_seats(self.shown, self.tell, self.home.depth, self.home.palette, width)
        self.query_one("#seats", Static).update(text)

    def _with_clocks(self) -> Shown:
        now = self.table.shown()
        return now if now.ply == self.shown.ply else self.shown

    def show_choices(self) -> None:
        """Show the board and what is beside it, with what can be clicked."""
        shown, picture = self.shown, self.shown.picture
        board, tray = self.query_one("#board", SheetView), self.query_one("#tray", SheetView)
        if picture is None:
            text = shown.board
            board.show_sheet(lambda room: layout.of_text(text))
            shelves = []
            if shown.clicks is not None:
                choices = [trays.TrayItem(name, layout.words(name)) for name in self.choosing.branches]
                shelves = [trays.Tray(layout.words(self.tell("choose")), choices)]
            tray.show_sheet(lambda room: trays.lay_out(shelves, room[0] - 1))
            return
        choosing = self.choosing
        path = (*choosing.path, *([choosing.wish] if choosing.wish else []))
        signs = layout.Signs(choosing.now, choosing.later, path, self.hinted, self._ghost())
        board.show_sheet(lambda room: layout.lay_out(shown.game, picture, room, signs))
        shelves = panels.shelve(shown, picture, choosing, self.hinted, self.tell)
        tray.show_sheet(lambda room: trays.lay_out(shelves, room[0] - 1))
        tray.display = bool(shelves)

    def _ghost(self) -> dict[str, TerminalPiece]:
        """The chosen tile on the chosen cell, as it would lie where the cursor is among the ways to lie."""
        choosing, picture = self.choosing, self.shown.picture
        cell = next((name for name in reversed(choosing.path) if name in choosing.cells), None)
        if picture is None or cell is None or not choosing.words or picture.pieces.get(cell):
            return {}
        cursor = self.query_one("#tray", SheetView).cursor
        way = cursor if cursor in choosing.words else choosing.words[0]
        for hand in picture.hands:
            for held in hand.items if panels.is_own(hand, self.shown) else ():
                if held.name in choosing.path and way in held.lying:
                    return {cell: held.lying[way]}
        return {}

    @on(SheetView.Walked, "#tray")
    def show_ghost(self) -> None:
        if self.choosing.path:
            self.show_choices()

    # ----- choosing a move

    @on(SheetView.Clicked)
    async def click(self, event: SheetView.Clicked) -> None:
        """Follow the tree of clicks; a whole move is played."""
        if self.shown.clicks is None:
            self.say_turn(self.shown)
            return
        try:
            move = await self.choosing.click(event.name)
        except KeyError:
            await self.explain(event.name)
            return
        except FourfoldError as error:
            self.refuse(error)
            return
        if move is not None:
            await self.play(move)
            return
        self.hinted = ()
        self.show_choices()
        self.say_path()
        self.follow_choices()

    async def explain(self, name: str) -> None:
        """Say why a click leads to no move."""
        path = [*self.choosing.path, *([self.choosing.wish] if self.choosing.wish else []), name]
        try:
            why = await self.table.why(path)
        except FourfoldError as error:
            why = error
        self.refuse(why or Refused("terminal.no_such_click", name=name))

    def follow_choices(self) -> None:
        """Put the focus where something can be clicked."""
        board, tray = self.query_one("#board", SheetView), self.query_one("#tray", SheetView)
        has_cells = any(name in self.choosing.cells for name in self.choosing.branches)
        if not has_cells and self.choosing.branches and tray.display:
            tray.focus()
            tray.walk_to(next(iter(tray.sheet.spots), None))
        elif has_cells and not board.has_focus:
            board.focus()

    def say_path(self) -> None:
        path = [*self.choosing.path, *([self.choosing.wish] if self.choosing.wish else [])]
        if path:
            self.say_status(self.tell("path", path=" → ".join(path)))
        else:
            self.say_turn(self.shown)

    async def play(self, move: str) -> None:
        """Play a move, and say what is wrong with it if anything is."""
        try:
            await self.table.play(move)
        except FourfoldError as error:
            self.choosing.clear()
            self.show_choices()
            self.refuse(error)

    @on(Input.Submitted, "#notation")
    async def take_notation(self, event: Input.Submitted) -> None:
        move = event.value.strip()
        if move:
            ply = self.shown.ply
            await self.play(move)
            if self.shown.ply != ply or self.shown.ending:
                event.input.clear()

    def complete(self, beginning: str) -> list[str]:
        """The moves that begin so."""
        return self.choosing.moves(beginning)

    def action_write(self) -> None:
        self.set_focus(self.query_one("#notation"))  # at once: what is typed next belongs there

    def action_back(self) -> None:
        if self.choosing.back():
            self.show_choices()
            self.say_path()
            self.follow_choices()

    def action_clear(self) -> None:
        self.choosing.clear()
        self.hinted = ()
        self.show_choices()
        self.say_turn(self.shown)

    def action_next_open(self, step: int) -> None:
        """Walk to the next spot that can be clicked."""
        view = self.focused if isinstance(self.focused, SheetView) else self.query_one("#board", SheetView)
        names = [name for name in view.sheet.spots if name in self.choosing.now | self.choosing.later]
        if names:
            place = names.index(view.cursor) + step if view.cursor in names else 0
            view.walk_to(names[place % len(names)])

    @work
    async def draw_curtain(self) -> None:
        """Hide the table until the next one has sat down."""
        seat = self.shown.to_move
        if seat is not None:
            await self.app.push_screen_wait(CurtainScreen(panels.seat_label(self.shown, seat, self.tell)))
        self._is_behind_curtain = False
        if self.shown.to_move == seat:
            self.table.look_as(seat)
        self.look_again()
