"""What clients are told: the table as one seat sees it, and the events that led there."""

from typing import Any

import msgspec

from fourfold.core.clicks import Clicks
from fourfold.match.events import Ended, Event, EventBody
from fourfold.match.match import Match

FORMAT = 1


class ShownEvent(msgspec.Struct, frozen=True):
    """One event as everybody may see it."""

    sequence: int
    time: int
    body: EventBody


class Table(msgspec.Struct, frozen=True):
    """All that a seat, or a spectator, may know of a match now."""

    match: str
    sequence: int
    time: int
    game: str
    seats: list[dict[str, Any]]
    seat: int | None
    status: str
    options: dict[str, str]
    ply: int
    to_move: int | None
    position: str
    board: str
    history: list[str]
    scores: list[int]
    clock: dict[str, Any]
    questions: list[dict[str, Any]]
    outcome: dict[str, Any] | None
    following: str
    clicks: dict[str, Any] | None  # what can be clicked next, for the seat whose turn it is


class Message(msgspec.Struct, frozen=True):
    """What happened, and how the table looks now; every message has a version."""

    events: list[ShownEvent]
    table: Table
    format: int = FORMAT


encoder = msgspec.json.Encoder()


def shown_events(match: Match, events: list[Event]) -> list[ShownEvent]:
    """The events as everybody may see them."""
    return [ShownEvent(e.sequence, e.time, e.body) for e in map(match.shown, events)]


def status_of(match: Match) -> str:
    """One word for where a match stands."""
    if match.ended is not None:
        return "over"
    if match.position is None:
        return "open"
    return "paused" if match.is_paused else "running"


def table_of(match_id: str, match: Match, seat: int | None, now: int) -> Table:
    """Show a match to a seat, or to a spectator: nothing of what it may not know goes in here."""
    settings = match.settings
    assert settings is not None
    view = match.position.view(seat) if match.position is not None else None
    is_own_turn = seat is not None and match.to_move == seat
    ended = match.ended
    return Table(
        match=match_id,
        sequence=match.sequence,
        time=now,
        game=settings.game,
        seats=[
            {"kind": s.kind, "name": s.name or s.player, "has_left": k in match.resigned} if s.kind != "person"
            else {"kind": s.kind, "name": s.name, "has_left": k in match.resigned}
            for k, s in enumerate(match.seats)
        ],
        seat=seat,
        status=status_of(match),
        options=settings.options,
        ply=match.ply,
        to_move=match.to_move,
        position=str(view) if view is not None else "",
        board=view.board() if view is not None else "",
        history=list(view.history) if view is not None else [],
        scores=list(match.position.points()) if match.position is not None else [],
        clock=_clock_of(match, now),
        questions=[
            {"agreement": agreement, "seat": q.seat, "about": q.about, "level": q.level}
            for agreement, q in match.questions.items()
        ],
        outcome=_outcome_of(ended),
        following=match.following,
        clicks=Clicks(view.moves()).tree() if view is not None and is_own_turn else None,
    )  # fmt: skip


def _outcome_of(ended: Ended | None) -> dict[str, Any] | None:
    if ended is None:
        return None
    return {"winner": ended.winner, "scores": list(ended.scores), "code": ended.code}


def _clock_of(match: Match, now: int) -> dict[str, Any]:
    assert match.settings is not None
    setting = match.settings.clock
    clock = {"kind": setting.kind, "time": setting.time, "increment": setting.increment}
    if match.clock is None or not match.clock.is_limited:
        return clock
    left = [match.clock.left(seat, now) for seat in range(len(match.seats))]
    return clock | {"left": left, "running": match.clock.running}
