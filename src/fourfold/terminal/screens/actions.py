"""What can be done at a table beside making moves: hints, offers, answers, records, leaving."""

from pathlib import Path

from textual import work

from fourfold.core.errors import FourfoldError
from fourfold.match.events import Agreement
from fourfold.match.refusal import Refused
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.terminal.board import panels
from fourfold.terminal.saves import write_record
from fourfold.terminal.screens.base import BaseScreen
from fourfold.terminal.screens.dialogs import AskScreen, ChooseScreen, ConfirmScreen
from fourfold.terminal.tables.table import Shown, TerminalTable


class TableActions(BaseScreen[None]):
    """The part of a table's screen that keys other than those of the board ask for."""

    table: TerminalTable
    shown: Shown
    hinted: tuple[str, ...]

    def show_choices(self) -> None:
        """Show the board and what is beside it anew."""
        raise NotImplementedError

    def open_table(self, table: TerminalTable) -> None:
        """Go on at another table."""
        raise NotImplementedError

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        self.say_status(self.tell("thinking"))
        ply = self.shown.ply
        try:
            move, clicks = await self.table.hint()
        except FourfoldError as error:
            self.refuse(error)
            return
        if self.shown.ply == ply:
            self.hinted = clicks
            self.show_choices()
            self.say_status(self.tell("hinted", move=move))

    async def action_offer(self, agreement: Agreement) -> None:
        try:
            await self.table.offer(agreement)
        except FourfoldError as error:
            self.refuse(error)

    @work
    async def action_replace(self) -> None:
        """Ask the others for a computer in the place of who left."""
        left = next((seat for seat, who in enumerate(self.shown.seats) if who.has_left), None)
        if left is None:
            self.refuse(Refused("match.nobody_to_replace"))
            return
        who = panels.seat_label(self.shown, left, self.tell)
        levels = [(self.tell("computer", level=find_level(level).name), level) for level in list_levels()]
        level = await self.app.push_screen_wait(ChooseScreen(self.tell("replace_by", who=who), levels, USUAL))
        if level is not None:
            try:
                await self.table.offer("replace", left, level)
            except FourfoldError as error:
                self.refuse(error)

    async def action_answer(self, accepts: bool) -> None:
        if not self.shown.questions:
            return
        try:
            await self.table.answer(self.shown.questions[0].agreement, accepts)
        except FourfoldError as error:
            self.refuse(error)

    async def action_pause(self) -> None:
        try:
            await (self.table.resume() if self.shown.status == "paused" else self.table.offer("pause"))
        except FourfoldError as error:
            self.refuse(error)

    @work
    async def action_resign(self) -> None:
        if await self.app.push_screen_wait(ConfirmScreen(self.tell("really_resign"))):
            try:
                await self.table.resign()
            except FourfoldError as error:
                self.refuse(error)

    @work
    async def action_rematch(self) -> None:
        try:
            if not self.shown.following:
                await self.table.offer("rematch")
            following = await self.table.follow()
        except FourfoldError as error:
            self.refuse(error)
            return
        if following is not None:
            self.open_table(following)

    @work
    async def action_save(self) -> None:
        name = await self.app.push_screen_wait(AskScreen(self.tell("save_as"), f"{self.shown.game}.txt"))
        if not name:
            return
        try:
            path = write_record(Path(name), await self.table.record())
        except FourfoldError as error:
            self.refuse(error)
        else:
            self.say_status(self.tell("saved", path=str(path)))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.shown.position)
        self.say_status(self.tell("copied", position=self.shown.position))

    @work
    async def action_review(self) -> None:
        from fourfold.terminal.screens.replay import ReplayScreen

        if self.shown.ending is None:
            self.say_status(self.tell("review_later"), is_refusal=True)
            return
        try:
            record = await self.table.record()
        except FourfoldError as error:
            self.refuse(error)
            return
        self.app.push_screen(ReplayScreen(record))

    def action_rules(self) -> None:
        self.home.show_rules(self.shown.game)

    def action_help(self) -> None:
        self.home.show_help("play")

    @work
    async def action_leave(self) -> None:
        if self.shown.ending is None and self.shown.status != "open":
            question = "really_leave_online" if self.table.is_online else "really_leave"
            if not await self.app.push_screen_wait(ConfirmScreen(self.tell(question))):
                return
        self.dismiss()
