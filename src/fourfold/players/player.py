"""What a computer player is."""

from typing import Protocol

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.errors import NotToMove
from fourfold.search.limit import Limit


class Player(Protocol):
    """Chooses moves, knowing no more than the view shows. It keeps nothing from one choice to the next.

    So one player may think for many games at once, in several threads.
    """

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose a legal move for the seat whose view it is; the same view and limit give the same move."""
        ...


def check_turn(view: View) -> int:
    """Give the seat whose view it is, if it is to move; else raise NotToMove."""
    if view.seat is None or view.to_move != view.seat:
        raise NotToMove("players.not_to_move")
    return view.seat
