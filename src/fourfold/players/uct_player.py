"""The player that others are measured with: plain UCT."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import check_turn
from fourfold.players.seeded_random import draw_chance
from fourfold.search.hidden.determinization import imagine
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
        seat = check_turn(view)
        chance = draw_chance(view, limit)
        worlds = imagine(view, seat, [chance.getrandbits(63) for _ in range(WORLDS)])
        code = grow(view.game, worlds, view.seats, limit, self.exploration).move
        return Move(view.game.format_move(view.row.copy(), code), code)
