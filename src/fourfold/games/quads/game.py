"""Quads as a `Game`: options, clicks, explanations, hidden hands."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fourfold.core.clicks import Click, cell, item, way
from fourfold.core.game import Game, name_rulings
from fourfold.core.theory import Theory
from fourfold.games.quads import FACTS, board, canonical_key, kernel, mirror_strategy, notation
from fourfold.kernel.jit import Key, Row

KIND_NAMES = {
    kernel.PARALLEL: "parallel",
    kernel.TOWARDS: "towards",
    kernel.SOLID: "light",
    kernel.DARK_SOLID: "dark",
}


class Quads(Game):
    """Quads, by Kris Burm."""

    facts = FACTS
    rules = kernel.RULES
    work_words = kernel.WORK_WORDS
    ply_word = kernel.PLY
    solvable = 19
    rulings = name_rulings(kernel)

    @property
    def symmetric_key(self) -> Key:
        return canonical_key.essential_key

    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        row = np.zeros(kernel.WORDS, np.int64)
        row[kernel.EMPTY] = kernel.BOARD
        row[kernel.HANDS : kernel.HANDS + 2] = kernel.FULL_HAND
        row[kernel.NEUTRALS] = sum(map(notation.neutral_bit, (kernel.ALL_PARALLEL, kernel.ALL_TOWARDS)))
        if options["border"]:
            row[: kernel.SQUARES] = kernel.RIM_DEMANDS
            row[kernel.OPTIONS] |= kernel.BORDER
        if options["hidden"]:
            row[kernel.OPTIONS] |= kernel.HIDDEN
        if options["apart"] == "diagonal":
            row[kernel.OPTIONS] |= kernel.DIAGONAL
        return row

    def theory(self, row: Row) -> Theory | None:
        """Dark wins the base game by a mirror strategy."""
        return mirror_strategy.find_theory(row)

    def plies_left(self, row: Row) -> int:
        return kernel.SQUARES - int(row[kernel.PLY])

    def is_hidden(self, options: Mapping[str, Any]) -> bool:
        return bool(options["hidden"])

    def clicks(self, row: Row, move: int) -> tuple[Click, ...]:
        """The tile, the square, the orientation."""
        square, _, edges = self.format_move(row, move).partition("=")
        return item(notation.tile_name(move >> kernel.SQUARE_BITS)), cell(square), way(edges)

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """There must be one square; a missing tile or orientation stands for any."""
        squares = [click for click in clicks if len(click) == 2]
        tiles = [click for click in clicks if len(click) == 4]
        if len(squares) != 1 or len(squares) + len(tiles) != len(clicks) or len(tiles) > 2:
            return []
        neutrals = [notation.format_edges(edges) for edges in board.neutrals_left(row)]
        names = tiles[:1] or neutrals or board.hand(row, int(kernel.to_move(row)))
        ways = tiles[1:] or [name[turn:] + name[:turn] for name in names for turn in range(4)]
        return [f"{squares[0]}={edges}" for edges in ways]

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
        square, edges = move & 63, move >> kernel.SQUARE_BITS
        values: dict[str, Any] = {"cell": kernel.GRID.name(square), "tile": notation.tile_name(edges)}
        if ruling == kernel.F5_TILE_GONE:
            values["other"] = self._where_it_lies(row, edges)
        if ruling in (kernel.F5_EDGES_DIFFER, kernel.F8_RIM_DIFFERS):
            owner = int(kernel.to_move(row))
            side = int(kernel.differing_side(row, square, edges, owner))
            values["side"] = notation.SIDES[side]
            values["own"] = KIND_NAMES[int(kernel.shown(edges, side, owner))]
            values["facing"] = KIND_NAMES[int(row[square]) // 5**side % 5]
            if ruling == kernel.F5_EDGES_DIFFER:
                values["other"] = kernel.GRID.name(int(kernel.NEIGHBOUR[square, side]))
        return values

    def _where_it_lies(self, row: Row, edges: int) -> str:
        """Name the square of the mover's tile with these edges, in any orientation."""
        wanted = int(kernel.to_move(row)), notation.tile_name(edges)
        for square in notation.taken_squares(row):
            owner, lying = notation.tile_at(row, square)
            if (owner, notation.tile_name(lying)) == wanted:
                return kernel.GRID.name(square)
        raise AssertionError("a tile that is not in the hand lies on the board")

    def reason(self, row: Row) -> str:
        if row[kernel.PLY] == kernel.SQUARES:
            return "full_board"
        return "dark_stuck" if kernel.to_move(row) else "light_stuck"


GAME = Quads()
