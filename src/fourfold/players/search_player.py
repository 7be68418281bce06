"""The player that searches: as strong as its limit allows, and as attentive as it was made."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import check_turn
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit


class Thinker:
    """Plays the best move that its analysis finds.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> Thinker().choose(view, Limit(nodes=1000))
    Move('e1')
    """

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by analysis."""
        check_turn(view)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        best = analyse(view, limit, lines=1, to_the_end=False).best
        return Move(best.move, best.codes[0])


class Learner:
    """Plays like one who is still learning: it thinks as little, and overlooks as much, as its grade in the game says.

    What it overlooks it overlooks at every depth: own moves and those of others. Which moves these are changes from
    ply to ply and with the limit's seed.
    """

    def __init__(self, grade: int) -> None:
        self.grade = grade

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by an analysis that is short and not very attentive."""
        check_turn(view)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        nodes, overlooked = view.game.grades[self.grade]
        part = limit.part(1.0, nodes)
        best = analyse(view, part, lines=1, overlooked=overlooked, to_the_end=False).best
        return Move(best.move, best.codes[0])
