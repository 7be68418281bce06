"""The levels: every computer player that can be asked for, by its id."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from fourfold.players.errors import UnknownLevel
from fourfold.players.player import Player
from fourfold.text import say


def _load_random() -> Player:
    from fourfold.players.uniform import RandomPlayer

    return RandomPlayer()


def _load_simple() -> Player:
    from fourfold.players.simple import SimplePlayer

    return SimplePlayer()


@dataclass(frozen=True)
class Level:
    """A player with the thinking that it is allowed: `nodes` moves tried for each choice.

    Its player is loaded, and compiled where it needs that, when it is first asked for.
    """

    id: str
    name_code: str
    about_code: str
    nodes: int
    load: Callable[[], Player]

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
        """Who plays at this level."""
        return self.load()


# From the weakest to the strongest.
_LEVELS = {
    level.id: level
    for level in (
        Level("random", "players.random", "players.random.about", 0, _load_random),
        Level("simple", "players.simple", "players.simple.about", 40_000, _load_simple),
    )
}


def list_levels() -> list[str]:
    """List the ids of all levels, the weakest first.

    >>> list_levels()
    ['random', 'simple']
    """
    return list(_LEVELS)


def find_level(level_id: str) -> Level:
    """Find a level by its id.

    >>> find_level("simple").name
    'Simple'
    """
    if level_id not in _LEVELS:
        raise UnknownLevel("players.unknown_level", id=str(level_id), levels=", ".join(_LEVELS))
    return _LEVELS[level_id]
