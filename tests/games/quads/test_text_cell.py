"""Quads on cells of text: hatched edges, with letters where colours may be missing."""

from typing import Any

import pytest

import fourfold
from fourfold.terminal.board.cell_look import look_of
from fourfold.terminal.board.layout import lay_out
from fourfold.terminal.board.picture import Picture

SMALL = (45, 20)  # what a terminal of 80 by 24 leaves for the board


def text_of(position: str) -> str:
    return str(lay_out(look_of("quads"), Picture.of(fourfold.read(position)), SMALL))


def test_tiles_show_their_edges_as_they_lie() -> None:
    lines = text_of("quads@6/6/6/1,SPPP,4/1,PPPP,4/3,TTTT,2").splitlines()
    assert [line[9:16] for line in lines[9:12]] == ["╲  S  ╱", "║║   ║║", "╱═════╲"]
    assert [line[23:30] for line in lines[15:18]] == ["╲│││││╱", "──   ──", "╱│││││╲"]


def test_small_letters_stand_for_dark_where_there_are_no_colours() -> None:
    text = text_of("quads@6/6/6/1,SPPP,4/1,PPPP,sppp,3/3,TTTT,2")
    assert text.count("S") == 1
    assert text.count("s") == 1


@pytest.mark.parametrize("options", [{}, {"border": True}])
def test_the_board_fits_a_small_terminal(options: dict[str, Any]) -> None:
    sheet = lay_out(look_of("quads"), Picture.of(fourfold.game("quads").start(**options)), SMALL)
    assert sheet.width <= SMALL[0]
    assert sheet.height <= SMALL[1]
