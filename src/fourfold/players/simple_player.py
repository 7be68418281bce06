"""The simple player: tactics (takes wins, stops losses) and flat Monte Carlo."""

from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.players.player import as_move, imagine_worlds
from fourfold.search.hidden.tactics import choose
from fourfold.search.limit import Limit

WORLDS = 8  # how often what the seat cannot see is dealt anew


class SimplePlayer:
    """Wins where a move wins, stops who would win next, and otherwise tries moves by random games.

    What the seat cannot see it imagines, several times over.

    >>> import fourfold
    >>> view = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8").view(0)
    >>> SimplePlayer().choose(view, Limit(nodes=1000))
    Move('e1')
    """

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose by tactics over imagined worlds."""
        worlds = imagine_worlds(view, limit, WORLDS)
        return as_move(view, choose(view.game, worlds, view.seats, limit).move)
