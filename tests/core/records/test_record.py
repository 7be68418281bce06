"""Records round-trip as text and as JSON; wrong ones are refused."""

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import fourfold
from fourfold import BadNotation, BadRecord, FourfoldError, Outcome, Position, Record, Step
from fourfold.contract.variants import few_variants
from fourfold.core.registry import facts

words = st.text(st.characters(codec="utf-8"), max_size=30)
header_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,12}", fullmatch=True).filter(
    lambda name: name not in ("Game", "Seats", "Options", "Start", "Result", "Scores", "Reason")
)


def grow(position: Position, chance: random.Random, depth: int, comments: list[str]) -> list[Step]:
    """A line of random moves, with comments and variations."""
    steps: list[Step] = []
    while position.outcome is None and len(steps) < 5:
        moves = position.moves()
        lines = [grow(position, chance, depth - 1, comments) for _ in range(chance.randrange(3))] if depth else []
        move = str(moves[chance.randrange(len(moves))])
        steps.append(Step(move, chance.choice(comments), [line for line in lines if line]))
        position = position.play(move)
    return steps


@st.composite
def records(draw: st.DrawFn) -> Record:
    variant = draw(st.sampled_from([variant for variant in few_variants() if not facts(variant.game).has_deals]))
    game, seats, options = variant.game, variant.seats, variant.options
    chance = random.Random(draw(st.integers(0, 1000)))
    start = variant.start()
    comments = draw(st.lists(words, min_size=1, max_size=4))
    result = draw(st.sampled_from([None, Outcome(None, (), game, "agreed"), Outcome(1, (0,) * seats, game, "resign")]))
    return Record(
        game=game,
        seats=seats,
        options=options,
        players=draw(st.lists(words, min_size=seats, max_size=seats) | st.just([])),
        headers=draw(st.dictionaries(header_names, words, max_size=3)),
        comment=draw(words),
        steps=grow(start, chance, draw(st.integers(0, 2)), comments),
        result=result,
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(records())
def test_a_record_comes_back_from_text_and_from_json(record: Record) -> None:
    assert Record.parse(record.to_json()) == record
    assert Record.parse(str(record)) == record
    assert str(Record.parse(str(record))) == str(record)


def read_or_refused(text: str) -> str:
    """Give what was parsed, or the refusal; any other error fails the test."""
    try:
        return str(Record.parse(text))
    except FourfoldError as error:
        return str(error)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
@example("[Game")
@example('[Game "qawale"] {')
@example("{" * 50)
def test_any_text_is_a_record_or_a_clear_error(text: str) -> None:
    assert read_or_refused(text)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 400), st.sampled_from(["", "x", "(", ")", "{", "}", "[", '"', "\\", "9", "a1NEE", "\n"]))
def test_a_damaged_record_is_a_record_or_a_clear_error(place: int, junk: str) -> None:
    text = str(EXAMPLE)
    damaged = text[:place] + junk + text[place + 1 :]
    assert read_or_refused(damaged)


EXAMPLE = Record(
    game="qawale",
    options={"pebbles": "3"},
    players=["Ann", "Ben"],
    headers={"Event": "Sunday"},
    comment="a first try",
    steps=[Step("a1NEE", "good", [[Step("a1ENN"), Step("d4SSW", "also")]]), Step("a4ESE")],
    result=Outcome(1, (0, 1), "qawale", "resign"),
)


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ("a4ESE", "a4ESN", BadRecord, "Step 2 .*F3"),
        ("d4SSW", "d4SSWW", BadRecord, "Step 2 .*F2"),
        ("a4ESE", "hello", BadRecord, "Step 2"),
        ("qawale", "chess", BadRecord, "chess"),
        ("pebbles=3", "pebbles=33", BadRecord, "1 to 10"),
        ("pebbles=3", "pebbles=3 pebbles=3", BadNotation, "twice"),
        ("[Options", '[Seats "abc"]\n[Options', BadNotation, "abc"),
        ("[Options", '[Seats "3"]\n[Options', BadRecord, "game for 2"),
        ('Scores "0 1"', 'Scores "0 1 5"', BadRecord, "3 scores"),
        ('Result "1"', 'Result "draw"', BadRecord, "resign"),
        ('Reason "resign"', 'Reason "agreed"', BadRecord, "agreed"),
        ('Reason "resign"', 'Reason "no_line"', BadRecord, "no_line"),
        ('Result "1"', 'Result "*"', BadNotation, "no result"),
        ("(1. a1ENN d4SSW {also})", "()", BadNotation, "empty"),
        (
            'pebbles=3"]',
            'pebbles=3"]\n[Start "qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0"]',
            BadRecord,
            "first position",
        ),
        ('Result "1"', 'Result "7"', BadRecord, "7"),
        ('Result "1"', 'Result "x"', BadNotation, "x"),
        ('Reason "resign"', 'Reason "tired"', BadRecord, "tired"),
        ("also}", "also", BadNotation, "comment"),
        ("{also})", "{also}", BadNotation, "brackets"),
        ("a4ESE", "a4ESE )", BadNotation, "brackets"),
        ('[Seat 1 "Ben"]', "", BadRecord, "one player for 2 seats"),
        ('[Seat 1 "Ben"]', '[Seat 2 "Ben"]', BadRecord, "players"),
        ('[Event "Sunday"]', '[Game "quads"]', BadNotation, "Game stands twice"),
        ('[Game "qawale"]', "", BadNotation, "Game is missing"),
    ],
)
def test_a_wrong_record_says_what_is_wrong(old: str, new: str, error: type[FourfoldError], words: str) -> None:
    text = str(EXAMPLE)
    assert Record.parse(text) == EXAMPLE
    assert old in text
    with pytest.raises(error, match=words):
        Record.parse(text.replace(old, new, 1))


def test_the_result_must_be_that_of_the_moves() -> None:
    position = fourfold.game("qawale").start(pebbles=1).play("a1NEE").play("a4ESE")
    record = Record.of(position)
    assert record.result == Outcome(None, (0, 0), "qawale", "no_line")
    record.result = Outcome(0, (1, 0), "qawale", "line")
    with pytest.raises(BadRecord, match=r"seat 0 .* draw"):
        Record.parse(str(record))


def test_json_of_another_form_is_refused() -> None:
    good = json.loads(EXAMPLE.to_json())
    for key in good:
        with pytest.raises(BadRecord):
            Record.parse(json.dumps({name: value for name, value in good.items() if name != key}))
        with pytest.raises(FourfoldError):
            Record.parse(json.dumps({**good, key: 5.5}))


def test_a_record_may_begin_with_any_position() -> None:
    game = fourfold.game("qawale")
    middle = game.read(str(game.start().play("a1NEE")))
    record = Record.of(middle.play("a4ESE"))
    assert record.start == str(middle)
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record)).position == middle.play("a4ESE")


def test_a_header_that_the_format_needs_itself_is_refused() -> None:
    with pytest.raises(BadRecord):
        str(Record("qawale", headers={"Result": "mine"}))


@pytest.mark.parametrize("depth", [49, 500, 5000])
def test_variations_may_be_deep_but_not_without_end(depth: int) -> None:
    text = '[Game "qawale"]\n\n' + "a1NEE (" * depth + "a1NEE" + ")" * depth
    data = {**json.loads(Record("qawale").to_json())}
    steps: list[dict[str, Any]] = [{"text": "a1NEE"}]
    for _ in range(min(depth, 100)):
        steps = [{"text": "a1NEE", "variations": [steps]}]
    data["steps"] = steps
    if depth < 50:
        assert Record.parse(text) == Record.parse(json.dumps(data))
    else:
        with pytest.raises(BadRecord, match="deep"):
            Record.parse(text)
        with pytest.raises(BadRecord, match="deep"):
            Record.parse(json.dumps(data))


def test_habits_of_other_records_are_read() -> None:
    written = '\ufeff[Game "qawale"]\n[Options "pebbles=1"]\n\n1.a1NEE 1… a4ESE *'
    record = Record.parse(written)
    assert [step.text for step in record.steps] == ["a1NEE", "a4ESE"]
    assert record.result == Outcome(None, (0, 0), "qawale", "no_line")


def test_moves_are_kept_as_the_game_writes_them() -> None:
    data = json.loads(Record("qawale").to_json())
    data["steps"] = [{"text": " a1nee "}]
    record = Record.parse(json.dumps(data))
    assert record.steps == [Step("a1NEE")]
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    "change", [{"headers": {"My Event": "x"}}, {"headers": {"Game": "x"}}, {"steps": {}}, {"format": True}]
)
def test_json_that_text_could_not_hold_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        Record.parse(json.dumps({**json.loads(EXAMPLE.to_json()), **change}))


def test_the_record_of_a_start_is_the_record_of_its_position() -> None:
    for game in fourfold.list_games():
        record = Record(game)
        assert Record.of(record.position) == record
    with pytest.raises(fourfold.ContradictoryOptions):
        Record("quadominos", options={"target": 5, "rounds": 5})
