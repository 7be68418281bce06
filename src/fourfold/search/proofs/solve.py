"""Proofs of what a game is worth from a position on, kept so that a proof that was stopped goes on where it was.

The first plies are walked through here, position by position, with those that turning and mirroring make the same taken
as one. About a position at the end of that walk only as much is found out as the proof needs, by search: whether it is
worth at least a draw, or a win, to the seat to move. Each answer is written down.
"""

import json
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path

import msgspec
import numpy as np

from fourfold.core.errors import BadValue
from fourfold.core.game import Game
from fourfold.core.position import Position
from fourfold.kernel.jit import DRAWN, RUNNING, Row
from fourfold.search.alphabeta.state import (
    ALARM,
    DESK_WORDS,
    HALTED,
    LEFT,
    NO_MOVE,
    PROVED,
    ROWS,
    SOLVING,
)
from fourfold.search.alphabeta.transposition_table import make_table
from fourfold.search.alphabeta.workspace import Layout
from fourfold.search.limit import Limit

WALKED = 2  # plies before the positions that are solved one by one
TABLE_BITS = 22  # 256 MB
WIN, DRAW, LOSS = 1, 0, -1

Question = tuple["_Place", int]  # is it worth at least so much to the seat to move?


@dataclass(frozen=True)
class Solved:
    """What was found out about one position, and what it took.

    Its key, the plies before it, the least and the most that it is worth to the seat to move.
    """

    key: int
    ply: int
    least: int
    most: int
    nodes: int
    seconds: float

    def __post_init__(self) -> None:
        if not LOSS <= self.least <= self.most <= WIN:
            raise ValueError(f"nothing is worth {self.least} at least and {self.most} at most")


@dataclass
class Proof:
    """What is proved about a position: its worth for the seat to move, or None as long as something is missing."""

    position: Position
    path: Path | None = None
    kept: list[Solved] = field(default_factory=list)
    value: int | None = None
    lost_nodes: int = 0  # of what was being found out when the limit was reached
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
        """The nodes of all that was found out, and of what was tried last."""
        return self.lost_nodes + sum(solved.nodes for solved in self.kept)

    @property
    def seconds(self) -> float:
        """The processor time of all that was found out, and of what was tried last."""
        return self.lost_seconds + sum(solved.seconds for solved in self.kept)

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            about = json.loads(lines[0])["position"] if lines else str(self.position)
            solved = [msgspec.convert(json.loads(line), Solved) for line in lines[1:] if line.endswith("}")]
        except (ValueError, TypeError, KeyError, msgspec.MsgspecError):
            raise BadValue("search.no_proof", path=str(path)) from None
        if about != str(self.position):
            raise BadValue("search.other_proof", path=str(path), position=str(self.position))
        self.kept = solved

    def _begin_writing(self) -> None:
        """Write what the proof is of; behind a line that was cut off goes on with the next."""
        if self.path is not None:
            with self.path.open("a+", encoding="utf-8") as file:
                file.seek(0)
                text = file.read()
                if not text:
                    file.write(json.dumps({"position": str(self.position)}))
                if not text.endswith("\n"):
                    file.write("\n")

    def _write(self, solved: Solved) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(solved.__dict__) + "\n")

    def go_on(self, limit: Limit, jobs: int = 1) -> Generator[Solved]:
        """Find out what is missing, so much at a time, until the value is proved or the limit reached.

        Each job has its own table, 256 MB, and its share of the nodes.
        """
        if jobs < 1:
            raise BadValue("search.bad_jobs", jobs=jobs)
        if self.value is not None:
            return
        self._begin_writing()
        game = self.position.game
        walk = _Walk(game, self.position.row.copy(), self.kept)
        idle = [_Solver(game, limit, limit.most_nodes // jobs) for _ in range(jobs)]
        with _Crew(walk, idle) as crew:
            while not walk.is_known and crew.is_at_work():
                for solver, solved in crew.wait():
                    if solved is None:
                        self.lost_nodes += solver.lost_nodes
                        self.lost_seconds += solver.lost_seconds
                    else:
                        self.kept.append(solved)
                        self._write(solved)
                        yield solved
        if walk.is_known:
            self.value = walk.first.least


@dataclass(eq=False)
class _Place:
    """A position on the walk, and the least and the most that it can be worth to the seat to move."""

    row: Row
    least: int = LOSS
    most: int = WIN
    before: "_Place | None" = None
    steps: list[tuple[int, "_Place"]] = field(default_factory=list)  # with 1 where the same seat moves on, else -1

    def learn(self, least: int, most: int) -> None:
        """Know more about its worth, and so perhaps about that of the place before."""
        least, most = max(least, self.least), min(most, self.most)
        if (least, most) != (self.least, self.most):
            self.least, self.most = least, most
            if self.before is not None:
                self.before.sum_up()

    def sum_up(self) -> None:
        """Learn from what can follow."""
        seen = [(at.least, at.most) if sign > 0 else (-at.most, -at.least) for sign, at in self.steps]
        self.learn(max(least for least, _ in seen), max(most for _, most in seen))

    def questions(self, worth: int) -> Iterator[Question]:
        """What is to be found out to know whether it is worth so much, the most useful first.

        Draws are expected: of what may be worth a draw one after the other is tried, but that nothing wins must be
        shown of all.
        """
        if self.most < worth or self.least >= worth:
            return
        if not self.steps:
            yield self, worth
            return
        each = (at.questions(worth if sign > 0 else 1 - worth) for sign, at in self.steps)
        yield from _in_turn(each) if worth == WIN else chain.from_iterable(each)


class _Walk:
    """The first plies: what the positions behind them say about the first one."""

    def __init__(self, game: Game, row: Row, kept: Iterable[Solved]) -> None:
        self.game = game
        self.ends: dict[int, list[_Place]] = {}
        self.first = self._walk(row, WALKED)
        for solved in kept:
            self.learn(solved)

    @property
    def is_known(self) -> bool:
        """Whether nothing is left to be found out."""
        return self.first.least == self.first.most

    def learn(self, solved: Solved) -> None:
        """Take in what was found out."""
        for place in self.ends.get(solved.key, ()):
            place.learn(solved.least, solved.most)

    def key(self, row: Row) -> int:
        """The same for all rows that turning and mirroring make the same."""
        return int(self.game.symmetric_key(row))

    def _walk(self, row: Row, plies: int) -> _Place:
        """Go so many plies on, to positions that are the same once, to those with the fewest moves first."""
        rules, work = self.game.rules, np.zeros(self.game.work_words, np.int64)
        place, status, mover = _Place(row), int(rules.status(row)), int(rules.to_move(row))
        if status != RUNNING:
            place.least = place.most = DRAW if status == DRAWN else WIN if status == mover + 1 else LOSS
        elif plies == 0:
            self.ends.setdefault(self.key(row), []).append(place)
        else:
            found: dict[int, tuple[int, Row]] = {}
            for index in range(int(rules.count(row, work))):
                after = row.copy()
                rules.play(after, rules.nth(row, index, work))
                found.setdefault(self.key(after), (int(rules.count(after, work.copy())), after))
            for _, after in sorted(found.values(), key=lambda each: each[0]):
                is_same = rules.status(after) == RUNNING and rules.to_move(after) == mover
                place.steps.append((1 if is_same else -1, self._walk(after, plies - 1)))
            place.sum_up()
            for _, after_place in place.steps:
                after_place.before = place
        return place


def _in_turn(each: Iterable[Iterator[Question]]) -> Iterator[Question]:
    """The first of each, then the second of each, and so on."""
    for several in zip_longest(*each):
        yield from (question for question in several if question is not None)


class _Solver:
    """Answers one question after the other with one table."""

    def __init__(self, game: Game, limit: Limit, nodes: int) -> None:
        self.game = game
        self.limit = limit
        self.began = time.monotonic()
        self.table = np.zeros(0, np.int64)  # made with the first question
        self.desk = np.zeros(DESK_WORDS, np.int64)
        self.left = nodes
        self.lost_nodes, self.lost_seconds = 0, 0.0

    def stop(self) -> None:
        """Break off what is being found out, in whatever thread; there will be no answer."""
        self.desk[ALARM] = 1

    def find_out(self, row: Row, worth: int) -> Solved | None:
        """Whether a row is worth so much to the seat to move, or None where the limit does not suffice."""
        game, rest = self.game, None
        if self.limit.seconds is not None:
            rest = self.limit.seconds - (time.monotonic() - self.began)
        if self.left <= 0 or (rest is not None and rest <= 0):
            return None
        if not len(self.table):
            self.table = make_table(1 << 62, TABLE_BITS)
        layout, desk = Layout(game, self.table, self.desk), self.desk
        desk[[LEFT, SOLVING, HALTED]] = self.left, 1, 0
        width = int(game.rules.count(row, layout.work[0]))
        moves = np.array([game.rules.nth(row, index, layout.work[0]) for index in range(width)], np.int64)
        values, firms, tops = (np.zeros(size, np.int64) for size in (width, width, 1))
        lines = np.full((width, ROWS + 2), NO_MOVE)
        depth = game.plies_left(row)
        assert depth is not None
        began = time.thread_time()
        part = Limit(nodes=self.left, seconds=rest)
        with part.ringing(desk, ALARM):
            # A draw is 0 to the search too, and between it, a loss and a win lies nothing.
            done = layout.search(row, moves, values, firms, lines, tops, depth, worth - 1, worth, stop=self.limit.flag)
        nodes, self.left = self.left - int(desk[LEFT]), int(desk[LEFT])
        seconds = round(time.thread_time() - began, 3)
        best = int(values[:done].argmax()) if done else 0
        if done and values[best] >= worth and firms[best]:
            least, most = WIN if values[best] >= PROVED else worth, WIN
        elif done == width and values[best] < worth and firms.all():
            least, most = LOSS, LOSS if values[best] <= -PROVED else worth - 1
        else:
            self.lost_nodes, self.lost_seconds = nodes, seconds
            return None
        return Solved(int(game.symmetric_key(row)), int(row[game.ply_word]), least, most, nodes, seconds)


class _Crew:
    """Solvers that look for the answers to a walk's questions, each in a thread, until one has reached the limit."""

    def __init__(self, walk: _Walk, solvers: Sequence[_Solver]) -> None:
        self.walk = walk
        self.idle = list(solvers)
        self.busy: dict[Future[Solved | None], tuple[int, _Solver]] = {}
        self.is_enough = False
        self.pool = ThreadPoolExecutor(len(solvers))

    def __enter__(self) -> "_Crew":
        return self

    def __exit__(self, *_: object) -> None:
        for _key, solver in self.busy.values():  # what they are at is not needed any more
            solver.stop()
        self.pool.shutdown()

    def is_at_work(self) -> bool:
        """Give whoever is idle a question that nobody is at; tell whether anybody has one."""
        first = self.walk.first
        asked = {key for key, _ in self.busy.values()}
        for place, worth in () if self.is_enough else chain(first.questions(WIN), first.questions(DRAW)):
            if not self.idle:
                break
            key = self.walk.key(place.row)
            if key not in asked:
                solver = self.idle.pop()
                self.busy[self.pool.submit(solver.find_out, place.row, worth)] = key, solver
                asked.add(key)
        return bool(self.busy)

    def wait(self) -> Iterator[tuple[_Solver, Solved | None]]:
        """Wait for answers, and let the walk learn them; None for an answer tells that the limit was reached."""
        for done in wait(self.busy, return_when=FIRST_COMPLETED).done:
            _, solver = self.busy.pop(done)
            solved = done.result()
            if solved is None:
                self.is_enough = True
            else:
                self.idle.append(solver)
                self.walk.learn(solved)
            yield solver, solved
