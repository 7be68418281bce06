"""Building a move by clicks: a path down the tree of clicks that the game gives. No rule is known here."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field

from fourfold.core.clicks import Tree

Ask = Callable[[Sequence[str]], Awaitable[Tree]]

MOST_LEAVES = 2_000  # that a completion looks through


@dataclass
class MoveBuilder:
    """The clicks so far, and what can be clicked next.

    A cell may be clicked before the tile that goes there: it is the target until a tile that fits is clicked.

    >>> import asyncio, fourfold
    >>> from fourfold.core.clicks import Clicks
    >>> builder = MoveBuilder(Clicks(fourfold.game("qawale").start().moves()).tree())
    >>> async def click(*names: str) -> list[str | None]:
    ...     return [await builder.click(name) for name in names]
    >>> asyncio.run(click("a1", "a2", "b2", "c2"))
    [None, None, None, 'a1NEE']
    """

    tree: Tree = field(default_factory=dict)
    cells: Collection[str] = ()
    ask: Ask | None = None
    path: list[str] = field(default_factory=list)
    target: str | None = None
    _trail: list[Tree] = field(default_factory=list)  # the trees before each click of the path

    @property
    def clicked(self) -> tuple[str, ...]:
        """All clicks, with the target."""
        return (*self.path, self.target) if self.target else tuple(self.path)

    @property
    def branches(self) -> Tree:
        """What can be clicked next."""
        if self.target is None:
            return self.tree
        return {tile: cells for tile, cells in self.tree.items() if isinstance(cells, dict) and self.target in cells}

    @property
    def targets(self) -> frozenset[str]:
        """The cells that some tile can go to, while nothing is clicked."""
        if self.clicked:
            return frozenset()
        tiles = [branch for name, branch in self.tree.items() if name not in self.cells and isinstance(branch, dict)]
        return frozenset(name for branch in tiles for name in branch if name in self.cells)

    @property
    def words(self) -> list[str]:
        """What can be clicked next besides cells."""
        return [name for name in self.branches if name not in self.cells]

    async def click(self, name: str) -> str | None:
        """Click; return the move when it is complete. A click that leads nowhere raises KeyError."""
        move = None
        if name in self.branches:
            move = await self._choose(name)
        elif name in self.targets:
            self.target = name
        else:
            raise KeyError(name)
        while move is None and self.clicked and len(self.words) == 1 == len(self.branches):
            move = await self._choose(self.words[0])  # the only way to go on, and no cell
        return move

    async def _choose(self, name: str) -> str | None:
        """Go down a branch, and on to the target where there is one."""
        move = await self._step(name)
        if move is None and self.target is not None:
            target, self.target = self.target, None
            move = await self._step(target)
        return move

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
        """Undo the last click; False where there was none."""
        if self.target is not None:
            self.target = None
            return True
        if not self.path:
            return False
        self.path.pop()
        self.tree = self._trail.pop()
        return True

    def clear(self) -> None:
        """Undo all clicks."""
        while self.back():
            pass

    def moves(self, prefix: str) -> list[str]:
        """The moves with a prefix, as far as the tree is known; for completion."""
        found: list[str] = []
        waiting, seen = [self._trail[0] if self._trail else self.tree], 0
        while waiting and seen < MOST_LEAVES:
            for branch in waiting.pop(0).values():
                if isinstance(branch, dict):
                    waiting.append(branch)
                elif branch is not None:
                    seen += 1
                    found += [branch] * branch.startswith(prefix)
        return sorted(found)
