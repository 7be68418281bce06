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
from fourfold.kernel.jit import Row
from fourfold.kernel.opinions import threaten_nothing
from fourfold.players.errors import NoNet
from fourfold.players.player import check_turn
from fourfold.players.thinker import Thinker
from fourfold.search.analysis import FORCE_NODES, FORCE_SHARE
from fourfold.search.guided import DEEPEST
from fourfold.search.guiding import Branch, grow_guided
from fourfold.search.limit import Limit
from fourfold.search.repetition import stack_keys
from fourfold.search.threats import find_force
from fourfold.search.worlds import imagine

RUNTIME = "onnxruntime"


class Net:
    """A game's net: likings and chances for what the seats to move see, on one processor."""

    def __init__(self, path: Path) -> None:
        import onnxruntime

        options: Any = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        self.session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def ask(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Give likings and chances, a row and a number for each position."""
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


class NetPlayer:
    """Plays by a net where the game has one that was made for the table; what can be proved it leaves to the search.

    That is forced wins by threats and, near the end of a game, everything; and tables that the net was never shown.
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
        sight = vision(game.id)
        left = game.plies_left(row)
        is_near_end = left is not None and left <= game.solvable
        if sight is None or not sight.covers(view.seats, view.options) or is_near_end or game.theory(row) is not None:
            return self._thinker.choose(view, limit)
        forced = _force(game, row, limit)
        code = forced if forced is not None else guide(view, row, limit)[0].move
        return Move(game.format_move(view.row.copy(), code), code)


def _force(game: Game, row: Row, limit: Limit) -> int | None:
    """The first move of a forced win by threats, where one is found."""
    if game.threaten is threaten_nothing:
        return None
    moves = find_force(game, row, limit.part(FORCE_SHARE, FORCE_NODES)).moves
    return moves[0] if moves else None


def guide(view: View, row: Row, limit: Limit) -> tuple[Branch, ...]:
    """The first moves as the net and its tree see them, the best first."""
    sight = vision(view.game.id)
    assert sight is not None
    share = 1.0 if view.game.threaten is threaten_nothing or limit.seconds is None else 1 - FORCE_SHARE
    keys, first = stack_keys(view.earlier, DEEPEST + 2)
    return grow_guided(view.game, sight, row, keys, first, limit.part(share), load_net(view.game.id).ask)
