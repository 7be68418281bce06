"""PUCT within a limit: one tree grown with a net."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourfold.core.game import Game
from fourfold.core.net_features import Vision
from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.jit import Row, addresses
from fourfold.search.limit import Limit
from fourfold.search.mcts import puct
from fourfold.search.state import EARLIER, REPETITION

MOST_LEAVES = 8  # that wait for the net at once; more would save no time
LEAVES_A_TRY = 16  # for each so many tries one more leaf waits: a young tree is grown with care
MOST_ENTRIES = 1 << 20
NODES_A_SECOND = 20_000  # for the size of the tree, where time limits
MOST_ANSWERS = 1 << 12  # that are kept; then the cache begins anew

Ask = Callable[[NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]


@dataclass(frozen=True)
class PuctBranch:
    """A first move: its code, how often it was tried, the mover's chances after it, and what the rules settle.

    `settled` is 1, 0 or -1 for a win, a draw or a loss of the mover, or None.
    """

    move: int
    visits: int
    chances: float
    settled: int | None


class Memory:
    """A cache of the answers of a net for one tree: transpositions are evaluated once.

    >>> memory = Memory(lambda seen: (seen.astype(np.float32), np.full(len(seen), 0.5, np.float32)))
    >>> likings, chances = memory.ask(np.array([[1, 2], [3, 4], [1, 2]], np.int8))
    >>> likings.tolist(), memory.asked
    ([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]], 2)
    """

    def __init__(self, ask: Ask) -> None:
        self._ask, self._known = ask, dict[bytes, tuple[NDArray[np.float32], np.float32]]()
        self.asked = 0

    def ask(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Ask for those that are new, and give the answers for all."""
        if len(self._known) >= MOST_ANSWERS:
            self._known.clear()
        keys = [row.tobytes() for row in seen]
        new = {key: place for place, key in enumerate(keys) if key not in self._known}
        if new:
            self._known.update(zip(new, zip(*self._ask(seen[list(new.values())]), strict=True), strict=True))
            self.asked += len(new)
        likings, chances = zip(*(self._known[key] for key in keys), strict=True)
        return np.stack(likings), np.array(chances)


def grow_guided(
    game: Game, vision: Vision, row: Row, keys: Row, first: int, limit: Limit, ask: Ask
) -> tuple[PuctBranch, ...]:
    """Grow a tree from a row that two seats see, and return its first moves, the best first.

    A node of the limit is a try: one way down the tree. `ask` gives the net's likings and chances for the positions
    that wait.
    """
    began = limit.now()
    ends = None if limit.seconds is None else began + limit.seconds
    entries = min(MOST_ENTRIES, (limit.expect_nodes(NODES_A_SECOND) + 1) * puct.MOST_CHILDREN + 1)
    tree, control = np.zeros((entries, puct.ENTRY_WORDS), np.int64), np.zeros((1, puct.CONTROL_WORDS), np.int64)
    control[0, [puct.MADE, REPETITION, EARLIER]] = 1, game.repetition, first
    states, paths = (np.zeros((MOST_LEAVES, words), np.int64) for words in (len(row), puct.PATH_WORDS))
    seen, filled = np.zeros((MOST_LEAVES, vision.size), np.int8), np.zeros(1, np.int64)
    forest = puct.Forest(tree[None], control, keys[None], row[None], states, paths, seen, filled)
    scratch = puct.make_scratch(game, len(row))
    memory = Memory(ask)
    rules, eyes = game.rule_words, addresses(vision.kernels)
    while not tree[puct.ROOT, puct.CHILDREN] or not _is_done(tree, limit, ends, began):
        began = limit.now()
        leaves = min(MOST_LEAVES, 1 + int(tree[puct.ROOT, puct.VISITS]) // LEAVES_A_TRY)
        seen[:] = 0
        puct.gather_leaves(rules, eyes, forest, scratch, leaves, 4 * leaves, max(limit.most_nodes, 1), 0, 1)
        if filled[0]:
            likings, chances = memory.ask(seen[: filled[0]])
            puct.absorb_leaves(rules, eyes, forest, scratch, likings, chances, leaves, 0, 1)
    return _branches(tree, int(game.rules.to_move(row)))


def _is_done(tree: NDArray[np.int64], limit: Limit, ends: float | None, began: float) -> bool:
    """Tell whether to stop; where time limits, before a step that would most likely take too long."""
    if tree[puct.ROOT, puct.SETTLED] or tree[puct.ROOT, puct.VISITS] >= limit.most_nodes or limit.flag[0]:
        return True
    now = limit.now()
    return ends is not None and now + (now - began) > ends


def _branches(tree: NDArray[np.int64], seat: int) -> tuple[PuctBranch, ...]:
    found, first = [], int(tree[puct.ROOT, puct.CHILD])
    for child in tree[first : first + tree[puct.ROOT, puct.CHILDREN]].tolist():
        visits, settled = child[puct.VISITS], child[puct.SETTLED]
        chances = child[puct.TOTAL] / (visits * CERTAIN) if visits else 0.5
        if settled:
            chances = {puct.LOST: 0.0, puct.DRAW: 0.5, puct.WON: 1.0}[settled]
        chances = 1 - chances if seat else chances
        found.append(PuctBranch(child[puct.MOVE], visits, chances, round(2 * chances - 1) if settled else None))
    return tuple(sorted(found, key=_rank, reverse=True))


def _rank(branch: PuctBranch) -> tuple[bool, bool, int, float]:
    """A win before all, a loss behind all; else what was tried most."""
    return branch.settled == 1, branch.settled != -1, branch.visits, branch.chances
