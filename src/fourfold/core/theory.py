"""A proved result that needs no search, for instance by a mirror strategy."""

from dataclasses import dataclass

WON, DRAWN, LOST = 1, 0, -1


@dataclass(frozen=True)
class Theory:
    """The result with best play for the seat to move, and the code of a move that keeps it, if it matters."""

    result: int
    move: int | None = None
