"""Qawale on cells of text: stacks, small and tall."""

import fourfold
from fourfold.terminal.board.cell_look import look_of
from fourfold.terminal.board.layout import lay_out
from fourfold.terminal.board.picture import Picture

SMALL = (45, 20)  # what a terminal of 80 by 24 leaves for the board


def test_a_stack_is_piled_up_from_the_bottom_and_a_tall_one_laid_open() -> None:
    position = fourfold.read("qawale@nxo,.,.,nn/.,.,.,./.,.,.,./nxoxoxn,.,.,nnno:8")
    sheet = lay_out(look_of("qawale"), Picture.of(position), SMALL)
    assert sheet.width <= SMALL[0]
    assert sheet.height <= SMALL[1]
    lines = str(sheet).splitlines()
    assert [line[3:12].strip() for line in lines[1:4]] == ["o", "x", "n"]
    assert [line[3:12].split() for line in lines[13:16]] == [["n", "7"], [], ["nxoxox"]]


def test_a_stack_that_is_too_tall_ends_with_an_ellipsis() -> None:
    look = look_of("qawale")
    position = fourfold.read("qawale@n,.,.,n/.,.,.,./.,.,.,./nnnnnnxoxoxoxo,.,.,.:8")
    faces = look.faces(Picture.of(position).pieces["a1"])
    lines = ["".join(span.text for span in line) for line in look.paint(faces * 2, 9, 3, False)]
    assert lines == ["    o  28", " oxoxox… ", " nnnnnnx "]
