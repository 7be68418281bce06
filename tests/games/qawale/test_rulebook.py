"""Qawale: what the printed rules say, and what is ruled where they are silent, as far as no other test shows it."""

import pytest

import fourfold
from fourfold import IllegalMove

GAME = fourfold.game("qawale")
LINES = [
    *([f"{file}{rank}" for file in "abcd"] for rank in range(1, 5)),
    *([f"{file}{rank}" for rank in range(1, 5)] for file in "abcd"),
    ["a1", "b2", "c3", "d4"],
    ["a4", "b3", "c2", "d1"],
]


def test_two_neutral_pebbles_lie_on_each_corner_and_each_player_has_eight() -> None:
    assert str(GAME.start()) == "qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0"
    assert "0: 8 left" in GAME.start().board()
    assert "1: 8 left" in GAME.start().board()


@pytest.mark.parametrize("line", LINES, ids="".join)
def test_every_row_column_and_long_diagonal_is_a_line(line: list[str]) -> None:
    """Four tops of the second colour; the first colour’s pebbles lie below, where they do not count."""
    tall = dict.fromkeys(line, "xo")
    free = next(cell for cell in ("a1", "b1", "c1", "d2") if cell not in tall)
    ranks = [",".join((tall | {free: "n" * 8}).get(f"{file}{rank}", ".") for file in "abcd") for rank in (4, 3, 2, 1)]
    outcome = GAME.read(f"qawale@{'/'.join(ranks)}:8").outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert outcome.reason.startswith("Qawale F4")


def test_a_pebble_goes_on_any_stack_also_on_one_pebble_and_never_on_an_empty_square() -> None:
    position = GAME.start().play("a1NEE")
    assert {str(move)[:2] for move in position.moves()} == {"a2", "b2", "c2", "a4", "d1", "d4"}
    with pytest.raises(IllegalMove, match="Qawale F2"):
        position.play("b3N")


def test_a_stack_is_sown_from_the_bottom_one_on_each_square() -> None:
    position = GAME.read("qawale@.,.,.,nn/.,.,.,nn/nox,.,.,nn/x,.,o,n:4").play("a2ENNE")
    assert str(position) == "qawale@.,x,x,nn/.,o,.,nn/.,n,.,nn/x,.,o,n:5"


def test_steps_are_orthogonal_and_stay_on_the_board() -> None:
    assert {str(move)[2:] for move in GAME.start().moves() if str(move).startswith("a1")} == {
        *("NNN", "NNE", "NEN", "NES", "NEE", "EEE", "EEN", "ENE", "ENW", "ENN")
    }
    with pytest.raises(IllegalMove, match="Qawale F2"):
        GAME.start().play("a1WNN")


@pytest.mark.parametrize("pebbles", [1, 3, 10])
def test_with_other_numbers_of_pebbles_the_game_ends_when_all_are_placed(pebbles: int) -> None:
    position = GAME.start(pebbles=pebbles)
    assert f"0: {pebbles} left" in position.board()
    while position.outcome is None:
        position = position.play(position.moves()[0])
    assert position.ply == 2 * pebbles or "F4" in position.outcome.reason
