"""Replaying a record: step, jump, look at chances and best lines, save, go on playing."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event as Flag
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from fourfold.core.errors import FourfoldError
from fourfold.core.moves import Deal
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.core.registry import facts
from fourfold.match.settings import Seat
from fourfold.terminal.board import layout, panels
from fourfold.terminal.board.picture import Picture
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.saves import write_record
from fourfold.terminal.screens.base import BaseScreen, Keys
from fourfold.terminal.screens.dialogs import AskScreen
from fourfold.terminal.tables import analysis
from fourfold.terminal.tables.local import HERE, LocalTable
from fourfold.terminal.tables.table import Ending, SeatShown, Shown

FAR = 10  # steps at once
Judge = Callable[[Position, Flag], analysis.Judgement]

WIDTH = 31  # of what stands beside the board


class ReplayScreen(BaseScreen[None]):
    """A record, one position at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("right", "step(1)", show=False, priority=True),
        Binding("pageup", f"step(-{FAR})", show=False, priority=True),
        Binding("pagedown", f"step({FAR})", show=False, priority=True),
        Binding("home", "jump(0)", show=False, priority=True),
        Binding("end", "jump(-1)", show=False, priority=True),
        Binding("left_square_bracket", "turning(-1)", show=False),
        Binding("right_square_bracket", "turning(1)", show=False),
        Binding("j", "ask_ply", show=False),
        Binding("a", "analyse", show=False),
        Binding("s", "save", show=False),
        Binding("c", "copy", show=False),
        Binding("p", "go_on", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("f2", "rules", show=False),
        Binding("q,escape", "dismiss", show=False),
    ]

    def __init__(self, record: Record, analyst: analysis.Analyst | None = None) -> None:
        super().__init__()
        self.record = record
        self.positions = list(record.positions())
        self.place = len(self.positions) - 1
        self.analyst = analyst or analysis.Searcher()
        self.chances: list[tuple[float, ...] | None] = [None] * len(self.positions)
        self.lines: dict[int, analysis.Judgement] = {}
        self._stop = Flag()

    def compose(self) -> ComposeResult:
        tell, home = self.tell, self.home
        yield Static(id="title", classes="title", markup=False)
        with Horizontal(id="table"):
            yield SheetView(id="board", depth=home.depth, palette=home.palette)
            with Vertical(id="side"):
                yield Static(id="seats")
                yield Static(id="graph")
                yield Static(id="lines", markup=False)
                with VerticalScroll(id="moves-box", can_focus=False):
                    yield Static(id="moves")
        yield Static(classes="status")
        yield Keys(
            [
                ("←→", tell("key.step"), "screen.step(1)"),
                ("[ ]", tell("key.turning"), "screen.turning(1)"),
                ("j", tell("key.jump"), "screen.ask_ply"),
                ("a", tell("key.lines"), "screen.analyse"),
                ("s", tell("key.save"), "screen.save"),
                ("c", tell("key.copy"), "screen.copy"),
                ("p", tell("key.go_on"), "screen.go_on"),
                ("q", tell("key.back"), "screen.dismiss"),
            ]
        )

    def on_mount(self) -> None:
        self.query_one("#board").focus()
        self.show_place()
        self.judge_all()

    def on_unmount(self) -> None:
        self._stop.set()

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.positions[self.place]

    # ----- showing

    def shown(self) -> Shown:
        """The position as panels show it."""
        position, record = self.position, self.record
        names = record.players or [self.tell.seat_name(record.game, seat) for seat in range(record.seats)]
        ending = None
        if self.place == len(self.positions) - 1 and record.result is not None:
            ending = Ending(record.result.winner, record.result.scores, record.result.code)
        steps = zip(self.positions, self.positions[1:], strict=False)
        return Shown(
            game=record.game,
            seats=tuple(SeatShown("person", name) for name in names),
            seat=None,
            status="running" if ending is None else "over",
            ply=position.ply,
            to_move=position.to_move if ending is None else None,
            picture=Picture.of(position),
            position=str(position),
            scores=position.points(),
            ending=ending,
            moves=tuple((before.to_move, str(after.last)) for before, after in steps if before.to_move is not None),
        )

    def show_place(self) -> None:
        """Show the position, and where it stands in the game."""
        shown, position = self.shown(), self.position
        picture = shown.picture
        assert picture is not None
        board = self.query_one("#board", SheetView)
        board.show_sheet(lambda room: layout.lay_out(shown.game, picture, room))
        board.reveal(picture.touched)
        title = self.tell("replay_title", game=facts(shown.game).name, ply=position.ply, last=self.positions[-1].ply)
        self.query_one("#title", Static).update(title)
        width = self.query_one("#seats", Static).size.width or WIDTH
        text = panels.write_seats(shown, self.tell, self.home.depth, self.home.palette, width)
        self.query_one("#seats", Static).update(text)
        self.show_moves()
        self.show_chances()
        self.say_status(self.describe(shown))

    def describe(self, shown: Shown) -> str:
        """Say what the last step was, with its comment; at the end, how it ended."""
        if shown.ending is not None:
            return panels.write_ending(shown, shown.ending, self.tell)
        if self.place == 0:
            return self.record.comment or self.tell("at_the_start")
        step, before = self.record.steps[self.place - 1], self.positions[self.place - 1]
        if isinstance(self.position.last, Deal) or before.to_move is None:
            said = self.tell("was_dealt")
        else:
            said = self.tell("was_played", who=panels.seat_label(shown, before.to_move, self.tell), move=step.text)
        return f"{said} {step.comment}".strip()

    def show_moves(self) -> None:
        """All moves, the last one played marked."""
        text = Text()
        number = 0
        for place, (before, after) in enumerate(zip(self.positions, self.positions[1:], strict=False), 1):
            if before.to_move is None:
                continue
            if number % self.record.seats == 0:
                text.append(f"{number // self.record.seats + 1}. ")
            style = "reverse" if place == self.place else ""
            text.append(str(after.last), style).append(" ")
            number += 1
        moves = self.query_one("#moves", Static)
        moves.update(text)
        box = self.query_one("#moves-box", VerticalScroll)
        share = self.place / max(1, len(self.positions) - 1)
        self.call_after_refresh(lambda: box.scroll_to(y=share * box.max_scroll_y, animate=False))

    def show_chances(self) -> None:
        """The graph of every seat's chances, and the best lines where they were asked for."""
        known = self.chances[self.place]
        text = Text(self.tell("chances"))
        for seat in range(self.record.seats):
            figure = "" if known is None else f"{round(100 * known[seat])} %"
            bars = analysis.draw_graph(self.chances, seat, WIDTH - 8)
            text.append(f"\n{seat} ").append(bars.ljust(WIDTH - 8)).append(figure.rjust(6))
        column = analysis.cursor_column(self.place, len(self.positions), WIDTH - 8)
        text.append("\n  " + " " * column + "▲")
        self.query_one("#graph", Static).update(text)
        judgement = self.lines.get(self.place)
        best = judgement.lines if judgement else ()
        lines = [f"{self.figure(line)}  {' '.join(line.moves)}"[: WIDTH + 1] for line in best]
        if lines:
            lines.insert(0, self.tell("best_lines"))
        self.query_one("#lines", Static).update("\n".join(lines))

    def figure(self, line: analysis.BestLine) -> str:
        """The chance of a line, or what is proved of it."""
        return self.tell("proved", what=line.proved) if line.proved else f"{round(100 * line.chance):>3} %"

    @work(exclusive=True, group="judging")
    async def judge_all(self) -> None:
        """Judge every position, one after the other, beside the screen."""
        for place, position in enumerate(self.positions):
            if position.is_deal_due:
                self.chances[place] = self.chances[place - 1] if place else None
            else:
                judged = await self.ask(self.analyst.judge, position)
                if judged is None:
                    return
                self.chances[place] = judged.chances
            self.show_chances()

    async def ask(self, judge: Judge, position: Position) -> analysis.Judgement | None:
        """Let the analyst think beside the screen; None where nothing can be said, or nobody looks any more."""
        try:
            judged = await asyncio.to_thread(judge, position, self._stop)
            return judged if self.query("#graph") else None
        except FourfoldError as error:
            if not self._stop.is_set():
                self.refuse(error)
            return None

    # ----- going about

    def go(self, place: int) -> None:
        """Show another position."""
        self.place = max(0, min(place, len(self.positions) - 1))
        self.show_place()

    def action_step(self, steps: int) -> None:
        self.go(self.place + steps)

    def action_jump(self, place: int) -> None:
        self.go(place % len(self.positions))

    def action_turning(self, direction: int) -> None:
        """Go to the next turning point."""
        points = analysis.turning_points(self.chances)
        ahead = [point for point in points if (point - self.place) * direction > 0]
        if ahead:
            self.go(min(ahead, key=lambda point: abs(point - self.place)))
        else:
            self.say_status(self.tell("no_turning_point"), is_refusal=True)

    @work
    async def action_ask_ply(self) -> None:
        answer = await self.app.push_screen_wait(AskScreen(self.tell("which_ply", last=self.positions[-1].ply)))
        if answer is None:
            return
        found = [k for k, position in enumerate(self.positions) if str(position.ply) == answer]
        if found:
            self.go(found[-1])
        else:
            self.say_status(self.tell("no_such_ply", ply=answer), is_refusal=True)

    @work(exclusive=True, group="searching")
    async def action_analyse(self) -> None:
        """Look for the best lines of the position that is shown."""
        place, position = self.place, self.position
        self.say_status(self.tell("thinking"))
        judged = await self.ask(self.analyst.search, position)
        if judged is not None:
            self.lines[place] = judged
            self.show_chances()
            self.say_status(self.describe(self.shown()))

    @on(SheetView.Clicked)
    def ignore(self) -> None:
        self.say_status(self.tell("only_looking"))

    @work
    async def action_save(self) -> None:
        name = await self.app.push_screen_wait(AskScreen(self.tell("save_as"), f"{self.record.game}.txt"))
        if not name:
            return
        try:
            path = write_record(Path(name), self.record)
        except FourfoldError as error:
            self.refuse(error)
        else:
            self.say_status(self.tell("saved", path=str(path)))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(str(self.position))
        self.say_status(self.tell("copied", position=str(self.position)))

    def action_go_on(self) -> None:
        """Play on from here, at this keyboard."""
        played = Record(
            self.record.game, self.record.seats, dict(self.record.options), start=self.record.start,
            steps=self.record.steps[: self.place],
        )  # fmt: skip
        names = self.record.players or [self.tell.seat_name(played.game, seat) for seat in range(played.seats)]
        seats = [Seat("person", HERE, name) for name in names]
        try:
            table = LocalTable.of_record(played, seats, self.home.runner, self.home.keeper)
        except FourfoldError as error:
            self.refuse(error)
        else:
            self.home.show_table(table)

    def action_help(self) -> None:
        self.home.show_help("replay")

    def action_rules(self) -> None:
        self.home.show_rules(self.record.game)
