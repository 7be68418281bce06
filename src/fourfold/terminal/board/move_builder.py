"""Building a move by clicks: what was clicked so far is matched with the tree of clicks. No rule is known here."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from fourfold.core.clicks import Click, ClickKind, Tree, below

Ask = Callable[[Sequence[str]], Awaitable[Tree]]
Due = Mapping[str, Sequence[str]]  # names that are clicked and not yet found in the tree, by kind

MOST_LEAVES = 2_000  # that a completion looks through


@dataclass
class MoveBuilder:
    """The clicks so far, and what can be clicked next.

    Clicks of different kinds may come in any order: a cell before the item that goes there, or after it.
    Clicks of one kind keep the order of the tree.

    >>> import asyncio, fourfold
    >>> from fourfold.core.clicks import Clicks
    >>> builder = MoveBuilder(Clicks(fourfold.game("qawale").start().moves()).tree())
    >>> async def click(*names: str) -> list[str | None]:
    ...     return [await builder.click(name) for name in names]
    >>> asyncio.run(click("a1", "a2", "b2", "c2"))
    [None, None, None, 'a1NEE']
    """

    tree: Tree = field(default_factory=dict)
    ask: Ask | None = None  # for branches that were cut
    made: list[Click] = field(default_factory=list)  # in the user's order
    _starts: list[int] = field(default_factory=list)  # the number of clicks before each of the user's own
    _known: dict[tuple[Click, ...], tuple[bool, dict[Click, bool]]] = field(default_factory=dict)  # options, cached

    @property
    def clicked(self) -> tuple[str, ...]:
        """The names of all clicks."""
        return tuple(click.name for click in self.made)

    def clicked_of(self, kind: ClickKind) -> list[str]:
        """The names of the clicks of a kind."""
        return [click.name for click in self.made if click.kind == kind]

    @property
    def path(self) -> list[str]:
        """The clicks in the order of the tree, as far as no other is missing between them."""
        return self._follow()[0]

    @property
    def options(self) -> dict[Click, bool]:
        """What can be clicked next, and whether it is next in the tree; else another click is missing before it."""
        return self._options_after(self.made)[1]

    def names(self, kind: ClickKind, *, is_next: bool | None = None) -> list[str]:
        """The names of the options of a kind; only those that are next in the tree, or only the others."""
        return [name for (of, name), first in self.options.items() if of == kind and is_next in (None, first)]

    def names_after(self, click: Click, kind: ClickKind) -> list[str]:
        """The options of a kind after one more click."""
        return [option.name for option in self._options_after([*self.made, click])[1] if option.kind == kind]

    async def click(self, name: str, kinds: Collection[ClickKind] = tuple(ClickKind)) -> str | None:
        """Click; return the move when it is complete. A click that leads nowhere raises KeyError."""
        found = [option for option in self.options.items() if option[0].name == name and option[0].kind in kinds]
        if not found:
            raise KeyError(name)
        self._starts.append(len(self.made))
        self.made.append(max(found, key=lambda option: option[1])[0])
        try:
            move = await self._complete()
        except BaseException:
            self.back()
            raise
        while move is None and len(self.options) == 1:
            only, is_next = next(iter(self.options.items()))
            if only.kind == ClickKind.CELL or not is_next:
                break
            self.made.append(only)  # the only way to go on, and no cell
            move = await self._complete()
        return move

    def back(self) -> bool:
        """Undo the last click; False where there was none."""
        if not self._starts:
            return False
        del self.made[self._starts.pop() :]
        return True

    def clear(self) -> None:
        """Undo all clicks."""
        self.made.clear()
        self._starts.clear()

    def moves(self, prefix: str) -> list[str]:
        """The moves with a prefix, as far as the tree is known; for completion."""
        found: list[str] = []
        waiting, seen = [self.tree], 0
        while waiting and seen < MOST_LEAVES:
            for branch in (branch for clicks in waiting.pop(0).values() for branch in clicks.values()):
                if isinstance(branch, dict):
                    waiting.append(branch)
                elif branch is not None:
                    seen += 1
                    found += [branch] * branch.startswith(prefix)
        return sorted(found)

    # ----- the clicks in the tree

    async def _complete(self) -> str | None:
        """The move of the clicks, if it is complete; branches that were cut on the way are fetched."""
        path, found = self._follow()
        while found is None:
            assert self.ask is not None
            fetched = await self.ask(path)
            self._graft(path, fetched)
            path, found = self._follow()
        if isinstance(found, str):
            return found
        if not self._options_after(self.made)[0]:
            raise KeyError(self.made[-1].name)  # as a branch that was fetched has shown
        return None

    def _follow(self) -> tuple[list[str], Tree | str | None]:
        """Go down the tree as far as the clicks decide: the path, and what is there."""
        path: list[str] = []
        here: Tree | str | None = self.tree
        due = _due(self.made)
        while isinstance(here, dict):
            for kind, names in here.items():
                if due.get(kind) and due[kind][0] in names:
                    name, left = due[kind][0], {**due, kind: due[kind][1:]}
                    if _explore(names[name], left, frozenset(), {}):
                        path.append(name)
                        here, due = names[name], left
                        break
            else:
                break
        return path, here

    def _graft(self, path: Sequence[str], branch: Tree) -> None:
        tree: Tree | str | None = self.tree
        for name in path[:-1]:
            assert isinstance(tree, dict)
            tree = below(tree, name)
        assert isinstance(tree, dict)
        for clicks in tree.values():
            if path[-1] in clicks:
                clicks[path[-1]] = branch
        self._known.clear()

    def _options_after(self, made: Sequence[Click]) -> tuple[bool, dict[Click, bool]]:
        """Whether clicks lead somewhere, and the options after them."""
        clicks = tuple(made)
        if clicks not in self._known:
            options: dict[Click, bool] = {}
            self._known[clicks] = _explore(self.tree, _due(clicks), frozenset(), options), options
        return self._known[clicks]


def _due(made: Sequence[Click]) -> dict[str, tuple[str, ...]]:
    return {kind: tuple(click.name for click in made if click.kind == kind) for kind in ClickKind}


def _explore(here: Tree | str | None, due: Due, skipped: frozenset[str], options: dict[Click, bool]) -> bool:
    """Whether all clicks that are due lie on a path below; the clicks that may come next are added to the options.

    `skipped` are the kinds of clicks on the way that are not decided yet. A branch that was cut may contain anything,
    if it is next in the tree; farther on it counts for nothing.
    """
    is_due = any(due.values())
    if not isinstance(here, dict):
        return not is_due or (here is None and not skipped)
    is_found = False
    for kind, names in here.items():
        if due.get(kind):
            name = due[kind][0]
            if name in names:
                is_found |= _explore(names[name], {**due, kind: due[kind][1:]}, skipped, options)
            continue
        for name, branch in names.items():
            below_it: dict[Click, bool] = {}
            if _explore(branch, due, skipped | {kind}, below_it) or (branch is None and not skipped):
                is_found = True
                if _is_offered(kind, skipped):
                    click = Click(ClickKind(kind), name)
                    options[click] = options.get(click, False) or not skipped
                options.update({click: options.get(click, False) or first for click, first in below_it.items()})
    return is_found


def _is_offered(kind: str, skipped: frozenset[str]) -> bool:
    """Cells and items may be clicked before their turn, the way of an item after the item, words never."""
    if kind == ClickKind.WORD:
        return not skipped
    return kind not in skipped and not (kind == ClickKind.WAY and ClickKind.ITEM in skipped)
