"""Every lesson is played through the kernels: its moves are legal, its refusals have the announced code."""

import pytest

import fourfold
from fourfold import text
from fourfold.core.help.explanation import explain_clicks
from fourfold.core.help.lessons import LessonStep, list_advice, list_steps
from fourfold.core.help.rulebook import NAME, read_rules
from fourfold.core.registry import facts

EVERY = [(game, step) for game in fourfold.list_games() for step in list_steps(game)]


@pytest.mark.parametrize(("game", "step"), EVERY, ids=lambda part: getattr(part, "id", part))
def test_a_step_goes_as_it_says(game: str, step: LessonStep) -> None:
    position = fourfold.game(game).read(step.position)
    assert position.outcome is None
    assert len(position.moves())
    for move in step.moves:
        assert str(position.play(move).last) == move
    if step.clicks:
        refusal = explain_clicks(position, step.clicks)
        assert refusal is not None
        assert refusal.code == step.refused
    assert not (step.moves and step.clicks)
    assert bool(step.clicks) == bool(step.refused)


@pytest.mark.parametrize(("game", "step"), EVERY, ids=lambda part: getattr(part, "id", part))
def test_a_step_stands_at_a_rule_or_an_option(game: str, step: LessonStep) -> None:
    if step.option:
        assert step.option in [option.name for option in facts(game).options]
    else:
        assert step.rule in NAME.findall(read_rules(game))


@pytest.mark.parametrize("game", fourfold.list_games())
def test_every_word_of_the_lessons_is_there_and_none_is_left_over(game: str) -> None:
    steps, advice = list_steps(game), list_advice(game)
    wanted = {f"lesson.{step.id}.{part}" for step in steps for part in ("title", "text", "done")}
    wanted |= {f"advice.{each.id}" for each in advice}
    assert {name for name in text.messages(game) if name.startswith(("lesson.", "advice."))} == wanted
    assert len({step.id for step in steps}) == len(steps) >= 6
    assert len({each.id for each in advice}) == len(advice) >= 5


@pytest.mark.parametrize("game", fourfold.list_games())
def test_the_first_turn_of_a_guided_game_has_advice(game: str) -> None:
    assert any(not (each.ply or each.word or each.notice or each.empty) for each in list_advice(game))


def test_lessons_that_end_a_game_end_it() -> None:
    for game, name in (("quads", "stuck"), ("qawale", "line"), ("qawale", "double"), ("exago", "line")):
        step = next(step for step in list_steps(game) if step.id == name)
        position = fourfold.read(step.position)
        ends = [position.play(move).outcome for move in step.moves]
        assert all(outcome is not None and outcome.winner == position.to_move for outcome in ends)
