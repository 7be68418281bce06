"""Quads for the rest of the program: start, text, reasons, what is hidden."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fourfold.core.display.scene import Scene
from fourfold.core.game import Game
from fourfold.core.theory import Theory
from fourfold.games.quads import FACTS, board, canonical_key, kernel, kit, mirror_strategy, notation, symbols
from fourfold.kernel.jit import Key, Row
from fourfold.picture.formats.styled_text import Line
from fourfold.picture.kit import Kit
from fourfold.picture.shapes import Drawing, Frame, Hands, Pieces, Symbol

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
    rulings = {  # noqa: RUF012 - a constant of the class
        kernel.F3_NO_SUCH_TILE: "no_such_tile",
        kernel.F4_NEUTRAL_DUE: "neutral_due",
        kernel.F4_NEUTRALS_TOUCH: "neutrals_touch",
        kernel.F5_SQUARE_TAKEN: "square_taken",
        kernel.F5_NEUTRALS_LIE: "neutrals_lie",
        kernel.F5_TILE_GONE: "tile_gone",
        kernel.F5_NO_CONTACT: "no_contact",
        kernel.F5_EDGES_DIFFER: "edges_differ",
        kernel.F8_RIM_DIFFERS: "rim_differs",
        kernel.R1_NEUTRALS_TOUCH: "neutrals_touch_diagonally",
        kernel.R2_NEUTRAL_GONE: "neutral_gone",
        kernel.R2_RIM_DIFFERS: "neutral_rim_differs",
    }

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
        """Dark wins the base game by mirroring."""
        return mirror_strategy.find_theory(row)

    def plies_left(self, row: Row) -> int:
        return kernel.SQUARES - int(row[kernel.PLY])

    def is_hidden(self, options: Mapping[str, Any]) -> bool:
        return bool(options["hidden"])

    def parse_move(self, row: Row, text: str) -> int:
        return notation.parse_move(text)

    def format_move(self, row: Row, move: int) -> str:
        return notation.format_move(move)

    def clicks(self, row: Row, move: int) -> tuple[str, ...]:
        """The tile, the square, and how it lies."""
        square, _, edges = notation.format_move(move).partition("=")
        return notation.tile_name(move >> kernel.SQUARE_BITS), square, edges

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """One square must be there; without a tile any in hand is meant, without a way to lie any."""
        squares = [click for click in clicks if len(click) == 2]
        tiles = [click for click in clicks if len(click) == 4]
        if len(squares) != 1 or len(squares) + len(tiles) != len(clicks) or len(tiles) > 2:
            return []
        neutrals = [notation.format_edges(edges) for edges in board.neutrals_left(row)]
        names = tiles[:1] or neutrals or board.hand(row, int(kernel.to_move(row)))
        ways = tiles[1:] or [name[turn:] + name[:turn] for name in names for turn in range(4)]
        return [f"{squares[0]}={way}" for way in ways]

    def parse_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        row = self.blank(seats, options)
        notation.parse_body(body, row)
        return row

    def format_body(self, row: Row) -> str:
        return notation.format_body(row)

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
        """Name the square of the mover's tile that has these edges, in whatever turn."""
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

    def symbols(self) -> Mapping[str, Symbol]:
        return symbols.symbols()

    def kit(self) -> Kit:
        return kit.kit()

    def frame(self, row: Row) -> Frame:
        return board.frame(bool(row[kernel.OPTIONS] & kernel.BORDER))

    def pieces(self, row: Row, last: int | None) -> Pieces:
        return board.pieces(row, last)

    def hands(self, row: Row) -> Hands:
        return board.hands(row)

    def draw(self, row: Row, scene: Scene) -> Drawing:
        return board.draw(row, scene)

    def lines(self, row: Row, last: int | None = None) -> list[Line]:
        return board.lines(row, last)


GAME = Quads()
