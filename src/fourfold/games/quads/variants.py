"""What tests of Quads play: option sets, and ways to play that seek rare situations."""

from typing import Any

from fourfold.core.position import Position

VARIANTS: list[dict[str, Any]] = [
    {},
    {"border": True},
    {"apart": "diagonal"},
    {"hidden": True},
    {"border": True, "apart": "diagonal", "hidden": True},
]
SHORT: dict[str, Any] = {}


def few_moves(position: Position, move: str) -> float:
    """Leave the other player as few moves as possible."""
    return -float(len(position.play(move).moves()))


# What a way to play wishes for, and of how many moves it takes the best.
WAYS = {"few moves": (few_moves, 24)}
