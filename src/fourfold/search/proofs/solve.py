"""Solving: proofs of the game-theoretic value of a position, kept in a file so that a stopped proof can go on.

The first plies are a tree of positions, with those that symmetry makes the same taken as one. About a leaf of that tree
only as much is found out as the proof needs: whether it is worth at least a draw, or a win, to the seat to move. Where
the game knows an easier question (`maker_breaker`), that is asked first; what it leaves open, alpha-beta search answers
with a null window. Each answer is written to the file.
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
from fourfold.kernel.evaluation import relax_nothing
from fourfold.kernel.jit import DRAWN, RUNNING, Row
from fourfold.search.alphabeta.root import RootMoves, search_root
from fourfold.search.alphabeta.state import CONTROL_WORDS, DECISIVE, ROWS, SOLVING, make_workspace
from fourfold.search.alphabeta.transposition_table import make_table
from fourfold.search.limit import ENDLESS, Limit
from fourfold.search.proofs.maker_breaker import cannot_win, relaxed_key
from fourfold.search.proofs.maker_breaker import make_workspace as make_relaxed
from fourfold.search.state import ALARM, NODES_LEFT, STOPPED, Space, list_moves, make_space

TREE_PLIES = 2  # before the positions that are solved one by one
TABLE_BITS = 22  # 256 MB
WIN, DRAW, LOSS = 1, 0, -1

Question = tuple["_Node", int]  # is it worth at least so much to the seat to move?


def maker_of(game: Game, row: Row, worth: int) -> int:
    """The seat that has to win for the answer that is not expected: a draw is."""
    mover = int(game.rules.to_move(row))
    return mover if worth == WIN else 1 - mover


def easier_key(game: Game, row: Row, worth: int) -> int:
    """The same for all rows about which the game's easier question is the same (see `maker_breaker`)."""
    return int(relaxed_key(game.search_words, row.copy(), maker_of(game, row, worth)))


@dataclass(frozen=True)
class Solved:
    """An answer: the key of a position, its ply, bounds of its value to the seat to move, and what it took to find."""

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
        """Write the position that the proof is of; end a line that was cut off."""
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
        """Answer one question after the other until the value is proved or the limit reached.

        Each job has its own table, 256 MB, and its share of the nodes.
        """
        if jobs < 1:
            raise BadValue("search.bad_jobs", jobs=jobs)
        if self.value is not None:
            return
        self._begin_writing()
        game = self.position.game
        tree = _Tree(game, self.position.row.copy(), self.kept)
        idle = [_Solver(game, limit, limit.most_nodes // jobs) for _ in range(jobs)]
        with _SolverPool(tree, idle) as pool:
            while not tree.is_known and pool.is_at_work():
                for solver, solved in pool.wait():
                    if solved is None:
                        self.lost_nodes += solver.lost_nodes
                        self.lost_seconds += solver.lost_seconds
                    else:
                        self.kept.append(solved)
                        self._write(solved)
                        yield solved
        if tree.is_known:
            self.value = tree.root.least


@dataclass(eq=False)
class _Node:
    """A position of the tree, and bounds of its value to the seat to move."""

    row: Row
    least: int = LOSS
    most: int = WIN
    parent: "_Node | None" = None
    children: list[tuple[int, "_Node"]] = field(default_factory=list)  # with 1 where the same seat moves on, else -1

    def learn(self, least: int, most: int) -> None:
        """Narrow the bounds, and so perhaps those of the parent."""
        least, most = max(least, self.least), min(most, self.most)
        if (least, most) != (self.least, self.most):
            self.least, self.most = least, most
            if self.parent is not None:
                self.parent.sum_up()

    def sum_up(self) -> None:
        """Narrow the bounds by those of the children."""
        seen = [(at.least, at.most) if sign > 0 else (-at.most, -at.least) for sign, at in self.children]
        self.learn(max(least for least, _ in seen), max(most for _, most in seen))

    def questions(self, worth: int) -> Iterator[Question]:
        """The questions whose answers tell whether it is worth so much, the most useful first.

        Draws are expected: moves that may draw are tried one after the other, but that none wins must be shown of all.
        """
        if self.most < worth or self.least >= worth:
            return
        if not self.children:
            yield self, worth
            return
        each = (at.questions(worth if sign > 0 else 1 - worth) for sign, at in self.children)
        yield from _in_turn(each) if worth == WIN else chain.from_iterable(each)


class _Tree:
    """The first plies as a tree: what its leaves prove about the root."""

    def __init__(self, game: Game, row: Row, kept: Iterable[Solved]) -> None:
        self.game = game
        self.leaves: dict[int, list[_Node]] = {}
        self.root = self._grow(row, TREE_PLIES)
        for solved in kept:
            self.learn(solved)

    @property
    def is_known(self) -> bool:
        """Whether nothing is left to be found out."""
        return self.root.least == self.root.most

    def learn(self, solved: Solved) -> None:
        """Take in what was found out."""
        for node in self.leaves.get(solved.key, ()):
            node.learn(solved.least, solved.most)

    def key(self, row: Row) -> int:
        """The same for all rows that symmetry makes the same."""
        return int(self.game.opinions.symmetric_key(row))

    def _grow(self, row: Row, plies: int) -> _Node:
        """Grow the tree by so many plies: positions that are the same once, those with the fewest replies first.

        Where the replies are in the tree too, only those count about which different questions will be asked.
        """
        rules, work = self.game.rules, np.zeros(self.game.work_words, np.int64)
        node, status, mover = _Node(row), int(rules.status(row)), int(rules.to_move(row))
        if status != RUNNING:
            node.least = node.most = DRAW if status == DRAWN else WIN if status == mover + 1 else LOSS
        elif plies == 0:
            for key in (self.key(row), *(easier_key(self.game, row, worth) for worth in (WIN, DRAW))):
                self.leaves.setdefault(key, []).append(node)
        else:
            found: dict[int, Row] = {}
            for index in range(int(rules.count(row, work))):
                after = row.copy()
                rules.play(after, rules.nth(row, index, work))
                found.setdefault(self.key(after), after)
            for after in found.values():
                is_same = rules.status(after) == RUNNING and rules.to_move(after) == mover
                node.children.append((1 if is_same else -1, self._grow(after, plies - 1)))
            node.children.sort(key=lambda each: self._replies(each[1]))
            node.sum_up()
            for _, child in node.children:
                child.parent = node
        return node

    def _replies(self, node: _Node) -> int:
        """How many replies there are to the move that led to a position."""
        if not node.children:
            return int(self.game.rules.count(node.row, np.zeros(self.game.work_words, np.int64)))
        return len({easier_key(self.game, child.row, DRAW) for _, child in node.children})


def _in_turn(each: Iterable[Iterator[Question]]) -> Iterator[Question]:
    """The first of each, then the second of each, and so on."""
    for several in zip_longest(*each):
        yield from (question for question in several if question is not None)


class _Solver:
    """Answers one question after the other with one transposition table."""

    def __init__(self, game: Game, limit: Limit, nodes: int) -> None:
        self.game = game
        self.limit = limit
        self.began = time.monotonic()
        self.table = np.zeros(0, np.int64)  # made with the first question
        self.control = np.zeros(CONTROL_WORDS, np.int64)
        self.left = nodes
        self.lost_nodes, self.lost_seconds = 0, 0.0

    def stop(self) -> None:
        """Stop the search, from any thread; there will be no answer."""
        self.control[ALARM] = 1

    def find_out(self, row: Row, worth: int) -> Solved | None:
        """Whether a row is worth so much to the seat to move, or None where the limit does not suffice."""
        game, control, rest = self.game, self.control, None
        if self.limit.seconds is not None:
            rest = self.limit.seconds - (time.monotonic() - self.began)
        if self.left <= 0 or (rest is not None and rest <= 0):
            return None
        if not len(self.table):
            self.table = make_table(ENDLESS, TABLE_BITS)
        control[[NODES_LEFT, SOLVING, STOPPED]] = self.left, 1, 0
        began = time.thread_time()
        with Limit(nodes=self.left, seconds=rest).ringing(control, ALARM):
            is_easy = self._is_easy(row, worth)
            bounds = self._find(row, worth) if not is_easy else (LOSS, DRAW) if worth == WIN else (DRAW, WIN)
        nodes, self.left = self.left - int(control[NODES_LEFT]), int(control[NODES_LEFT])
        seconds = round(time.thread_time() - began, 3)
        if bounds is None:
            self.lost_nodes, self.lost_seconds = nodes, seconds
            return None
        key = easier_key(game, row, worth) if is_easy else int(game.opinions.symmetric_key(row))
        return Solved(key, int(row[game.ply_word]), *bounds, nodes, seconds)

    def _begin(self, row: Row) -> tuple[Space, int]:
        """The space of a search from a row, and how many plies are left at most."""
        left = self.game.plies_left(row)
        assert left is not None
        return make_space(self.game, row, self.control, self.limit.flag, rows=ROWS), left

    def _is_easy(self, row: Row, worth: int) -> bool:
        """Whether the easier question, where the game has one, answers this one too."""
        if self.game.opinions.relax is relax_nothing:
            return False
        space, left = self._begin(row)
        maker = maker_of(self.game, row, worth)
        return bool(cannot_win(self.game.search_words, make_relaxed(space, self.table), left, maker))

    def _find(self, row: Row, worth: int) -> tuple[int, int] | None:
        """Bounds by alpha-beta search."""
        space, left = self._begin(row)
        roots, top = RootMoves.of(list_moves(self.game, row)), np.zeros(1, np.int64)
        # A draw is 0 to the search too, and between it, a loss and a win lies nothing.
        workspace = make_workspace(space, self.table)
        done = int(search_root(self.game.search_words, workspace, roots, top, left, worth - 1, worth))
        best = int(roots.values[:done].argmax()) if done else 0
        value = int(roots.values[best])
        if done and value >= worth and roots.proved[best]:
            return WIN if value >= DECISIVE else worth, WIN
        if done == len(roots.moves) and value < worth and roots.proved.all():
            return LOSS, LOSS if value <= -DECISIVE else worth - 1
        return None


class _SolverPool:
    """A pool of solvers that answer the questions of a tree, each in a thread, until one has reached the limit."""

    def __init__(self, tree: _Tree, solvers: Sequence[_Solver]) -> None:
        self.tree = tree
        self.idle = list(solvers)
        self.busy: dict[Future[Solved | None], tuple[int, _Solver]] = {}
        self.is_enough = False
        self.executor = ThreadPoolExecutor(len(solvers))

    def __enter__(self) -> "_SolverPool":
        return self

    def __exit__(self, *_: object) -> None:
        for _key, solver in self.busy.values():  # their answers are not needed any more
            solver.stop()
        self.executor.shutdown()

    def is_at_work(self) -> bool:
        """Give idle solvers questions that no other solver has; tell whether any solver is busy."""
        root = self.tree.root
        asked = {key for key, _ in self.busy.values()}
        for node, worth in () if self.is_enough else chain(root.questions(WIN), root.questions(DRAW)):
            if not self.idle:
                break
            key = easier_key(self.tree.game, node.row, worth)
            if key not in asked:
                solver = self.idle.pop()
                self.busy[self.executor.submit(solver.find_out, node.row, worth)] = key, solver
                asked.add(key)
        return bool(self.busy)

    def wait(self) -> Iterator[tuple[_Solver, Solved | None]]:
        """Wait for answers, and let the tree learn them; None for an answer tells that the limit was reached."""
        for done in wait(self.busy, return_when=FIRST_COMPLETED).done:
            _, solver = self.busy.pop(done)
            solved = done.result()
            if solved is None:
                self.is_enough = True
            else:
                self.idle.append(solver)
                self.tree.learn(solved)
            yield solver, solved
