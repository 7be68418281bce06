"""Fourfold: the home of four board games about four.

>>> import fourfold
>>> fourfold.list_games()
[...'exago', ...'qawale', ...'quadominos', ...'quads'...]
>>> position = fourfold.game("qawale").start()
>>> position.play("a1NEE").to_move
1
>>> fourfold.player("level-1").choose(position) in position.moves()
True
>>> fourfold.analyse(position, fourfold.Limit(depth=1)).best.move in position.moves()
True
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fourfold.core.errors import (
        BadDeal,
        BadNotation,
        BadOption,
        BadPosition,
        BadRecord,
        BadValue,
        ContradictoryOptions,
        FaultyGame,
        FourfoldError,
        IllegalMove,
        MissingExtra,
        NoSuchSeat,
        UnknownGame,
        UnknownOption,
    )
    from fourfold.core.game import Game
    from fourfold.core.moves import Deal, Move, Moves
    from fourfold.core.outcome import Outcome
    from fourfold.core.position import Position, View
    from fourfold.core.position_text import read
    from fourfold.core.records.record import Record, Step
    from fourfold.core.registry import game, list_games
    from fourfold.players.levels import Level, player
    from fourfold.search.analysis import Analysis, analyse
    from fourfold.search.limit import Limit

__version__ = "0.2.0"

# Where each public name lives. Loaded when first asked for, so that the import costs nothing.
_HOMES = {
    "core.errors": (
        "BadDeal BadNotation BadOption BadPosition BadRecord BadValue ContradictoryOptions FaultyGame FourfoldError "
        "IllegalMove MissingExtra NoSuchSeat UnknownGame UnknownOption"
    ),
    "core.game": "Game",
    "core.moves": "Deal Move Moves",
    "core.outcome": "Outcome",
    "core.position": "Position View",
    "core.position_text": "read",
    "core.records.record": "Record Step",
    "core.registry": "game list_games",
    "players.levels": "Level player",
    "search.analysis": "Analysis analyse",
    "search.limit": "Limit",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [  # noqa: RUF022 - kept in the order of `_HOMES`
    "BadDeal",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadValue",
    "ContradictoryOptions",
    "FaultyGame",
    "FourfoldError",
    "IllegalMove",
    "MissingExtra",
    "NoSuchSeat",
    "UnknownGame",
    "UnknownOption",
    "Game",
    "Deal",
    "Move",
    "Moves",
    "Outcome",
    "Position",
    "View",
    "read",
    "Record",
    "Step",
    "game",
    "list_games",
    "Level",
    "player",
    "Analysis",
    "analyse",
    "Limit",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fourfold' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f"fourfold.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
