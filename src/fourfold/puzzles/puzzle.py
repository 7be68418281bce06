"""Puzzles: what one is, and the file `puzzles.jsonl` of each game that holds them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from fourfold.core.position import Position
from fourfold.core.registry import facts, folder, game, list_games
from fourfold.puzzles.errors import UnknownPuzzle

Goal = Literal["win", "only", "hold", "points"]

NAME = "puzzles.jsonl"


@dataclass(frozen=True)
class Puzzle:
    """A position with one right move.

    The goal is to `win` by force within `plies`, to find the `only` move that wins at all, to `hold` against a win
    of the other side with its next move, or to make the most `points` with one turn. The solution is the right move
    and, where more are asked for, the answers and moves that follow.
    `failed` are the levels of computers that miss the right move.
    """

    game: str
    goal: Goal
    position: str
    solution: tuple[str, ...]
    plies: int = 1
    points: int = 0
    failed: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """A name that stays the same as long as the position does."""
        return sha256(self.position.encode()).hexdigest()[:10]

    @property
    def difficulty(self) -> int:
        """How many levels miss it."""
        return len(self.failed)

    def start(self) -> Position:
        """The position to begin with."""
        return game(self.game).read(self.position)

    def to_line(self) -> str:
        """Write the puzzle as a line of JSON, without its game."""
        kept: dict[str, Any] = {"goal": self.goal, "position": self.position, "solution": self.solution}
        if self.goal == "win":
            kept["plies"] = self.plies
        if self.goal == "points":
            kept["points"] = self.points
        return json.dumps({**kept, "failed": self.failed})

    @classmethod
    def of(cls, game_id: str, kept: Mapping[str, Any]) -> "Puzzle":
        """Read what `to_line` wrote."""
        lists = {name: tuple(kept[name]) for name in ("solution", "failed")}
        return cls(game_id, **{**kept, **lists})


@cache
def list_puzzles(game_id: str) -> tuple[Puzzle, ...]:
    """List the puzzles of a game, the easiest first.

    >>> puzzles = list_puzzles("qawale")
    >>> puzzles[0].difficulty <= puzzles[-1].difficulty
    True
    """
    path = folder(game_id) / NAME
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return tuple(sorted((Puzzle.of(game_id, json.loads(line)) for line in lines), key=order))


def find_puzzle(game_id: str, puzzle_id: str) -> Puzzle:
    """Find a puzzle by its id."""
    for puzzle in list_puzzles(game_id):
        if puzzle.id == puzzle_id:
            return puzzle
    raise UnknownPuzzle("puzzles.unknown", game=facts(game_id).name, id=puzzle_id[:40])


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day: the games take turns, and none comes again before all of its game have come.

    >>> puzzle_of_day(date(2030, 1, 1)).game != puzzle_of_day(date(2030, 1, 2)).game
    True
    """
    games = [game_id for game_id in list_games() if list_puzzles(game_id)]
    number = day.toordinal()
    puzzles = sorted(list_puzzles(games[number % len(games)]), key=lambda puzzle: puzzle.id)
    return puzzles[number // len(games) % len(puzzles)]


def order(puzzle: Puzzle) -> tuple[int, str]:
    """The key by which puzzles are sorted: the easiest first."""
    return puzzle.difficulty, puzzle.id
