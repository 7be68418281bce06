"""The replay screen: step through a record with a graph of winning chances and principal variations."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import accumulate
from threading import Event as Flag
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from fourfold.core.errors import FourfoldError
from fourfold.core.moves import Deal
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.core.registry import facts
from fourfold.match.settings import Seat
from fourfold.search.limit import Limit
from fourfold.terminal.board import layout, panels
from fourfold.terminal.board.cell_look import look_of
from fourfold.terminal.board.picture import Picture
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.screens.board_screen import BoardScreen
from fourfold.terminal.screens.dialogs import AskScreen
from fourfold.terminal.screens.reader import ReadScreen
from fourfold.terminal.tables import analysis
from fourfold.terminal.tables.local import HERE, LocalTable
from fourfold.terminal.tables.table import Ending, SeatSnapshot, TableSnapshot

SECONDS_A_POSITION = 0.1  # of a review
FAR = 10  # steps of PageUp and PageDown
Judge = Callable[[Position, Flag], analysis.Judgement]

SIDE_WIDTH = 31  # characters of the side panel
GRAPH_WIDTH = SIDE_WIDTH - 8


class ReplayScreen(BoardScreen):
    """Shows one position of a record at a time."""

    HELP = "replay"
    SEATS_WIDTH = SIDE_WIDTH
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", priority=True),
        Binding("right", "step(1)", "key.step", key_display="←→", priority=True),
        Binding("pageup", f"step(-{FAR})", priority=True),
        Binding("pagedown", f"step({FAR})", priority=True),
        Binding("home", "jump(0)", priority=True),
        Binding("end", "jump(-1)", priority=True),
        Binding("left_square_bracket", "turning(-1)"),
        Binding("right_square_bracket", "turning(1)", "key.turning", key_display="[ ]"),
        Binding("j", "ask_ply"),
        Binding("a", "analyse", "key.lines"),
        Binding("w", "story", "key.story"),
        Binding("s", "save", "key.save"),
        Binding("c", "copy"),
        Binding("p", "go_on", "key.go_on"),
        Binding("f1,question_mark", "help"),
        Binding("f2", "rules"),
        Binding("q,escape", "dismiss", "key.back", key_display="q"),
    ]

    def __init__(self, record: Record, analyst: analysis.Analyst | None = None, reader: int | None = None) -> None:
        super().__init__()
        self.record = record
        self.reader = reader  # the seat of who reads, to whom it is told as "you"
        self.positions = list(record.positions())
        self.place = len(self.positions) - 1
        self.analyst = analyst or analysis.Searcher()
        self.chances: list[tuple[float, ...] | None] = [None] * len(self.positions)
        self.judged = 0  # positions; before the first deal there is nothing to judge
        self.lines: dict[int, analysis.Judgement] = {}
        self._stop = Flag()
        self.story_limit = Limit(seconds=SECONDS_A_POSITION)

    def side_widgets(self) -> list[Widget]:
        return [Static(id="graph"), Static(id="lines", markup=False)]

    def on_mount(self) -> None:
        self.board.focus()
        self.show_place()
        self.judge_all()

    def on_unmount(self) -> None:
        self._stop.set()
        self.story_limit.stop()

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[self.place]

    async def find_record(self) -> Record:
        return self.record

    # ----- showing

    def names(self) -> Sequence[str]:
        """The names of the players, or of the seats."""
        record = self.record
        return record.players or [self.tell.seat_name(record.game, seat) for seat in range(record.seats)]

    def make_snapshot(self) -> TableSnapshot:
        """A snapshot of the current position."""
        position, record = self.position, self.record
        ending = None
        if self.place == len(self.positions) - 1 and record.result is not None:
            ending = Ending(record.result.winner, record.result.scores, record.result.code)
        steps = zip(self.positions, self.positions[1:], strict=False)
        return TableSnapshot(
            game=record.game,
            seats=tuple(SeatSnapshot("person", name) for name in self.names()),
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
        """Show the current position."""
        snapshot = self.snapshot = self.make_snapshot()
        look, picture = look_of(snapshot.game), snapshot.picture
        self.board.show_sheet(lambda room: layout.lay_out(look, picture, room))
        self.board.reveal(picture.touched)
        last = self.positions[-1].ply
        self.show_text("title", self.tell("replay_title", game=facts(snapshot.game).name, ply=snapshot.ply, last=last))
        self.show_seats()
        self.show_moves()
        self.show_chances()
        self.say_status(self.describe())

    def describe(self) -> str:
        """Describe the last step with its comment; at the end, the outcome."""
        snapshot = self.snapshot
        if snapshot.ending is not None:
            return panels.write_ending(snapshot, snapshot.ending, self.tell)
        if self.place == 0:
            return self.record.comment or self.tell("at_the_start")
        step, before = self.record.steps[self.place - 1], self.positions[self.place - 1]
        if isinstance(self.position.last, Deal) or before.to_move is None:
            text = self.tell("was_dealt")
        else:
            text = self.tell("was_played", who=panels.seat_label(snapshot, before.to_move, self.tell), move=step.text)
        return f"{text[:1].upper()}{text[1:]} {step.comment}".strip()  # names of seats begin small

    def show_moves(self) -> None:
        """Show all moves, with the last one highlighted."""
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
        self.show_text("moves", text)
        box = self.query_one("#moves-box", VerticalScroll)
        share = self.place / max(1, len(self.positions) - 1)
        self.call_after_refresh(lambda: box.scroll_to(y=share * box.max_scroll_y, animate=False))

    def show_chances(self) -> None:
        """Show the graph of every seat's chances, and the best lines if they are known."""
        known = self.chances[self.place]
        done, count = self.judged, len(self.chances)
        text = Text(self.tell("chances") if done == count else self.tell("chances_so_far", done=done, count=count))
        for seat in range(self.record.seats):
            figure = "" if known is None else f"{round(100 * known[seat])} %"
            bars = analysis.draw_graph(self.chances, seat, GRAPH_WIDTH)
            text.append(f"\n{seat} ").append(bars.ljust(GRAPH_WIDTH)).append(figure.rjust(6))
        column = analysis.cursor_column(self.place, len(self.positions), GRAPH_WIDTH)
        text.append("\n  " + " " * column + "▲")
        self.show_text("graph", text)
        judgement = self.lines.get(self.place)
        best = judgement.lines if judgement else ()
        width = self.query_one("#lines", Static).size.width or SIDE_WIDTH
        lines = [self.write_line(line, width) for line in best]
        if lines:
            lines.insert(0, self.tell("best_lines"))
        self.show_text("lines", "\n".join(lines))

    def write_line(self, line: analysis.BestLine, width: int) -> str:
        """A line as far as its moves fit; the first is always there."""
        texts = list(accumulate(line.moves[1:], "{} {}".format, initial=f"{self.figure(line)}  {line.moves[0]}"))
        return next((text for text in reversed(texts) if cell_len(text) <= width), texts[0])

    def figure(self, line: analysis.BestLine) -> str:
        """The chance of a line, or what is proved of it."""
        return self.tell("proved", what=line.proved) if line.proved else f"{round(100 * line.chance):>3} %"

    @work(exclusive=True, group="judging")
    async def judge_all(self) -> None:
        """Evaluate all positions in the background."""
        for place, position in enumerate(self.positions):
            if position.is_deal_due:
                self.chances[place] = self.chances[place - 1] if place else None
            else:
                judged = await self.ask(self.analyst.judge, position)
                if judged is None:
                    return
                self.chances[place] = judged.chances
            self.judged = place + 1
            self.show_chances()

    async def ask(self, judge: Judge, position: Position) -> analysis.Judgement | None:
        """Call the analyst in a thread; None if it fails, or the screen is closed."""
        try:
            judged = await asyncio.to_thread(judge, position, self._stop)
            return judged if self.query("#graph") else None
        except FourfoldError as error:
            if not self._stop.is_set():
                self.refuse(error)
            return None

    # ----- moving through the record

    def go_to(self, place: int) -> None:
        """Show another position."""
        self.place = max(0, min(place, len(self.positions) - 1))
        self.show_place()

    def action_step(self, steps: int) -> None:
        self.go_to(self.place + steps)

    def action_jump(self, place: int) -> None:
        self.go_to(place % len(self.positions))

    def action_turning(self, direction: int) -> None:
        """Go to the next turning point."""
        points = analysis.turning_points(self.chances)
        ahead = [point for point in points if (point - self.place) * direction > 0]
        if ahead:
            self.go_to(min(ahead, key=lambda point: abs(point - self.place)))
        else:
            self.say_status(self.tell("no_turning_point"), is_refusal=True)

    @work
    async def action_ask_ply(self) -> None:
        answer = await self.app.push_screen_wait(AskScreen(self.tell("which_ply", last=self.positions[-1].ply)))
        if answer is None:
            return
        found = [k for k, position in enumerate(self.positions) if str(position.ply) == answer]
        if found:
            self.go_to(found[-1])
        else:
            self.say_status(self.tell("no_such_ply", ply=answer), is_refusal=True)

    @work(exclusive=True, group="searching")
    async def action_analyse(self) -> None:
        """Search the best lines of the current position."""
        place, position = self.place, self.position
        self.say_status(self.tell("thinking"))
        judged = await self.ask(self.analyst.search, position)
        if judged is not None:
            self.lines[place] = judged
            self.show_chances()
            self.say_status(self.describe())

    @work(exclusive=True, group="story")
    async def action_story(self) -> None:
        """Review the game, and tell it in a few sentences."""
        from fourfold.search.review import review
        from fourfold.search.story import Storyteller

        def tell() -> tuple[str, ...]:
            teller = Storyteller(self.record, review(self.record, self.story_limit))
            return tuple(
                sentence.say(self.names(), self.reader, self.tell.language) for sentence in teller.tell(self.reader)
            )

        self.say_status(self.tell("thinking"))
        story = await asyncio.to_thread(tell)
        if self.is_attached:
            self.say_status(self.describe())
            self.app.push_screen(ReadScreen("\n\n".join(story) or self.tell("no_story")))

    @on(SheetView.Clicked)
    def ignore(self) -> None:
        self.say_status(self.tell("only_looking"))

    def action_go_on(self) -> None:
        """Play on from here in hot seat mode."""
        record = self.record
        played = Record(
            record.game, record.seats, dict(record.options), start=record.start, steps=record.steps[: self.place]
        )
        seats = [Seat("person", HERE, name) for name in self.names()]
        with self.refusing():
            self.home.show_table(LocalTable.of_record(played, seats, self.home.runner, self.home.saves))
