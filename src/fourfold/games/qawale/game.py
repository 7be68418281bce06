"""Qawale for the rest of the program: start, text, reasons."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from fourfold.core.display.scene import Scene
from fourfold.core.errors import BadPosition
from fourfold.core.game import Game
from fourfold.games.qawale import FACTS, board, kernel, kit, notation, symbols, symmetry
from fourfold.kernel.jit import Key, Row
from fourfold.picture.formats.styled_text import Line
from fourfold.picture.kit import Kit
from fourfold.picture.shapes import Drawing, Frame, Hands, Pieces, Symbol


class Qawale(Game):
    """Qawale, by Romain Froger and Didier Lenain-Bragard."""

    facts = FACTS
    rules = kernel.RULES
    work_words = 1
    ply_word = kernel.PLY
    is_grouped = True
    solvable = 6
    rulings = {  # noqa: RUF012 - a constant of the class
        kernel.F2_NO_STACK: "no_stack",
        kernel.F2_LENGTH: "length",
        kernel.F2_OFF_BOARD: "off_board",
        kernel.F3_STEP_BACK: "step_back",
        kernel.R4_NO_SWAP: "no_swap",
        kernel.R4_LATE_SWAP: "late_swap",
    }

    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        row = np.zeros(kernel.WORDS, np.int64)
        row[[0, 3, 12, 15]] = kernel.NEUTRAL | kernel.NEUTRAL << 2  # Qawale F1
        row[kernel.OPTIONS] = 2 * options["pebbles"]
        row[kernel.OPTIONS] |= kernel.DOUBLE_DRAWS if options["double"] == "draw" else 0
        row[kernel.OPTIONS] |= kernel.MAY_SWAP if options["swap"] else 0
        return row

    @property
    def symmetric_key(self) -> Key:
        return symmetry.symmetric_key

    def plies_left(self, row: Row) -> int:
        """Qawale F5; a swap is a ply too."""
        options, ply = int(row[kernel.OPTIONS]), int(row[kernel.PLY])
        may_swap = ply < 2 and options & kernel.MAY_SWAP != 0
        return (options & kernel.PLACEMENTS) - (ply - int(row[kernel.SWAPPED])) + may_swap

    def parse_move(self, row: Row, text: str) -> int:
        return notation.parse_move(text)

    def format_move(self, row: Row, move: int) -> str:
        return notation.format_move(move)

    def clicks(self, row: Row, move: int) -> tuple[str, ...]:
        return tuple(notation.cells_of_move(move))

    def click(self, row: Row, move: int, place: int) -> str:
        return next(islice(notation.cells_of_move(move), place, None))

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """The walk as far as it goes; an origin alone stands for a walk to any side."""
        return notation.texts_of_cells(clicks)

    def parse_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        row = self.blank(seats, options)
        notation.parse_body(body, row)
        if row[kernel.PLY] == 0 and (row != self.blank(seats, options)).any():
            raise BadPosition("qawale.position.start")
        return row

    def format_body(self, row: Row) -> str:
        return notation.format_body(row)

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
        if move == kernel.SWAP:
            return {}
        origin = move & 15
        return {
            "cell": kernel.GRID.name(origin),
            "pebbles": int(kernel.height(row[origin])) + 1,
            "steps": int(kernel.steps_of(move)),
        }

    def reason(self, row: Row) -> str:
        first, second = (kernel.has_line(row[word]) for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS))
        if first and second:
            return "double"
        return "line" if first or second else "no_line"

    def symbols(self) -> Mapping[str, Symbol]:
        return symbols.symbols()

    def kit(self) -> Kit:
        return kit.kit()

    def frame(self, row: Row) -> Frame:
        return board.frame()

    def pieces(self, row: Row, last: int | None) -> Pieces:
        return board.pieces(row, last)

    def hands(self, row: Row) -> Hands:
        return board.hands(row)

    def draw(self, row: Row, scene: Scene) -> Drawing:
        return board.draw(row, scene)

    def lines(self, row: Row, last: int | None = None) -> list[Line]:
        return board.lines(row, last)


GAME = Qawale()
