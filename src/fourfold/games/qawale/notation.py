"""Notation of moves and positions of Qawale.

A move is the origin and one letter a step, `a1NEE`, or `swap`. A position is the ranks from the
north, each with its stacks from the west, bottom pebble first (`x` first colour, `o` second, `n`
neutral, `.` for none), then the ply, and `swapped` where the seats exchanged colours.
"""

import re
from functools import lru_cache

import numpy as np

from fourfold.core.errors import BadNotation, BadPosition
from fourfold.core.notation import Notation
from fourfold.games.qawale import kernel
from fourfold.kernel.jit import Row

STEPS = "NESW"
PEBBLES = {kernel.FIRST: "x", kernel.SECOND: "o", kernel.NEUTRAL: "n"}
NUMBERS = {letter: number for number, letter in PEBBLES.items()}
NEUTRALS = 8
SWAP_WORD = "swap"


def parse_move(row: Row, text: str) -> int:
    """Parse `a1NEE` or `swap`, legal or not."""
    if text.lower() == SWAP_WORD:
        return kernel.SWAP
    shape = re.fullmatch(r"([a-z][0-9])([NESW]+)", text[:1].lower() + text[1:].upper())
    if not shape:
        may_swap = bool(row[kernel.OPTIONS] & kernel.MAY_SWAP)
        raise BadNotation("qawale.notation.move", text=text, swap="yes" if may_swap else "no")
    origin, steps = kernel.GRID.cell(shape[1]), shape[2]
    if len(steps) > kernel.TALLEST:
        raise BadNotation("qawale.notation.long", text=text, tallest=kernel.TALLEST)
    code = 1
    for step in reversed(steps):
        code = code << 2 | STEPS.index(step)
    return code << 4 | origin


def format_move(row: Row, move: int) -> str:
    """Format the code of a move."""
    if move == kernel.SWAP:
        return SWAP_WORD
    steps = "".join(STEPS[move >> 4 + 2 * step & 3] for step in range(kernel.steps_of(move)))
    return kernel.GRID.name(move & 15) + steps


@lru_cache(maxsize=50_000)
def stack_text(stack: int) -> str:
    """Format a stack, bottom pebble first."""
    return "".join(PEBBLES[int(stack) >> 2 * place & 3] for place in range(kernel.height(stack)))


def format_body(row: Row) -> str:
    """Format the board, the ply, and whether the seats exchanged colours."""
    ranks = [",".join(stack_text(row[4 * rank + file]) or "." for file in range(4)) for rank in (3, 2, 1, 0)]
    return "/".join(ranks) + f":{row[kernel.PLY]}" + (":swapped" if row[kernel.SWAPPED] else "")


def parse_body(body: str, row: Row) -> None:
    """Parse a position into a row that holds the options."""
    start = row.copy()
    board, *rest = body.split(":")
    ranks = [rank.split(",") for rank in board.split("/")]
    if [len(rank) for rank in ranks] != [4] * 4 or not rest or len(rest) > 2 or rest[1:] not in ([], ["swapped"]):
        raise BadNotation("qawale.notation.position", text=body)
    if not re.fullmatch(r"0|[1-9][0-9]?", rest[0]):
        raise BadNotation("qawale.notation.ply", text=rest[0])
    row[kernel.PLY], row[kernel.SWAPPED] = int(rest[0]), len(rest) == 2
    row[: kernel.CELLS] = row[kernel.FIRST_TOPS] = row[kernel.SECOND_TOPS] = 0
    for cell in range(kernel.CELLS):
        _parse_stack(ranks[3 - cell // 4][cell % 4], cell, row)
    _check(row)
    if row[kernel.PLY] == 0 and (row != start).any():
        raise BadPosition("qawale.position.start")


def _parse_stack(text: str, cell: int, row: Row) -> None:
    if text == ".":
        return
    if not re.fullmatch(r"[xon]+", text) or len(text) > kernel.TALLEST:
        raise BadNotation("qawale.notation.stack", text=text, cell=kernel.GRID.name(cell))
    for place, letter in enumerate(text):
        row[cell] |= np.int64(NUMBERS[letter]) << 2 * place
    if text[-1] != PEBBLES[kernel.NEUTRAL]:
        row[kernel.FIRST_TOPS if text[-1] == PEBBLES[kernel.FIRST] else kernel.SECOND_TOPS] |= 1 << cell


def _check(row: Row) -> None:
    """Refuse an impossible position: the pebbles must be those of the ply."""
    letters = "".join(stack_text(stack) for stack in row[: kernel.CELLS])
    placed = int(row[kernel.PLY] - row[kernel.SWAPPED])
    wanted = {"n": NEUTRALS, "x": (placed + 1) // 2, "o": placed // 2}
    if row[kernel.SWAPPED] and (not row[kernel.OPTIONS] & kernel.MAY_SWAP or placed < 1):
        raise BadPosition("qawale.position.swapped")
    if placed > int(row[kernel.OPTIONS]) & kernel.PLACEMENTS:
        raise BadPosition(
            "qawale.position.ply", ply=int(row[kernel.PLY]), last=int(row[kernel.OPTIONS]) & kernel.PLACEMENTS
        )
    for letter, number in wanted.items():
        if letters.count(letter) != number:
            raise BadPosition(
                "qawale.position.pebbles",
                letter=letter,
                found=letters.count(letter),
                wanted=number,
                ply=int(row[kernel.PLY]),
            )


NOTATION = Notation(parse_move, format_move, parse_body, format_body)
