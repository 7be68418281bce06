"""Tests of what teaches a game, where it has that: rules with pictures, lessons, advice, puzzles."""

import re

import fourfold
from fourfold import text
from fourfold.core.help.explanation import explain_clicks
from fourfold.core.help.lessons import list_advice, list_steps
from fourfold.core.help.rulebook import NAME, read_rules
from fourfold.core.registry import facts, folder
from fourfold.players.levels import list_levels
from fourfold.puzzles.puzzle import list_puzzles

FEWEST_STEPS, FEWEST_ADVICE, FEWEST_PUZZLES, FEWEST_FIGURES = 6, 5, 40, 2


def test_every_step_of_the_lessons_goes_as_it_says(taught: str) -> None:
    for step in list_steps(taught):
        position = fourfold.game(taught).read(step.position)
        assert position.outcome is None, step.id
        assert len(position.moves()), step.id
        for move in step.moves:
            assert str(position.play(move).last) == move, step.id
        if step.clicks:
            refusal = explain_clicks(position, step.clicks)
            assert refusal is not None, step.id
            assert refusal.code == step.refused, step.id
        assert not (step.moves and step.clicks), step.id
        assert bool(step.clicks) == bool(step.refused), step.id


def test_some_lesson_ends_the_game_and_those_are_won(taught: str) -> None:
    endings = 0
    for step in list_steps(taught):
        position = fourfold.game(taught).read(step.position)
        outcomes = [position.play(move).outcome for move in step.moves]
        if any(outcomes):
            endings += 1
            assert [outcome and outcome.winner for outcome in outcomes] == [position.to_move] * len(outcomes), step.id
    assert endings


def test_every_step_of_the_lessons_stands_at_a_rule_or_an_option(taught: str) -> None:
    rules, options = NAME.findall(read_rules(taught)), [option.name for option in facts(taught).options]
    for step in list_steps(taught):
        assert step.option in options if step.option else step.rule in rules, step.id


def test_every_word_of_the_lessons_is_there_and_none_is_left_over(taught: str) -> None:
    steps, advice = list_steps(taught), list_advice(taught)
    expected = {f"lesson.{step.id}.{part}" for step in steps for part in ("title", "text", "done")}
    expected |= {f"advice.{each.id}" for each in advice}
    assert {name for name in text.messages(taught) if name.startswith(("lesson.", "advice."))} == expected
    assert len({step.id for step in steps}) == len(steps) >= FEWEST_STEPS
    assert len({each.id for each in advice}) == len(advice) >= FEWEST_ADVICE


def test_the_first_turn_of_a_guided_game_has_advice(taught: str) -> None:
    assert any(not (each.ply or each.word or each.notice or each.empty) for each in list_advice(taught))


def test_there_are_puzzles_and_each_is_written_once(puzzled: str) -> None:
    puzzles = list_puzzles(puzzled)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= FEWEST_PUZZLES
    assert {level for puzzle in puzzles for level in puzzle.failed} <= set(list_levels())
    for puzzle in puzzles:
        position = puzzle.start()
        assert position.outcome is None, puzzle.id
        assert puzzle.solution[0] in position.moves(), puzzle.id


def test_the_rules_are_shown_with_pictures(pictured: str) -> None:
    rules = folder(pictured) / "RULES.md"
    links = re.findall(r"!\[[^]]+\]\(([^)]+\.svg)\)", rules.read_text(encoding="utf-8"))
    assert len(links) >= FEWEST_FIGURES
    assert [link for link in links if not (rules.parent / link).exists()] == []
