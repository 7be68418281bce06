"""Move entry by clicks: a tree whose branches are the possible next clicks and whose leaves are the legal moves.

A user interface that follows the tree needs no rules. There can be millions of moves, so the tree is cut
where it grows large; the interface asks for a deeper branch when the user gets there.
"""

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from fourfold.core.errors import BadNotation

if TYPE_CHECKING:
    from fourfold.core.game import Spelled
    from fourfold.core.moves import Moves
    from fourfold.kernel.jit import Row

LISTED = 4_000  # for up to this many moves the whole tree is built, and cut where it is too large
LISTED_OF_GROUPED = 360  # the same where moves come grouped by clicks: a search finds branches faster than a cut
MOST_BRANCHES = 1_200  # such a tree takes about 16 kB
MOST_KEPT = 50_000  # branches of all trees in a cache together, about 9 MB
BRANCHES_OF_MANY = 16  # finding the branches of very many moves takes longer


class ClickKind(StrEnum):
    """What is clicked."""

    CELL = "cell"  # a cell of the board
    ITEM = "item"  # a piece beside the board
    WAY = "way"  # an orientation of that piece
    WORD = "word"  # a button, labelled by the game's message `click.NAME`


class Click(NamedTuple):
    """One click of a move."""

    kind: ClickKind
    name: str


def cell(name: str) -> Click:
    """A click on a cell."""
    return Click(ClickKind.CELL, name)


def item(name: str) -> Click:
    """A click on a piece beside the board."""
    return Click(ClickKind.ITEM, name)


def way(name: str) -> Click:
    """The choice of an orientation."""
    return Click(ClickKind.WAY, name)


def word(name: str) -> Click:
    """A click on a button."""
    return Click(ClickKind.WORD, name)


NAMED_CELL = re.compile(r"[a-z][0-9]+|-?[0-9]+,-?[0-9]+")  # a1, or 3,-2 on a table without a rim


@dataclass(frozen=True)
class MoveClicks:
    """How moves are clicked in a game; `CLICKS` of its module `clicks`.

    `of` gives the clicks that make a move, in order; no two moves have the same. `texts` lists the moves that clicks
    could mean, legal or not, the most likely first, so that a refusal can be explained: clicks may be missing or in
    another order, and if too many are missing, the list is empty. `one` gives one of the clicks; games with millions
    of moves make it faster than all clicks.
    """

    of: Callable[["Row", int], tuple[Click, ...]]
    texts: Callable[["Row", Sequence[str]], list[str]]
    one: Callable[["Row", int, int], Click] | None = None
    is_grouped: bool = False  # whether `nth` orders moves by their clicks; needed for thousands of moves
    first_bits: int = 0  # where it does: the bits of a move that decide its first click, which is faster than clicks

    @classmethod
    def of_text(
        cls,
        format_move: Callable[["Row", int], str],
        texts: Callable[["Row", Sequence[str]], list[str]] = lambda row, clicked: ["-".join(clicked)],
    ) -> "MoveClicks":
        """The cells that the text of a move names, in order; a text without cells is one word."""

        def clicks(row: "Row", move: int) -> tuple[Click, ...]:
            text = format_move(row, move)
            return tuple(map(cell, NAMED_CELL.findall(text))) or (word(text),)

        return cls(clicks, texts)

    def at(self, row: "Row", move: int, place: int) -> Click:
        """Give one of the clicks of a move."""
        return self.one(row, move, place) if self.one else self.of(row, move)[place]


# The next clicks by kind and name. Below a click is a tree, the text of a move, or None for a tree that was cut.
Tree = dict[str, dict[str, "Tree | str | None"]]


def below(tree: Tree, name: str) -> "Tree | str | None":
    """What is below a click of any kind, if it is there: no two clicks of a tree have the same name."""
    return next((clicks[name] for clicks in tree.values() if name in clicks), None)


class Clicks:
    """The click tree of the legal moves of a position.

    >>> import fourfold
    >>> clicks = Clicks(fourfold.game("exago").start().play("e5").moves())
    >>> clicks.tree()["cell"]["d5"]
    'd5'
    >>> Clicks(fourfold.game("qawale").start().moves()).tree(["a1", "a2", "a3"])["cell"]
    {'a4': 'a1NNN', 'b3': 'a1NNE'}
    """

    def __init__(self, moves: "Moves") -> None:
        self._moves = moves
        self._is_listed = len(moves) <= (LISTED_OF_GROUPED if moves.game.clicks.is_grouped else LISTED)

    def tree(self, path: Sequence[str] = ()) -> Tree:
        """Give the tree below a path of clicks, cut where it grows large; breadth first."""
        return self._tree_of_few(path) if self._is_listed else self._tree_of_many(path)

    def whole_tree(self, path: Sequence[str] = ()) -> Tree:
        """Give the whole tree below a path, if there are few enough moves; else the same as `tree`."""
        return self._branch(path) if len(self._moves) <= LISTED else self.tree(path)

    # ----- few moves: all of them are listed

    @cached_property
    def _whole(self) -> tuple[Tree, int]:
        """The whole tree, and an upper bound for the number of its branches."""
        moves, game = self._moves, self._moves.game
        codes = moves.codes()
        if not game.clicks.is_grouped:
            return grow(game.spell(moves.row, codes))
        root: Tree = {}
        count = 0
        for first, end in self._runs(codes):
            tree, branches = game.tree_of_run(moves.row, tuple(codes[first:end]))
            for kind, clicks in tree.items():
                root.setdefault(kind, {}).update(clicks)
            count += branches
        return root, count

    def _runs(self, codes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The ranges of moves with the same first click, which come one after the other."""
        clicks, row = self._moves.game.clicks, self._moves.row
        bits = clicks.first_bits
        firsts: list[Any] = [code & bits for code in codes] if bits else [clicks.at(row, code, 0) for code in codes]
        begin = 0
        while begin < len(firsts):
            end = begin + firsts.count(firsts[begin])
            yield begin, end
            begin = end

    def _branch(self, path: Sequence[str]) -> Tree:
        branch: Tree | str | None = self._whole[0]
        for name in path:
            branch = below(branch, name) if isinstance(branch, dict) else None
        if not isinstance(branch, dict):
            raise _no_such(path)
        return branch

    def _tree_of_few(self, path: Sequence[str]) -> Tree:
        branch = self._branch(path)
        return branch if self._whole[1] <= MOST_BRANCHES else _cut(branch)

    # ----- many moves: they come grouped by clicks, so a binary search finds the end of a group

    def _click(self, index: int, depth: int) -> Click:
        return self._moves.game.clicks.at(self._moves.row, self._moves.code(index), depth)

    def _branches(self, first: int, end: int, depth: int) -> Iterator[tuple[Click, int, int]]:
        """List the next clicks of moves that begin alike: each click and the range of its moves."""
        last = self._click(end - 1, depth)
        while first < end:
            click = self._click(first, depth)
            high = end if click == last else self._end_of(click, first, end, depth)
            yield click, first, high
            first = high

    def _end_of(self, click: Click, low: int, end: int, depth: int) -> int:
        """Find the end of the moves with a click that begin at `low`: an exponential search, then a binary one."""
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
        """Tell whether this number of clicks makes a complete move."""
        return len(self._moves.game.clicks.of(self._moves.row, self._moves.code(index))) == depth

    def _tree_of_many(self, path: Sequence[str]) -> Tree:
        first, end = 0, len(self._moves)
        for depth, wanted in enumerate(path):
            found = [(low, high) for click, low, high in self._branches(first, end, depth) if click.name == wanted]
            if not found or self._is_whole(found[0][0], depth + 1):
                raise _no_such(path)
            first, end = found[0]
        root: Tree = {}
        waiting = deque([(root, first, end, len(path))])
        left = BRANCHES_OF_MANY
        while waiting:
            branch, first, end, depth = waiting.popleft()
            for (kind, name), low, high in self._branches(first, end, depth):
                left -= 1
                clicks = branch.setdefault(kind, {})
                if self._is_whole(low, depth + 1):
                    clicks[name] = str(self._moves[low])
                elif left > 0:
                    deeper: Tree = {}
                    clicks[name] = deeper
                    waiting.append((deeper, low, high, depth + 1))
                else:
                    clicks[name] = None
        return root


def grow(spelled: "Sequence[Spelled]") -> tuple[Tree, int]:
    """The whole tree of these moves, and an upper bound for the number of its branches."""
    root: Tree = {}
    leaves: Any = {}
    path: tuple[Click, ...] | None = None
    last: ClickKind | None = None
    count = len(spelled)
    for before, (kind, name), text in spelled:
        if before is not path or kind is not last:  # moves that begin alike usually come one after the other
            branch: Any = root
            for earlier, click in before:
                branch = branch.setdefault(earlier, {}).setdefault(click, {})
            leaves, path, last = branch.setdefault(kind, {}), before, kind
            count += len(before)
        leaves[name] = text
    return root, count


class TreeCache:
    """The trees of moves that begin alike; all are dropped when they have too many branches together.

    Which moves begin with a piece depends on little of the position, so the same ones come again and again.
    """

    def __init__(self) -> None:
        self.branches = 0
        self._trees: dict[Hashable, tuple[Tree, int]] = {}

    def find(self, key: Hashable, spell: "Callable[[], Sequence[Spelled]]") -> tuple[Tree, int]:
        """A tree, made of the spelled moves where it is not here, and an upper bound for the number of its branches."""
        found = self._trees.get(key)
        if found is None:
            found = grow(spell())
            if self.branches + found[1] > MOST_KEPT:
                self._trees.clear()
                self.branches = 0
            self._trees[key] = found
            self.branches += found[1]
        return found


def _cut(tree: Tree) -> Tree:
    """Copy a tree breadth first, cut after MOST_BRANCHES."""
    root: Tree = {}
    waiting = deque([(tree, root)])
    left = MOST_BRANCHES
    while waiting:
        branch, copy = waiting.popleft()
        for kind, clicks in branch.items():
            copies = copy.setdefault(kind, {})
            for name, found in clicks.items():
                left -= 1
                if not isinstance(found, dict):
                    copies[name] = found
                elif left > 0:
                    deeper: Tree = {}
                    copies[name] = deeper
                    waiting.append((found, deeper))
                else:
                    copies[name] = None
    return root


def _no_such(path: Sequence[str]) -> BadNotation:
    return BadNotation("fourfold.no_such_clicks", path=" ".join(path))
