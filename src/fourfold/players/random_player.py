"""The random player: any legal move."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import check_turn, draw_chance
from fourfold.search.limit import Limit


class RandomPlayer:
    """Every legal move is as likely as any other.

    >>> import fourfold
    >>> view = fourfold.game("exago").start().view(0)
    >>> RandomPlayer().choose(view, Limit(nodes=0))
    Move('e5')
    """

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose a legal move by chance."""
        check_turn(view)
        moves = view.moves()
        return moves[draw_chance(view, limit).randrange(len(moves))]
