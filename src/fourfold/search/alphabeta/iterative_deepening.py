"""Iterative deepening: alpha-beta depth by depth, until the limit is reached or nothing is left to find out."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.evaluation import judge_nothing
from fourfold.kernel.jit import Row
from fourfold.search import state as search_state
from fourfold.search.alphabeta import state as ab
from fourfold.search.alphabeta.helper_threads import helping
from fourfold.search.alphabeta.root import SOLVED_BETWEEN, RootMoves, search_root
from fourfold.search.alphabeta.transposition_table import make_table
from fourfold.search.limit import DEEPEST, ENDLESS, Limit

SOLVED_AFTER = 2  # plies that are searched before a position is solved: what they find is tried first
SOLVED_LATEST = 4  # plies that are searched before, if they take little: what they find is played if solving fails
SEARCHED_SHARE = 0.1  # of the limit, after which solving begins
SOLVING_SHARE = 0.9  # of the limit, for solving
NODES_A_SECOND = 8_000_000  # for the size of the table, where time limits


@dataclass(frozen=True)
class SearchLine:
    """A root move: the codes of its principal variation, and its value for the seat to move.

    The value is exact only for the best lines, as many as were asked for; for the rest it is a bound from above.
    A move that was not searched is even.
    """

    moves: tuple[int, ...]
    value: int
    is_proved: bool


@dataclass(frozen=True)
class Findings:
    """The lines that a search found, the best first; what is proved; how deep, and in how many nodes.

    `proved` is 1, 0 or -1 for a win, a draw or a loss of the seat to move, or None.
    """

    lines: tuple[SearchLine, ...]
    proved: int | None
    depth: int
    nodes: int


def deepen(
    game: Game, row: Row, keys: Row, first: int, limit: Limit, *, wanted: int = 1, overlooked: int = 0, threads: int = 1
) -> Findings:
    """Search from a row with two seats and nothing hidden; `keys` are those of the earlier rows, `first` of them.

    Several threads solve endings sooner; what they find is as certain, but not the same each time.

    >>> import fourfold
    >>> from fourfold.search.alphabeta.state import ROWS
    >>> from fourfold.search.repetition import begin_keys
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> found = deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(nodes=1000))
    >>> found.proved, position.game.notation.format_move(row=position.row, move=found.lines[0].moves[0])
    (1, 'e1')
    """
    begun = search_state.begin_search(
        limit, game, row, rows=ab.ROWS, words=ab.CONTROL_WORDS, overlooked=overlooked, keys=keys, earlier=first
    )
    with begun as space:  # the clock runs from now on: to make tables takes time too
        space.control[ab.GLANCING] = game.opinions.judge is not judge_nothing and not overlooked
        return _Deepening(game, row, limit, space, wanted, threads).run()


class _Deepening:
    """One search, iteration by iteration; `roots` holds what the iterations so far have found."""

    def __init__(
        self, game: Game, row: Row, limit: Limit, space: search_state.Space, wanted: int, threads: int
    ) -> None:
        self.game, self.row, self.limit, self.space, self.threads = game, row, limit, space, threads
        self.workspace = ab.make_workspace(space, make_table(limit.expect_nodes(NODES_A_SECOND)))
        self.control = space.control
        self.width = int(game.rules.count(row, space.work[0]))
        self.roots = RootMoves.of(self._list_moves())
        self.tops = np.zeros(min(wanted, len(self.roots.moves)), np.int64)
        self.proof: int | None = None
        self.depth, self.helper_nodes = 0, 0
        self.began = limit.now()

    def _list_moves(self) -> Row:
        """The root moves that are searched, in random order: of equals the first is played."""
        moves = search_state.list_moves(self.game, self.row, ab.MOST_LISTED)
        if self.control[search_state.OVERLOOKED]:
            seen = [not search_state.is_overlooked(self.control, move) for move in moves.tolist()]
            moves = moves[seen] if any(seen) else moves
        np.random.default_rng(int(self.control[search_state.SALT]) & 0xFFFFFFFFFFFF).shuffle(moves)
        return moves

    def _plan(self) -> Iterator[tuple[int, int]]:
        """The iterations: each a depth and, where it solves the position, for how many lines, else 0."""
        left, lines = self.game.plies_left(self.row), len(self.tops)
        last = min(self.limit.depth or DEEPEST, left or DEEPEST)
        is_solvable = left is not None and left <= self.game.solvable and last == left
        is_unsolved = is_solvable and not self.control[search_state.OVERLOOKED]
        for depth in range(1, last + 1):
            is_late = depth > SOLVED_LATEST or depth == last or self._used() > SEARCHED_SHARE
            if is_unsolved and depth > SOLVED_AFTER and is_late:
                is_unsolved = False
                yield from ((last, best) for best in sorted({1, lines}))
            yield depth, 0

    def _used(self) -> float:
        """The share of the limit that is used up."""
        nodes = search_state.nodes_of(self.limit, self.space) / max(self.limit.most_nodes, 1)
        return nodes if self.limit.seconds is None else max(nodes, (self.limit.now() - self.began) / self.limit.seconds)

    def run(self) -> Findings:
        """Search deeper and deeper."""
        for depth, solved in self._plan():
            found = self.roots.take(np.arange(len(self.roots.moves)))
            done = self._search(found, depth, solved)
            is_won = done > 0 and found.values[:done].max() >= ab.DECISIVE
            is_cut = done < len(found.moves) and not is_won
            if solved and is_cut:  # nothing new is known for certain: go on with estimates, unless it is solved already
                if self.proof is not None:
                    break
                self.roots = self.roots.take(lost_last(found, np.arange(done)))
                continue
            if done >= len(self.tops):
                if not is_cut:
                    self.proof = self._prove(found, done)
                if solved == 1 < len(self.tops) and not is_won:
                    _forget_bounds(found)
                self.roots = found.take(lost_last(found, np.argsort(-found.values[:done], kind="stable")))
                self.depth = depth
            if is_cut or (self.proof is not None and solved in (0, len(self.tops))):
                break
        lines = tuple(
            SearchLine(_until_end(line), int(value), bool(proved))
            for line, value, proved in zip(self.roots.lines, self.roots.values, self.roots.proved, strict=True)
        )
        return Findings(
            lines, self.proof, self.depth, search_state.nodes_of(self.limit, self.space) + self.helper_nodes
        )

    def _search(self, found: RootMoves, depth: int, solved: int) -> int:
        """One iteration; return how many moves were done."""
        helpers = self.threads - 1 if solved and not self.game.repetition else 0
        floor, ceiling = SOLVED_BETWEEN if solved else (-ab.INFINITE, ab.INFINITE)
        tops = self.tops[: solved or len(self.tops)]
        with (
            _solving(self.control, self.limit) if solved else nullcontext(),
            helping(self.game, self.row, found.moves, self.workspace.table, depth, helpers) as controls,
        ):
            done = search_root(self.game.search_words, self.workspace, found, tops, depth, floor, ceiling)
        self.helper_nodes += sum(ENDLESS - int(control[search_state.NODES_LEFT]) for control in controls)
        return int(done)

    def _prove(self, found: RootMoves, done: int) -> int | None:
        """What the values of the root moves prove."""
        best = int(found.values[:done].max())
        if best >= ab.DECISIVE:
            return 1
        if done < self.width or not found.proved[:done].all():
            return None
        return -1 if best <= -ab.DECISIVE else 0


def lost_last(found: RootMoves, order: Row) -> Row:
    """The places of the moves that were done, in this order, then of the others; of those that lose last of all."""
    is_lost = found.values[order] <= -ab.DECISIVE
    return np.concatenate([order[~is_lost], np.arange(len(order), len(found.moves)), order[is_lost]])


def _forget_bounds(found: RootMoves) -> None:
    """Where one line alone was solved, the values of the others are only bounds, and prove nothing."""
    is_bound = np.abs(found.values) < ab.DECISIVE
    is_bound[int(found.values.argmax())] = False
    found.proved[is_bound] = 0


@contextmanager
def _solving(control: Row, limit: Limit) -> Iterator[None]:
    """Take a share of what is left of the limit for solving, and give back what is not used."""
    kept = int(control[search_state.NODES_LEFT] * (1 - SOLVING_SHARE))
    control[search_state.NODES_LEFT] -= kept
    control[ab.SOLVING] = 1
    with limit.ringing(control, search_state.RECESS, SOLVING_SHARE):
        yield
    control[[ab.SOLVING, search_state.STOPPED, search_state.RECESS]] = 0
    control[search_state.NODES_LEFT] += kept


def _until_end(line: Row) -> tuple[int, ...]:
    codes = line.tolist()
    return tuple(codes[: codes.index(search_state.NO_MOVE)])
