"""Qawale as a `Game`: options, clicks, explanations."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from fourfold.core.clicks import Click
from fourfold.core.errors import BadPosition
from fourfold.core.game import Game, name_rulings
from fourfold.games.qawale import FACTS, kernel, notation, symmetry
from fourfold.kernel.jit import Key, Row


class Qawale(Game):
    """Qawale, by Romain Froger and Didier Lenain-Bragard."""

    facts = FACTS
    rules = kernel.RULES
    work_words = 1
    ply_word = kernel.PLY
    is_grouped = True
    solvable = 6
    rulings = name_rulings(kernel)

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

    def clicks(self, row: Row, move: int) -> tuple[Click, ...]:
        return tuple(notation.clicks_of_move(move))

    def click(self, row: Row, move: int, place: int) -> Click:
        return next(islice(notation.clicks_of_move(move), place, None))

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """The walk so far; an origin alone stands for a walk in any direction."""
        return notation.texts_of_cells(clicks)

    def parse_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        row = super().parse_body(body, seats, options)
        if row[kernel.PLY] == 0 and (row != self.blank(seats, options)).any():
            raise BadPosition("qawale.position.start")
        return row

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


GAME = Qawale()
