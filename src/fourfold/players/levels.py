"""The levels: every computer player that can be asked for, by its id."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from fourfold.players.errors import UnknownLevel
from fourfold.players.player import Player
from fourfold.search.limit import Limit
from fourfold.text import say


def _load_random() -> Player:
    from fourfold.players.random_player import RandomPlayer

    return RandomPlayer()


def _load_simple() -> Player:
    from fourfold.players.simple_player import SimplePlayer

    return SimplePlayer()


def _load_thinker() -> Player:
    from fourfold.players.search_player import Thinker

    return Thinker()


def _load_learner(grade: int) -> Player:
    from fourfold.players.search_player import Learner

    return Learner(grade)


def _load_net() -> Player:
    from fourfold.players.net_player import NetPlayer

    return NetPlayer()


def _load_strongest() -> Player:
    from fourfold.players.strongest_player import StrongestPlayer

    return StrongestPlayer()


def need_nothing(game_id: str) -> None:
    """Play any game."""


def _need_net(game_id: str) -> None:
    from fourfold.players.net_runtime import check_net

    check_net(game_id)


@dataclass(frozen=True)
class Level:
    """A player with the thinking that it is allowed for each choice: `nodes` moves tried, or `seconds`.

    Its player is loaded, and compiled where it needs that, when it is first asked for.
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


LEARNERS = 7
MOST_NODES = 10_000_000  # that a learner may use; how many it does use its game says
SECONDS = 1.5  # that the strongest level thinks

# Two to start with, then from the weakest to the strongest.
_LEVELS = {
    level.id: level
    for level in (
        Level("random", "players.random", "players.random.about", 0, _load_random),
        Level("simple", "players.simple", "players.simple.about", 40_000, _load_simple),
        *(
            Level(
                f"level-{grade + 1}",
                f"players.level-{grade + 1}",
                f"players.level-{grade + 1}.about",
                MOST_NODES,
                partial(_load_learner, grade),
            )
            for grade in range(LEARNERS)
        ),
        Level("level-8", "players.level-8", "players.level-8.about", None, _load_strongest, SECONDS),
    )
}


# Those of whom level 8 is made, to be measured one by one: they are found by name, and not listed.
NET, SEARCH = "net", "search"
_PARTS = {
    NET: Level(NET, "players.net", "players.net.about", None, _load_net, SECONDS, _need_net),
    SEARCH: Level(SEARCH, "players.search", "players.search.about", None, _load_thinker, SECONDS),
}

USUAL = "level-2"  # whom one plays against unless one asks for another


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


def list_parts() -> list[str]:
    """List the ids of the players that are found by name only."""
    return list(_PARTS)
