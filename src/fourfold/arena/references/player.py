"""The reference opponent: for each game the search that its module `reference` names."""

from fourfold.arena.references import alphabeta, mobility, puct, samples
from fourfold.arena.references.hints import knowledge_of
from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import as_move, check_turn
from fourfold.search.limit import Limit

SEARCHES = {
    "alphabeta": alphabeta.choose,
    "mobility": mobility.choose,
    "puct": puct.choose,
    "samples": samples.choose,
}


class ReferencePlayer:
    """A yardstick that is never tuned: players are measured against it, and it stays what it is.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> ReferencePlayer().choose(view, Limit(nodes=1000))
    Move('e1')
    """

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by the game's reference search."""
        check_turn(view)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        found = knowledge_of(view.game)
        return as_move(view, SEARCHES[found.search](view, found.words, limit))
