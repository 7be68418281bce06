"""What clients are told: the events, and the table as one seat sees it."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from fourfold.core.clicks import Clicks
from fourfold.core.help.explanation import notice_of
from fourfold.core.position import View
from fourfold.match.accounts import AccountKind
from fourfold.match.events import Agreement, Ended, Event
from fourfold.match.match import Match
from fourfold.match.settings import Seat
from fourfold.text import say
from fourfold.web.errors import Problem, problem
from fourfold.web.schemas.boards import Board, show_board

FORMAT = 1

Status = Literal["open", "running", "paused", "over"]


class ShownSeat(msgspec.Struct, frozen=True):
    """Who sits there, as everybody may know."""

    kind: Literal["person", "computer", "open"]
    name: str
    has_left: bool
    account: AccountKind = ""


class ShownClock(msgspec.Struct, frozen=True):
    """The clocks: what was agreed, the milliseconds that each seat has left now, and whose is running."""

    kind: str
    time: int
    increment: int
    left: list[int] | None = None
    running: int | None = None


class ShownQuestion(msgspec.Struct, frozen=True):
    """Something that a seat asks the others."""

    agreement: Agreement
    seat: int
    about: int | None
    level: str


class ShownOutcome(msgspec.Struct, frozen=True):
    """How the match ended."""

    winner: int | None
    scores: list[int]
    code: str


class TableView(msgspec.Struct, frozen=True):
    """All that a seat, or a spectator, may know of a match now. What was played before is in the events."""

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
    has_chat: bool  # whether those at the table can talk
    has_hints: bool = False  # whether who is to move may ask for good moves
    rounds: list[list[int]] = []  # the points of each finished round
    notice: Problem | None = None  # what a rule asks of the seat to move
    board: Board | None = None  # for those who ask for it


class Message(msgspec.Struct, frozen=True):
    """What happened, and how the table looks now; every message has a version."""

    events: list[Event]
    table: TableView
    format: int = FORMAT


encoder = msgspec.json.Encoder()


def status_of(match: Match) -> Status:
    """One word for where a match stands."""
    if match.ended is not None:
        return "over"
    if match.position is None:
        return "open"
    return "paused" if match.is_paused else "running"


class Showing:
    """A match at one moment, shown to any seat; what several see is made once."""

    def __init__(self, match_id: str, match: Match, events: Sequence[Event], now: int) -> None:
        self.match_id = match_id
        self.match = match
        self.events = [match.shown(event) for event in events]
        self.now = now
        self.is_hidden = match.position is not None and match.position.game.is_hidden(match.position.options)
        self._messages: dict[tuple[int | None, bool], bytes] = {}
        self._views: dict[int | None, tuple[View, str]] = {}
        self._boards: dict[int | None, Any] = {}
        self._common: dict[str, Any] | None = None

    def message(self, seat: int | None, *, has_board: bool = False) -> bytes:
        """What to send to a seat, or to a spectator: nothing of what it may not know goes in there."""
        key = seat, has_board
        if key not in self._messages:
            table = self._table(seat)
            if has_board and self.match.position is not None:
                table = msgspec.structs.replace(table, board=self._board(seat), notice=self._notice(seat))
            self._messages[key] = encoder.encode(Message(self.events, table))
        return self._messages[key]

    def _board(self, seat: int | None) -> Any:
        """The board as the seat sees it, encoded once for all who see the same."""
        key = seat if self.is_hidden else None
        if key not in self._boards:
            self._boards[key] = msgspec.Raw(encoder.encode(show_board(self._view(seat)[0])))
        return self._boards[key]

    def _notice(self, seat: int | None) -> Problem | None:
        notice = notice_of(self._view(seat)[0]) if self.match.is_running else None
        return None if notice is None else problem(notice.code, **notice.values)

    def _table(self, seat: int | None) -> TableView:
        if self._common is None:
            self._common = self._common_part()
        if self.match.position is None:
            return TableView(seat=seat, position="", clicks=None, **self._common)
        view, text = self._view(seat)
        is_own_turn = seat is not None and self._common["to_move"] == seat
        clicks = Clicks(view.moves()).tree() if is_own_turn else None
        return TableView(seat=seat, position=text, clicks=clicks, **self._common)

    def _view(self, seat: int | None) -> tuple[View, str]:
        """The position as the seat sees it; where nothing is hidden all see the same."""
        key = seat if self.is_hidden else None
        if key not in self._views:
            assert self.match.position is not None
            view = self.match.position.view(key)
            self._views[key] = view, str(view)
        return self._views[key]

    def _common_part(self) -> dict[str, Any]:
        match = self.match
        settings, position = match.settings, match.position
        assert settings is not None
        return {
            "match": self.match_id,
            "sequence": match.sequence,
            "time": self.now,
            "game": settings.game,
            "seats": [
                ShownSeat(s.kind, _name_of(s), k in match.resigned, s.account) for k, s in enumerate(match.seats)
            ],
            "status": status_of(match),
            "options": settings.options,
            "ply": match.ply,
            "to_move": match.to_move,
            "scores": list(position.points()) if position is not None else [],
            "clock": _clock_of(match, self.now),
            "questions": [ShownQuestion(a, q.seat, q.about, q.level) for a, q in match.questions.items()],
            "outcome": _outcome_of(match.ended),
            "following": match.following,
            "has_hints": match.has_hints,
            "rounds": match.rounds,
            "has_chat": settings.has_chat,
        }


def _name_of(seat: Seat) -> str:
    """Who sits there; a person without a name has been forgotten."""
    return seat.name or (say("web.forgotten") if seat.kind == "person" else seat.player)


def _outcome_of(ended: Ended | None) -> ShownOutcome | None:
    return None if ended is None else ShownOutcome(ended.winner, list(ended.scores), ended.code)


def _clock_of(match: Match, now: int) -> ShownClock:
    assert match.settings is not None
    setting, clock = match.settings.clock, match.clock
    if clock is None or not clock.is_limited:
        return ShownClock(setting.kind, setting.time, setting.increment)
    left = [clock.left(seat, now) for seat in range(len(match.seats))]
    return ShownClock(setting.kind, setting.time, setting.increment, left, clock.running)
