"""Template as a `Game`: the start, explanations, how it ends."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fourfold.contract.template import FACTS, kernel, words
from fourfold.core.game import Game, name_rulings
from fourfold.kernel.jit import Row


def blank(seats: int, options: Mapping[str, Any]) -> Row:
    """The empty board."""
    return np.zeros(kernel.WORDS, np.int64)


def explain(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """The square of the move."""
    return {"square": kernel.GRID.name(move)}


def reason(row: Row) -> str:
    """A line, or a full board."""
    return "line" if kernel.status(row) > 0 else "full_board"


GAME = Game(
    __package__,
    FACTS,
    kernel.RULES,
    blank,
    reason,
    name_rulings(kernel),
    ply_word=kernel.PLY,
    explain=explain,
    prompt=words.prompt,
    describe=words.describe,
    plies_left=lambda row: kernel.SQUARES - int(row[kernel.PLY]),
    solvable=kernel.SQUARES,
)
