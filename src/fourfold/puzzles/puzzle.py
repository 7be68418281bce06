"""Puzzles: what one is, and the file `puzzles.jsonl` of each game that holds them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Literal, get_args

from fourfold.core.position import Position
from fourfold.core.registry import facts, folder, game, list_games
from fourfold.puzzles.errors import UnknownPuzzle

Goal = Literal["win", "only", "draw", "hold", "points"]
GOALS: tuple[Goal, ...] = get_args(Goal)

NAME = "puzzles.jsonl"
ATTEMPTS = 5  # that each level has
COMMON_THEMES = (
    "win_in_one", "win_in_two", "win_in_three", "win_in_four", "only_win", "draw", "defence", "points", "endgame",
)  # fmt: skip


@dataclass(frozen=True)
class Puzzle:
    """A position with one right move.

    The goal is to `win` by force within `plies`, to find the `only` move that wins at all, the only one that makes a
    `draw`, to `hold` against a forced win of the other side within `plies`, or to make the most `points` with one turn.
    The solution is the right move and, where more are asked for, the answers and moves that follow.
    `solved` counts for each level of the computer, the weakest first, in how many of its attempts it finds the right
    move; `rating` is the rating of a player who finds it in half of the attempts.
    """

    game: str
    goal: Goal
    position: str
    solution: tuple[str, ...]
    plies: int = 1
    points: int = 0
    themes: tuple[str, ...] = ()
    rating: int = 0
    solved: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """A name that stays the same as long as the position does."""
        return sha256(self.position.encode()).hexdigest()[:10]

    @property
    def difficulty(self) -> int:
        """How many levels miss it more often than not."""
        return sum(2 * times < ATTEMPTS for times in self.solved)

    @property
    def moves(self) -> int:
        """How many moves a win takes: the solver's, or the other side's that is prevented."""
        return (self.plies + 1) // 2

    @property
    def own_moves(self) -> int:
        """How many moves of its own the solver has to find."""
        return len(self.solution) if self.goal == "points" else (len(self.solution) + 1) // 2

    @property
    def theme_codes(self) -> list[str]:
        """The messages that name its themes."""
        return [f"{'puzzles' if name in COMMON_THEMES else self.game}.theme.{name}" for name in self.themes]

    def start(self) -> Position:
        """The position to begin with."""
        return game(self.game).read(self.position)

    def line(self) -> list[Position]:
        """The positions from the first to the one after the solution."""
        positions = [self.start()]
        for move in self.solution:
            positions.append(positions[-1].play(move))
        return positions

    def to_line(self) -> str:
        """Write the puzzle as a line of JSON, without its game."""
        kept: dict[str, Any] = {"goal": self.goal, "position": self.position, "solution": self.solution}
        kept["plies"] = self.plies
        if self.goal == "points":
            kept["points"] = self.points
        return json.dumps({**kept, "themes": self.themes, "rating": self.rating, "solved": self.solved})

    @classmethod
    def of(cls, game_id: str, kept: Mapping[str, Any]) -> "Puzzle":
        """Read what `to_line` wrote."""
        lists = {name: tuple(kept[name]) for name in ("solution", "themes", "solved")}
        return cls(game_id, **{**kept, **lists})


@cache
def list_puzzles(game_id: str) -> tuple[Puzzle, ...]:
    """List the puzzles of a game, the easiest first.

    >>> puzzles = list_puzzles("qawale")
    >>> puzzles[0].rating <= puzzles[-1].rating
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
    return puzzle.rating, puzzle.id
