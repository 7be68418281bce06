"""Exago as a `Game`: options, explanations, the notice of the duty to block."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fourfold.core.game import Game, name_rulings
from fourfold.core.help.notice import Notice
from fourfold.games.exago import FACTS, kernel, tiles_of_seat, words
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import cells_of
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.jit import Row


def blank(seats: int, options: Mapping[str, Any]) -> Row:
    """The empty board, and all tiles in hand."""
    row = np.zeros(layout.WORDS, np.int64)
    row[layout.HAND : layout.HAND + seats] = tiles_of_seat(seats) - np.array(options["handicap"])
    row[layout.SIDE] = options["side"]
    row[layout.SEATS] = seats
    row[layout.EARLY] = options["early"]
    row[layout.LATE] = options["late"]
    row[layout.BLOCKING] = options["blocking"] and seats > 2  # Exago R4: not with two
    return row


def notice(row: Row) -> Notice | None:
    """The duty to block."""
    if not row[layout.BLOCKING]:
        return None
    work = np.zeros(layout.WORK_WORDS, np.int64)
    kernel.count(row, work)
    codes = {
        layout.R4A_STOP_NEXT: "exago.notice.stop_next",
        layout.R4B_STOP_NEAREST: "exago.notice.stop_nearest",
    }
    code = codes.get(int(work[layout.DUTY]))
    return Notice(code, {"seat": str(work[layout.DUTY_SEAT])}) if code else None


def explain(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """The cells of the move, and whom it must stop."""
    target, source, keep = cells_of(move)
    grid = GRIDS[int(row[layout.SIDE])]
    values = {
        "target": grid.name(target),
        "source": grid.name(source) if source != layout.NO_CELL else "none",
        "keep": grid.name(keep) if keep != layout.NO_CELL else "none",
        "centre": grid.name(grid.centre),
    }
    if ruling in (layout.R4A_STOP_NEXT, layout.R4B_STOP_NEAREST):
        work = np.zeros(layout.WORK_WORDS, np.int64)
        kernel.count(row, work)
        values["seat"] = str(work[layout.DUTY_SEAT])
    return values


def reason(row: Row) -> str:
    """A line, or the limit of plies."""
    if not row[layout.WINNER]:
        return "plies"
    return "five" if row[layout.SEATS] == 2 else "four"


GAME = Game(
    __package__,
    FACTS,
    kernel.RULES,
    blank,
    reason,
    name_rulings(layout),
    work_words=layout.WORK_WORDS,
    ply_word=layout.PLY,
    repetition=3,  # Exago R5
    explain=explain,
    notice=notice,
    prompt=words.prompt,
    describe=words.describe,
    merit=words.merit,
)
