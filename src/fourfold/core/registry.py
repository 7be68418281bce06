"""The registry of games: every folder under `games/` is one."""

import gc
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fourfold.core.errors import UnknownGame
from fourfold.text import add_catalogue, say

if TYPE_CHECKING:
    from fourfold.core.encoding import Encoding
    from fourfold.core.facts import Facts
    from fourfold.core.game import Game
    from fourfold.core.net_features import Vision

FOLDER = Path(__file__).parents[1] / "games"


@cache
def _ids() -> tuple[str, ...]:
    ids = tuple(sorted(module.name for module in pkgutil.iter_modules([str(FOLDER)]) if module.ispkg))
    for game_id in ids:
        add_catalogue(game_id, FOLDER / game_id / "text")
    return ids


def list_games() -> list[str]:
    """List the ids of all games.

    >>> list_games()
    ['exago', 'qawale', 'quadominos', 'quads']
    """
    return list(_ids())


def facts(game_id: str) -> "Facts":
    """Give the metadata of a game, without loading its rules."""
    if not isinstance(game_id, str) or game_id not in _ids():
        raise UnknownGame("fourfold.unknown_game", id=str(game_id), games=", ".join(_ids()))
    found: Facts = importlib.import_module(f"fourfold.games.{game_id}").FACTS
    return found


def game(game_id: str) -> "Game":
    """Load a game. Its kernels are compiled at the first use and cached on disk.

    >>> game("qawale")
    fourfold.game('qawale')
    """
    return _load(facts(game_id).id)


def encoding(game_id: str) -> "Encoding":
    """Give the action and observation encoding of a game.

    >>> encoding("qawale").choices
    17
    """
    found: Encoding = importlib.import_module(f"fourfold.games.{game(game_id).id}.encoding").ENCODING
    return found


def vision(game_id: str) -> "Vision | None":
    """Give the network features of a game, if it has any.

    >>> vision("quads").likings
    2376
    """
    name = f"fourfold.games.{game(game_id).id}.net_features"
    found: Vision | None = importlib.import_module(name).VISION if importlib.util.find_spec(name) else None
    return found


@cache
def _load(game_id: str) -> "Game":
    with _without_collecting():
        setattr(importlib.import_module("fourfold.kernel.jit"), "announce", _announce)  # noqa: B010 - only now loaded
        loaded: Game = importlib.import_module(f"fourfold.games.{game_id}.game").GAME
    return loaded


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Pause the garbage collector: loading the compiler makes many objects that all stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _announce(part: str) -> None:
    print(say("fourfold.compiling", part=part), file=sys.stderr, flush=True)
