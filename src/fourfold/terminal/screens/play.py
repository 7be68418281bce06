"""The play screen: the board, the trays beside it, and an input line for moves."""

from typing import ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input

from fourfold.core.clicks import ClickKind
from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts
from fourfold.match.refusal import Refused
from fourfold.picture.formats.styled_text import plain
from fourfold.terminal.board import layout, panels, trays
from fourfold.terminal.board.cell_look import look_of
from fourfold.terminal.board.ghost import find_ghost
from fourfold.terminal.board.move_builder import MoveBuilder
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.screens.actions import TableActions
from fourfold.terminal.screens.dialogs import CurtainScreen
from fourfold.terminal.screens.key_bar import KeyBar
from fourfold.terminal.screens.notation import Completion, MoveInput
from fourfold.terminal.tables.table import TableSnapshot, TerminalTable

TICK = 0.5  # seconds between two updates of the clocks
MOVES_WIDTH = 31  # characters, until the screen is laid out
WHILE_RUNNING = frozenset(["write", "back", "hint", "offer", "pause", "resign", "replace"])  # no actions after the end
AFTER_THE_END = frozenset(["rematch", "check"])
BESIDE = (ClickKind.ITEM, ClickKind.WAY, ClickKind.WORD)  # what is clicked beside the board


class PlayScreen(TableActions):
    """One match. Everything shown comes from snapshots of the table; no rule is known here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,m", "write", "key.write", key_display="/"),
        Binding("backspace", "back", "key.back", key_display="⌫"),
        Binding("h", "hint", "key.hint"),
        Binding("t", "offer('takeback')", "key.takeback"),
        Binding("s", "save", "key.save"),
        Binding("n", "rematch", "key.again"),
        Binding("f", "check", "key.fair"),
        Binding("f1,question_mark", "help", "key.help", key_display="?"),
        Binding("q", "leave", "key.leave"),
        Binding("escape", "clear"),
        Binding("full_stop", "next_open(1)"),
        Binding("comma", "next_open(-1)"),
        Binding("d", "offer('draw')"),
        Binding("p", "pause"),
        Binding("x", "resign"),
        Binding("r", "replace"),
        Binding("y", "answer(True)"),
        Binding("k", "answer(False)"),
        Binding("c", "copy"),
        Binding("v", "review"),
        Binding("f2", "rules"),
    ]

    def __init__(self, table: TerminalTable) -> None:
        super().__init__()
        self.table = table
        self.snapshot: TableSnapshot = table.snapshot()
        self.builder = MoveBuilder()
        self.hinted: tuple[str, ...] = ()
        self._is_behind_curtain = False

    def side_widgets(self) -> list[Widget]:
        return [SheetView(id="tray", depth=self.home.depth, palette=self.home.palette, is_fitted=True)]

    def bottom_widgets(self) -> list[Widget]:
        completion = Completion(self.complete)
        return [MoveInput(placeholder=self.tell("notation"), suggester=completion, id="notation", compact=True)]

    @property
    def tray(self) -> SheetView:
        """The widget of hands and other choices."""
        return self.query_one("#tray", SheetView)

    def on_mount(self) -> None:
        self.table.on_change = self.show_table
        self.board.focus()
        self.show_table()
        self.set_interval(TICK, self.show_clocks)
        self.run_table()

    def on_unmount(self) -> None:
        self.table.on_change = lambda: None

    @work(exclusive=True, group="table")
    async def run_table(self) -> None:
        """Run what happens without us: computers, clocks, the event stream of a server."""
        with self.refusing():
            await self.table.run()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """After the end what belongs to a running match does nothing, so that the result stays."""
        if action == "check" and not self.table.is_online:
            return False
        return action not in (WHILE_RUNNING if self.snapshot.ending is not None else AFTER_THE_END)

    # ----- showing

    def show_table(self) -> None:
        """Show a new snapshot of the table."""
        if not (self.is_attached and self.query("#title") and self.query(KeyBar)):
            return  # while the app closes, widgets go before their screen
        before, self.snapshot = self.snapshot, self.table.snapshot()
        snapshot = self.snapshot
        self.builder = MoveBuilder(snapshot.clicks or {}, self.table.branch)
        self.hinted = ()
        self.show_title()
        self.query_one(KeyBar).show_keys(self.list_keys())
        self.query_one(MoveInput).display = snapshot.ending is None
        self.show_choices()
        if snapshot.ply != before.ply:
            self.board.reveal(snapshot.picture.touched)
        width = self.query_one("#moves").size.width or MOVES_WIDTH
        self.show_text("moves", panels.write_moves(snapshot, width))
        self.query_one("#moves-box", VerticalScroll).scroll_end(animate=False)
        self.show_clocks()
        self.say_turn(before)
        if snapshot.clicks is not None:
            cells = self.builder.names(ClickKind.CELL, is_next=True) or self.builder.names(ClickKind.CELL)
            self.board.start_at(cells, snapshot.picture.touched)
            if not isinstance(self.focused, MoveInput):
                self.follow_choices()
        if self.table.needs_curtain and not self._is_behind_curtain:
            self._is_behind_curtain = True
            self.draw_curtain()

    def show_title(self) -> None:
        snapshot = self.snapshot
        options = " ".join(f"{key}={word}" for key, word in snapshot.options.items())
        title = self.tell("table_title", game=facts(snapshot.game).name, options=options or "none", ply=snapshot.ply)
        self.show_text("title", title)

    def say_turn(self, before: TableSnapshot) -> None:
        """Say whose turn it is, or what else is to be done."""
        if self.table.trouble:
            self.say_status(self.tell(self.table.trouble), is_refusal=True)
        else:
            self.say_status(self.turn_text(before))

    def refuse(self, error: FourfoldError) -> None:
        """Show an error; whose turn it is, with the names that the table uses instead of numbers."""
        if error.code == "match.not_your_turn":
            self.say_status(self.turn_text(self.snapshot), is_refusal=True)
        else:
            super().refuse(error)

    def turn_text(self, before: TableSnapshot) -> str:
        """The outcome, an open offer, or the last move and whose turn it is."""
        snapshot, tell = self.snapshot, self.tell
        if snapshot.ending is not None:
            return panels.write_ending(snapshot, snapshot.ending, tell) + "\n" + tell("after_the_end")
        if snapshot.questions:
            question = snapshot.questions[0]
            return tell("asked", who=panels.seat_label(snapshot, question.seat, tell), agreement=question.agreement)
        if self.table.link and snapshot.status == "open":
            return tell("invite", link=self.table.link)
        if snapshot.status == "paused" or snapshot.to_move is None:
            return tell("paused" if snapshot.status == "paused" else "waiting")
        who, to = (make(snapshot, snapshot.to_move, tell) for make in (panels.seat_label, panels.seat_as_goal))
        parts = [tell("your_turn" if snapshot.is_own_turn else "their_turn", who=who, to=to)]
        if snapshot.ply > before.ply and snapshot.moves:
            seat, move = snapshot.moves[-1]
            parts.insert(0, tell("was_played", who=panels.seat_label(snapshot, seat, tell), move=move))
        if snapshot.notice:
            parts.append(tell.code(snapshot.notice.code, **snapshot.notice.values))
        return " ".join(part[:1].upper() + part[1:] for part in parts)  # names of seats begin small

    def show_clocks(self) -> None:
        """Update the clocks."""
        if self.snapshot.left:
            now = self.table.snapshot()
            if self.table.is_online or now.ply == self.snapshot.ply:
                self.snapshot = now
        self.show_seats()

    def show_choices(self) -> None:
        """Redraw the board and the trays, with what can be clicked."""
        self.show_board()
        shown = panels.make_trays(self.snapshot, self.builder, self.hinted, self.tell)
        self.tray.show_sheet(lambda room: trays.lay_out(shown, room[0] - 1))
        self.tray.display = bool(shown)

    @on(SheetView.CursorMoved)
    @on(events.DescendantFocus)
    def show_board(self) -> None:
        """Redraw the board, with a ghost of the piece that is being placed."""
        snapshot, builder = self.snapshot, self.builder
        pointed = self.board.cursor if self.board.has_focus else None
        way = self.tray.cursor if self.tray.has_focus else None
        markers = layout.Markers(
            builder.names(ClickKind.CELL, is_next=True),
            builder.names(ClickKind.CELL, is_next=False),
            tuple(builder.clicked_of(ClickKind.CELL)),
            self.hinted,
            find_ghost(snapshot, builder, pointed, way),
        )
        look = look_of(snapshot.game)
        self.board.show_sheet(lambda room: layout.lay_out(look, snapshot.picture, room, markers))

    # ----- making a move

    @on(SheetView.Clicked)
    async def click(self, event: SheetView.Clicked) -> None:
        """Add a click to the move; play it when it is complete."""
        if self.snapshot.clicks is None:
            self.say_turn(self.snapshot)
            return
        try:
            move = await self.builder.click(event.name, [ClickKind.CELL] if event.view is self.board else BESIDE)
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
        try:
            why = await self.table.why([*self.builder.clicked, name])
        except FourfoldError as error:
            why = error
        self.refuse(why or Refused("terminal.no_such_click", name=name))

    def follow_choices(self) -> None:
        """Move the focus to where something can be clicked."""
        board, tray = self.board, self.tray
        cells = self.builder.names(ClickKind.CELL, is_next=True)
        board.reveal_one_of(cells)
        if not cells and self.builder.options and tray.display:
            tray.focus()
            tray.move_cursor_to(next(iter(tray.sheet.spots), None))
        elif cells and not board.has_focus:
            board.focus()

    def say_path(self) -> None:
        if self.builder.clicked:
            labels = [panels.click_label(self.snapshot, self.builder, click, self.tell) for click in self.builder.made]
            self.say_status(self.tell("path", path=" → ".join(plain([label]) for label in labels)))
        else:
            self.say_turn(self.snapshot)

    async def play(self, move: str) -> bool:
        """Play a move, or show why it is refused; whether it was played."""
        try:
            await self.table.play(move)
        except FourfoldError as error:
            self.builder.clear()
            self.show_choices()
            self.refuse(error)
            return False
        return True

    @on(Input.Submitted, "#notation")
    async def take_notation(self, event: Input.Submitted) -> None:
        """Play a written move; then keys are commands again. After a refusal the line is empty for another."""
        move, line = event.value.strip(), self.query_one(MoveInput)
        if move:
            line.written = move
            line.clear()
            if await self.play(move):
                self.board.focus()
                self.follow_choices()

    def complete(self, prefix: str) -> list[str]:
        """The moves with a prefix."""
        return self.builder.moves(prefix)

    def action_write(self) -> None:
        self.set_focus(self.query_one("#notation"))  # at once, for the next key

    def action_back(self) -> None:
        if self.builder.back():
            self.show_choices()
            self.say_path()
            self.follow_choices()

    def action_clear(self) -> None:
        self.builder.clear()
        self.hinted = ()
        self.show_choices()
        self.say_turn(self.snapshot)

    def action_next_open(self, step: int) -> None:
        """Move the cursor to the next spot that can be clicked."""
        view = self.focused if isinstance(self.focused, SheetView) else self.board
        cells = self.builder.names(ClickKind.CELL)
        names = [name for name in view.sheet.spots if view is not self.board or name in cells]
        if names:
            place = names.index(view.cursor) + step if view.cursor in names else 0
            view.move_cursor_to(names[place % len(names)])

    @work
    async def draw_curtain(self) -> None:
        """Hide the table while the device is passed to the next player."""
        seat = self.snapshot.to_move
        if seat is not None:
            await self.app.push_screen_wait(
                CurtainScreen(
                    panels.seat_label(self.snapshot, seat, self.tell),
                    panels.seat_as_goal(self.snapshot, seat, self.tell),
                    sum(who.kind == "person" for who in self.snapshot.seats) - 1,
                )
            )
        self._is_behind_curtain = False
        if self.snapshot.to_move == seat:
            self.table.view_as(seat)
        self.show_table()
