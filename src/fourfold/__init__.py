"""Fourfold: the home of four board games about four.

>>> import fourfold
>>> fourfold.list_games()
[...'exago', ...'qawale', ...'quadominos', ...'quads'...]
>>> position = fourfold.game("qawale").start()
>>> position.play("a1NEE").to_move
1
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

__version__ = "0.2.0"

# Where each public name lives. Loaded when first asked for, so that the import costs nothing.
_HOMES = {
    "errors": (
        "BadDeal BadNotation BadOption BadPosition BadRecord BadValue ContradictoryOptions FaultyGame FourfoldError "
        "IllegalMove NoSuchSeat UnknownGame UnknownOption"
    ),
    "game": "Game",
    "moves": "Deal Move Moves",
    "outcome": "Outcome",
    "position": "Position View",
    "position_text": "read",
    "records.record": "Record Step",
    "registry": "game list_games",
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
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fourfold' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f"fourfold.core.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
