"""Quad-Ominos as a `Game`: options, deck, clicks, explanations."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fourfold.core.clicks import Click, cell, item, way, word
from fourfold.core.errors import ContradictoryOptions
from fourfold.core.game import Game, name_rulings
from fourfold.games.quadominos import BEGINNER_WINNING, FACTS, WINNING, board, kernel, notation, symbols
from fourfold.games.quadominos.rules import layout, refusal
from fourfold.games.quadominos.rules.contents import hand_of
from fourfold.games.quadominos.rules.hands import highest_tile
from fourfold.games.quadominos.rules.placement import code_at, turned
from fourfold.games.quadominos.rules.tables import BEGINNER_TILES, FACE, NAMES, TILES
from fourfold.kernel.jit import DRAWN, Row
from fourfold.picture.shapes import Box

CORNERS = ("north_west", "north_east", "south_east", "south_west")


class QuadOminos(Game):
    """Quad-Ominos, published by Pressman."""

    facts = FACTS
    rules = kernel.RULES
    work_words = layout.WORK_WORDS
    ply_word = layout.PLY
    rulings = name_rulings(refusal)

    def settle(self, seats: int, options: dict[str, Any]) -> None:
        if options["rounds"] is None and options["target"] is None:
            options["target"] = BEGINNER_WINNING if options["beginner"] else WINNING
        elif options["rounds"] is not None and options["target"] is not None:
            raise ContradictoryOptions("quadominos.target_and_rounds")

    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        row = np.zeros(layout.STATE_WORDS, np.int64)
        row[layout.SEATS] = seats
        row[layout.BEGINNER] = options["beginner"]
        row[layout.TARGET] = options["target"] or 0
        row[layout.ROUNDS] = options["rounds"] or 0
        return row

    def is_hidden(self, options: Mapping[str, Any]) -> bool:
        return True

    def deck(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return NAMES[: BEGINNER_TILES if options["beginner"] else TILES]

    def clicks(self, row: Row, move: int) -> tuple[Click, ...]:
        """The tile, the cell, the orientation, and any bonus; or `draw` or `pass`."""
        place, is_placed, lying = self.format_move(row, move).partition("=")
        if not is_placed:
            return (word(place),)
        numbers, sign = lying[:4], lying[4:]
        return (item("".join(sorted(numbers))), cell(place), way(numbers), *([word(sign)] if sign else []))

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """A word, or a cell; a missing tile, orientation or bonus stands for any."""
        cells = [click for click in clicks if "," in click]
        signs = [click for click in clicks if click.startswith("+")]
        tiles = [click for click in clicks if click not in cells and click not in signs]
        if tiles and tiles[0] in notation.MOVES_WITHOUT_TILE:
            return tiles[:1]
        if len(cells) != 1 or len(tiles) > 2 or len(signs) > 1:
            return []
        names = tiles[:1] or [NAMES[tile] for tile in hand_of(row, int(row[layout.MOVER]))]
        ways = tiles[1:] or [numbers for name in names for numbers in symbols.ways_of(name)]
        return [f"{cells[0]}={numbers}{sign}" for numbers in ways for sign in signs or notation.SIGNS]

    def parse_view_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        row = self.blank(seats, options)
        notation.parse_body(body, row, is_view=True)
        return row

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
        """Name the tile and the cell of the move, and what the ruling compares them with."""
        values: dict[str, Any] = {"due": int(row[layout.DUE]), "left": int(row[layout.WELL_LEFT])}
        if move not in (layout.DRAW, layout.PASS):
            tile = move >> 4 & 127
            values |= {"cell": notation.cell_text(move >> 11), "tile": NAMES[tile] if tile < TILES else ""}
        if ruling in (refusal.F3_HIGHEST_QUAD, refusal.F4_HIGHEST_TILE):
            values["start"] = NAMES[highest_tile(row, int(row[layout.MOVER]))]
        if ruling == refusal.R4_CORNERS_DIFFER:
            values |= _first_difference(row, move)
        return values

    def reason(self, row: Row) -> str:
        if row[layout.TARGET]:
            return "target"
        return "tied" if row[layout.RESULT] == DRAWN else "rounds"

    def span(self, row: Row) -> Box:
        return board.span(row)


def _first_difference(row: Row, move: int) -> dict[str, Any]:
    """Find the first corner, clockwise from the north-west, where a placed tile and the table differ."""
    demand = int(code_at(row, move >> 11))
    face = int(turned(FACE[move >> 4 & 127], move >> 2 & 3))
    for place, corner in enumerate(CORNERS):
        wanted, given = demand >> 3 * place & 7, face >> 3 * place & 7
        if wanted not in (0, given):
            return {"corner": corner, "wanted": wanted - 1, "given": given - 1}
    return {}


GAME = QuadOminos()
