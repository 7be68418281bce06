"""Actions of the play screen besides making moves: hints, offers, answers, rematch, review, leaving."""

import asyncio

from textual import work

from fourfold.core.records.record import Record
from fourfold.match.events import Agreement
from fourfold.match.refusal import Refused
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.terminal.board import panels
from fourfold.terminal.screens.board_screen import BoardScreen
from fourfold.terminal.screens.dialogs import ChooseScreen, ConfirmScreen
from fourfold.terminal.tables.table import TerminalTable

STILL_THINKING = 3.0  # seconds between two words about a hint that takes long


class TableActions(BoardScreen):
    """The actions of a play screen that keys run."""

    HELP = "play"

    table: TerminalTable
    hinted: tuple[str, ...]

    def show_choices(self) -> None:
        """Redraw the board and the trays."""
        raise NotImplementedError

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show a computer's move; one that comes after the position has changed is not wanted any more."""
        self.say_status(self.tell("thinking"))
        ply = self.snapshot.ply
        thinking = asyncio.ensure_future(self.table.hint())
        try:
            while not thinking.done():
                await asyncio.wait((thinking,), timeout=STILL_THINKING)
                if self.snapshot.ply != ply or self.snapshot.ending is not None:
                    return
                if not thinking.done():
                    self.say_status(self.tell("still_thinking"))
            with self.refusing():
                move, self.hinted = thinking.result()
                self.show_choices()
                self.say_status(self.tell("hinted", move=move))
        finally:
            thinking.cancel()

    async def action_offer(self, agreement: Agreement) -> None:
        with self.refusing():
            await self.table.offer(agreement)

    @work
    async def action_replace(self) -> None:
        """Offer to replace a player who left by a computer."""
        left = next((seat for seat, who in enumerate(self.snapshot.seats) if who.has_left), None)
        if left is None:
            self.refuse(Refused("match.nobody_to_replace"))
            return
        who = panels.seat_label(self.snapshot, left, self.tell)
        levels = [(self.tell("computer", level=find_level(level).name), level) for level in list_levels()]
        level = await self.app.push_screen_wait(ChooseScreen(self.tell("replace_by", who=who), levels, USUAL))
        if level is not None:
            with self.refusing():
                await self.table.offer("replace", left, level)

    async def action_answer(self, accepts: bool) -> None:
        if self.snapshot.questions:
            with self.refusing():
                await self.table.answer(self.snapshot.questions[0].agreement, accepts)

    async def action_pause(self) -> None:
        with self.refusing():
            await (self.table.resume() if self.snapshot.status == "paused" else self.table.offer("pause"))

    @work
    async def action_resign(self) -> None:
        if await self.app.push_screen_wait(ConfirmScreen(self.tell("really_resign"))):
            with self.refusing():
                await self.table.resign()

    @work
    async def action_rematch(self) -> None:
        with self.refusing():
            if not self.snapshot.following:
                await self.table.offer("rematch")
            following = await self.table.follow()
            if following is not None:
                self.home.show_table(following)

    @work
    async def action_check(self) -> None:
        """Show what the check of lots and deals says, below the result."""
        assert self.snapshot.ending is not None
        with self.refusing():
            verdict = await self.table.check_fairness()
            ending = panels.write_ending(self.snapshot, self.snapshot.ending, self.tell)
            self.say_status(f"{ending}\n{self.tell(f'fair.{verdict}')}")

    async def find_record(self) -> Record:
        return await self.table.record()

    @work
    async def action_review(self) -> None:
        from fourfold.terminal.screens.replay import ReplayScreen

        if self.snapshot.ending is None:
            self.say_status(self.tell("review_later"), is_refusal=True)
            return
        here = [seat for seat, who in enumerate(self.snapshot.seats) if who.is_here]
        with self.refusing():
            record = await self.table.record()
            self.app.push_screen(ReplayScreen(record, reader=here[0] if len(here) == 1 else None))

    @work
    async def action_leave(self) -> None:
        if self.snapshot.ending is None and self.snapshot.status != "open":
            question = "really_leave_online" if self.table.is_online else "really_leave"
            if not await self.app.push_screen_wait(ConfirmScreen(self.tell(question))):
                return
        self.dismiss()
