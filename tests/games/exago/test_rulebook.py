"""Exago: what the printed rules say, and what is ruled where they are silent, as far as no other test shows it."""

from collections import Counter

import pytest

import fourfold
from fourfold import IllegalMove
from games.exago.test_exago import GAME, board, moves

LATE = {"r": "e2 e3 e4 d5", "b": "d6 d7 c7 c8", "y": "d8 e6 e7 e8"}


def hands(position: fourfold.Position) -> list[int]:
    return [hand.number for hand in GAME.look.hands(position.row.copy()).hands]


def test_the_box_has_48_tiles() -> None:
    assert Counter(Counter(GAME.kit.symbols).values()) == {12: 2, 6: 4}


@pytest.mark.parametrize(("seats", "tiles"), [(2, 12), (3, 6), (4, 6), (5, 6), (6, 6)])
def test_everybody_takes_so_many_tiles(seats: int, tiles: int) -> None:
    assert hands(GAME.start(seats=seats)) == [tiles] * seats


def test_the_first_tile_goes_on_the_centre_the_next_on_one_of_its_six_sides() -> None:
    assert moves(GAME.start(seats=4)) == {"e5"}
    assert moves(GAME.start(seats=4).play("e5")) == {"e4", "e6", "d5", "d6", "f4", "f5"}


def test_turns_go_round_and_nobody_is_left_out() -> None:
    position = GAME.start(seats=5)
    for ply in range(12):
        assert position.to_move == ply % 5
        position = position.play(position.moves()[0])


def test_with_an_empty_hand_one_must_lift_an_own_tile() -> None:
    position = GAME.read("exago:seats=3@5/4y1/5rb/3br1b1/3yrbby1/3yrrry/4y1b/6/5:0:18")
    assert all("-" in move for move in moves(position))
    with pytest.raises(IllegalMove, match="Exago F4"):
        position.play("b8")
    with pytest.raises(IllegalMove, match="Exago F4"):
        position.play("g7-b8")  # blue’s tile


def test_who_got_tiles_back_must_put_them_before_lifting_unless_lifting_early() -> None:
    cut = GAME.read("exago:seats=3@2y2/2y1y1/3brb1/1r1brr2/2yrr4/3by3/3yb2/2b3/5:0:18").play("e4-i2")
    assert hands(cut) == [1, 0, 1]
    after_blue = cut.play(cut.moves()[0])
    assert after_blue.to_move == 2
    assert all("-" not in move for move in moves(after_blue))
    early = GAME.read(str(cut).replace(":seats=3", ":seats=3:early=on")).play(str(cut.moves()[0]))
    assert any("-" in move for move in moves(early))
    assert any("-" not in move for move in moves(early))


def test_late_a_line_that_goes_back_does_not_win() -> None:
    position = board(LATE, 0, 12, ":seats=3:early=on:late=on:blocking=off")
    after = position.play("d5-e1")
    assert after.outcome is None
    assert hands(after)[0] == 6
    won = position.play("d5-e5").outcome
    assert won is not None
    assert won.winner == 0


@pytest.mark.parametrize(
    ("red", "blue", "yellow", "fourth", "wins"),
    [
        ("e4 e5 e6", "f4 f5 f6", "d5 d6 d7", "e3", True),
        ("d5 e5 f5", "d6 e6 f6", "d4 e4 f4", "c5", True),
        ("d6 e5 f4", "d7 e6 f5", "d5 e4 f3", "c7", True),
        ("e4 e5 f5", "d6 e6 f6", "d4 d5 f4", "g5", False),
    ],
)
def test_a_line_is_straight_in_one_of_three_directions(
    red: str, blue: str, yellow: str, fourth: str, wins: bool
) -> None:
    outcome = board({"r": red, "b": blue, "y": yellow}, 0, 9, ":seats=3").play(fourth).outcome
    assert (outcome is not None and outcome.winner == 0) == wins


def test_the_larger_board_has_91_cells() -> None:
    assert [len(GAME.look.frame(GAME.start(side=side).row.copy()).cells) for side in (5, 6)] == [61, 91]
    assert moves(GAME.start(side=6)) == {"f6"}
