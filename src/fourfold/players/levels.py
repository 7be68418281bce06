"""Levels: the registry of computer players, by id."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib import import_module

from fourfold.core.moves import Move
from fourfold.core.position import Position, View
from fourfold.players.errors import UnknownLevel
from fourfold.players.player import Player
from fourfold.search.limit import Limit
from fourfold.text import say


def _load(module: str, name: str, *settings: int) -> Player:
    """Import a player's module, which may compile kernels, and make the player."""
    player: Player = getattr(import_module(f"fourfold.players.{module}"), name)(*settings)
    return player


def need_nothing(game_id: str) -> None:
    """Play any game."""


def _need_net(game_id: str) -> None:
    from fourfold.players.net_runtime import check_net

    check_net(game_id)


@dataclass(frozen=True)
class Level:
    """A player and its limit for each choice: `nodes` or `seconds`.

    The player is imported, and its kernels compiled where they are not cached, when it is first asked for.

    >>> import fourfold
    >>> position = fourfold.game("exago").start()
    >>> fourfold.player("simple").choose(position)
    Move('e5')
    """

    id: str
    name_code: str
    about_code: str
    nodes: int | None
    load: Callable[[], Player]
    seconds: float | None = None
    check: Callable[[str], None] = need_nothing  # raises what keeps it from playing a game here

    def limit(self, seed: int = 0) -> Limit:
        """Make the limit of one choice."""
        return Limit(nodes=self.nodes, seconds=self.seconds, seed=seed)

    def choose(self, table: Position | View, *, seed: int = 0) -> Move:
        """Choose a move for the seat to move, which sees no more than its view; the seed makes it repeatable."""
        view = table.view(table.to_move) if isinstance(table, Position) else table
        return self.player.choose(view, self.limit(seed))

    @property
    def name(self) -> str:
        """What people call it."""
        return say(self.name_code)

    @property
    def about(self) -> str:
        """Say in a sentence how it plays."""
        return say(self.about_code)

    @cached_property
    def player(self) -> Player:
        """The player of this level."""
        return self.load()


LEARNERS = 7  # levels that are weakened
MOST_NODES = 10_000_000  # that a weakened level may use; its game says how many it does use
SECONDS = 1.5  # that the strongest level thinks


def _level(level_id: str, nodes: int | None, module: str, name: str, *settings: int) -> Level:
    text = f"players.{level_id}"
    return Level(level_id, text, f"{text}.about", nodes, partial(_load, module, name, *settings))


# Two to start with, then from the weakest to the strongest.
_LEVELS = {
    level.id: level
    for level in (
        _level("random", 0, "random_player", "RandomPlayer"),
        _level("simple", 40_000, "simple_player", "SimplePlayer"),
        *(_level(f"level-{grade + 1}", MOST_NODES, "search_player", "WeakPlayer", grade) for grade in range(LEARNERS)),
        replace(_level("level-8", None, "strongest_player", "StrongestPlayer"), seconds=SECONDS),
    )
}


# The players that level 8 chooses from, to be measured one by one: they are found by name, and not listed.
NET, SEARCH = "net", "search"
_PARTS = {
    NET: replace(_level(NET, None, "net_player", "NetPlayer"), seconds=SECONDS, check=_need_net),
    SEARCH: replace(_level(SEARCH, None, "search_player", "SearchPlayer"), seconds=SECONDS),
}

USUAL = "level-2"  # the default opponent


def list_levels() -> list[str]:
    """List the ids of all levels, the weakest first.

    >>> list_levels()
    ['random', 'simple', 'level-1', 'level-2', 'level-3', 'level-4', 'level-5', 'level-6', 'level-7', 'level-8']
    """
    return list(_LEVELS)


def find_level(level_id: str) -> Level:
    """Find a level by its id; also `net` and `search`, which are not listed.

    >>> find_level("simple").name
    'Simple'
    """
    found = _LEVELS.get(level_id) or _PARTS.get(level_id)
    if found is None:
        raise UnknownLevel("players.unknown_level", id=str(level_id), levels=", ".join(_LEVELS))
    return found


def player(level_id: str = USUAL) -> Level:
    """A computer player, by the id of its level; `fourfold.player` is the short way to it.

    >>> import fourfold
    >>> position = fourfold.game("exago").start()
    >>> position.play(fourfold.player("level-5").choose(position)).to_move
    1
    """
    return find_level(level_id)


def name_of_level(level_id: str) -> str:
    """The name of a level, by its id."""
    return find_level(level_id).name


def list_parts() -> list[str]:
    """List the ids of the players that are found by name only."""
    return list(_PARTS)
