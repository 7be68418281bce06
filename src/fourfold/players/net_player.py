"""The neural-net player: PUCT, with proofs left to the search."""

from pathlib import Path

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.net_runtime import Net, check_net, covering, load_net, require_runtime
from fourfold.players.player import as_move, check_turn
from fourfold.players.search_player import SearchPlayer
from fourfold.search.analysis import find_threat_win
from fourfold.search.hidden.determinization import imagine
from fourfold.search.limit import Limit
from fourfold.search.mcts.puct import DEEPEST
from fourfold.search.mcts.puct_tree import grow_guided
from fourfold.search.repetition import stack_keys


class NetPlayer:
    """Plays by a net: that of the game, or one from a file.

    It leaves to the search what can be proved, and options that its net was not trained for. Proofs are forced wins by
    threats, theory and, near the end of a game, everything. A node of its limit is a way down the tree.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> NetPlayer().choose(view, Limit(nodes=100))
    Move('e1')
    """

    def __init__(self, path: Path | None = None) -> None:
        require_runtime()
        self.net = None if path is None else Net(path)

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by the tree that the net guides."""
        began = limit.now()
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
            return SearchPlayer().choose(view, limit.rest(began))
        forced = find_threat_win(game, row, limit).moves
        if forced:
            return as_move(view, forced[0])
        keys, first = stack_keys(view.earlier, DEEPEST + 2)
        ask = (self.net or load_net(game.id)).ask
        return as_move(view, grow_guided(game, seen, row, keys, first, limit.rest(began), ask)[0].move)
