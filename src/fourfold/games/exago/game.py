"""Exago as a `Game`: options, clicks, explanations, the notice of the duty to block."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fourfold.core.clicks import Click, cell
from fourfold.core.game import Game, name_rulings
from fourfold.core.help.notice import Notice
from fourfold.games.exago import FACTS, kernel, notation, tiles_of_seat
from fourfold.games.exago.rules import layout
from fourfold.games.exago.rules.cells import cells_of
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.jit import Row


class Exago(Game):
    """Exago, by Mark Forsyth."""

    facts = FACTS
    rules = kernel.RULES
    work_words = layout.WORK_WORDS
    ply_word = layout.PLY
    repetition = 3  # Exago R5
    rulings = name_rulings(layout)

    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        row = np.zeros(layout.WORDS, np.int64)
        row[layout.HAND : layout.HAND + seats] = tiles_of_seat(seats) - np.array(options["handicap"])
        row[layout.SIDE] = options["side"]
        row[layout.SEATS] = seats
        row[layout.EARLY] = options["early"]
        row[layout.LATE] = options["late"]
        row[layout.BLOCKING] = options["blocking"] and seats > 2  # Exago R4: not with two
        return row

    def dialect(self, row: Row) -> int:
        return int(row[layout.SIDE])

    def clicks(self, row: Row, move: int) -> tuple[Click, ...]:
        """The source, if any, the target, and the group that stays if there is a choice."""
        return tuple(map(cell, self.format_move(row, move).replace("/", "-").split("-")))

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """A click on a tile alone means a lift if the tile is the mover's, or if his hand is empty."""
        grid = GRIDS[int(row[layout.SIDE])]
        if len(clicks) != 1:
            return ["-".join(clicks[:2]) + "".join(f"/{place}" for place in clicks[2:])] if clicks else []
        letters, mover = notation.letters_of(row), int(row[layout.MOVER])
        letter = letters.get(grid.cell(clicks[0]))
        if letter is None or (letter != notation.COLOURS[mover] and row[layout.HAND + mover]):
            return list(clicks)
        others = letters.keys() - {grid.cell(clicks[0])}
        near = {place for other in others for place in grid.neighbours[other].tolist() if place >= 0} - letters.keys()
        return [f"{clicks[0]}-{grid.name(place)}" for place in sorted(near)]

    def notice(self, row: Row) -> Notice | None:
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

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
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

    def reason(self, row: Row) -> str:
        if not row[layout.WINNER]:
            return "plies"
        return "five" if row[layout.SEATS] == 2 else "four"


GAME = Exago()
