"""The player that was trained: a net says which moves are worth a try and what positions are worth, a tree the rest."""

from fourfold.core.game import Game
from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.kernel.evaluation import threaten_nothing
from fourfold.kernel.jit import Row
from fourfold.players.errors import NoNet
from fourfold.players.net_runtime import check_net, covering, has_runtime, load_net
from fourfold.players.player import check_turn
from fourfold.players.search_player import Thinker
from fourfold.search.analysis import FORCE_NODES, FORCE_SHARE
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit
from fourfold.search.mcts.puct import DEEPEST
from fourfold.search.mcts.puct_tree import grow_guided
from fourfold.search.proofs.threats import find_force
from fourfold.search.repetition import stack_keys


class NetPlayer:
    """Plays by a net; what can be proved it leaves to the search, and tables that its net was never shown.

    Proofs are forced wins by threats, what theory knows and, near the end of a game, everything. A node of its limit
    is a way down the tree.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> NetPlayer().choose(view, Limit(nodes=100))
    Move('e1')
    """

    def __init__(self) -> None:
        if not has_runtime():
            raise NoNet("players.no_runtime")
        self._thinker = Thinker()

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by the tree that the net guides."""
        seat = check_turn(view)
        check_net(view.game.id)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        game, row = view.game, imagine(view, seat, [0])[0]
        seen = covering(view)
        left = game.plies_left(row)
        is_near_end = left is not None and left <= game.solvable
        if seen is None or is_near_end or game.theory(row) is not None:
            return self._thinker.choose(view, limit)
        code = _force(game, row, limit)
        if code is None:
            keys, first = stack_keys(view.earlier, DEEPEST + 2)
            rest = _rest(game, limit)
            code = grow_guided(game, seen, row, keys, first, rest, load_net(game.id).ask)[0].move
        return Move(game.format_move(view.row.copy(), code), code)


def _force(game: Game, row: Row, limit: Limit) -> int | None:
    """The first move of a forced win by threats, where one is found."""
    if game.threaten is threaten_nothing:
        return None
    moves = find_force(game, row, limit.part(FORCE_SHARE, FORCE_NODES)).moves
    return moves[0] if moves else None


def _rest(game: Game, limit: Limit) -> Limit:
    """What the search for forced wins leaves of the limit."""
    return limit if game.threaten is threaten_nothing else limit.part(1 - FORCE_SHARE)
