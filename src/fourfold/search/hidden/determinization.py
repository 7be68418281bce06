"""Determinization: full worlds that agree with what a seat sees."""

from collections.abc import Sequence

import numpy as np

from fourfold.core.position import View
from fourfold.kernel.jit import Table


def imagine(view: View, seat: int, seeds: Sequence[int]) -> Table:
    """Deal anew what the seat cannot see, once for each seed; worlds that are the same are given once.

    Where nothing is hidden there is one world, the table itself.
    """
    worlds: dict[bytes, None] = {}
    for seed in seeds:
        row = view.row.copy()
        view.game.rules.fill(row, seat, seed)
        worlds[row.tobytes()] = None
    return np.array([np.frombuffer(world, np.int64) for world in worlds])
