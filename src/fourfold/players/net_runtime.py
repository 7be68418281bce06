"""Neural nets of the games (ONNX), and the runtime that evaluates them."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import require_extra
from fourfold.core.net_features import Vision
from fourfold.core.position import View
from fourfold.core.registry import facts, folder, vision
from fourfold.players.errors import NoNet

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


def require_runtime() -> None:
    """Raise MissingExtra where nets cannot be run."""
    require_extra("research", RUNTIME)


def net_path(game_id: str) -> Path:
    """Where the net of a game lies, if it has one."""
    return folder(game_id) / "net.onnx"


def check_net(game_id: str) -> None:
    """Raise NoNet where a game has no net, and MissingExtra where none can be run here."""
    require_runtime()
    if not net_path(game_id).exists():
        raise NoNet("players.no_net", game=facts(game_id).name)


@cache
def load_net(game_id: str) -> Net:
    """Load the net of a game, once."""
    return Net(net_path(game_id))


def covering(view: View) -> Vision | None:
    """How the game's net sees a view, where there is a net that was trained for such seats and options."""
    if not net_path(view.game.id).exists():
        return None
    found = vision(view.game.id)
    return found if found is not None and found.covers(view.seats, view.options) else None
