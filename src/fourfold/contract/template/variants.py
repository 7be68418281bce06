"""What tests of Template play: option sets, and ways to play that seek rare situations."""

from typing import Any

from fourfold.core.position import Position

VARIANTS: list[dict[str, Any]] = [{}]  # together they use every option and every number of seats
SHORT: dict[str, Any] = {}  # options that make a match short


def no_line(position: Position, move: str) -> float:
    """Keep the game going, until the board is full."""
    return 0.0 if position.play(move).outcome else 1.0


WAYS = {"no line": (no_line, 24)}  # what is wished for, and of how many moves the best is taken
