"""Exago for the rest of the program: start, text, reasons."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fourfold.core.display.scene import Scene
from fourfold.core.game import Game
from fourfold.core.help.notice import Notice
from fourfold.games.exago import FACTS, board, kernel, kit, notation, symbols, tiles_of_seat
from fourfold.games.exago.rules import layout, validation
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.jit import Row
from fourfold.picture.formats.styled_text import Line
from fourfold.picture.kit import Kit
from fourfold.picture.shapes import Drawing, Frame, Hands, Pieces, Symbol


class Exago(Game):
    """Exago, by Mark Forsyth."""

    facts = FACTS
    rules = kernel.RULES
    work_words = layout.WORK_WORDS
    ply_word = layout.PLY
    repetition = 3  # Exago R5
    rulings = {  # noqa: RUF012 - a constant of the class
        layout.F1_OFF_BOARD: "off_board",
        layout.F3_CENTRE: "centre",
        layout.F3_OCCUPIED: "occupied",
        layout.F3_NO_CONTACT: "no_contact",
        layout.F4_MUST_LIFT: "must_lift",
        layout.F4_HAND_FIRST: "hand_first",
        layout.F4_NOT_YOURS: "not_yours",
        layout.F4_SAME_CELL: "same_cell",
        layout.F5_CONTACT_LOST: "contact_lost",
        layout.F5_CHOOSE: "choose",
        layout.F5_NO_CHOICE: "no_choice",
        layout.F5_NO_SUCH_GROUP: "no_such_group",
        layout.R4A: "stop_next",
        layout.R4B: "stop_nearest",
    }

    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        row = np.zeros(layout.WORDS, np.int64)
        row[layout.HAND : layout.HAND + seats] = tiles_of_seat(seats) - np.array(options["handicap"])
        row[layout.SIDE] = options["side"]
        row[layout.SEATS] = seats
        row[layout.EARLY] = options["early"]
        row[layout.LATE] = options["late"]
        row[layout.BLOCKING] = options["blocking"] and seats > 2  # Exago R4: not with two
        return row

    def parse_move(self, row: Row, text: str) -> int:
        return notation.parse_move(text, GRIDS[int(row[layout.SIDE])])

    def format_move(self, row: Row, move: int) -> str:
        return notation.format_move(move, GRIDS[int(row[layout.SIDE])])

    def dialect(self, row: Row) -> int:
        return int(row[layout.SIDE])

    def clicks(self, row: Row, move: int) -> tuple[str, ...]:
        """The tile that is lifted, if any, the cell, and the group that stays where there is a choice."""
        return tuple(self.format_move(row, move).replace("/", "-").split("-"))

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """A tile alone stands for lifting it, where that is meant: it is the mover's, or he has none in hand."""
        grid = GRIDS[int(row[layout.SIDE])]
        if len(clicks) != 1:
            return ["-".join(clicks[:2]) + "".join(f"/{cell}" for cell in clicks[2:])] if clicks else []
        letters, mover = notation.letters_of(row), int(row[layout.MOVER])
        letter = letters.get(grid.cell(clicks[0]))
        if letter is None or (letter != notation.COLOURS[mover] and row[layout.HAND + mover]):
            return list(clicks)
        others = letters.keys() - {grid.cell(clicks[0])}
        near = {cell for other in others for cell in grid.neighbours[other].tolist() if cell >= 0} - letters.keys()
        return [f"{clicks[0]}-{grid.name(cell)}" for cell in sorted(near)]

    def notice(self, row: Row) -> Notice | None:
        if not row[layout.BLOCKING]:
            return None
        work = np.zeros(layout.WORK_WORDS, np.int64)
        kernel.count(row, work)
        codes = {layout.R4A: "exago.notice.stop_next", layout.R4B: "exago.notice.stop_nearest"}
        code = codes.get(int(work[layout.DUTY]))
        return Notice(code, {"seat": str(work[layout.DUTY_SEAT])}) if code else None

    def parse_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        row = self.blank(seats, options)
        notation.parse_body(body, row)
        validation.check(row)
        return row

    def format_body(self, row: Row) -> str:
        return notation.format_body(row)

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
        target, source, keep = notation.cells_of(move)
        grid = GRIDS[int(row[layout.SIDE])]
        values = {
            "target": grid.name(target),
            "source": grid.name(source) if source != layout.NO_CELL else "none",
            "keep": grid.name(keep) if keep != layout.NO_CELL else "none",
            "centre": grid.name(grid.centre),
        }
        if ruling in (layout.R4A, layout.R4B):
            work = np.zeros(layout.WORK_WORDS, np.int64)
            kernel.count(row, work)
            values["seat"] = str(work[layout.DUTY_SEAT])
        return values

    def reason(self, row: Row) -> str:
        if not row[layout.WINNER]:
            return "plies"
        return "five" if row[layout.SEATS] == 2 else "four"

    def symbols(self) -> Mapping[str, Symbol]:
        return symbols.symbols()

    def kit(self) -> Kit:
        return kit.kit()

    def frame(self, row: Row) -> Frame:
        return board.frame(int(row[layout.SIDE]))

    def pieces(self, row: Row, last: int | None) -> Pieces:
        return board.pieces(row, last)

    def hands(self, row: Row) -> Hands:
        return board.hands(row)

    def draw(self, row: Row, scene: Scene) -> Drawing:
        return board.draw(row, scene)

    def lines(self, row: Row, last: int | None = None) -> list[Line]:
        return board.lines(row, last)


GAME = Exago()
