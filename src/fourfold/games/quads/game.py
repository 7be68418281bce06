"""Quads as a `Game`: options, explanations, hidden hands."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fourfold.core.game import Game, name_rulings
from fourfold.games.quads import FACTS, canonical_key, kernel, mirror_strategy, notation, words
from fourfold.kernel.jit import Row

KIND_NAMES = {
    kernel.PARALLEL: "parallel",
    kernel.TOWARDS: "towards",
    kernel.SOLID: "light",
    kernel.DARK_SOLID: "dark",
}


def blank(seats: int, options: Mapping[str, Any]) -> Row:
    """The empty board, full hands and both neutral tiles."""
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


def plies_left(row: Row) -> int:
    """One for each empty square."""
    return kernel.SQUARES - int(row[kernel.PLY])


def is_hidden(options: Mapping[str, Any]) -> bool:
    """With the option of that name."""
    return bool(options["hidden"])


def explain(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """The tile and the square of the move, and the edge where they differ from the board."""
    square, edges = move & 63, move >> kernel.SQUARE_BITS
    values: dict[str, Any] = {"cell": kernel.GRID.name(square), "tile": notation.tile_name(edges)}
    if ruling == kernel.F5_TILE_GONE:
        values["other"] = _where_it_lies(row, edges)
    if ruling in (kernel.F5_EDGES_DIFFER, kernel.F8_RIM_DIFFERS):
        owner = int(kernel.to_move(row))
        side = int(kernel.differing_side(row, square, edges, owner))
        values["side"] = notation.SIDES[side]
        values["own"] = KIND_NAMES[int(kernel.shown(edges, side, owner))]
        values["facing"] = KIND_NAMES[int(row[square]) // 5**side % 5]
        if ruling == kernel.F5_EDGES_DIFFER:
            values["other"] = kernel.GRID.name(int(kernel.NEIGHBOUR[square, side]))
    return values


def _where_it_lies(row: Row, edges: int) -> str:
    """Name the square of the mover's tile with these edges, in any orientation."""
    wanted = int(kernel.to_move(row)), notation.tile_name(edges)
    for square in notation.taken_squares(row):
        owner, lying = notation.tile_at(row, square)
        if (owner, notation.tile_name(lying)) == wanted:
            return kernel.GRID.name(square)
    raise AssertionError("a tile that is not in the hand lies on the board")


def reason(row: Row) -> str:
    """Who cannot place a tile."""
    if row[kernel.PLY] == kernel.SQUARES:
        return "full_board"
    return "dark_stuck" if kernel.to_move(row) else "light_stuck"


GAME = Game(
    __package__,
    FACTS,
    kernel.RULES,
    blank,
    reason,
    name_rulings(kernel),
    work_words=kernel.WORK_WORDS,
    ply_word=kernel.PLY,
    explain=explain,
    prompt=words.prompt,
    describe=words.describe,
    merit=words.merit,
    is_hidden=is_hidden,
    theory=mirror_strategy.find_theory,  # dark wins the base game by a mirror strategy
    plies_left=plies_left,
    solvable=19,
    symmetric_key=canonical_key.essential_key,
)
