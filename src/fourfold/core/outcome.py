"""The outcome of a game: winner, scores and reason."""

from dataclasses import dataclass
from typing import Any

from fourfold.text import has, say

# How a game can end that the position does not show.
AT_THE_TABLE = ("resign", "time", "agreed", "left", "called_off")


@dataclass(frozen=True)
class Outcome:
    """The winner's seat (None for a draw), the score of each seat, and the reason.

    >>> import fourfold
    >>> position = fourfold.game("qawale").start(pebbles=1)
    >>> position.play("a1NEE").play("a4ESE").outcome
    Outcome(winner=None, scores=(0, 0), reason='Qawale F5: all pebbles are placed and nobody has a line.')
    """

    winner: int | None
    scores: tuple[int, ...]
    game: str
    code: str

    @property
    def reason(self) -> str:
        """The reason as a sentence that names the rule."""
        own = f"{self.game}.reason.{self.code}"
        return say(own if has(own) else f"fourfold.reason.{self.code}")

    @property
    def is_agreeable(self) -> bool:
        """Whether a game whose position is not final can have ended like this."""
        if self.code in ("agreed", "called_off"):
            return self.winner is None
        return self.code in AT_THE_TABLE and (self.code != "resign" or self.winner is not None)

    def to_dict(self) -> dict[str, Any]:
        """Give the outcome as plain data for JSON, without the game."""
        return {"winner": self.winner, "scores": list(self.scores), "code": self.code}

    def __repr__(self) -> str:
        return f"Outcome(winner={self.winner}, scores={self.scores}, reason={self.reason!r})"


WON, DRAWN, LOST = 1, 0, -1  # the results of a theory


@dataclass(frozen=True)
class Theory:
    """A proved result that needs no search, for instance by a mirror strategy.

    The result with best play for the seat to move, and the code of a move that keeps it, if it matters.
    """

    result: int
    move: int | None = None
