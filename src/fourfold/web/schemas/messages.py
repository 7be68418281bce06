"""Messages of the event stream: the events, and the state of the match as one seat may see it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from fourfold.core.clicks import Clicks, Tree
from fourfold.core.help.explanation import notice_of, prompt_of
from fourfold.core.help.move_words import MoveWords
from fourfold.core.outcome import Outcome
from fourfold.core.position import View
from fourfold.match.accounts import AccountKind
from fourfold.match.encoding import encode_json
from fourfold.match.events import Agreement, Dealt, Ended, Event, Played
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Status
from fourfold.text import say
from fourfold.web.errors import Problem, problem
from fourfold.web.schemas.boards import Board, show_board

FORMAT = 2


class ShownSeat(msgspec.Struct, frozen=True):
    """A seat, as everybody may see it."""

    kind: Literal["person", "computer", "open"]
    name: str
    has_left: bool
    account: AccountKind = ""


class ShownClock(msgspec.Struct, frozen=True):
    """The clocks: the time control, the milliseconds that each seat has left, and the seat whose clock runs.

    `awaited` is the seat whose first turn has a limit, and `first_turn` the milliseconds that are left of it.
    """

    kind: str
    time: int
    increment: int
    left: list[int] | None = None
    running: int | None = None
    awaited: int | None = None
    first_turn: int | None = None


class ShownQuestion(msgspec.Struct, frozen=True):
    """An offer of a seat to the others."""

    agreement: Agreement
    seat: int
    about: int | None
    level: str


class ShownOutcome(msgspec.Struct, frozen=True):
    """The result of a match."""

    winner: int | None
    scores: list[int]
    code: str


class TableView(msgspec.Struct, frozen=True):
    """The state of a match as a seat or a spectator may see it; earlier moves are in the events."""

    match: str
    sequence: int
    time: int
    game: str
    seats: list[ShownSeat]
    seat: int | None
    status: Status
    options: dict[str, str]
    ply: int
    to_move: int | None
    position: str
    scores: list[int]
    clock: ShownClock
    questions: list[ShownQuestion]
    outcome: ShownOutcome | None
    following: str
    clicks: dict[str, Any] | None  # what can be clicked next, for the seat whose turn it is
    has_chat: bool
    has_hints: bool = False  # whether the seat to move may ask for a hint
    rounds: list[list[int]] = []  # the points of each finished round
    notice: Problem | None = None  # what a rule asks of the seat to move
    board: Board | None = None  # where the client asked for it
    prompt: Problem | None = None  # with the board, for the seat to move: what to do now


class TableChange(msgspec.Struct, frozen=True):
    """What moves change of a table, with the same names; all else is as the client knows it."""

    sequence: int
    time: int
    seat: int | None
    ply: int
    to_move: int | None
    scores: list[int]
    clock: ShownClock
    questions: list[ShownQuestion]
    clicks: dict[str, Any] | None
    rounds: list[list[int]]
    notice: Problem | None = None
    board: Board | None = None
    prompt: Problem | None = None


class Message(msgspec.Struct, frozen=True):
    """New events, and the state of the match after them.

    `moves` are the moves among the events in words, where the client asked for a board; those taken back are left out.
    """

    events: list[Event]
    table: TableView
    format: int = FORMAT
    moves: list[MoveWords] = []


class BriefMessage(msgspec.Struct, frozen=True):
    """New moves, and what they changed, for clients that asked for no more."""

    events: list[Event]
    table: TableChange
    format: int = FORMAT
    moves: list[MoveWords] = []


class CommandAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a command that came over a WebSocket: the sequence number of the last event, or the problem."""

    answer: int  # the number that the client gave the command
    sequence: int | None = None
    problem: Problem | None = None


class ShownBoard(msgspec.Struct, frozen=True):
    """A board of a match after so many moves, and its last move in words, where the game has words."""

    ply: int
    board: Board
    words: MoveWords | None = None


class Showing:
    """The messages about a match at one moment; what several seats see is encoded once."""

    def __init__(self, match_id: str, match: Match, events: Sequence[Event], now: int) -> None:
        self.match_id = match_id
        self.match = match
        self.events = [match.shown(event) for event in events]
        self.now = now
        self.is_hidden = match.position is not None and match.position.game.is_hidden(match.position.options)
        self.has_moves_only = bool(events) and all(isinstance(event.body, Played | Dealt) for event in events)
        self._messages: dict[tuple[int | None, bool, bool], bytes] = {}
        self._views: dict[int | None, View] = {}
        self._texts: dict[int | None, str] = {}
        self._boards: dict[int | None, Any] = {}
        self._common: TableView | None = None

    def message(self, seat: int | None, *, has_board: bool = False, is_brief: bool = False) -> bytes:
        """The message for a seat or a spectator, without anything hidden from it; a brief one where moves allow it."""
        key = seat, has_board, is_brief
        if key not in self._messages:
            table = self._change(seat) if is_brief and self.has_moves_only else self._table(seat)
            if has_board and self.match.position is not None:
                prompt = self._prompt(seat)
                table = replace(table, board=self._board(seat), notice=self._notice(seat), prompt=prompt)
            moves = self._moves if has_board else []
            if isinstance(table, TableView):
                self._messages[key] = encode_json(Message(self.events, table, moves=moves))
            else:
                self._messages[key] = encode_json(BriefMessage(self.events, table, moves=moves))
        return self._messages[key]

    def _board(self, seat: int | None) -> Any:
        """The board as the seat sees it, encoded once for all that see the same."""
        key = seat if self.is_hidden else None
        if key not in self._boards:
            self._boards[key] = msgspec.Raw(encode_json(show_board(self._view(seat))))
        return self._boards[key]

    def _notice(self, seat: int | None) -> Problem | None:
        notice = notice_of(self._view(seat)) if self.match.is_running else None
        return None if notice is None else problem(notice.code, **notice.values)

    def _prompt(self, seat: int | None) -> Problem | None:
        prompt = prompt_of(self._view(seat)) if seat is not None and self.match.to_move == seat else None
        return None if prompt is None else problem(prompt.code, **prompt.values)

    @cached_property
    def _moves(self) -> list[MoveWords]:
        played = (event.body.ply for event in self.events if isinstance(event.body, Played))
        return self.match.log.words(played)

    def _table(self, seat: int | None) -> TableView:
        if self._common is None:
            self._common = self._common_table()
        if self.match.position is None:
            return replace(self._common, seat=seat)
        return replace(self._common, seat=seat, position=self._text(seat), clicks=self._clicks(seat))

    def _change(self, seat: int | None) -> TableChange:
        match = self.match
        assert match.position is not None
        return TableChange(
            sequence=match.sequence,
            time=self.now,
            seat=seat,
            ply=match.ply,
            to_move=match.to_move,
            scores=self._scores,
            clock=self._clock,
            questions=self._questions,
            clicks=self._clicks(seat),
            rounds=self._rounds,
        )

    def _clicks(self, seat: int | None) -> Tree | None:
        is_own_turn = seat is not None and self.match.to_move == seat
        return Clicks(self._view(seat).moves()).tree() if is_own_turn else None

    def _view(self, seat: int | None) -> View:
        """The view of the seat; where nothing is hidden, all share one."""
        key = seat if self.is_hidden else None
        if key not in self._views:
            assert self.match.position is not None
            self._views[key] = self.match.position.view(key)
        return self._views[key]

    def _text(self, seat: int | None) -> str:
        key = seat if self.is_hidden else None
        if key not in self._texts:
            self._texts[key] = str(self._view(seat))
        return self._texts[key]

    @cached_property
    def _scores(self) -> list[int]:
        return list(self.match.position.points()) if self.match.position is not None else []

    @cached_property
    def _clock(self) -> ShownClock:
        return _clock_of(self.match, self.now)

    @cached_property
    def _questions(self) -> list[ShownQuestion]:
        return [ShownQuestion(a, q.seat, q.about, q.level) for a, q in self.match.offers.items()]

    @cached_property
    def _rounds(self) -> list[list[int]]:
        return self.match.rounds

    def _common_table(self) -> TableView:
        """The state of the match without what depends on the seat."""
        match = self.match
        settings = match.settings
        return TableView(
            match=self.match_id,
            sequence=match.sequence,
            time=self.now,
            game=settings.game,
            seats=[ShownSeat(s.kind, _name_of(s), k in match.resigned, s.account) for k, s in enumerate(match.seats)],
            seat=None,
            status=match.status,
            options=settings.options,
            ply=match.ply,
            to_move=match.to_move,
            position="",
            scores=self._scores,
            clock=self._clock,
            questions=self._questions,
            outcome=show_outcome(match.ended),
            following=match.following,
            clicks=None,
            has_chat=settings.has_chat,
            has_hints=match.has_hints,
            rounds=self._rounds,
        )


def _name_of(seat: Seat) -> str:
    """The name of a seat; a person without a name has deleted the account."""
    return seat.name or (say("web.forgotten") if seat.kind == "person" else seat.player)


def show_outcome(end: Ended | Outcome | None) -> ShownOutcome | None:
    """Describe the result of a match or a game."""
    return None if end is None else ShownOutcome(end.winner, list(end.scores), end.code)


def _clock_of(match: Match, now: int) -> ShownClock:
    setting, clock, deadline = match.settings.clock, match.clock, match.first_turn_deadline()
    first = (match.to_move, max(0, deadline - now)) if deadline is not None else (None, None)
    if not clock.is_limited:
        return ShownClock(setting.kind, setting.time, setting.increment, None, None, *first)
    left = [clock.left(seat, now) for seat in range(len(match.seats))]
    return ShownClock(setting.kind, setting.time, setting.increment, left, clock.running, *first)
