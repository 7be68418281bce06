"""What the words of the lessons claim is true of their positions; the contract suite plays the steps."""

import pytest

import fourfold
from fourfold.core.help.lessons import LessonStep, list_steps, matches
from fourfold.core.position import Position
from fourfold.games.quads.kernel import GRID
from fourfold.games.quads.words import open_squares


def find(game: str, step_id: str) -> tuple[LessonStep, Position]:
    step = next(step for step in list_steps(game) if step.id == step_id)
    return step, fourfold.read(step.position)


def wins(position: Position) -> set[str]:
    outcomes = {str(move): position.play(move).outcome for move in position.moves()}
    return {move for move, outcome in outcomes.items() if outcome and outcome.winner == position.to_move}


@pytest.mark.parametrize(
    ("game", "step_id"),
    [
        ("quads", "win"),
        ("quads", "last"),
        ("qawale", "line"),
        ("quadominos", "reach"),
        ("exago", "line"),
        ("exago", "lift"),
    ],
)
def test_all_moves_that_win_and_no_others_are_asked_for(game: str, step_id: str) -> None:
    step, position = find(game, step_id)
    assert wins(position) == {str(move) for move in position.moves() if step.accepts(str(move))}


@pytest.mark.parametrize(("step_id", "square"), [("win", "a1"), ("last", "c1")])
def test_in_quads_the_other_can_lay_on_the_one_square_that_is_told(step_id: str, square: str) -> None:
    _, position = find("quads", step_id)
    assert [GRID.name(place) for place in open_squares(position.row, 1)] == [square]


def test_the_first_step_of_quads_offers_few_tiles_and_one_square() -> None:
    _, position = find("quads", "win")
    assert position.ply == 30
    assert {str(move)[:2] for move in position.moves()} == {"a1"}


def test_the_moves_that_stop_dark_in_qawale_are_those_after_which_dark_cannot_win() -> None:
    step, position = find("qawale", "cover")
    for move in position.moves():
        after = position.play(move)
        assert step.accepts(str(move)) == (after.outcome is None and not wins(after)), move


def test_a_gift_in_qawale_wins_for_the_other_and_nothing_else_of_that_stack_does() -> None:
    step, position = find("qawale", "gift")
    for move in (str(move) for move in position.moves() if str(move).startswith("d1")):
        outcome = position.play(move).outcome
        assert matches(step.misses["gift"], move) == (outcome is not None and outcome.winner == 0), move


@pytest.mark.parametrize("step_id", ["draw", "pebbles"])
def test_the_last_pebble_in_qawale_makes_no_line(step_id: str) -> None:
    _, position = find("qawale", step_id)
    outcomes = [position.play(move).outcome for move in position.moves()]
    assert all(outcome and outcome.winner is None for outcome in outcomes)


@pytest.mark.parametrize(("step_id", "points"), [("reach", 802), ("target", 102), ("out", 832)])
def test_points_in_quadominos_are_counted_as_told(step_id: str, points: int) -> None:
    step, position = find("quadominos", step_id)
    for move in (str(move) for move in position.moves() if step.accepts(str(move))):
        outcome = position.play(move).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.scores[0]) == (0, points)


def test_the_lowest_hand_in_quadominos_scores_36_when_all_pass() -> None:
    _, position = find("quadominos", "everybody")
    assert [str(move) for move in position.moves()] == ["pass"]
    assert ":19/52/-76:" in str(position)
    assert f":{19 - 20 + 36}/52/-76:" in str(position.play("pass"))


def test_only_the_notch_in_quadominos_earns_a_bonus_and_the_drawn_tile_fits() -> None:
    step, position = find("quadominos", "bonus")
    assert all(("+" in str(move)) == step.accepts(str(move)) for move in position.moves())
    _, position = find("quadominos", "draw")
    assert "draw" not in position.play("draw").moves()


def test_what_is_lifted_in_exago_cuts_off_what_is_told() -> None:
    step, position = find("exago", "cut")
    for move in (str(move) for move in position.moves() if step.accepts(str(move))):
        assert [after_hand(position.play(move), letter) for letter in "rby"] == [1, 0, 1]
    step, position = find("exago", "equal")
    assert [after_hand(position.play(step.moves[0]), letter) for letter in "rby"] == [1, 6, 4]


def test_in_exago_both_groups_are_offered_on_the_cell_that_is_told_and_on_no_other() -> None:
    _, position = find("exago", "equal")
    kept: dict[str, set[str]] = {}
    for cell, _, group in (str(move).partition("/") for move in position.moves() if str(move).startswith("e4-")):
        kept.setdefault(cell, set()).add(group)
    assert [cell for cell, groups in kept.items() if len(groups) > 1] == ["e4-e5"]


def after_hand(position: Position, letter: str) -> int:
    """How many of six tiles are not on the board."""
    return 6 - str(position).partition("@")[2].count(letter)


def test_stopping_only_blue_in_exago_is_refused() -> None:
    _, position = find("exago", "nearest")
    with pytest.raises(fourfold.IllegalMove, match="R4b"):
        position.play("d3")
