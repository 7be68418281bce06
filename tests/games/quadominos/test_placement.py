"""The table of Quad-Ominos as kernels keep it: shared corners, the frontier, and a table that is cleared."""

import random

import numpy as np

import fourfold
from fourfold.contract.ways import by_chance
from fourfold.games.quadominos.rules import layout, placement, tables
from fourfold.kernel.jit import Row

CORNERS = ((0, 1), (1, 1), (1, 0), (0, 0))  # of a cell, as in a code


def test_a_neighbour_gets_the_corners_that_it_shares_with_a_tile_and_nobody_else_gets_any() -> None:
    face = 1 + 2 * 8 + 3 * 64 + 4 * 512
    for apart in range(-3 * layout.NORTH, 3 * layout.NORTH + 1):
        north, east = divmod(apart + 128, 256)
        east -= 128
        expected = 0
        for place, (column, row) in enumerate(CORNERS):
            met = (column + east, row + north)
            if met in CORNERS and apart:
                expected |= (1 + CORNERS.index(met)) << 3 * place
        assert placement.shared(apart, face) == expected, (north, east)


def test_the_frontier_is_what_the_table_says_after_every_move_and_a_cleared_table_is_empty() -> None:
    chance, rounds = random.Random(1), 0
    position = fourfold.game("quadominos").start(seats=4, seed=1, rounds=3)
    while position.outcome is None:
        position = position.deal(seed=rounds) if position.is_deal_due else position.play(by_chance(position, chance))
        row = position.row.copy()
        frontier = row[layout.FRONTIER : layout.FRONTIER + row[layout.SPOTS]]
        assert (np.diff(frontier) > 0).all()
        assert not row[layout.FRONTIER + row[layout.SPOTS] : layout.SPOTS].any()
        for spot in frontier.tolist():
            cell = spot >> tables.CODE_BITS
            assert not placement.is_taken(row, cell)
            assert any(placement.is_taken(row, cell + side) for side in layout.SIDES)
            assert placement.code_at(row, cell) == spot & tables.CODE_MASK
        sides = {cell + side for cell in taken_cells(row) for side in layout.SIDES}
        assert len(frontier) == len(sides - taken_cells(row))
        cleared = row.copy()
        placement.clear_table(cleared)
        assert not cleared[layout.CORNERS : layout.TABLE].any()
        rounds = max(rounds, int(row[layout.ROUND]))
    assert rounds == 3


def taken_cells(row: Row) -> set[int]:
    """The cells of all tiles; none is 64 cells from the first in these games."""
    bits = np.unpackbits(row[layout.TAKEN : layout.FRONTIER].view(np.uint8), bitorder="little")
    ys, xs = np.nonzero(bits.reshape(128, 128))
    return {int((y + 64) % 128 + 64 << 8 | (x + 64) % 128 + 64) for y, x in zip(ys, xs, strict=True)}
