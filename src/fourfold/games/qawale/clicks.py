"""Clicks of Qawale: the origin, then every square that gets a pebble; or `swap`."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from fourfold.core.clicks import Click, MoveClicks, cell, word
from fourfold.core.errors import IllegalMove
from fourfold.games.qawale import kernel
from fourfold.games.qawale.notation import STEPS, SWAP_WORD
from fourfold.kernel.jit import Row

SQUARE = 15  # the bits of a move that are its origin
CELLS = [cell(kernel.GRID.name(square)) for square in range(kernel.CELLS)]
NEIGHBOURS: list[list[int]] = kernel.GRID.neighbours.tolist()


def _walk(move: int) -> Iterator[Click]:
    if move == kernel.SWAP:
        yield word(SWAP_WORD)
        return
    square = move & SQUARE
    yield CELLS[square]
    for step in range(kernel.steps_of(move)):
        square = NEIGHBOURS[square][move >> 4 + 2 * step & 3]
        yield CELLS[square]


def clicks(row: Row, move: int) -> tuple[Click, ...]:
    """All clicks of a move."""
    return tuple(_walk(move))


def one_click(row: Row, move: int, place: int) -> Click:
    """One click of a move."""
    return next(islice(_walk(move), place, None))


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """The walk so far; an origin alone stands for a walk in any direction. Refuse a step that is no neighbour's."""
    if SWAP_WORD in clicked:
        return [SWAP_WORD]
    steps = ""
    for name, other in pairwise(clicked):
        if other == name:
            is_first = not steps
            raise IllegalMove("qawale.refuse.same_square", cell=name, what="stack" if is_first else "pebble")
        near = NEIGHBOURS[kernel.GRID.cell(name)]
        if kernel.GRID.cell(other) not in near:
            raise IllegalMove("qawale.refuse.not_beside", move="-".join(clicked), cell=other, other=name)
        steps += STEPS[near.index(kernel.GRID.cell(other))]
    return [clicked[0] + (steps or STEPS[0])] if clicked else []


CLICKS = MoveClicks(clicks, texts, one_click, is_grouped=True, first_bits=SQUARE)
