"""Sheets of text: characters of every width stand where they should."""

from fourfold.terminal.board.sheet import SheetWriter


def test_wide_characters_take_two_places_and_marks_of_direction_none() -> None:
    writer = SheetWriter()
    writer.write(0, 0, "石を(x)")
    writer.write(0, 1, "-------")
    writer.write(0, 2, "a\u2068b\u2069c")
    writer.write(4, 0, "[")  # where the bracket stands
    sheet = writer.sheet()
    assert (sheet.width, str(sheet).split("\n")[0]) == (7, "石を[x)")
    assert writer.read(2, 2) == "c"
