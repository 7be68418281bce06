"""The interface of computer players, and what several of them share."""

import random
from typing import Protocol

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.kernel.jit import Table
from fourfold.players.errors import NotToMove
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit


class Player(Protocol):
    """Chooses moves, knowing no more than the view shows. It is stateless: several threads may share it."""

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose a legal move for the seat whose view it is; the same view and limit give the same move."""
        ...


def check_turn(view: View) -> int:
    """Give the seat whose view it is, if it is to move; else raise NotToMove."""
    if view.seat is None or view.to_move != view.seat:
        raise NotToMove("players.not_to_move")
    return view.seat


def draw_chance(view: View, limit: Limit) -> random.Random:
    """Make the random generator for one choice: the same for the same limit and ply, whatever the seat cannot see."""
    return random.Random(f"{limit.seed}/{view.ply}")


def imagine_worlds(view: View, limit: Limit, count: int) -> Table:
    """Deal what the seat to move cannot see anew, so many times."""
    seat, chance = check_turn(view), draw_chance(view, limit)
    return imagine(view, seat, [chance.getrandbits(63) for _ in range(count)])


def as_move(view: View, code: int) -> Move:
    """Make a move of its code."""
    return Move(view.game.notation.format_move(view.row.copy(), code), code)
