"""Attempts at lessons: what is right, what is a miss, what is refused."""

import pytest

import fourfold
from fourfold.core.help.attempt import Attempt
from fourfold.core.help.lessons import LessonStep, list_steps, matches
from fourfold.text import has

STEPS = [(game, step) for game in fourfold.list_games() for step in list_steps(game)]


@pytest.mark.parametrize(("game", "step"), STEPS, ids=lambda each: getattr(each, "id", each))
def test_every_try_gets_words_and_only_right_ones_end_the_step(game: str, step: LessonStep) -> None:
    for move in list(map(str, Attempt(game, step).position.moves()))[:60]:
        attempt = Attempt(game, step)
        feedback = attempt.play(move)
        assert has(feedback.code), feedback.code
        assert feedback.is_right == step.accepts(move)
        assert attempt.is_done == (feedback.is_right and not step.further)
    for code in step.answers:
        attempt = Attempt(game, step)
        feedback = attempt.answer(code)
        assert has(feedback.code)
        assert feedback.is_right == attempt.is_done == (code == step.right)
    if step.clicks:
        attempt = Attempt(game, step)
        feedback = attempt.play(" ".join(step.clicks))
        assert feedback.is_right == attempt.is_done
        assert feedback.is_right


def test_further_moves_follow_a_right_one_before_the_step_is_done() -> None:
    step = next(step for step in list_steps("quadominos") if step.further)
    attempt = Attempt("quadominos", step)
    assert attempt.goal == attempt.message("goal")
    attempt.play(step.moves[0])
    for _ in range(step.further):
        assert not attempt.is_done
        assert attempt.goal == attempt.message("further")
        feedback = attempt.play(str(attempt.position.moves()[0]))
    assert attempt.is_done
    assert feedback.code == attempt.message("done")


def test_replies_follow_a_right_move() -> None:
    step = next(step for step in list_steps("exago") if step.replies)
    attempt = Attempt("exago", step)
    ply = attempt.position.ply
    move = next(str(move) for move in attempt.position.moves() if step.accepts(str(move)))
    assert attempt.play(move).is_right
    assert attempt.position.ply == ply + 1 + len(step.replies)


def test_misses_of_their_own_come_before_the_common_one() -> None:
    game, step = next((game, step) for game, step in STEPS if step.misses)
    code, patterns = next(iter(step.misses.items()))
    attempt = Attempt(game, step)
    move = next(str(move) for move in attempt.position.moves() if matches(patterns, str(move)))
    assert attempt.play(move).code == f"{game}.lesson.{step.id}.miss.{code}"


def test_a_move_may_be_given_by_its_clicks() -> None:
    attempt = Attempt("qawale", LessonStep("any", "qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0"))
    assert attempt.play("b2").code == "qawale.refuse.no_stack"
    assert attempt.play("nonsense").code == "qawale.notation.move"
    attempt.play("a1 a2 a3 b3")
    assert str(attempt.position.last) == "a1NNE"
