"""Boards in text: squares, hexagons and points, what lies where, where the cursor can go."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import fourfold
from fourfold import Position
from fourfold.picture.formats.styled_text import Span, piece
from fourfold.picture.paths import around, line, rectangle
from fourfold.picture.shapes import Cell, Face, Hands, Symbol
from fourfold.terminal.board.cell_look import CellLook, look_of
from fourfold.terminal.board.layout import Markers, lay_out
from fourfold.terminal.board.panels import waiting_note
from fourfold.terminal.board.picture import Picture, TerminalPiece
from fourfold.terminal.language import Translator
from fourfold.terminal.tables.table import TableSnapshot
from terminal.pilot import way_to

SMALL = (45, 20)  # what a terminal of 80 by 24 leaves for the board


def played(game: str, plies: int, seed: int = 1, **options: Any) -> Position:
    chance = random.Random(seed)
    position = fourfold.game(game).start(seed=seed, **options)
    while position.ply < plies and position.outcome is None:
        moves = position.moves()
        position = position.play(moves[chance.randrange(len(moves))])
    return position


def test_the_time_for_a_first_turn_is_told() -> None:
    table = TableSnapshot("exago", (), 0, "running", to_move=0, left=(60_000, 60_000))
    assert waiting_note(table, Translator()) == "Clocks wait for the first moves"
    assert waiting_note(replace(table, first_turn=61_000), Translator()) == "First move within 1:01"
    assert waiting_note(replace(table, running=0), Translator()) == ""


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_cell_has_a_spot_of_its_own(game: str) -> None:
    picture = Picture.of(played(game, 12))
    for room in (SMALL, (200, 80)):
        sheet = lay_out(look_of(game), picture, room)
        assert sheet.spots.keys() == picture.cells.keys()
        taken = [
            (x, y) for s in sheet.spots.values() for x in range(s.x, s.x + s.width) for y in range(s.y, s.y + s.height)
        ]
        assert len(taken) == len(set(taken))
        assert max(x for x, _ in taken) < sheet.width
        assert max(y for _, y in taken) < sheet.height


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_spot_can_be_walked_to(game: str) -> None:
    sheet = lay_out(look_of(game), Picture.of(played(game, 15)), SMALL)
    first = next(iter(sheet.spots))
    for name in sheet.spots:
        assert len(way_to(sheet, first, name)) <= len(sheet.spots)


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_painter_fills_its_cell_and_no_more(game: str) -> None:
    look, picture = look_of(game), Picture.of(played(game, 20))
    for width, height, _ in look.sizes or ((3, 1, True), (7, 3, True)):
        for pieces in picture.pieces.values():
            for is_touched in (False, True):
                lines = look.paint(look.faces(pieces), width, height, is_touched)
                assert [sum(len(span.text) for span in line) for line in lines] == [width] * height


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_game_can_be_drawn_by_signs_alone(game: str) -> None:
    position = played(game, 8)
    picture = Picture.of(position)
    look = CellLook(position.game.look.symbols())
    text = str(lay_out(look, picture, (300, 100)))
    for pieces in picture.pieces.values():
        assert "".join(span.text for span in look.sign(pieces[-1])) in text


def test_signs_say_what_can_be_clicked_what_was_and_what_is_advised() -> None:
    picture = Picture.of(fourfold.game("exago").start().play("e5"))
    markers = Markers(clickable={"e4", "d5"}, clicked=("e5",), hint=("d5",))
    text = str(lay_out(look_of("exago"), picture, SMALL, markers))
    assert "(·)" in text
    assert "[r]" in text
    assert "*·*" in text


# A board that is a graph: three rings of eight points on a lattice of seven by seven, joined at the middle of a side.

RINGS = (300.0, 200.0, 100.0)  # half the side of each
POINTS = {
    f"{'abcdefg'[round(x / 100) + 3]}{4 - round(y / 100)}": (x, y)
    for half in RINGS
    for x in (-half, 0.0, half)
    for y in (-half, 0.0, half)
    if x or y
}
RING_LINES = tuple(rectangle(-half, -half, half, half) for half in RINGS)
CROSS_LINES = (line((0, -300), (0, -100)) + line((0, 100), (0, 300)), line((-300, 0), (-100, 0)) + "M100 0H300")
STONES = CellLook(
    {
        colour: Symbol(colour, (), (Face((Span(sign, piece(colour)),), ""),))
        for colour, sign in (("light", "x"), ("dark", "o"))
    }
)


def graph(stones: dict[str, str], corners: int = 8, radius: float = 40.0, paths: tuple[str, ...] = ()) -> Picture:
    cells = [Cell(name, around(middle, radius, corners)) for name, middle in POINTS.items()]
    laid = [(name, POINTS[name], TerminalPiece(symbol)) for name, symbol in stones.items()]
    return Picture.make(cells, laid, (), Hands(), paths)


@pytest.mark.parametrize("corners", [4, 6, 8, 24])
def test_points_lie_where_they_are_drawn_without_walls(corners: int) -> None:
    picture = graph({"d7": "light", "g4": "dark"}, corners)
    sheet = lay_out(STONES, picture, SMALL, Markers(clickable=["a1"]))
    assert len(picture.cells) == len(sheet.spots) == 24
    assert [row.rstrip() for row in str(sheet).splitlines()] == [
        " 7  ·                 x                 ·",
        "",
        " 6        ·           ·           ·",
        "",
        " 5              ·     ·     ·",
        "",
        " 4  ·     ·     ·           ·     ·     o",
        "",
        " 3              ·     ·     ·",
        "",
        " 2        ·           ·           ·",
        "",
        " 1 (·)                ·                 ·",
        "    a     b     c     d     e     f     g",
    ]
    for name in sheet.spots:
        assert len(way_to(sheet, "a1", name)) < len(sheet.spots)


def test_lines_of_the_board_join_its_points() -> None:
    sheet = lay_out(STONES, graph({"d7": "light", "g4": "dark"}, paths=RING_LINES + CROSS_LINES), SMALL)
    assert [row.rstrip() for row in str(sheet).splitlines()] == [
        " 7  · ─────────────── x ─────────────── ·",
        "    │                 │                 │",
        " 6  │     · ───────── · ───────── ·     │",
        "    │     │           │           │     │",
        " 5  │     │     · ─── · ─── ·     │     │",
        "    │     │     │           │     │     │",
        " 4  · ─── · ─── ·           · ─── · ─── o",
        "    │     │     │           │     │     │",
        " 3  │     │     · ─── · ─── ·     │     │",
        "    │     │           │           │     │",
        " 2  │     · ───────── · ───────── ·     │",
        "    │                 │                 │",
        " 1  · ─────────────── · ─────────────── ·",
        "    a     b     c     d     e     f     g",
    ]


def test_slanted_lines_and_crossings_are_drawn() -> None:
    lines = line((-300, -300), (-200, -200)), line((300, -300), (100, -100)), line((-100, 0), (100, 0)), "M0 -100V100"
    sheet = lay_out(STONES, graph({}, paths=lines), (20, 5))
    assert [row.rstrip() for row in str(sheet).splitlines()] == [
        " 7  ·           ·           ·",
        "      ╲                   ╱",
        " 6      ·       ·       ·",
        "                      ╱",
        " 5          ·   ·   ·",
        "                │",
        " 4  ·   ·   · ──┼── ·   ·   ·",
        "                │",
        " 3          ·   ·   ·",
        "",
        " 2      ·       ·       ·",
        "",
        " 1  ·           ·           ·",
        "    a   b   c   d   e   f   g",
    ]


def test_a_larger_terminal_spreads_points_further() -> None:
    small, large = (lay_out(STONES, graph({}), room) for room in (SMALL, (86, 36)))
    assert small.width < SMALL[0]
    assert small.width < large.width <= 86
    assert small.height < large.height <= 36


def test_a_server_sends_the_same_picture() -> None:
    """Also the lines of a board, which come as SVG."""
    from fourfold.web.schemas.boards import show_board, show_frame

    for game in fourfold.list_games():
        position = played(game, 6)
        board, frame = (msgspec.to_builtins(each) for each in (show_board(position), show_frame(position)))
        sent = Picture.of_board(board, frame)
        for room in (SMALL, (200, 80)):
            assert str(lay_out(look_of(game), sent, room)) == str(lay_out(look_of(game), Picture.of(position), room))
        assert sent.placing == Picture.of(position).placing
        assert sent.hands == Picture.of(position).hands
        assert sent.paths == Picture.of(position).paths
