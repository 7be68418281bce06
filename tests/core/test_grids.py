"""Grids: what is said of a cell that a board does not have."""

import pytest

from fourfold import BadNotation
from fourfold.core.grids import HexGrid, SquareGrid


@pytest.mark.parametrize(
    ("grid", "name", "words"),
    [
        (SquareGrid(4), "e1", "cells go from a1 to d4"),
        (HexGrid(5), "a1", "row a goes from a5 to a9"),
        (HexGrid(5), "i9", "row i goes from i1 to i5"),
        (HexGrid(6), "f0", "row f goes from f1 to f11"),
        (HexGrid(5), "j5", "its rows are a to i"),
        (HexGrid(5), "", "its rows are a to i"),
    ],
)
def test_the_refusal_of_an_unknown_cell_says_which_there_are(grid: SquareGrid | HexGrid, name: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        grid.cell(name)
