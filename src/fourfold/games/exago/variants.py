"""What tests of Exago play: option sets, and ways to play that seek rare situations."""

from typing import Any

from fourfold.core.position import Position

VARIANTS: list[dict[str, Any]] = [
    {},
    {"side": 6},
    {"early": True},
    {"late": True, "handicap": (0, 3)},
    {"early": True, "late": True, "side": 6},
    *({"seats": seats} for seats in range(3, 7)),
    {"seats": 3, "blocking": False},
    {"seats": 3, "early": True, "handicap": (0, 2, 1)},
    {"seats": 4, "late": True},
    {"seats": 5, "late": True, "early": True, "side": 6},
    {"seats": 6, "blocking": False, "side": 6, "late": True},
]
SHORT: dict[str, Any] = {}


def cuts(position: Position, move: str) -> float:
    """Lifts that cut, with a choice of what stays best of all, and no end of the game."""
    after = position.play(move)
    if after.outcome:
        return -1.0
    if "/" in move:
        return 100.0
    tiles = [sum(letter.isalpha() for letter in str(p).partition("@")[2].partition(":")[0]) for p in (position, after)]
    return float(tiles[0] - tiles[1]) if "-" in move else 0.0


def threats(position: Position, move: str) -> float:
    """Stay in the game and leave the next player as few moves as possible: he has to block."""
    after = position.play(move)
    return -1e6 if after.outcome else -float(len(after.moves()))


def there_and_back(position: Position, move: str) -> float:
    """Undo the own last lift, so that positions come again."""
    own = position
    for _ in range(position.seats):
        if own.previous is None:
            return 0.0
        last, own = own.last, own.previous
    source, dash, target = str(last).partition("-")
    if position.play(move).outcome and "-" not in move:
        return -1.0
    return 1.0 if dash and move == f"{target}-{source}" else 0.0


WAYS = {
    "cuts": (cuts, 24),
    "threats": (threats, 24),
    "there and back": (there_and_back, 24),
}  # what is wished for, and of how many moves the best is taken
