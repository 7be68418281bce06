"""Nine Men's Morris as a `Game`: the start, explanations, how it ends."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fourfold.core.game import Game, name_rulings
from fourfold.kernel.jit import Row
from morris import FACTS, kernel, words


def blank(seats: int, options: Mapping[str, Any]) -> Row:
    """The empty board."""
    row = np.zeros(kernel.WORDS, np.int64)
    row[kernel.TO_PLACE] = 2 * kernel.MEN
    row[kernel.FLYING] = options["flying"]
    return row


def explain(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """The points of the move."""
    points = {"target": move & 31, "source": move >> kernel.SOURCE & 31, "taken": move >> kernel.TAKEN}
    return {part: kernel.GRID.name(point) for part, point in points.items() if point != kernel.NO_POINT}


def reason(row: Row) -> str:
    """Two men, no move, or the limit of plies."""
    if kernel.status(row) < 0:
        return "plies"
    return "two_men" if int(row[row[kernel.MOVER]]).bit_count() < kernel.FEW else "blocked"


GAME = Game(
    __package__,
    FACTS,
    kernel.RULES,
    blank,
    reason,
    name_rulings(kernel),
    work_words=kernel.WORK_WORDS,
    ply_word=kernel.PLY,
    repetition=3,  # F6
    explain=explain,
    prompt=words.prompt,
    describe=words.describe,
)
