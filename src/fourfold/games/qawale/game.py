"""Qawale as a `Game`: options, explanations, how it ends."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fourfold.core.game import Game, name_rulings
from fourfold.core.outcome import DRAWN, Theory
from fourfold.games.qawale import FACTS, kernel, symmetry, words
from fourfold.kernel.jit import Row

PROVED_PEBBLES = 7  # for each player, by long proofs (docs/solved.md)


def blank(seats: int, options: Mapping[str, Any]) -> Row:
    """Qawale F1: a stack of two neutral pebbles in each corner."""
    row = np.zeros(kernel.WORDS, np.int64)
    row[[0, 3, 12, 15]] = kernel.NEUTRAL | kernel.NEUTRAL << 2
    row[kernel.OPTIONS] = 2 * options["pebbles"]
    row[kernel.OPTIONS] |= kernel.DOUBLE_DRAWS if options["double"] == "draw" else 0
    row[kernel.OPTIONS] |= kernel.MAY_SWAP if options["swap"] else 0
    return row


def plies_left(row: Row) -> int:
    """Qawale F5; a swap is a ply too."""
    options, ply = int(row[kernel.OPTIONS]), int(row[kernel.PLY])
    may_swap = ply < 2 and options & kernel.MAY_SWAP != 0
    return (options & kernel.PLACEMENTS) - (ply - int(row[kernel.SWAPPED])) + may_swap


def find_theory(row: Row) -> Theory | None:
    """The game with seven pebbles for each player is a draw. What search proves in minutes is left to it."""
    options = int(row[kernel.OPTIONS])
    is_proved = options & kernel.PLACEMENTS == 2 * PROVED_PEBBLES and not options & kernel.MAY_SWAP
    return Theory(DRAWN) if is_proved and row[kernel.PLY] == 0 else None


def explain(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """The origin, its pebbles with the new one, and the steps of the move."""
    if move == kernel.SWAP:
        return {}
    origin = move & 15
    return {
        "cell": kernel.GRID.name(origin),
        "pebbles": int(kernel.height(row[origin])) + 1,
        "steps": int(kernel.steps_of(move)),
    }


def reason(row: Row) -> str:
    """Whose line there is."""
    first, second = (kernel.has_line(row[word]) for word in (kernel.FIRST_TOPS, kernel.SECOND_TOPS))
    if first and second:
        return "double"
    return "line" if first or second else "no_line"


GAME = Game(
    __package__,
    FACTS,
    kernel.RULES,
    blank,
    reason,
    name_rulings(kernel),
    ply_word=kernel.PLY,
    explain=explain,
    prompt=words.prompt,
    describe=words.describe,
    merit=words.merit,
    plies_left=plies_left,
    theory=find_theory,
    solvable=6,
    symmetric_key=symmetry.symmetric_key,
)
