"""The registry of games: the folders under `games/`, and packages that are installed beside Fourfold.

A package offers a game with an entry point of the group `fourfold.games`: its name is the game's id, its value the
package with the game's modules and files. What is faulty is left out, and does no harm to the others.
"""

import gc
import importlib
import importlib.util
import json
import logging
import pkgutil
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from fourfold import kernel
from fourfold.core.errors import FaultyGame, UnknownGame
from fourfold.core.facts import Facts
from fourfold.core.options import Choice
from fourfold.text import DEFAULT_LANGUAGE, add_catalogue, say

if TYPE_CHECKING:
    from fourfold.core.encoding import Encoding
    from fourfold.core.game import Game
    from fourfold.core.net_features import Vision

GROUP = "fourfold.games"
ROOT = Path(__file__).parents[1]
ID = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
LONGEST_ID = 40
TAKEN = {"fourfold", *(module.name for module in pkgutil.iter_modules([str(ROOT)]))}  # namespaces of our own messages

_log = logging.getLogger(__name__)


class _Found(NamedTuple):
    """The packages of the games by id, and the errors of the packages that are left out."""

    packages: dict[str, str]
    faults: dict[str, FaultyGame]


@cache
def _find() -> _Found:
    """Find all games, once; later ones may not take the id of an earlier one, and ours come first."""
    found = _Found({}, {})
    for game_id, package in [*_folders(), *_installed()]:
        if found.packages.get(game_id) == package:
            continue
        try:
            _check(game_id, package, found.packages.get(game_id, ""))
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}"
            broken = FaultyGame("fourfold.faulty_game.broken", package=package, id=game_id, problem=problem)
            found.faults[package] = error if isinstance(error, FaultyGame) else broken
            _log.warning("%s", found.faults[package])
        else:
            found.packages[game_id] = package
            add_catalogue(game_id, _path(package) / "text")
    return _Found(dict(sorted(found.packages.items())), found.faults)


def _folders() -> list[tuple[str, str]]:
    modules = pkgutil.iter_modules([str(ROOT / "games")])
    return sorted((module.name, f"{GROUP}.{module.name}") for module in modules if module.ispkg)


def _installed() -> list[tuple[str, str]]:
    return sorted((point.name, point.module) for point in entry_points(group=GROUP))


def _check(game_id: str, package: str, other: str) -> None:
    """Raise where a package offers no game of this id, or lacks what the list of games shows."""
    if not ID.fullmatch(game_id) or len(game_id) > LONGEST_ID or game_id in TAKEN:
        raise FaultyGame("fourfold.faulty_game.id", package=package, id=game_id)
    if other:
        raise FaultyGame("fourfold.faulty_game.taken", package=package, id=game_id, other=other)
    known = getattr(importlib.import_module(package), "FACTS", None)
    if not isinstance(known, Facts):
        raise FaultyGame("fourfold.faulty_game.facts", package=package, id=game_id)
    if known.id != game_id:
        raise FaultyGame("fourfold.faulty_game.other_id", package=package, id=game_id, found=str(known.id))
    missing = sorted(_needed_messages(known) - _read_messages(package, DEFAULT_LANGUAGE).keys())
    if missing:
        raise FaultyGame("fourfold.faulty_game.messages", package=package, id=game_id, names=", ".join(missing))
    if not package.startswith(GROUP):  # ours are tested
        for path in sorted((_path(package) / "text").glob("*.json")):
            for name, pattern in _read_messages(package, path.stem).items():
                _check_message(package, game_id, f"{path.name}: {name}", pattern, path.stem)


def _read_messages(package: str, language: str) -> dict[str, Any]:
    messages: dict[str, Any] = json.loads((_path(package) / "text" / f"{language}.json").read_text(encoding="utf-8"))
    return messages


def _check_message(package: str, game_id: str, name: str, pattern: Any, language: str) -> None:
    """Raise where a message is no ICU pattern: one that cannot be said would stop the list of all games."""
    from icu4py.messageformat import MessageFormat

    try:
        MessageFormat(pattern, language)
    except Exception as error:
        raise FaultyGame("fourfold.faulty_game.pattern", package=package, id=game_id, name=name) from error


def _needed_messages(known: Facts) -> set[str]:
    """The messages that the list of games needs."""
    options = {f"option.{option.name}{end}" for option in known.options for end in ("", ".label")}
    choices = [option for option in known.options if isinstance(option, Choice)]
    words = {f"option.{choice.name}.{word}" for choice in choices for word in choice.words}
    extras = {f"extra.{extra.name}" for extra in (known.scoring.extras if known.scoring else ())}
    return {"tagline", *(f"seat.{seat}" for seat in range(known.seats[-1])), *options, *words, *extras}


def _path(package: str) -> Path:
    return Path(str(importlib.import_module(package).__file__)).parent


def list_games() -> list[str]:
    """List the ids of all games, without loading their rules.

    >>> {'exago', 'qawale', 'quadominos', 'quads'} <= set(list_games())
    True
    """
    return list(_find().packages)


def left_out() -> dict[str, str]:
    """Tell of each faulty package what is wrong with it.

    >>> "fourfold.games.qawale" in left_out()
    False
    """
    return {package: str(fault) for package, fault in _find().faults.items()}


def package(game_id: str) -> str:
    """Name the package of a game.

    >>> package("qawale")
    'fourfold.games.qawale'
    """
    packages = _find().packages
    if not isinstance(game_id, str) or game_id not in packages:
        raise UnknownGame("fourfold.unknown_game", id=str(game_id), games=", ".join(packages))
    return packages[game_id]


def folder(game_id: str) -> Path:
    """The folder of a game, with its files beside the modules.

    >>> (folder("qawale") / "RULES.md").exists()
    True
    """
    return _path(package(game_id))


def module(game_id: str, name: str) -> ModuleType | None:
    """Import a module of a game's package; None where the game has no such module.

    >>> module("quadominos", "net_features") is None
    True
    """
    full = f"{package(game_id)}.{name}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None


def facts(game_id: str) -> Facts:
    """Give the metadata of a game, without loading its rules."""
    found: Facts = importlib.import_module(package(game_id)).FACTS
    return found


def game(game_id: str) -> "Game":
    """Load a game. Its kernels are compiled at the first use and cached on disk.

    >>> game("qawale")
    fourfold.game('qawale')
    """
    return _load(facts(game_id).id)


def encoding(game_id: str) -> "Encoding":
    """Give the action and observation encoding of a game; FaultyGame where it has none.

    >>> encoding("qawale").choices
    17
    """
    game(game_id)
    found: Any = module(game_id, "encoding")
    if found is None:
        raise FaultyGame("fourfold.no_encoding", game=facts(game_id).name)
    known: Encoding = found.ENCODING
    return known


def vision(game_id: str) -> "Vision | None":
    """Give the network features of a game, if it has any.

    >>> vision("quads").likings
    2376
    """
    game(game_id)
    found: Any = module(game_id, "net_features")
    known: Vision | None = found and found.VISION
    return known


@cache
def _load(game_id: str) -> "Game":
    """Import the rules; FaultyGame where that fails."""
    name = package(game_id)
    with _without_collecting():
        try:
            loaded: Game = importlib.import_module(f"{name}.game").GAME
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}"
            raise FaultyGame("fourfold.faulty_game.load", package=name, id=game_id, problem=problem) from error
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


def announce_compilation(part: str) -> None:
    """Tell who waits that kernels are compiled; a server logs it instead."""
    print(say("fourfold.compiling", part=part), file=sys.stderr, flush=True)


kernel.announce = lambda part: announce_compilation(part)  # which may be replaced
