"""Quad-Ominos on cells of text: the numbers of a tile as it lies."""

import fourfold
from fourfold.terminal.board.cell_look import look_of
from fourfold.terminal.board.layout import lay_out
from fourfold.terminal.board.picture import Picture


def test_a_turned_tile_shows_its_numbers_in_its_corners() -> None:
    position = fourfold.game("quadominos").start(seed=1)
    for _ in range(8):
        position = position.play(position.moves()[0])
    sheet = lay_out(look_of("quadominos"), Picture.of(position), (200, 80))
    lines = str(sheet).splitlines()
    for cell in str(position).partition("@")[2].partition(":")[0].split("/"):
        name, _, numbers = cell.partition("=")
        spot = sheet.spots[name]
        rows = [lines[spot.y + row][spot.x : spot.x + spot.width] for row in (0, 1)]
        digits = [[sign for sign in row if sign.isdecimal()] for row in rows]
        assert digits == [[numbers[0], numbers[1]], [numbers[3], numbers[2]]], name
