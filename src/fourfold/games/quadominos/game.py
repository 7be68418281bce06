"""Quad-Ominos as a `Game`: options, deck, explanations."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fourfold.core.errors import ContradictoryOptions
from fourfold.core.game import Game, name_rulings
from fourfold.games.quadominos import BEGINNER_WINNING, FACTS, WINNING, kernel, notation, words
from fourfold.games.quadominos.rules import layout, refusal
from fourfold.games.quadominos.rules.hands import highest_tile
from fourfold.games.quadominos.rules.placement import code_at, turned
from fourfold.games.quadominos.rules.tables import BEGINNER_TILES, FACE, NAMES, TILES
from fourfold.kernel.jit import DRAWN, Row

CORNERS = ("north_west", "north_east", "south_east", "south_west")


def settle(seats: int, options: dict[str, Any]) -> None:
    """A target of points or a number of rounds, not both."""
    if options["rounds"] is None and options["target"] is None:
        options["target"] = BEGINNER_WINNING if options["beginner"] else WINNING
    elif options["rounds"] is not None and options["target"] is not None:
        raise ContradictoryOptions("quadominos.target_and_rounds")


def blank(seats: int, options: Mapping[str, Any]) -> Row:
    """The empty table, before the first deal."""
    row = np.zeros(layout.STATE_WORDS, np.int64)
    row[layout.SEATS] = seats
    row[layout.BEGINNER] = options["beginner"]
    row[layout.TARGET] = options["target"] or 0
    row[layout.ROUNDS] = options["rounds"] or 0
    return row


def is_hidden(options: Mapping[str, Any]) -> bool:
    """Hands and well are hidden."""
    return True


def deck(options: Mapping[str, Any]) -> tuple[str, ...]:
    """A game for beginners leaves the highest tiles out."""
    return NAMES[: BEGINNER_TILES if options["beginner"] else TILES]


STARTS = (
    refusal.F3_HIGHEST_QUAD,
    refusal.F3_START_WITH_QUAD,
    refusal.F4_HIGHEST_TILE,
    refusal.F4_START_WITH_TILE,
)  # what names the tile that must start


def explain(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """Name the tile and the cell of the move, and what the ruling compares them with."""
    values: dict[str, Any] = {"due": int(row[layout.DUE]), "left": int(row[layout.WELL_LEFT])}
    if move not in (layout.DRAW, layout.PASS):
        tile = move >> 4 & 127
        values |= {"cell": notation.cell_text(move >> 11), "tile": NAMES[tile] if tile < TILES else ""}
    if ruling in STARTS:
        values["start"] = NAMES[highest_tile(row, int(row[layout.MOVER]))]
    if ruling == refusal.R4_CORNERS_DIFFER:
        values |= _first_difference(row, move)
    return values


def _first_difference(row: Row, move: int) -> dict[str, Any]:
    """Find the first corner, clockwise from the north-west, where a placed tile and the table differ."""
    demand = int(code_at(row, move >> 11))
    face = int(turned(FACE[move >> 4 & 127], move >> 2 & 3))
    for place, corner in enumerate(CORNERS):
        wanted, given = demand >> 3 * place & 7, face >> 3 * place & 7
        if wanted not in (0, given):
            return {"corner": corner, "wanted": wanted - 1, "given": given - 1}
    return {}


def reason(row: Row) -> str:
    """The target, or the last round."""
    if row[layout.TARGET]:
        return "target"
    return "tied" if row[layout.RESULT] == DRAWN else "rounds"


GAME = Game(
    __package__,
    FACTS,
    kernel.RULES,
    blank,
    reason,
    name_rulings(refusal),
    work_words=layout.WORK_WORDS,
    ply_word=layout.PLY,
    settle=settle,
    explain=explain,
    prompt=words.prompt,
    describe=words.describe,
    merit=words.merit,
    is_hidden=is_hidden,
    deck=deck,
)
