"""What tests of Qawale play: option sets, and ways to play that seek rare situations."""

from typing import Any

from fourfold.core.position import Position

VARIANTS: list[dict[str, Any]] = [
    {},
    {"pebbles": 1, "swap": True},
    {"pebbles": 3, "double": "draw"},
    {"pebbles": 10, "swap": True, "double": "draw"},
]
SHORT: dict[str, Any] = {"pebbles": 4}


def tall_stacks(position: Position, move: str) -> float:
    """Walk around in a small loop, so that what is sown piles up again."""
    board = str(position.play(move)).partition("@")[2].partition(":")[0]
    return max(len(stack) for stack in board.replace("/", ",").split(","))


def no_line(position: Position, move: str) -> float:
    """Keep the game going."""
    return 0.0 if position.play(move).outcome else 1.0


WAYS = {
    "tall stacks": (tall_stacks, 250),
    "no line": (no_line, 24),
}  # what is wished for, and of how many moves the best is taken
