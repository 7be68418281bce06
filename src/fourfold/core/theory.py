"""What is known about a game for certain, by a strategy that was proved and needs no search."""

from dataclasses import dataclass

WON, DRAWN, LOST = 1, 0, -1


@dataclass(frozen=True)
class Theory:
    """How the game ends for the seat to move with best play, and the code of a move that does it, where it matters."""

    result: int
    move: int | None = None
