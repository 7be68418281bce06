"""Moves as clicks: a tree whose branches are what can be clicked next and whose leaves are moves.

A screen that follows the tree needs no rule. There may be millions of moves, so the tree is only
laid out as far as it stays small; deeper branches are asked for when somebody gets there.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fourfold.core.errors import BadNotation

if TYPE_CHECKING:
    from fourfold.core.moves import Moves

LISTED = 4_000  # up to so many moves are listed and sorted by their clicks
LISTED_OF_GROUPED = 300  # where they come grouped already, branches are found faster without a list
MOST_BRANCHES = 1_200  # a tree of so many branches is some 16 kB
BRANCHES_OF_MANY = 24  # finding the branches of very many moves takes longer

Spelled = tuple[tuple[str, ...], str]  # the clicks that make a move, and its text
Tree = dict[str, "Tree | str | None"]  # a branch, the text of a move, or None: there is more, ask for it


class Clicks:
    """The ways to click the legal moves of a position.

    >>> import fourfold
    >>> clicks = Clicks(fourfold.game("exago").start().play("e5").moves())
    >>> clicks.tree()["d5"]
    'd5'
    >>> Clicks(fourfold.game("qawale").start().moves()).tree(["a1", "a2"])
    {'a3': {'a4': 'a1NNN', 'b3': 'a1NNE'}, 'b2': {'b1': 'a1NES', 'b3': 'a1NEN', 'c2': 'a1NEE'}}
    """

    def __init__(self, moves: "Moves") -> None:
        self._moves = moves
        self._is_listed = len(moves) <= (LISTED_OF_GROUPED if moves.game.is_grouped else LISTED)
        self._seen: dict[int, Spelled] = {}

    @cached_property
    def _spelled(self) -> list[Spelled]:
        """All moves, in the order of the kernel."""
        moves, spell = self._moves, self._moves.game.spell
        return [spell(moves.row, code) for code in moves.codes()]

    @cached_property
    def _listed(self) -> list[Spelled]:
        return sorted(self._spelled)

    def _at(self, index: int) -> Spelled:
        """Moves that are not listed come grouped by their clicks already: the kernel counts them so."""
        if self._is_listed:
            return self._listed[index]
        found = self._seen.get(index)
        if found is None:
            found = self._seen[index] = self._moves.game.spell(self._moves.row, self._moves.code(index))
        return found

    def _branches(self, first: int, end: int, depth: int) -> Iterator[tuple[str, int, int]]:
        """What can be clicked next among moves that begin alike: each click and where its moves lie."""
        while first < end:
            click = self._at(first)[0][depth]
            step, low = 1, first
            while low + step < end and self._at(low + step)[0][depth] == click:
                low += step
                step *= 2
            high = min(low + step, end)
            while high - low > 1:
                middle = (low + high) // 2
                if self._at(middle)[0][depth] == click:
                    low = middle
                else:
                    high = middle
            yield click, first, high
            first = high

    def _whole_tree(self) -> Tree:
        """Lay out the tree of few moves, which is small as it is."""
        root: Tree = {}
        for clicks, text in self._spelled:
            branch: Any = root
            for click in clicks[:-1]:
                branch = branch.setdefault(click, {})
            branch[clicks[-1]] = text
        return root

    def whole_tree(self, path: Sequence[str] = ()) -> Tree:
        """Lay out the whole tree from a path on, where there are few enough moves; else what `tree` gives."""
        if len(self._moves) > LISTED:
            return self.tree(path)
        branch: Any = self._whole_tree()
        for click in path:
            branch = branch.get(click) if isinstance(branch, dict) else None
        if not isinstance(branch, dict):
            raise BadNotation("fourfold.no_such_clicks", path=" ".join(path))
        return branch

    def tree(self, path: Sequence[str] = ()) -> Tree:
        """Lay the tree out from a path of clicks on, as far as it stays small; the nearest branches first."""
        if not path and self._is_listed and sum(len(clicks) for clicks, _ in self._spelled) <= MOST_BRANCHES:
            return self._whole_tree()
        first, end = 0, len(self._moves)
        for depth, wanted in enumerate(path):
            found = [(low, high) for click, low, high in self._branches(first, end, depth) if click == wanted]
            if not found or len(self._at(found[0][0])[0]) <= depth + 1:
                raise BadNotation("fourfold.no_such_clicks", path=" ".join(path))
            first, end = found[0]
        root: Tree = {}
        waiting = [(root, first, end, len(path))]
        left = MOST_BRANCHES if self._is_listed else BRANCHES_OF_MANY
        while waiting:
            branch, first, end, depth = waiting.pop(0)
            for click, low, high in self._branches(first, end, depth):
                clicks, text = self._at(low)
                left -= 1
                if len(clicks) == depth + 1:
                    branch[click] = text
                elif left > 0:
                    deeper: Tree = {}
                    branch[click] = deeper
                    waiting.append((deeper, low, high, depth + 1))
                else:
                    branch[click] = None
        return root
