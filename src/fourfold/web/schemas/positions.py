"""Response bodies: positions, analyses, records, puzzles."""

from datetime import date
from typing import Annotated, Any

import msgspec

from fourfold.core.clicks import ClickKind
from fourfold.core.help.move_words import MoveWords
from fourfold.puzzles.puzzle import Goal
from fourfold.web.errors import Problem
from fourfold.web.schemas.boards import Board, ShownFrame
from fourfold.web.schemas.messages import ShownOutcome


class ShownPosition(msgspec.Struct, frozen=True):
    """A position with its board and the tree of clicks; the tree is empty where nobody is to move."""

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
    prompt: Problem | None = None
    words: MoveWords | None = None  # the last move in words, where the game has words


class ShownLine(msgspec.Struct, frozen=True):
    """A good move and its principal variation; the winning chance of the seat to move, and what is proved.

    `clicks` are those that make the move.
    """

    move: str
    value: float
    proved: str | None
    line: list[str]
    clicks: list[str]


class ShownAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a position: `proved` is win, draw or loss for the seat to move; without it, all is estimated."""

    to_move: int
    proved: str | None
    chances: list[float]
    lines: list[ShownLine]
    nodes: int
    depth: int
    seconds: float


class ShownStep(msgspec.Struct, frozen=True):
    """One move or deal: its seat, and the position after it; `ply` counts the moves so far."""

    text: str
    seat: int | None
    ply: int
    position: str
    scores: list[int]
    comment: str
    variations: list[list[str]]
    words: MoveWords | None = None


class OpenedRecord(msgspec.Struct, frozen=True):
    """A record with the position after each step."""

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
    text: Annotated[str, msgspec.Meta(description="The record in our notation.")]


class PuzzleShelf(msgspec.Struct, frozen=True):
    """The puzzle of the day with its position, the day, and the number of puzzles of each game."""

    day: date
    game: str
    id: str
    position: str
    counts: dict[str, int]


class PuzzleSummary(msgspec.Struct, frozen=True):
    """A puzzle in a list: `moves` are those that are asked for or prevented, `themes` the messages that name them."""

    id: str
    goal: Goal
    moves: int
    rating: int
    themes: list[str]


class ShownPuzzle(msgspec.Struct, frozen=True):
    """A puzzle: win within so many moves, find the only move that wins, draws or does not lose, or score the most.

    `difficulty` is how many of the seven levels fail to solve it; `rating` is that of a player who solves it half of
    the time.
    """

    game: str
    id: str
    goal: Goal
    moves: int
    points: int
    difficulty: int
    rating: int
    themes: list[str]
    seat: int
    table: ShownPosition


class JudgedAnswer(msgspec.Struct, frozen=True):
    """The verdict on an answer, and the position after it, with the other side's reply where the puzzle goes on.

    `refutation` is the reply to a wrong move; `points` are those that can be reached.
    """

    is_right: bool
    is_solved: bool
    points: int
    refutation: list[str]
    table: ShownPosition


class Solution(msgspec.Struct, frozen=True):
    """The solution of a puzzle, move by move."""

    solution: list[str]


class PuzzleHint(msgspec.Struct, frozen=True):
    """The first click of the solution: what is clicked, and its name."""

    kind: ClickKind
    name: str


class SolverRating(msgspec.Struct, frozen=True):
    """The rating of a solver after a first try, and its standard deviation."""

    rating: float
    deviation: float
