"""A local match: hot seat play of several people at one terminal, and computers."""

import asyncio
import random
import secrets
import time
from collections.abc import Sequence

from fourfold.core.clicks import Clicks, Tree
from fourfold.core.errors import FourfoldError
from fourfold.core.help.explanation import explain_clicks
from fourfold.core.position import Position, View
from fourfold.core.records.record import Record
from fourfold.match import commands, decisions, events
from fourfold.match.decisions import DecisionContext
from fourfold.match.events import Agreement, Event
from fourfold.match.match import Match
from fourfold.match.refusal import Refused
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import list_levels, name_of_level
from fourfold.players.runner import Runner
from fourfold.terminal.board.picture import Picture
from fourfold.terminal.saves import Saves
from fourfold.terminal.tables.table import Ending, SeatSnapshot, TableQuestion, TableSnapshot, TerminalTable

HERE = "here"  # the player id of every person at this terminal
PACE = 0.5  # seconds that a computer takes at least
TICK = 0.1


class LocalTable(TerminalTable):
    """A match that is decided, saved and played by computers in this process.

    Its clocks stop while the app is closed.
    """

    def __init__(
        self, match: Match, runner: Runner, saves: Saves, *, pace: float = PACE, chance: random.Random | None = None
    ) -> None:
        super().__init__()
        self.match = match
        self.runner = runner
        self.saves = saves
        self.pace = pace
        self.chance = chance or secrets.SystemRandom()
        self._begun = self._clock() - match.time
        people = [seat for seat, who in enumerate(match.seats) if who.kind == "person"]
        is_one_view = len(people) == 1 or not self.is_hidden
        self.viewer: int | None = people[0] if people and is_one_view else None

    @classmethod
    def create(
        cls, settings: Settings, seats: Sequence[Seat], runner: Runner, saves: Saves,
        *, pace: float = PACE, chance: random.Random | None = None, by_lot: bool = False,
    ) -> "LocalTable":  # fmt: skip
        """Start a match; `by_lot` draws the seats."""
        match = Match()
        here = DecisionContext(0, chance or secrets.SystemRandom(), secrets.token_urlsafe)
        made = decisions.create(match, settings, seats, HERE, here, by_lot=by_lot)
        saves.begin_match(made)
        return cls(match, runner, saves, pace=pace, chance=chance)

    @classmethod
    def of_record(cls, record: Record, seats: Sequence[Seat], runner: Runner, saves: Saves) -> "LocalTable":
        """Continue a recorded game; one that began from another position than the start is refused."""
        if record.start:
            raise Refused("terminal.cannot_go_on")
        settings = Settings(record.game, record.seats, {key: str(word) for key, word in record.options.items()})
        bodies: list[events.EventBody] = [
            events.Created(settings=settings, seats=tuple(seats), creator=HERE),
            events.Started(order=tuple(range(record.seats))),
        ]
        before, *positions = record.positions()
        for step, after in zip(record.steps, positions, strict=True):
            if before.to_move is None:
                order = step.text.partition(":")[2].split(",")
                bodies.append(events.Dealt(order=tuple(order)))
            else:
                bodies.append(events.Played(seat=before.to_move, ply=before.ply, move=step.text))
            before = after
        stored = [Event(number, 0, body) for number, body in enumerate(bodies, 1)]
        match = Match.replay(stored)
        saves.begin_match(stored)
        return cls(match, runner, saves)

    # ----- time

    @staticmethod
    def _clock() -> int:
        return time.monotonic_ns() // 1_000_000

    @property
    def now(self) -> int:
        """The time of the match in milliseconds."""
        return self._clock() - self._begun

    @property
    def _here(self) -> DecisionContext:
        return DecisionContext(self.now, self.chance, secrets.token_urlsafe, name_of_level)

    def _save(self, made: Sequence[Event]) -> None:
        if made:
            self.saves.add_events(made)
            if self.needs_curtain:
                self.viewer = None  # no hand is shown until the device is passed on
            self.on_change()

    async def run(self) -> None:
        """Let computers move, and end the match when a clock runs out."""
        while True:
            self._save(decisions.tick(self.match, self._here))
            seat = self.match.to_move
            if seat is not None and self.match.seats[seat].kind == "computer":
                await self._let_move(seat)
            else:
                await asyncio.sleep(TICK)

    async def _let_move(self, seat: int) -> None:
        position, ply = self._position, self.match.ply
        begun = self._clock()
        move = await self.runner.choose(position.view(seat), self.match.seats[seat].player)
        await asyncio.sleep(max(0.0, self.pace - (self._clock() - begun) / 1000))
        if self.match.ply == ply and self.match.to_move == seat:
            self._save(decisions.tick(self.match, self._here))
            if self.match.to_move == seat:
                self._save(decisions.play_for(self.match, seat, str(move), ply, self._here))

    # ----- what can be seen

    @property
    def _position(self) -> Position:
        if self.match.position is None:
            raise Refused("match.not_begun")
        return self.match.position

    @property
    def is_hidden(self) -> bool:
        """Whether seats see different things."""
        return self._position.game.is_hidden(self._position.options)

    @property
    def needs_curtain(self) -> bool:
        to_move = self.match.to_move
        is_person = to_move is not None and self.match.seats[to_move].kind == "person"
        return self.is_hidden and is_person and self.viewer != to_move

    def view_as(self, seat: int | None) -> None:
        self.viewer = seat

    @property
    def view(self) -> View:
        """The view that is shown."""
        position = self._position
        if not self.is_hidden:
            return position.view(position.to_move)
        return position.view(self.viewer)

    def snapshot(self) -> TableSnapshot:
        match, view = self.match, self.view
        settings = match.settings
        to_move = match.to_move
        may_click = to_move is not None and match.seats[to_move].kind == "person" and not self.needs_curtain
        left: tuple[int, ...] = ()
        if match.clock.is_limited:
            left = tuple(match.clock.left(seat, self.now) for seat in range(len(match.seats)))
        return TableSnapshot(
            game=settings.game,
            seats=tuple(
                SeatSnapshot(s.kind, s.name or s.player, k in match.resigned, s.kind == "person")
                for k, s in enumerate(match.seats)
            ),
            seat=view.seat,
            status=match.status,
            ply=match.ply,
            to_move=to_move,
            picture=Picture.of(view),
            position=str(view),
            clicks=Clicks(view.moves()).tree() if may_click else None,
            scores=self._position.points(),
            left=left,
            running=match.clock.running,
            questions=tuple(TableQuestion(a, q.seat) for a, q in match.offers.items()),
            ending=Ending(match.ended.winner, match.ended.scores, match.ended.code) if match.ended else None,
            moves=tuple((step.seat, step.move) for step in match.steps if isinstance(step, events.Played)),
            following=match.following,
            notice=self._position.game.notice(self._position.row.copy()) if may_click else None,
            options=settings.options,
        )

    # ----- what can be done

    def _do(self, command: commands.AnyCommand) -> None:
        self._save(decisions.carry_out(self.match, command, HERE, self._here))

    async def play(self, move: str) -> None:
        self._do(commands.Play(move=move, ply=self.match.ply))

    async def offer(self, agreement: Agreement, about: int | None = None, level: str = "") -> None:
        self._do(commands.Offer(agreement=agreement, about=about, level=level))

    async def answer(self, agreement: Agreement, accepts: bool) -> None:
        self._do(commands.Answer(agreement=agreement, accepts=accepts))

    async def resign(self) -> None:
        self._do(commands.Resign())

    async def resume(self) -> None:
        self._do(commands.Resume())

    async def branch(self, path: Sequence[str]) -> Tree:
        return Clicks(self.view.moves()).tree(path)

    async def why(self, path: Sequence[str]) -> FourfoldError | None:
        return explain_clicks(self._position, path)

    async def hint(self) -> tuple[str, tuple[str, ...]]:
        view = self.view
        if view.seat is None or view.to_move != view.seat or self.match.seats[view.seat].kind == "computer":
            raise Refused("match.not_your_turn", seat=str(view.to_move))
        move = await self.runner.choose(view, list_levels()[-1])
        return str(move), tuple(click.name for click in view.game.clicks.of(view.row.copy(), move.code))

    async def record(self) -> Record:
        return self.match.record()

    async def follow(self) -> "LocalTable | None":
        """Start the rematch that was agreed, with the seats that were drawn."""
        match = self.match
        if match.rematched is None:
            return None
        seats = [match.seats[place] for place in match.rematched.order]
        return LocalTable.create(
            match.settings, seats, self.runner, self.saves, pace=self.pace, chance=random.Random(secrets.randbits(63))
        )
