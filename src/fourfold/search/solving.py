"""Proofs of what a game is worth from a position on, kept so that a proof that was stopped goes on where it was.

The first plies are walked through here, position by position, with those that turning and mirroring make the same taken
as one; each position at the end of that walk is solved by search and written down before the next one begins.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fourfold.core.errors import BadValue
from fourfold.core.game import Game
from fourfold.core.position import Position
from fourfold.kernel.jit import DRAWN, RUNNING, Row
from fourfold.search.deepening import ROWS
from fourfold.search.desk import (
    ALARM,
    DESK_WORDS,
    LEFT,
    MOST_SOLVED,
    NO_MOVE,
    NOTE_WORDS,
    PROVED,
    SOLVING,
)
from fourfold.search.limit import Limit
from fourfold.search.root import search_root
from fourfold.search.transposition import make_table

WALKED = 2  # plies before the positions that are solved one by one
TABLE_BITS = 22  # 256 MB
WIN, DRAW, LOSS = 1, 0, -1


@dataclass(frozen=True)
class Solved:
    """One solved position: its key, the plies before it, its worth for the seat to move, and what it took."""

    key: int
    ply: int
    value: int
    nodes: int
    seconds: float


@dataclass
class Proof:
    """What is proved about a position: its worth for the seat to move, or None as long as something is missing."""

    position: Position
    path: Path | None = None
    kept: dict[int, Solved] = field(default_factory=dict)
    value: int | None = None
    lost_nodes: int = 0  # of the position that was being solved when the limit was reached
    lost_seconds: float = 0.0

    def __post_init__(self) -> None:
        game, row = self.position.game, self.position.row.copy()
        if self.position.outcome is not None:
            raise BadValue("search.solved_is_over", reason=self.position.outcome.reason)
        theory = game.theory(row)
        if theory is not None:
            self.value = theory.result
        elif game.plies_left(row) is None:
            raise BadValue("search.not_solvable", game=game.name)
        if self.path is not None and self.path.exists():
            self._read(self.path)

    @property
    def nodes(self) -> int:
        """The nodes of all that was solved, and of what was tried last."""
        return self.lost_nodes + sum(solved.nodes for solved in self.kept.values())

    @property
    def seconds(self) -> float:
        """The processor time of all that was solved, and of what was tried last."""
        return self.lost_seconds + sum(solved.seconds for solved in self.kept.values())

    def _read(self, path: Path) -> None:
        lines = path.read_text(encoding="utf-8").splitlines()
        try:
            about = json.loads(lines[0])["position"] if lines else None
            solved = [Solved(**json.loads(line)) for line in lines[1:] if line.endswith("}")]
        except (ValueError, TypeError, KeyError):
            about, solved = "", []
        if lines and about != str(self.position):
            raise BadValue("search.other_proof", path=str(path), position=str(self.position))
        self.kept = {each.key: each for each in solved}

    def _write(self, data: dict[str, Any]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(data) + "\n")

    def go_on(self, limit: Limit) -> Iterator[Solved]:
        """Solve what is missing, position by position, until the value is proved or the limit reached."""
        if self.value is not None:
            return
        if self.path is not None and not self.path.exists():
            self._write({"position": str(self.position)})
        solver = _Solver(self.position.game, limit)
        walk = _Walk(self.position.game, self.kept)
        missing = walk.find_missing(self.position.row.copy(), WALKED)
        while missing is not None:
            solved = solver.solve(missing)
            if solved is None:
                self.lost_nodes, self.lost_seconds = solver.lost_nodes, solver.lost_seconds
                return
            self.kept[solved.key] = solved
            self._write(solved.__dict__)
            yield solved
            missing = walk.find_missing(self.position.row.copy(), WALKED)
        self.value = walk.bounds(self.position.row.copy(), WALKED)[0]


class _Walk:
    """The first plies: what the positions that are solved say about the first one."""

    def __init__(self, game: Game, kept: dict[int, Solved]) -> None:
        self.game = game
        self.kept = kept
        self._children: dict[bytes, list[tuple[int, Row]]] = {}
        self.key: Callable[[Row], int] = game.symmetric_key

    def children(self, row: Row) -> list[tuple[int, Row]]:
        """The positions after one move, those that are the same once; with 1 where the same seat moves on, else -1."""
        own = row.tobytes()
        if own in self._children:
            return self._children[own]
        work = np.zeros(self.game.work_words, np.int64)
        found: dict[int, tuple[int, Row]] = {}
        for index in range(int(self.game.rules.count(row, work))):
            after = row.copy()
            self.game.rules.play(after, self.game.rules.nth(row, index, work))
            same = self.game.rules.status(after) == RUNNING and self.game.rules.to_move(after) == self._mover(row)
            found.setdefault(int(self.key(after)), (1 if same else -1, after))
        self._children[own] = list(found.values())
        return self._children[own]

    def _mover(self, row: Row) -> int:
        return int(self.game.rules.to_move(row))

    def bounds(self, row: Row, plies: int) -> tuple[int, int]:
        """The least and the most that a row can be worth to the seat to move, as far as is known."""
        status = int(self.game.rules.status(row))
        if status != RUNNING:
            worth = DRAW if status == DRAWN else (WIN if status == self._mover(row) + 1 else LOSS)
            return worth, worth
        if plies == 0:
            solved = self.kept.get(int(self.key(row)))
            return (solved.value, solved.value) if solved else (LOSS, WIN)
        found = [self._seen(sign, after, plies) for sign, after in self.children(row)]
        return max(least for least, _ in found), max(most for _, most in found)

    def _seen(self, sign: int, after: Row, plies: int) -> tuple[int, int]:
        """The bounds of what follows, as the seat sees them that moved."""
        least, most = self.bounds(after, plies - 1)
        return (least, most) if sign > 0 else (-most, -least)

    def find_missing(self, row: Row, plies: int) -> Row | None:
        """A row that must be solved next; None when the value is known."""
        least, most = self.bounds(row, plies)
        if least == most:
            return None
        if plies == 0:
            return row
        for sign, after in self.children(row):
            low, high = self._seen(sign, after, plies)
            if high == most and low < high:
                return self.find_missing(after, plies - 1)
        raise AssertionError("what is not known depends on something that is not known")


class _Solver:
    """Solves rows one after the other with one table."""

    def __init__(self, game: Game, limit: Limit) -> None:
        self.game = game
        self.limit = limit
        self.began = time.monotonic()
        self.table = make_table(1 << 62, TABLE_BITS)
        self.left = limit.most_nodes
        self.lost_nodes, self.lost_seconds = 0, 0.0

    def solve(self, row: Row) -> Solved | None:
        """The worth of a row for the seat to move, or None where the limit does not suffice."""
        game, rest = self.game, None
        if self.limit.seconds is not None:
            rest = self.limit.seconds - (time.monotonic() - self.began)
        if self.left <= 0 or (rest is not None and rest <= 0):
            return None
        work = np.zeros((ROWS, game.work_words), np.int64)
        width = int(game.rules.count(row, work[0]))
        moves = np.array([game.rules.nth(row, index, work[0]) for index in range(width)], np.int64)
        states = np.zeros((ROWS, len(row)), np.int64)
        states[0] = row
        desk = np.zeros(DESK_WORDS, np.int64)
        desk[[LEFT, SOLVING]] = self.left, 1
        lists, ranks = (np.zeros((ROWS, MOST_SOLVED), np.int64) for _ in range(2))
        values, firms, tops = (np.zeros(size, np.int64) for size in (width, width, 1))
        lines = np.full((width, ROWS + 2), NO_MOVE)
        depth = game.plies_left(row)
        assert depth is not None
        began = time.process_time()
        part = Limit(nodes=self.left, seconds=rest)
        with part.ringing(desk, ALARM):
            done = search_root(
                *game.rules, game.evaluate, game.judge, game.symmetric_key, states, work, lists,
                ranks, np.zeros(2, np.int64), self.table, np.zeros(0, np.int64), np.full((ROWS, NOTE_WORDS), NO_MOVE),
                desk, self.limit.flag, moves, values, firms, lines, tops, depth,
            )  # fmt: skip
        nodes, self.left = self.left - int(desk[LEFT]), int(desk[LEFT])
        seconds = round(time.process_time() - began, 3)
        best = int(values[:done].max()) if done else 0
        if best < PROVED and (done < width or not firms.all()):
            self.lost_nodes, self.lost_seconds = nodes, seconds
            return None
        value = WIN if best >= PROVED else LOSS if best <= -PROVED else DRAW
        key = int(game.symmetric_key(row))
        return Solved(key, int(row[game.ply_word]), value, nodes, seconds)
