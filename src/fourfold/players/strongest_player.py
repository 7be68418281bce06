"""The strongest player: net or search, whichever is stronger for the game and its options."""

from functools import cache

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.net_runtime import covering, has_runtime
from fourfold.players.player import Player, check_turn
from fourfold.players.search_player import SearchPlayer
from fourfold.search.limit import Limit


class StrongestPlayer:
    """Plays by the net where that was measured to be stronger and can be run here, and by search elsewhere."""

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose as the stronger one of the two does."""
        check_turn(view)
        seen = covering(view) if has_runtime() else None
        player = _net_player() if seen is not None and seen.is_stronger else SearchPlayer()
        return player.choose(view, limit)


@cache
def _net_player() -> Player:
    from fourfold.players.net_player import NetPlayer  # late: its kernels are of no use without a net

    return NetPlayer()
