"""What tests of Nine Men's Morris play: option sets, and ways to play that seek rare situations."""

from typing import Any

from fourfold.core.position import Position

VARIANTS: list[dict[str, Any]] = [{}, {"flying": False}]
SHORT: dict[str, Any] = {}


def mills(position: Position, move: str) -> float:
    """Take men, so that few are left and fly."""
    return float("x" in move)


def crowds(position: Position, move: str) -> float:
    """Take no men and leave the other few moves, until somebody is blocked."""
    after = position.play(move)
    return -100.0 if "x" in move else -float(len(after.moves()))


def there_and_back(position: Position, move: str) -> float:
    """Undo the own last move, so that positions come again."""
    own = position.previous and position.previous.last
    source, _, target = str(own).partition("-")
    return float(move == f"{target}-{source}")


WAYS = {"mills": (mills, 24), "crowds": (crowds, 24), "there and back": (there_and_back, 24)}
