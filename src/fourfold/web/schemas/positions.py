"""The forms of what is told about positions and records."""

from typing import Annotated, Any

import msgspec

from fourfold.puzzles.puzzle import Goal
from fourfold.web.errors import Problem
from fourfold.web.schemas.boards import Board, ShownFrame
from fourfold.web.schemas.messages import ShownOutcome


class ShownPosition(msgspec.Struct, frozen=True):
    """A position with all that is needed to draw it and to click a move; an empty tree where nobody is to move."""

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
    clicks: dict[str, Any]
    frame: ShownFrame
    board: Board


class ShownLine(msgspec.Struct, frozen=True):
    """A good move and the best play after it; the chances of who is to move, and what is proved of it.

    `clicks` are those that make the move.
    """

    move: str
    value: float
    proved: str | None
    line: list[str]
    clicks: list[str]


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


class PuzzleShelf(msgspec.Struct, frozen=True):
    """The puzzle of the day, and how many each game has."""

    game: str
    id: str
    counts: dict[str, int]


class ShownPuzzle(msgspec.Struct, frozen=True):
    """A puzzle: to win within so many moves, to find the only move that wins, or that does not lose at once, or to make
    the most points with one turn.

    The difficulty is how many of the seven levels miss it.
    """

    game: str
    id: str
    goal: Goal
    moves: int
    points: int
    difficulty: int
    seat: int
    table: ShownPosition


class JudgedAnswer(msgspec.Struct, frozen=True):
    """What came of an answer. The table is as it is now, the other side's answer played where more is asked for.

    `refutation` is how a wrong move is answered; `points` are those that can be reached.
    """

    is_right: bool
    is_solved: bool
    points: int
    refutation: list[str]
    table: ShownPosition


class Solution(msgspec.Struct, frozen=True):
    """The right move, and what follows."""

    solution: list[str]
