"""The player that was trained: a net says which moves are worth a try and what positions are worth, a tree the rest."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.core.game import Game
from fourfold.core.moves import Move
from fourfold.core.position import View
from fourfold.core.registry import FOLDER, vision
from fourfold.core.vision import Vision
from fourfold.kernel.jit import Row
from fourfold.kernel.opinions import threaten_nothing
from fourfold.players.errors import NoNet
from fourfold.players.player import check_turn
from fourfold.players.thinker import Thinker
from fourfold.search.analysis import FORCE_NODES, FORCE_SHARE
from fourfold.search.guided import DEEPEST
from fourfold.search.guiding import grow_guided
from fourfold.search.limit import Limit
from fourfold.search.repetition import stack_keys
from fourfold.search.threats import find_force
from fourfold.search.worlds import imagine

RUNTIME = "onnxruntime"


class Net:
    """A net from a file: likings and chances for what the seats to move see, on one processor."""

    def __init__(self, path: Path) -> None:
        import onnxruntime

        options: Any = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self.session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def ask(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Give a row of likings and a number of chances for each position."""
        likings, chances = self.session.run(None, {"seen": seen})
        return likings, chances


def has_runtime() -> bool:
    """Tell whether nets can be run here."""
    return find_spec(RUNTIME) is not None


def net_path(game_id: str) -> Path:
    """Where the net of a game lies, if it has one."""
    return FOLDER / game_id / "net.onnx"


@cache
def load_net(game_id: str) -> Net:
    """Load the net of a game, once."""
    return Net(net_path(game_id))


def covering(view: View) -> Vision | None:
    """The way in which the game's net sees this table, where it has a net that was made for such a table."""
    if not net_path(view.game.id).exists():
        return None
    found = vision(view.game.id)
    return found if found is not None and found.covers(view.seats, view.options) else None


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
        if not net_path(view.game.id).exists():
            raise NoNet("players.no_net", game=view.game.name)
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


class StrongestPlayer:
    """Plays by the net where that was measured to be stronger and can be run here, and by search elsewhere."""

    def __init__(self) -> None:
        self._thinker = Thinker()
        self._net = NetPlayer() if has_runtime() else None

    def choose(self, view: View, limit: Limit) -> Move:
        """Choose as the stronger one of the two does."""
        check_turn(view)
        seen = covering(view) if self._net else None
        if self._net is not None and seen is not None and seen.is_stronger:
            return self._net.choose(view, limit)
        return self._thinker.choose(view, limit)


def _force(game: Game, row: Row, limit: Limit) -> int | None:
    """The first move of a forced win by threats, where one is found."""
    if game.threaten is threaten_nothing:
        return None
    moves = find_force(game, row, limit.part(FORCE_SHARE, FORCE_NODES)).moves
    return moves[0] if moves else None


def _rest(game: Game, limit: Limit) -> Limit:
    """What the search for forced wins leaves of the limit."""
    return limit if game.threaten is threaten_nothing else limit.part(1 - FORCE_SHARE)
