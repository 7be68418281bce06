"""What tests of Quad-Ominos play: option sets, and ways to play that seek rare situations."""

from typing import Any

from fourfold.core.position import Position

VARIANTS: list[dict[str, Any]] = [
    *({"seats": seats, "rounds": 1} for seats in range(2, 9)),
    *({"seats": seats, "beginner": True, "rounds": 2} for seats in (2, 5, 8)),
    {"target": 60},
    {"seats": 3, "target": 150, "beginner": True},
    {"seats": 4, "target": 30},
]
SHORT: dict[str, Any] = {"rounds": 1}


def bonuses(position: Position, move: str) -> float:
    """Bonuses first, above all with two more tiles."""
    return 2.0 if move.endswith("+2") else 1.0 if "+" in move else 0.0


def crowded(position: Position, move: str) -> float:
    """Lie close together, so that corners meet and nothing fits any more."""
    if "=" not in move:
        return 0.0
    x, y = move.partition("=")[0].split(",")
    return -float(int(x) ** 2 + int(y) ** 2)


WAYS = {
    "bonuses": (bonuses, 24),
    "crowded": (crowded, 24),
}  # what is wished for, and of how many moves the best is taken
