"""The state of a match, rebuilt from its events alone (event sourcing)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from msgspec.structs import replace

from fourfold.core.outcome import Outcome
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.core.registry import facts
from fourfold.match import events, lots, verification
from fourfold.match.clock import Clock
from fourfold.match.events import Agreement, Event
from fourfold.match.move_log import MoveLog, Step, play_step
from fourfold.match.ranks import rank_seats
from fourfold.match.settings import SECOND, ClockSetting, Seat, Settings, Status

NOT_CREATED = Settings("")  # the settings of a match without events
CALLED_OFF = "called_off"  # the code of the end of a match that counts for nothing


@dataclass
class OpenOffer:
    """An offer that is not answered by all yet, and the players who have accepted it."""

    seat: int
    accepted: set[str]
    about: int | None = None
    level: str = ""
    parts: dict[int, str] = field(default_factory=dict)  # of a rematch: contributions to its seed


@dataclass
class Match:
    """A match as its events made it. Commands are decided in `decisions`."""

    settings: Settings = NOT_CREATED
    creator: str = ""
    seats: list[Seat] = field(default_factory=list)
    position: Position | None = None  # None until the start; its history is in the steps
    steps: list[Step] = field(default_factory=list)  # all moves and deals but those taken back
    totals: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)  # at each round's end: steps, points
    clock: Clock = field(default_factory=lambda: Clock(ClockSetting(), 0))  # without limit until the start
    turn: tuple[int | None, int] = (None, 0)  # the seat to move, and since when it is its turn
    offers: dict[Agreement, OpenOffer] = field(default_factory=dict)
    resigned: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)  # the seats that have moved themselves
    moved_for: set[int] = field(default_factory=set)  # the seats for which the clock has moved
    was_mended: bool = False  # whether a computer replaced a player, or a move was taken back
    hinted: set[int] = field(default_factory=set)  # the seats that got hints
    is_paused: bool = False
    commitment: str = ""  # to the secret that seeds lots and deals; empty in old matches
    secret: str = field(default="", repr=False)
    parts: list[str] = field(default_factory=list)  # each place's contribution to the seed, before lots were drawn
    origin: tuple[str, str] = ("", "")  # of a tournament's match: the commitment to its seed, and the match's id
    started: events.Started | None = None
    ended: events.Ended | None = None
    revealed: events.Revealed | None = None
    rematched: events.Rematched | None = None
    sequence: int = 0
    time: int = 0

    @classmethod
    def replay(cls, stored: Sequence[Event]) -> "Match":
        """Rebuild a match from all its events."""
        match = cls()
        for event in stored:
            match.apply(event)
        return match

    # ----- queries

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
        """Started, not over, not paused."""
        return self.position is not None and self.ended is None and not self.is_paused

    @property
    def to_move(self) -> int | None:
        """The seat to move, while the match is running."""
        return self.position.to_move if self.position is not None and self.is_running else None

    @property
    def following(self) -> str:
        """The id of the rematch, or empty."""
        return self.rematched.match if self.rematched is not None else ""

    @property
    def starter_of_rematch(self) -> int | None:
        """The seat that starts the rematch whatever the lot: in some games the last winner's."""
        winner = self.ended.winner if self.ended is not None else None
        return winner if facts(self.settings.game).winner_starts else None

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return self.position.ply if self.position is not None else 0

    @property
    def rounds(self) -> list[list[int]]:
        """The points of every seat in each finished round; empty in games without rounds."""
        totals = [points for _, points in self.totals]
        before = [(0,) * len(self.seats), *totals]
        return [[b - a for a, b in zip(old, new, strict=True)] for old, new in zip(before, totals, strict=False)]

    @property
    def has_hints(self) -> bool:
        """Whether hints are allowed: by the settings, else where only one person plays."""
        if self.settings.has_hints is not None:
            return self.settings.has_hints
        return len({seat.player for seat in self.seats if seat.kind == "person"}) == 1

    def seats_of(self, player: str) -> list[int]:
        """The seats of a person: several where people share a screen."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == "person" and seat.player == player]

    def seat_of(self, player: str) -> int | None:
        """The seat whose view a player gets: the one to move if it is theirs, else their first."""
        seats = self.seats_of(player)
        return self.to_move if self.to_move in seats else next(iter(seats), None)

    @property
    def is_computers_turn(self) -> bool:
        """Whether a computer is to move."""
        return self.to_move is not None and self.seats[self.to_move].kind == "computer"

    @property
    def due(self) -> int | None:
        """When something happens without a command: at once on a computer's turn, else when a clock expires."""
        return self.time if self.is_computers_turn else self.deadline()

    @property
    def is_clock_on(self) -> bool:
        """Whether clocks run: from the start, or once everybody has moved. Days are counted from the start."""
        if not self.settings.clock_waits or self.settings.clock.kind == "days":
            return True
        awaited = set(range(len(self.seats)))
        for step in self.steps:
            if isinstance(step, events.Played):
                awaited.discard(step.seat)
                if not awaited:
                    return True
        return False

    def deadline(self) -> int | None:
        """When the running clock expires, or the time for a first turn."""
        if not (self.clock.is_limited or self.settings.first_turn) or not self.is_running:
            return None
        known = [time for time in (self.clock.deadline(), self.first_turn_deadline()) if time is not None]
        return min(known, default=None)

    def first_turn_deadline(self) -> int | None:
        """When the seat to move forfeits because its first turn is not over; None where it is, or has no limit."""
        seat, since = self.turn
        has_begun = seat in self.moved and self.clock.running == seat  # clocks that wait do so for the whole turn
        if not self.settings.first_turn or seat is None or has_begun or seat != self.to_move:
            return None
        is_person = self.seats[seat].kind == "person"
        return since + self.settings.first_turn * SECOND if is_person else None

    # ----- absent players

    @property
    def is_dealt(self) -> bool:
        """Whether a hand was dealt: everybody has seen their own."""
        return any(isinstance(step, events.Dealt) for step in self.steps)

    @property
    def is_called_off(self) -> bool:
        """Whether the match was called off: it counts for nothing."""
        return self.ended is not None and self.ended.code == CALLED_OFF

    @property
    def absent(self) -> set[int]:
        """The seats that have never moved themselves though it was their turn."""
        late = self.ended.absent if self.ended else None
        if self.ended and self.ended.code == "time" and self.position:
            late = self.position.to_move
        return {seat for seat in range(len(self.seats)) if seat not in self.moved and seat in {*self.moved_for, late}}

    @property
    def has_counted(self) -> bool:
        """Whether the end says something: a hand was dealt, or everybody moved, gave up or stayed away; not all did."""
        if self.ended is None or self.is_called_off:
            return False
        everybody, absent = set(range(len(self.seats))), self.absent
        is_complete = bool(self.moved) and self.moved | self.resigned | absent == everybody
        return absent != everybody and (self.is_dealt or is_complete)

    def ranks(self) -> list[float]:
        """The ranks of the seats, the best with 0: absent seats are last (Time-out, R)."""
        assert self.ended is not None
        return rank_seats(self.ended.winner, self.ended.scores, self.resigned, self.absent)

    def is_overdue(self, now: int) -> bool:
        """Whether a clock has expired."""
        deadline = self.deadline()
        return deadline is not None and deadline <= now

    @cached_property
    def log(self) -> MoveLog:
        """The moves in words."""
        return MoveLog(self)

    def moves_backwards(self) -> Iterator[events.Played]:
        """The moves, the last one first."""
        return (step for step in reversed(self.steps) if isinstance(step, events.Played))

    def voters(self, offer: OpenOffer) -> set[str]:
        """The people who must accept an offer: all others who have not resigned; after the end, all others."""
        offering = self.seats[offer.seat].player
        gone = self.resigned if self.ended is None else ()
        people = {s.player for k, s in enumerate(self.seats) if s.kind == "person" and k not in gone}
        return people - {offering}

    def record(self) -> Record:
        """The record of the game."""
        position = self._replayed()
        result = None
        if self.ended is not None:
            result = Outcome(self.ended.winner, self.ended.scores, position.game.id, self.ended.code)
        players = [seat.name for seat in self.seats]
        return Record.of(position, players=players, headers=self._tags(), result=result)

    def _tags(self) -> dict[str, str]:
        """The record headers that verify lots and deals; the secret only after the end."""
        if not self.commitment:
            return {}
        tags = {verification.COMMITMENT: self.commitment, verification.PARTS: verification.format_parts(self.parts)}
        if self.revealed is not None:
            tags[verification.SECRET] = self.revealed.secret
        if all(self.origin):
            tags[verification.SEED_COMMITMENT], tags[verification.MATCH] = self.origin
        if self.started is not None:
            tags |= self._seat_tags(self.started)
        return tags

    def _seat_tags(self, started: events.Started) -> dict[str, str]:
        """The record headers that verify who sits where."""
        if not started.by_lot:
            tags = {verification.LOT: verification.NO_LOT}
        else:
            tags = {verification.LOT: " ".join(map(str, started.order))}
        if started.by_lot and started.starter is not None:
            tags[verification.STARTER] = str(started.starter)
            if self.commitment == lots.commit(self.secret):
                return tags  # of old, when the commitment did not include the starter
        names = {place: self.seats[seat].name for seat, place in enumerate(started.order)}
        return tags | {f"{verification.PLACE}{place}": names[place] for place in sorted(names)}

    @property
    def next_deal(self) -> int:
        """The number of the next deal; a deal that was taken back comes again as it was."""
        return 1 + sum(isinstance(step, events.Dealt) for step in self.steps)

    def shown(self, event: Event) -> Event:
        """The event as everybody may see it: secrets, deals and hidden starting positions only after the end.

        The secret of a rematch stays hidden even then.
        """
        body: events.EventBody = event.body
        if isinstance(body, events.Dealt) and self.ended is None:
            body = replace(body, order=())
        elif isinstance(body, events.Created) and self.ended is None:
            body = replace(body, secret="", settings=self._open_settings(body.settings))
        elif isinstance(body, events.Revealed):
            body = replace(body, next_secret="")
        return event if body is event.body else Event(event.sequence, event.time, body)

    @staticmethod
    def _open_settings(settings: Settings) -> Settings:
        """The settings without a starting position that has hidden hands."""
        if not settings.start:
            return settings
        start = settings.undealt()
        return replace(settings, start="") if start.game.is_hidden(start.options) else settings

    # ----- events

    def apply(self, event: Event, after: Position | None = None) -> None:
        """Apply an event. The caller may hand over the position after a move, so that it is not computed again."""
        assert event.sequence == self.sequence + 1
        self.sequence, self.time = event.sequence, event.time
        match event.body:
            case events.Played() as body:
                self._play(body, after)
            case events.Dealt() as body:
                self._step(body)
                self._run_clock()
            case events.Created() as body:
                self._create(body)
            case events.Joined() as body:
                self._seat(body.seat, Seat("person", body.player, body.name, body.account), body.part)
            case events.Opened() as body:
                self._seat(body.seat, Seat())
            case events.Claimed() as body:
                self._claim(body)
            case events.Started() as body:
                self._start(body)
            case events.Offered() as body:
                self._offer(body)
            case events.Answered() as body:
                self._answer(body)
            case events.TakenBack() as body:
                self._take_back(body.ply)
            case events.Paused():
                self.clock.pause(self.time)
                self.is_paused = True
                self.offers.pop("pause", None)
            case events.Resumed():
                self.is_paused = False
                self.turn = self.to_move, self.time
                if self.to_move is not None and self.is_clock_on:
                    self.clock.resume(self.to_move, self.time)
            case events.Resigned() as body:
                self.resigned.add(body.seat)
            case events.Replaced() as body:
                self._replace(body)
            case events.Hinted() as body:
                self.hinted.add(body.seat)
            case events.Ended() as body:
                self.clock.pause(self.time)
                self.ended, self.is_paused = body, False
                self.offers.clear()
            case events.Revealed() as body:
                self.revealed = body
            case events.Rematched() as body:
                self.rematched = body
                self.offers.clear()
            case _ as unknown:
                assert_never(unknown)

    def _create(self, body: events.Created) -> None:
        self.origin = body.seed_commitment, body.match
        self.settings, self.seats, self.creator = body.settings, list(body.seats), body.creator
        self.commitment, self.secret = body.commitment, body.secret
        if self.commitment:
            self.parts = list(body.parts)

    def _seat(self, place: int, seat: Seat, part: str = "") -> None:
        self.seats[place] = seat
        if self.commitment:
            self.parts[place] = part

    def _claim(self, body: events.Claimed) -> None:
        before = self.seats[body.seat].player
        self.seats[body.seat] = Seat("person", body.player, body.name, body.account)
        if self.creator == before:
            self.creator = body.player
        for offer in self.offers.values():
            if before in offer.accepted:
                offer.accepted.add(body.player)

    def _start(self, body: events.Started) -> None:
        self.started = body
        self.seats = [self.seats[place] for place in body.order]
        self.position = self.settings.undealt()
        self.clock = Clock(self.settings.clock, self.settings.seats)
        self._run_clock()

    def _play(self, body: events.Played, after: Position | None) -> None:
        position = self._step(body, after)
        (self.moved if body.by == "player" else self.moved_for).add(body.seat)
        for agreement in ("draw", "takeback"):
            self.offers.pop(agreement, None)
        if position.to_move == body.seat:
            self.clock.hold(self.time)
        else:
            self.clock.stop(self.time)
            self._run_clock()

    def _step(self, step: Step, after: Position | None = None) -> Position:
        assert self.position is not None
        position = self.position = (after or play_step(self.position, step)).forgetting()
        self.steps.append(step)
        is_round_over = position.game.facts.has_deals and isinstance(step, events.Played) and position.to_move is None
        if is_round_over:
            self.totals.append((len(self.steps), position.points()))
        return position

    def _run_clock(self) -> None:
        """Start the turn of the seat to move, and its clock unless first turns are awaited."""
        assert self.position is not None
        seat = self.position.to_move
        if self.turn[0] != seat:
            self.turn = seat, self.time
        if seat is not None and self.is_clock_on:
            self.clock.start(seat, self.time)

    def _offer(self, body: events.Offered) -> None:
        parts = {body.seat: body.part} if body.part else {}
        accepted = {self.seats[body.seat].player}
        self.offers[body.agreement] = OpenOffer(body.seat, accepted, body.about, body.level, parts)

    def _answer(self, body: events.Answered) -> None:
        if not body.accepts:
            self.offers.pop(body.agreement, None)
            return
        offer = self.offers[body.agreement]
        offer.accepted.add(self.seats[body.seat].player)
        if body.part:
            offer.parts[body.seat] = body.part

    def _take_back(self, ply: int) -> None:
        taken = next(k for k, step in enumerate(self.steps) if isinstance(step, events.Played) and step.ply == ply)
        del self.steps[taken:]
        self.totals = [total for total in self.totals if total[0] <= taken]
        self.position = self._replayed().forgetting()
        self.was_mended = True
        self.offers.pop("takeback", None)
        self.clock.pause(self.time)
        self.turn = None, self.time
        self._run_clock()

    def _replace(self, body: events.Replaced) -> None:
        self.seats[body.seat] = Seat("computer", body.level, body.name)
        self.was_mended = True
        self.resigned.discard(body.seat)
        self.offers.pop("replace", None)

    def _replayed(self) -> Position:
        """The position after all steps, with its history."""
        position: Position = self.settings.undealt()
        for step in self.steps:
            position = play_step(position, step)
        return position
