"""The forms of what is told about positions and records."""

from typing import Annotated, Any

import msgspec

from fourfold.web.boards import Board, ShownFrame
from fourfold.web.errors import Problem
from fourfold.web.messages import ShownOutcome


class ShownPosition(msgspec.Struct, frozen=True):
    """All that there is to know of a position; nothing is hidden in it."""

    game: str
    seats: int
    options: dict[str, str]
    position: str
    ply: int
    to_move: int | None
    is_deal_due: bool
    last: str
    scores: list[int]
    outcome: ShownOutcome | None
    notice: Problem | None
    clicks: dict[str, Any] | None
    frame: ShownFrame
    board: Board


class ShownLine(msgspec.Struct, frozen=True):
    """A good move and the best play after it; the chances of who is to move, and what is proved of it."""

    move: str
    value: float
    proved: str | None
    line: list[str]


class ShownAnalysis(msgspec.Struct, frozen=True):
    """What was found out about a position: `proved` is win, draw or loss for the seat to move, or all is estimated."""

    to_move: int
    proved: str | None
    chances: list[float]
    lines: list[ShownLine]
    nodes: int
    depth: int
    seconds: float


class ShownStep(msgspec.Struct, frozen=True):
    """One move or deal: who made it, and the position after it. The ply is how many moves were played then."""

    text: str
    seat: int | None
    ply: int
    position: str
    scores: list[int]
    comment: str
    variations: list[list[str]]


class OpenedRecord(msgspec.Struct, frozen=True):
    """A whole game, ready to be looked through."""

    game: str
    seats: int
    options: dict[str, str]
    players: list[str]
    headers: dict[str, str]
    comment: str
    first: str
    first_ply: int
    steps: list[ShownStep]
    outcome: ShownOutcome | None
    frame: ShownFrame
    text: Annotated[str, msgspec.Meta(description="The record as it is written here.")]
