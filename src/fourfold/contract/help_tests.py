"""Tests of what teaches a game, where it has that: rules with pictures, lessons, advice, puzzles."""

import re

import fourfold
from fourfold import text
from fourfold.core.display.figures import list_figures
from fourfold.core.help.explanation import explain_clicks
from fourfold.core.help.lessons import first_game_options, list_advice, list_steps, matches
from fourfold.core.registry import facts
from fourfold.players.levels import LEARNERS
from fourfold.puzzles.puzzle import list_puzzles

FEWEST_STEPS, MOST_STEPS = 5, 8
FEWEST_ADVICE, FEWEST_PUZZLES = 5, 40
LEARNT = re.compile(r"(lesson|advice)\.")


def test_every_step_of_the_lessons_goes_as_it_says(taught: str) -> None:
    for step in list_steps(taught):
        position = fourfold.game(taught).read(step.position)
        legal = [str(move) for move in position.moves()]
        assert legal or step.answers, step.id
        assert step.seat in (None, *range(position.seats)), step.id
        for pattern in step.moves:
            assert any(matches([pattern], move) for move in legal), (step.id, pattern)
        if step.clicks:
            refusal = explain_clicks(position, step.clicks)
            assert refusal is not None, step.id
            assert refusal.code == step.refused, step.id
        assert len(set(step.answers)) == len(step.answers) != 1, step.id


def test_a_miss_is_a_legal_move_that_is_not_asked_for(taught: str) -> None:
    for step in list_steps(taught):
        legal = [str(move) for move in fourfold.game(taught).read(step.position).moves()]
        for code, patterns in step.misses.items():
            found = [move for move in legal if matches(patterns, move)]
            assert all(any(matches([pattern], move) for move in legal) for pattern in patterns), (step.id, code)
            assert not any(step.accepts(move) for move in found), (step.id, code)
            others = [other for name, other in step.misses.items() if name != code]
            assert not any(matches(other, move) for other in others for move in found), (step.id, code)


def test_the_replies_of_a_step_follow_each_move_that_it_asks_for(taught: str) -> None:
    for step in (step for step in list_steps(taught) if step.replies):
        position = fourfold.game(taught).read(step.position)
        for move in (str(move) for move in position.moves() if step.accepts(str(move))):
            after = position.play(move)
            for reply in step.replies:
                after = after.play(reply)


def test_the_further_moves_of_a_step_are_the_learner_s_whatever_is_chosen(taught: str) -> None:
    for step in (step for step in list_steps(taught) if step.further):
        first = fourfold.game(taught).read(step.position)
        reached = [first.play(move) for move in first.moves() if step.accepts(str(move))]
        for _ in range(step.further):
            assert {position.to_move for position in reached} == {first.to_move}, step.id
            reached = [position.play(move) for position in reached for move in position.moves()]


def test_the_tutorial_is_short_and_begins_with_what_wins(taught: str) -> None:
    tutorial = [step for step in list_steps(taught) if not step.option]
    assert FEWEST_STEPS <= len(tutorial) <= MOST_STEPS
    position = fourfold.game(taught).read(tutorial[0].position)
    outcomes = [position.play(move).outcome for move in position.moves() if tutorial[0].accepts(str(move))]
    assert outcomes
    assert [outcome and outcome.winner for outcome in outcomes] == [position.to_move] * len(outcomes)


def test_every_step_of_the_lessons_stands_at_a_rule_or_an_option(taught: str) -> None:
    figures, options = list_figures(taught), {option.name for option in facts(taught).options}
    for step in list_steps(taught):
        assert step.rule or step.option, step.id
        assert not step.figure or step.figure in figures, step.id
    assert {step.option for step in list_steps(taught)} == options | {""}


def test_every_word_of_the_lessons_is_there_and_none_is_left_over(taught: str) -> None:
    steps, advice = list_steps(taught), list_advice(taught)
    moves = {step.id: [str(move) for move in fourfold.game(taught).read(step.position).moves()] for step in steps}
    expected = {name for step in steps for name in step.messages(moves[step.id])}
    expected |= {f"advice.{each.id}" for each in advice}
    said = {name: words for name, words in text.messages(taught).items() if LEARNT.match(name)}
    assert set(said) == expected
    assert all(words.strip() for words in said.values())
    assert len({step.id for step in steps}) == len(steps)
    assert len({each.id for each in advice}) == len(advice) >= FEWEST_ADVICE


def test_some_advice_fits_the_first_turn_and_each_prompt_is_one_of_the_game(taught: str) -> None:
    advice = list_advice(taught)
    assert any(not (each.ply or each.word or each.notice or each.empty or each.prompt) for each in advice)
    assert {f"prompt.{each.prompt}" for each in advice if each.prompt} <= set(text.messages(taught))


def test_a_guided_first_game_can_be_set_up(taught: str) -> None:
    assert fourfold.game(taught).start(seed=0, **first_game_options(taught)).ply == 0


def test_there_are_puzzles_and_each_is_written_once(puzzled: str) -> None:
    puzzles = list_puzzles(puzzled)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= FEWEST_PUZZLES
    for puzzle in puzzles:
        assert len(puzzle.solved) == LEARNERS, puzzle.id
        assert [code for code in puzzle.theme_codes if not text.has(code)] == [], puzzle.id
        assert puzzle.themes, puzzle.id
        position = puzzle.start()
        assert position.outcome is None, puzzle.id
        assert puzzle.solution[0] in position.moves(), puzzle.id
