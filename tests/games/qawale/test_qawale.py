"""Qawale: tall stacks, double lines, the pie rule."""

import pytest

import fourfold
from fourfold import IllegalMove
from fourfold.search.perft import perft

GAME = fourfold.game("qawale")


def test_a_stack_of_eighteen_has_two_million_moves_and_none_is_listed_to_play_one() -> None:
    stack = "n" * 8 + "xo" * 5
    position = GAME.read(f"qawale@.,.,.,./.,.,.,./.,.,.,./{stack},.,.,.:10")
    moves = position.moves()
    assert len(moves) == perft(position, 1) == 1_973_338
    for index in (0, 1, 777_777, len(moves) - 1):
        move = moves[index]
        assert move in moves
        assert len(str(move)) == 2 + 19
        assert position.play(move).ply == 11


def test_ten_pebbles_make_stacks_of_twenty_eight() -> None:
    position = GAME.read(f"qawale:pebbles=10@.,.,.,./.,{'n' * 8 + 'xo' * 9 + 'x'},.,./.,.,.,./.,.,.,.:19")
    moves = position.moves()
    assert len(moves) > 2**31
    last = moves[len(moves) - 1]
    assert last in moves
    assert position.play(last).outcome is not None


def test_the_second_pebble_may_not_go_back_to_the_origin_but_a_loop_may() -> None:
    position = GAME.read("qawale@nnnn,.,.,nn/.,.,.,./x,.,.,./o,.,.,nn:2")
    with pytest.raises(IllegalMove, match=r"Qawale R1: .* a4, where the stack was"):
        position.play("a4SNEEE")
    with pytest.raises(IllegalMove, match="Qawale R1"):
        GAME.start().play("a1NSN")
    assert position.play("a4SENWS").ply == 3


def test_a_later_pebble_may_not_go_straight_back_either() -> None:
    position = GAME.read("qawale@nnnn,.,.,nn/.,.,.,./x,.,.,./o,.,.,nn:2")
    with pytest.raises(IllegalMove, match="Qawale F3"):
        position.play("a4SENSW")


BOTH = "x,x,x,./o,o,o,./.,.,.,o/xnnnnnnnn,.,.,.:8"  # d2NN drops o on d3 and x on d4
OTHER = "x,x,n,./o,o,o,./.,.,.,o/xxnnnnnnn,.,.,.:8"  # here it completes only the line of o


@pytest.mark.parametrize(
    ("options", "board", "winner", "rule"),
    [("", BOTH, 0, "R3"), (":double=draw", BOTH, None, "R3"), ("", OTHER, 1, "F4"), (":double=draw", OTHER, 1, "F4")],
)
def test_whose_line_it_is(options: str, board: str, winner: int | None, rule: str) -> None:
    outcome = GAME.read(f"qawale{options}@{board}").play("d2NN").outcome
    assert outcome is not None
    assert outcome.winner == winner
    assert outcome.scores == tuple(int(seat == winner) for seat in (0, 1))
    assert outcome.reason.startswith(f"Qawale {rule}")


def test_lines_are_looked_at_when_all_is_sown() -> None:
    """The first pebble lets x show four in rank 4; the second covers one of them again."""
    position = GAME.read("qawale@x,x,x,./o,o,n,xn/.,.,.,n/onnnnn,o,.,.:8")
    assert position.play("d3NWW").outcome is None


def test_a_stack_of_four_and_neutrals_are_no_line() -> None:
    position = GAME.read("qawale@n,n,n,./.,.,.,n/.,.,.,xxxx/nn,oooo,nn,.:8")
    assert position.outcome is None
    assert position.play("d3NW").outcome is None


def test_swap_is_for_the_second_players_first_turn_only() -> None:
    position = GAME.start(swap=True)
    with pytest.raises(IllegalMove, match="Qawale R4"):
        position.play("swap")
    swapped = position.play("a1NEE").play("swap")
    assert swapped.to_move == 0
    with pytest.raises(IllegalMove, match="Qawale R4"):
        swapped.play("swap")
    with pytest.raises(IllegalMove, match="Qawale R4"):
        position.play("a1NEE").play("a4ESE").play("swap")
    with pytest.raises(IllegalMove, match="Qawale R4"):
        GAME.start().play("a1NEE").play("swap")


def test_after_a_swap_the_pebbles_belong_to_the_other_seats() -> None:
    """The same placements, with and without a swap: the same board, the other winner."""
    board = "x,x,x,./.,.,.,x/nn,.,.,./nnnnnoooo,.,.,n:8"
    plain, swapped = GAME.read(f"qawale@{board}"), GAME.read(f"qawale:swap=on@{board[:-1]}9:swapped")
    assert plain.to_move == 0
    assert swapped.to_move == 1
    lines = [move for move in plain.moves() if plain.play(move).outcome]
    assert lines
    for move in lines:
        first, second = plain.play(move).outcome, swapped.play(move).outcome
        assert first is not None
        assert second is not None
        assert (first.winner, second.winner) in ((0, 1), (1, 0))


def test_the_game_ends_after_all_placements_swap_or_not() -> None:
    position = GAME.start(pebbles=1, swap=True).play("a1NEE").play("swap")
    assert position.outcome is None
    over = position.play("a4ESE")
    assert over.outcome is not None
    assert over.outcome.winner is None
    assert "F5" in over.outcome.reason
