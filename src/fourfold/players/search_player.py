"""Players by alpha-beta, max-n or Monte Carlo search: as strong as the limit allows, or weakened."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import check_turn
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit


class SearchPlayer:
    """Plays the best move that an analysis finds.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> SearchPlayer().choose(view, Limit(nodes=1000))
    Move('e1')
    """

    def choose(self, view: View, limit: Limit, *, overlooked: int = 0) -> Move:
        """Choose by analysis, with so many of 1024 moves not seen."""
        began = limit.now()
        check_turn(view)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        best = analyse(view, limit.rest(began), lines=1, overlooked=overlooked, to_the_end=False).best
        return Move(best.move, best.codes[0])


class WeakPlayer:
    """Plays like a beginner: it searches as few nodes, and overlooks as many moves, as its grade in the game says.

    It overlooks moves at every depth: its own and those of others. Which ones changes from ply to ply and with the
    limit's seed.
    """

    def __init__(self, grade: int) -> None:
        self.grade = grade

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by a short and inattentive analysis."""
        nodes, overlooked = view.game.grades[self.grade]
        return SearchPlayer().choose(view, limit.part(1.0, nodes), overlooked=overlooked)
