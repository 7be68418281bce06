"""Making a move by clicks: a path down the tree that the game lays out. No rule is known here."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field

from fourfold.core.clicks import Tree

Ask = Callable[[Sequence[str]], Awaitable[Tree]]

MOST_LEAVES = 2_000  # of a tree are looked through for completions


@dataclass
class Choosing:
    """What was clicked so far, and what can be clicked next.

    A cell may be clicked before the tile that goes there: it is a wish, until a tile that fits is clicked.

    >>> import asyncio, fourfold
    >>> from fourfold.core.clicks import Clicks
    >>> clicks = Clicks(fourfold.game("qawale").start().moves())
    >>> choosing = Choosing(clicks.tree())
    >>> async def click(*names: str) -> list[str | None]:
    ...     return [await choosing.click(name) for name in names]
    >>> asyncio.run(click("a1", "a2", "b2", "c2"))
    [None, None, None, 'a1NEE']
    """

    tree: Tree = field(default_factory=dict)
    cells: Collection[str] = ()
    ask: Ask | None = None
    path: list[str] = field(default_factory=list)
    wish: str | None = None
    _trail: list[Tree] = field(default_factory=list)  # the branches that the path went down from

    @property
    def branches(self) -> Tree:
        """What can be clicked next."""
        if self.wish is not None:
            return {name: branch for name, branch in self.tree.items() if _leads_to(branch, self.wish)}
        return self.tree

    @property
    def now(self) -> frozenset[str]:
        """The names of what can be clicked next."""
        return frozenset(self.branches)

    @property
    def later(self) -> frozenset[str]:
        """The cells that tiles could go to, where nothing is chosen yet."""
        if self.path or self.wish is not None:
            return frozenset()
        tiles = [branch for name, branch in self.tree.items() if name not in self.cells and isinstance(branch, dict)]
        return frozenset(name for branch in tiles for name in branch if name in self.cells)

    @property
    def words(self) -> list[str]:
        """What can be clicked next and is no cell."""
        return [name for name in self.branches if name not in self.cells]

    async def click(self, name: str) -> str | None:
        """Click: the answer is a move when it is whole, else None. What cannot be clicked raises KeyError."""
        if name not in self.branches:
            if not self.path and self.wish is None and name in self.later:
                self.wish = name
                return await self._go_on()
            raise KeyError(name)
        move = await self._step(name)
        if move is None and self.wish is not None:
            wish, self.wish = self.wish, None
            move = await self._step(wish)
        return move or await self._go_on()

    async def _go_on(self) -> str | None:
        """Where there is only one way to go on and it is no cell, go on."""
        while (self.path or self.wish is not None) and len(self.words) == 1 == len(self.branches):
            move = await self._step(self.words[0])
            if move is None and self.wish is not None:
                wish, self.wish = self.wish, None
                move = await self._step(wish)
            if move is not None:
                return move
        return None

    async def _step(self, name: str) -> str | None:
        branch = self.tree[name]
        if isinstance(branch, str):
            return branch
        if branch is None:
            assert self.ask is not None
            branch = await self.ask([*self.path, name])
        self._trail.append(self.tree)
        self.path.append(name)
        self.tree = branch
        return None

    def back(self) -> bool:
        """Take the last click back; False where there was none."""
        if self.wish is not None:
            self.wish = None
            return True
        if not self.path:
            return False
        self.path.pop()
        self.tree = self._trail.pop()
        return True

    def clear(self) -> None:
        """Take all clicks back."""
        while self.back():
            pass

    def moves(self, beginning: str) -> list[str]:
        """The moves that begin so, as far as the tree is laid out."""
        root = self._trail[0] if self._trail else self.tree
        found: list[str] = []
        waiting, seen = [root], 0
        while waiting and seen < MOST_LEAVES:
            for branch in waiting.pop(0).values():
                if isinstance(branch, dict):
                    waiting.append(branch)
                elif branch is not None:
                    seen += 1
                    found += [branch] * branch.startswith(beginning)
        return sorted(found)


def _leads_to(branch: "Tree | str | None", cell: str) -> bool:
    return isinstance(branch, dict) and cell in branch
