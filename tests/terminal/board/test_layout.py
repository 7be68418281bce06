"""Boards in text: every size of every game, what lies where, where the cursor can go."""

import random
from typing import Any

import pytest

import fourfold
from fourfold import Position
from fourfold.terminal.board.layout import Markers, lay_out
from fourfold.terminal.board.picture import Picture
from fourfold.terminal.board.pieces import LOOKS

SMALL = (45, 20)  # what a terminal of 80 by 24 leaves for the board


def played(game: str, plies: int, seed: int = 1, **options: Any) -> Position:
    chance = random.Random(seed)
    position = fourfold.game(game).start(seed=seed, **options)
    while position.ply < plies and position.outcome is None:
        moves = position.moves()
        position = position.play(moves[chance.randrange(len(moves))])
    return position


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_game_has_a_look_and_every_cell_a_spot_of_its_own(game: str) -> None:
    assert game in LOOKS
    position = played(game, 12)
    picture = Picture.of(position)
    for room in (SMALL, (200, 80)):
        sheet = lay_out(game, picture, room)
        assert sheet.spots.keys() == picture.cells.keys()
        taken = [
            (x, y) for s in sheet.spots.values() for x in range(s.x, s.x + s.width) for y in range(s.y, s.y + s.height)
        ]
        assert len(taken) == len(set(taken))
        assert max(x for x, _ in taken) < sheet.width
        assert max(y for _, y in taken) < sheet.height


@pytest.mark.parametrize(
    ("game", "options"), [("quads", {}), ("quads", {"border": True}), ("qawale", {}), ("exago", {})]
)
def test_boards_with_a_rim_fit_a_small_terminal(game: str, options: dict[str, Any]) -> None:
    sheet = lay_out(game, Picture.of(played(game, 20, **options)), SMALL)
    assert sheet.width <= SMALL[0]
    assert sheet.height <= SMALL[1]


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_spot_can_be_walked_to(game: str) -> None:
    from terminal.pilot import way_to

    sheet = lay_out(game, Picture.of(played(game, 15)), SMALL)
    first = next(iter(sheet.spots))
    for name in sheet.spots:
        assert len(way_to(sheet, first, name)) <= len(sheet.spots)


def test_quads_tiles_show_their_edges_as_they_lie() -> None:
    position = fourfold.read("quads@6/6/6/1,SPPP,4/1,PPPP,4/3,TTTT,2")
    lines = str(lay_out("quads", Picture.of(position), SMALL)).splitlines()
    assert [line[9:16] for line in lines[9:12]] == ["╲  S  ╱", "║║   ║║", "╱═════╲"]
    assert [line[23:30] for line in lines[15:18]] == ["╲│││││╱", "──   ──", "╱│││││╲"]


def test_small_letters_stand_for_dark_where_there_are_no_colours() -> None:
    position = fourfold.read("quads@6/6/6/1,SPPP,4/1,PPPP,sppp,3/3,TTTT,2")
    text = str(lay_out("quads", Picture.of(position), SMALL))
    assert text.count("S") == 1
    assert text.count("s") == 1


def test_a_stack_is_piled_up_from_the_bottom_and_a_tall_one_laid_open() -> None:
    position = fourfold.read("qawale@nxo,.,.,nn/.,.,.,./.,.,.,./nxoxoxn,.,.,nnno:8")
    lines = str(lay_out("qawale", Picture.of(position), SMALL)).splitlines()
    assert [line[3:12].strip() for line in lines[1:4]] == ["o", "x", "n"]
    assert [line[3:12].split() for line in lines[13:16]] == [["n", "7"], [], ["nxoxox"]]


def test_quad_ominos_shows_the_numbers_of_a_turned_tile() -> None:
    position = played("quadominos", 8)
    picture = Picture.of(position)
    text = str(lay_out("quadominos", picture, (200, 80)))
    for cell in str(position).partition("@")[2].partition(":")[0].split("/"):
        name, _, numbers = cell.partition("=")
        spot = lay_out("quadominos", picture, (200, 80)).spots[name]
        rows = [text.splitlines()[spot.y + row][spot.x : spot.x + spot.width] for row in (0, 1)]
        digits = [[sign for sign in row if sign.isdecimal()] for row in rows]
        assert digits == [[numbers[0], numbers[1]], [numbers[3], numbers[2]]], name


def test_signs_say_what_can_be_clicked_what_was_and_what_is_advised() -> None:
    picture = Picture.of(fourfold.game("exago").start().play("e5"))
    markers = Markers(clickable={"e4", "d5"}, clicked=("e5",), hint=("d5",))
    text = str(lay_out("exago", picture, SMALL, markers))
    assert "(·)" in text
    assert "[r]" in text
    assert "*·*" in text


def test_a_game_without_a_look_can_be_drawn_all_the_same() -> None:
    text = str(lay_out("unknown", Picture.of(fourfold.game("quads").start().play("c3=PPPP")), (80, 24)))
    assert "P" in text
