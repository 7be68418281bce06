"""Render modes of the environments: the table as a spectator sees it."""

import io

import numpy as np
from numpy.typing import NDArray

from fourfold.core.position import Position
from fourfold.research.errors import BadSetting

MODES = ("human", "rgb_array", "ansi")
WIDTH = 480  # of a picture, in pixels


def check_mode(mode: str | None) -> str | None:
    """Return the render mode, or raise BadSetting for an unknown one."""
    if mode is not None and mode not in MODES:
        raise BadSetting("research.bad_mode", mode=str(mode), modes=", ".join(MODES))
    return mode


def render(position: Position, mode: str | None) -> NDArray[np.uint8] | str | None:
    """Print the board (`human`), or return it as text (`ansi`) or as an array of pixels (`rgb_array`)."""
    view = position.view()
    if mode == "human":
        print(view.board())
    if mode == "ansi":
        return view.board()
    if mode == "rgb_array":
        from PIL import Image

        with Image.open(io.BytesIO(view.png(width=WIDTH))) as picture:
            return np.asarray(picture.convert("RGB"))
    return None
