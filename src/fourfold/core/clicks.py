"""Moves as clicks: a tree whose branches are what can be clicked next and whose leaves are moves.

A screen that follows the tree needs no rule. There may be millions of moves, so the tree is only
laid out as far as it stays small; deeper branches are asked for when somebody gets there.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fourfold.core.errors import BadNotation

if TYPE_CHECKING:
    from fourfold.core.moves import Moves

LISTED = 4_000  # up to so many moves are listed and sorted by their clicks
MOST_BRANCHES = 1_200  # a tree of so many branches is some 16 kB
BRANCHES_OF_MANY = 60  # finding the branches of very many moves takes longer

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
        self._is_listed = len(moves) <= LISTED
        self._listed = sorted(map(self._clicks_of, range(len(moves)))) if self._is_listed else []

    def _clicks_of(self, index: int) -> tuple[tuple[str, ...], str]:
        move = self._moves[index]
        return self._moves.game.clicks(self._moves.row, move.code), move.text

    def _at(self, index: int) -> tuple[tuple[str, ...], str]:
        """Moves that are not listed come grouped by their clicks already: the kernel counts them so."""
        return self._listed[index] if self._is_listed else self._clicks_of(index)

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

    def tree(self, path: Sequence[str] = ()) -> Tree:
        """Lay the tree out from a path of clicks on, as far as it stays small; the nearest branches first."""
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
