"""Moves as clicks: a tree whose branches are what can be clicked next and whose leaves are moves.

A screen that follows the tree needs no rule. There may be millions of moves, so the tree is only
laid out as far as it stays small; deeper branches are asked for when somebody gets there.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fourfold.core.errors import BadNotation

if TYPE_CHECKING:
    from fourfold.core.moves import Moves

LISTED = 4_000  # of up to so many moves the whole tree is made, and cut where it is too large
LISTED_OF_GROUPED = 300  # where they come grouped by their clicks, branches are found faster without a list
MOST_BRANCHES = 1_200  # a tree of so many branches is some 16 kB
BRANCHES_OF_MANY = 16  # finding the branches of very many moves takes longer

Tree = dict[str, "Tree | str | None"]  # a branch, the text of a move, or None: there is more, ask for it


class Clicks:
    """The ways to click the legal moves of a position.

    >>> import fourfold
    >>> clicks = Clicks(fourfold.game("exago").start().play("e5").moves())
    >>> clicks.tree()["d5"]
    'd5'
    >>> Clicks(fourfold.game("qawale").start().moves()).tree(["a1", "a2"])
    {'a3': {'a4': 'a1NNN', 'b3': 'a1NNE'}, 'b2': {'b3': 'a1NEN', 'c2': 'a1NEE', 'b1': 'a1NES'}}
    """

    def __init__(self, moves: "Moves") -> None:
        self._moves = moves
        self._is_listed = len(moves) <= (LISTED_OF_GROUPED if moves.game.is_grouped else LISTED)

    def tree(self, path: Sequence[str] = ()) -> Tree:
        """Lay the tree out from a path of clicks on, as far as it stays small; the nearest branches first."""
        return self._tree_of_few(path) if self._is_listed else self._tree_of_many(path)

    def whole_tree(self, path: Sequence[str] = ()) -> Tree:
        """Lay out the whole tree from a path on, where there are few enough moves; else what `tree` gives."""
        return self._branch(path) if len(self._moves) <= LISTED else self.tree(path)

    # ----- few moves: all of them are looked at

    @cached_property
    def _whole(self) -> tuple[Tree, int]:
        """The whole tree, and an upper bound for the number of its branches."""
        moves = self._moves
        root: Tree = {}
        branch: Any = root
        path: tuple[str, ...] = ()
        count = 0
        for before, last, text in moves.game.spell(moves.row, moves.codes()):
            if before is not path:  # moves that begin alike usually come one after the other
                branch, path = root, before
                for click in before:
                    branch = branch.setdefault(click, {})
            branch[last] = text
            count += len(before) + 1
        return root, count

    def _branch(self, path: Sequence[str]) -> Tree:
        branch: Any = self._whole[0]
        for click in path:
            branch = branch.get(click) if isinstance(branch, dict) else None
        if not isinstance(branch, dict):
            raise _no_such(path)
        return branch

    def _tree_of_few(self, path: Sequence[str]) -> Tree:
        branch = self._branch(path)
        return branch if self._whole[1] <= MOST_BRANCHES else _cut(branch)

    # ----- many moves: they come grouped by their clicks, so that the ends of a group can be searched for

    def _click(self, index: int, depth: int) -> str:
        return self._moves.game.click(self._moves.row, self._moves.code(index), depth)

    def _branches(self, first: int, end: int, depth: int) -> Iterator[tuple[str, int, int]]:
        """What can be clicked next among moves that begin alike: each click and where its moves lie."""
        last = self._click(end - 1, depth)
        while first < end:
            click = self._click(first, depth)
            high = end if click == last else self._end_of(click, first, end, depth)
            yield click, first, high
            first = high

    def _end_of(self, click: str, low: int, end: int, depth: int) -> int:
        """Where the moves with a click end that begin at `low`; others follow. In great leaps, then by halves."""
        leap = 1
        while low + leap < end and self._click(low + leap, depth) == click:
            low += leap
            leap *= 16
        high = min(low + leap, end)
        while high - low > 1:
            middle = (low + high) // 2
            if self._click(middle, depth) == click:
                low = middle
            else:
                high = middle
        return high

    def _is_whole(self, index: int, depth: int) -> bool:
        """Tell whether so many clicks make a move."""
        return len(self._moves.game.clicks(self._moves.row, self._moves.code(index))) == depth

    def _tree_of_many(self, path: Sequence[str]) -> Tree:
        first, end = 0, len(self._moves)
        for depth, wanted in enumerate(path):
            found = [(low, high) for click, low, high in self._branches(first, end, depth) if click == wanted]
            if not found or self._is_whole(found[0][0], depth + 1):
                raise _no_such(path)
            first, end = found[0]
        root: Tree = {}
        waiting = deque([(root, first, end, len(path))])
        left = BRANCHES_OF_MANY
        while waiting:
            branch, first, end, depth = waiting.popleft()
            for click, low, high in self._branches(first, end, depth):
                left -= 1
                if self._is_whole(low, depth + 1):
                    branch[click] = str(self._moves[low])
                elif left > 0:
                    deeper: Tree = {}
                    branch[click] = deeper
                    waiting.append((deeper, low, high, depth + 1))
                else:
                    branch[click] = None
        return root


def _cut(tree: Tree) -> Tree:
    """Copy a tree as far as it stays small, the nearest branches first."""
    root: Tree = {}
    waiting = deque([(tree, root)])
    left = MOST_BRANCHES
    while waiting:
        branch, copy = waiting.popleft()
        for click, below in branch.items():
            left -= 1
            if not isinstance(below, dict):
                copy[click] = below
            elif left > 0:
                deeper: Tree = {}
                copy[click] = deeper
                waiting.append((below, deeper))
            else:
                copy[click] = None
    return root


def _no_such(path: Sequence[str]) -> BadNotation:
    return BadNotation("fourfold.no_such_clicks", path=" ".join(path))
