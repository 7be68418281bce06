"""A table with the position of a lesson: moves are tried, and answered with feedback."""

from collections.abc import Sequence
from dataclasses import replace

from fourfold.core.clicks import Clicks, Tree
from fourfold.core.errors import FourfoldError
from fourfold.core.help.attempt import Attempt, Feedback
from fourfold.core.records.record import Record
from fourfold.match.events import Agreement
from fourfold.match.refusal import Refused
from fourfold.terminal.board.picture import Picture
from fourfold.terminal.tables.table import SeatSnapshot, TableSnapshot, TerminalTable


class LessonTable(TerminalTable):
    """One step of a lesson. A wrong try is refused with its feedback; after a right one nothing can be clicked."""

    def __init__(self, attempt: Attempt) -> None:
        super().__init__()
        self.attempt = attempt
        self.feedback: Feedback | None = None

    def snapshot(self) -> TableSnapshot:
        attempt, position = self.attempt, self.attempt.position
        picture = Picture.of(attempt.view)
        is_open = not attempt.is_done and not attempt.is_asked
        return TableSnapshot(
            game=attempt.game.id,
            seats=tuple(SeatSnapshot("person", "", is_here=True) for _ in range(position.seats)),
            seat=attempt.seat,
            status="running",
            ply=position.ply,
            to_move=position.to_move,
            picture=picture if is_open else replace(picture, placing=""),
            position=str(attempt.view),
            clicks=Clicks(position.moves()).tree() if is_open else None,
            scores=position.points(),
            options=position.game.written_options(position.seats, position.options),
        )

    def take(self, feedback: Feedback) -> None:
        """Show a right try; raise a wrong one."""
        self.feedback = feedback
        if not feedback.is_right:
            raise Refused(feedback.code, **feedback.values)
        self.on_change()

    async def play(self, move: str) -> None:
        if self.attempt.is_done or self.attempt.is_asked:
            raise Refused("terminal.learn.no_move")
        self.take(self.attempt.play(move))

    async def why(self, path: Sequence[str]) -> FourfoldError | None:
        feedback = self.attempt.click(path)
        if feedback is not None:
            self.take(feedback)
        return None

    def choose(self, code: str) -> None:
        """Answer the question."""
        self.take(self.attempt.answer(code))

    async def branch(self, path: Sequence[str]) -> Tree:
        return Clicks(self.attempt.position.moves()).tree(path)

    async def record(self) -> Record:
        return Record.of(self.attempt.position)

    # ----- what only a match has

    async def offer(self, agreement: Agreement, about: int | None = None, level: str = "") -> None:
        raise Refused("terminal.learn.no_match")

    async def answer(self, agreement: Agreement, accepts: bool) -> None:
        raise Refused("terminal.learn.no_match")

    async def resign(self) -> None:
        raise Refused("terminal.learn.no_match")

    async def resume(self) -> None:
        raise Refused("terminal.learn.no_match")

    async def hint(self) -> tuple[str, tuple[str, ...]]:
        raise Refused("terminal.learn.no_match")

    async def follow(self) -> None:
        return None
