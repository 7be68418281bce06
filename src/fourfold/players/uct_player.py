"""The plain UCT player, with which others are measured."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import as_move, imagine_worlds
from fourfold.search.limit import Limit
from fourfold.search.mcts.uct import EXPLORATION, grow

WORLDS = 16  # how often what the seat cannot see is dealt anew


class UctPlayer:
    """Grows a tree by random games, and plays the move that was tried most often.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> UctPlayer().choose(view, Limit(nodes=100_000))
    Move('e1')
    """

    def __init__(self, exploration: int = EXPLORATION) -> None:
        self.exploration = exploration

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by plain UCT over imagined worlds."""
        worlds = imagine_worlds(view, limit, WORLDS)
        return as_move(view, grow(view.game, worlds, view.seats, limit, self.exploration).move)
