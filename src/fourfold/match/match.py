"""A match as it stands: made of its events, and of nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from fourfold.core.outcome import Outcome
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.core.registry import facts
from fourfold.match import events, verification
from fourfold.match.clock import Clock
from fourfold.match.events import Agreement, Event
from fourfold.match.settings import Seat, Settings, Status

Step = events.Played | events.Dealt


@dataclass
class Question:
    """Something that a seat asked the others, and which players have agreed to so far."""

    seat: int
    agreed: set[str]
    about: int | None = None
    level: str = ""
    parts: dict[int, str] = field(default_factory=dict)  # of a rematch: what seats add to its secret


@dataclass
class Match:
    """One sitting, as its events made it. What players ask of it is decided in `deciding`."""

    settings: Settings | None = None
    creator: str = ""
    seats: list[Seat] = field(default_factory=list)
    position: Position | None = None  # None until all seats are taken; what came before it is in the steps
    steps: list[Step] = field(default_factory=list)  # all moves and deals that were not taken back
    totals: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)  # after so many steps, at each round's end
    clock: Clock | None = None
    questions: dict[Agreement, Question] = field(default_factory=dict)
    resigned: set[int] = field(default_factory=set)
    was_mended: bool = False  # whether a computer took somebody's seat, or a move was taken back
    hinted: set[int] = field(default_factory=set)  # the seats that were told good moves
    is_paused: bool = False
    commitment: str = ""  # to the secret that lots and deals come from; nothing in matches of old
    secret: str = field(default="", repr=False)
    parts: list[str] = field(default_factory=list)  # what each place added to it, before lots were drawn
    started: events.Started | None = None
    ended: events.Ended | None = None
    revealed: events.Revealed | None = None
    rematched: events.Rematched | None = None
    sequence: int = 0
    time: int = 0

    @classmethod
    def replay(cls, stored: Sequence[Event]) -> "Match":
        """Make the match anew from all its events."""
        match = cls()
        for event in stored:
            match.apply(event)
        return match

    # ----- what can be known

    @property
    def status(self) -> Status:
        """Whether the match is open, running, paused or over."""
        if self.ended is not None:
            return "over"
        if self.position is None:
            return "open"
        return "paused" if self.is_paused else "running"

    @property
    def is_running(self) -> bool:
        """Begun, not over, not paused."""
        return self.position is not None and self.ended is None and not self.is_paused

    @property
    def to_move(self) -> int | None:
        """The seat whose move the match waits for."""
        return self.position.to_move if self.position is not None and self.is_running else None

    @property
    def following(self) -> str:
        """The match that came after this one, or nothing."""
        return self.rematched.match if self.rematched is not None else ""

    @property
    def starter_of_rematch(self) -> int | None:
        """The seat that starts the next match whatever the lot says: in some games the last winner's."""
        assert self.settings is not None
        winner = self.ended.winner if self.ended is not None else None
        return winner if facts(self.settings.game).winner_starts else None

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return self.position.ply if self.position is not None else 0

    @property
    def rounds(self) -> list[list[int]]:
        """The points of every seat in each round that is over; none in games without rounds."""
        totals = [points for _, points in self.totals]
        before = [(0,) * len(self.seats), *totals]
        return [[b - a for a, b in zip(old, new, strict=True)] for old, new in zip(before, totals, strict=False)]

    @property
    def has_hints(self) -> bool:
        """Whether who is to move may ask for good moves: as was agreed, or else where only one person plays."""
        assert self.settings is not None
        if self.settings.has_hints is not None:
            return self.settings.has_hints
        return len({seat.player for seat in self.seats if seat.kind == "person"}) == 1

    def seats_of(self, player: str) -> list[int]:
        """The seats of a person: one, or several at one keyboard."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == "person" and seat.player == player]

    def deadline(self) -> int | None:
        """When a clock will run out if nothing happens."""
        return self.clock.deadline() if self.clock is not None and self.is_running else None

    def is_overdue(self, now: int) -> bool:
        """Whether a clock ran out."""
        deadline = self.deadline()
        return deadline is not None and deadline <= now

    def voters(self, question: Question) -> set[str]:
        """The players whose consent is needed, but who asked: all people who are still in; after the end, all."""
        asking = self.seats[question.seat].player
        gone = self.resigned if self.ended is None else ()
        people = {s.player for k, s in enumerate(self.seats) if s.kind == "person" and k not in gone}
        return people - {asking}

    def record(self) -> Record:
        """The game as it was played."""
        position = self._replayed(self.steps)
        result = None
        if self.ended is not None:
            result = Outcome(self.ended.winner, self.ended.scores, position.game.id, self.ended.code)
        players = [seat.name for seat in self.seats]
        return Record.of(position, players=players, headers=self._tags(), result=result)

    def _tags(self) -> dict[str, str]:
        """What a record needs so that all chance in it can be checked; the secret only when all is over."""
        if not self.commitment:
            return {}
        tags = {verification.COMMITMENT: self.commitment, verification.PARTS: verification.format_parts(self.parts)}
        if self.revealed is not None:
            tags[verification.SECRET] = self.revealed.secret
        if self.started is not None and self.started.by_lot:
            tags[verification.LOT] = " ".join(map(str, self.started.order))
            if self.started.starter is not None:
                tags[verification.STARTER] = str(self.started.starter)
        return tags

    @property
    def next_deal(self) -> int:
        """The number of the deal that comes next; a deal that was taken back comes again as it was."""
        return 1 + sum(isinstance(step, events.Dealt) for step in self.steps)

    def shown(self, event: Event) -> Event:
        """The event as everybody may see it: secrets and the orders of deals are told when the match is over.

        So is the position that it began with, where hands are hidden. The secret of a rematch is not told even then.
        """
        body: events.EventBody = event.body
        if isinstance(body, events.Dealt) and self.ended is None:
            body = msgspec.structs.replace(body, order=())
        elif isinstance(body, events.Created) and self.ended is None:
            body = msgspec.structs.replace(body, secret="", settings=self._open_settings(body.settings))
        elif isinstance(body, events.Revealed):
            body = msgspec.structs.replace(body, next_secret="")
        return event if body is event.body else Event(event.sequence, event.time, body)

    @staticmethod
    def _open_settings(settings: Settings) -> Settings:
        """What everybody may know of the settings while the match runs."""
        if not settings.start:
            return settings
        start = settings.undealt()
        return msgspec.structs.replace(settings, start="") if start.game.is_hidden(start.options) else settings

    # ----- events

    def apply(self, event: Event, after: Position | None = None) -> None:
        """Take in what happened; the position after a move need not be found again where it is known."""
        assert event.sequence == self.sequence + 1
        self.sequence, self.time = event.sequence, event.time
        body = event.body
        if isinstance(body, events.Created):
            self._set_up(body)
        elif isinstance(body, events.Joined):
            self.seats[body.seat] = Seat("person", body.player, body.name, body.account)
            self._add_part(body.seat, body.part)
        elif isinstance(body, events.Claimed):
            self._claim(body)
        elif isinstance(body, events.Opened):
            self.seats[body.seat] = Seat()
            self._add_part(body.seat, "")
        elif isinstance(body, events.Started):
            self.started = body
            self._begin(body.order)
        elif isinstance(body, events.Dealt):
            self._step(body)
            self._run_clock()
        elif isinstance(body, events.Played):
            self._play(body, after)
        elif isinstance(body, events.Offered):
            asking = self.seats[body.seat].player
            parts = {body.seat: body.part} if body.part else {}
            self.questions[body.agreement] = Question(body.seat, {asking}, body.about, body.level, parts)
        elif isinstance(body, events.Answered):
            self._hear(body)
        elif isinstance(body, events.TakenBack):
            self._go_back(body.ply)
            self.was_mended = True
        elif isinstance(body, events.Paused):
            self._pause()
        elif isinstance(body, events.Resumed):
            self._resume()
        elif isinstance(body, events.Resigned):
            self.resigned.add(body.seat)
        elif isinstance(body, events.Replaced):
            self.seats[body.seat] = Seat("computer", body.level)
            self.was_mended = True
            self.resigned.discard(body.seat)
            self.questions.pop("replace", None)
        elif isinstance(body, events.Hinted):
            self.hinted.add(body.seat)
        elif isinstance(body, events.Ended):
            self._end(body)
        elif isinstance(body, events.Revealed):
            self.revealed = body
        else:
            self.rematched = body
            self.questions.clear()

    def _claim(self, body: events.Claimed) -> None:
        before = self.seats[body.seat].player
        self.seats[body.seat] = Seat("person", body.player, body.name, body.account)
        if self.creator == before:
            self.creator = body.player
        for question in self.questions.values():
            if before in question.agreed:
                question.agreed.add(body.player)

    def _set_up(self, body: events.Created) -> None:
        self.settings, self.seats, self.creator = body.settings, list(body.seats), body.creator
        self.commitment, self.secret = body.commitment, body.secret
        if self.commitment:
            self.parts = list(body.parts)

    def _add_part(self, place: int, part: str) -> None:
        if self.commitment:
            self.parts[place] = part

    def _hear(self, body: events.Answered) -> None:
        if not body.accepts:
            self.questions.pop(body.agreement, None)
            return
        question = self.questions[body.agreement]
        question.agreed.add(self.seats[body.seat].player)
        if body.part:
            question.parts[body.seat] = body.part

    def _begin(self, order: Sequence[int]) -> None:
        assert self.settings is not None
        self.seats = [self.seats[place] for place in order]
        self.position = self.settings.undealt()
        self.clock = Clock(self.settings.clock, self.settings.seats)
        self._run_clock()

    def _play(self, body: events.Played, after: Position | None) -> None:
        assert self.clock is not None
        position = self._step(body, after)
        for agreement in ("draw", "takeback"):
            self.questions.pop(agreement, None)
        if position.to_move == body.seat:
            self.clock.hold(self.time)
        else:
            self.clock.stop(self.time)
        self._run_clock()

    def _step(self, step: Step, after: Position | None = None) -> Position:
        assert self.position is not None
        self.position = (after or _stepped(self.position, step)).forgetting()
        self.steps.append(step)
        self._note_round(self.position, step)
        return self.position

    def _note_round(self, position: Position, step: Step) -> None:
        """A round is over when the next one must be dealt, or when the game is."""
        if position.game.facts.has_deals and isinstance(step, events.Played) and position.to_move is None:
            self.totals.append((len(self.steps), position.points()))

    def _replayed(self, steps: Sequence[Step]) -> Position:
        """The position after these steps, with its whole history."""
        assert self.settings is not None
        position: Position = self.settings.undealt()
        for step in steps:
            position = _stepped(position, step)
        return position

    def _run_clock(self) -> None:
        assert self.position is not None
        assert self.clock is not None
        if self.position.to_move is not None:
            self.clock.start(self.position.to_move, self.time)

    def _go_back(self, ply: int) -> None:
        assert self.clock is not None
        taken = next(k for k, step in enumerate(self.steps) if isinstance(step, events.Played) and step.ply == ply)
        del self.steps[taken:]
        self.totals = [total for total in self.totals if total[0] <= taken]
        self.position = self._replayed(self.steps).forgetting()
        self.questions.pop("takeback", None)
        self.clock.pause(self.time)
        self._run_clock()

    def _pause(self) -> None:
        assert self.clock is not None
        self.clock.pause(self.time)
        self.is_paused = True
        self.questions.pop("pause", None)

    def _resume(self) -> None:
        assert self.clock is not None
        assert self.position is not None
        self.is_paused = False
        if self.position.to_move is not None:
            self.clock.resume(self.position.to_move, self.time)

    def _end(self, body: events.Ended) -> None:
        if self.clock is not None:
            self.clock.pause(self.time)
        self.ended = body
        self.is_paused = False
        self.questions.clear()


def _stepped(position: Position, step: Step) -> Position:
    return position.deal(step.order) if isinstance(step, events.Dealt) else position.play(step.move)
