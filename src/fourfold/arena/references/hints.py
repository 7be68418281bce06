"""What references know of a game: the kernels in its module `reference`, and nothing for the others."""

from functools import cache
from typing import NamedTuple

from fourfold.core.game import Game
from fourfold.kernel.jit import Hints, Row, addresses, compiled


@compiled
def weigh_nothing(state: Row, seat: int) -> int:
    """All seats stand equal."""
    return 0


@compiled
def prefer_nothing(state: Row, move: int) -> int:
    """All moves look the same."""
    return 0


@compiled
def no_urge(state: Row, work: Row, width: int, after: Row) -> int:
    """No move is urgent."""
    return -1


NOTHING = Hints(weigh_nothing, prefer_nothing, no_urge)


class Knowledge(NamedTuple):
    """The search that suits a game, and the addresses of its rules and hints."""

    search: str
    words: Row


@cache
def knowledge_of(game: Game) -> Knowledge:
    """What the game's module `reference` says; a game without one is played by UCT with mobility playouts."""
    module = game.module("reference")
    found = {name: getattr(module, name) for name in Hints._fields if hasattr(module, name)}
    hints = NOTHING._replace(**found)
    return Knowledge(getattr(module, "SEARCH", "mobility"), addresses(game.rules, hints))
