"""The contract suite, run for every registered game: what the rest of the program relies on."""

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

import fourfold
from fourfold import Deal, FourfoldError, IllegalMove, Move, Position, Record
from fourfold.core.registry import facts
from fourfold.kernel.jit import NOBODY
from fourfold.text import has
from play import WAYS, by_chance
from variants import VARIANTS, Variant

MOST_LISTED = 3_000

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("game", fourfold.list_games())


def walk(variant: Variant, seed: int = 0, plies: int = 400) -> list[Position]:
    """Some positions of one random game, from the start on."""
    chance = random.Random(f"{variant} {seed}")
    positions = [variant.start(seed=seed)]
    while positions[-1].outcome is None and len(positions) < plies:
        last = positions[-1]
        positions.append(
            last.deal(seed=chance.getrandbits(32)) if last.is_deal_due else last.play(by_chance(last, chance))
        )
    return positions


def some(positions: list[Position], number: int = 12) -> list[Position]:
    """The first, the last, and some between."""
    places = np.unique(np.linspace(0, len(positions) - 1, number).astype(int))
    return [positions[place] for place in places]


@every_game
def test_every_game_has_variants_to_test_and_ways_to_play(game: str) -> None:
    assert game in WAYS
    mine = [variant for variant in VARIANTS if variant.game == game]
    assert {variant.seats for variant in mine} == set(facts(game).seats)
    for option in facts(game).options:
        assert any(option.name in variant.options for variant in mine), option.name


@every_variant
def test_the_moves_are_one_sequence_in_every_way_to_read_it(variant: Variant) -> None:
    for position in some(walk(variant)):
        moves = position.moves()
        if len(moves) > MOST_LISTED:
            continue
        listed = list(moves)
        assert len(listed) == len(moves) == len({str(move) for move in listed})
        assert listed == moves[:] == [moves[i] for i in range(len(moves))]
        assert all(move in moves and str(move) in moves for move in listed)
        assert (len(moves) > 0) == (position.to_move is not None)


@every_variant
def test_refuse_agrees_with_nth(variant: Variant) -> None:
    """Moves of one position, tried in the others, are refused exactly where they are not legal."""
    positions = some(walk(variant), 8)
    pool: set[str] = set()
    chance = random.Random(1)
    for position in positions:
        moves = position.moves()
        pool |= {str(moves[chance.randrange(len(moves))]) for _ in range(40) if len(moves)}
    for position in positions:
        moves = position.moves()
        if len(moves) > MOST_LISTED:
            continue
        listed = {str(move) for move in moves}
        for text in pool:
            assert (text in moves) == (text in listed), (str(position), text)


@every_variant
def test_a_refused_move_says_why_and_changes_nothing(variant: Variant) -> None:
    positions = some(walk(variant), 8)
    texts = [str(p.moves()[0]) for p in positions if len(p.moves())]
    refused = 0
    for position in positions:
        row = position.row.tobytes()
        for text in texts:
            if text not in position.moves():
                with pytest.raises(IllegalMove) as caught:
                    position.play(text)
                refused += 1
                assert text in str(caught.value) or position.game.name in str(caught.value)
        assert position.row.tobytes() == row
    assert refused


@every_variant
def test_text_and_position_round_trip(variant: Variant) -> None:
    for position in walk(variant):
        text = str(position)
        assert " " not in text
        again = position.game.read(text)
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == text
        assert fourfold.read(text) == position
        if position.outcome is None or position.outcome.code != "repetition":
            assert again.outcome == position.outcome
            assert len(again.moves()) == len(position.moves())
            assert again.moves()[:50] == position.moves()[:50]


@every_variant
def test_moves_round_trip(variant: Variant) -> None:
    for position in some(walk(variant)):
        row = position.row.copy()
        for move in position.moves()[:200]:
            assert position.game.notation.parse_move(row, str(move)) == move.code
            assert position.game.notation.format_move(row, move.code) == str(move)


@every_variant
def test_kernels_leave_the_state_alone_unless_they_play(variant: Variant) -> None:
    for position in some(walk(variant)):
        row = position.row.copy()
        rules, work = position.game.rules, np.zeros(position.game.work_words, np.int64)
        if position.to_move is not None:
            count = rules.count(row, work)
            rules.refuse(row, rules.nth(row, count - 1, work), work.copy())
        rules.status(row)
        rules.key(row)
        rules.scores(row, np.zeros(position.seats, np.int64))
        assert row.tobytes() == position.row.tobytes()


@every_variant
def test_work_may_hold_anything_before_counting(variant: Variant) -> None:
    for position in some(walk(variant)):
        if position.to_move is None:
            continue
        rules, row = position.game.rules, position.row.copy()
        clean, dirty = np.zeros(position.game.work_words, np.int64), np.full(position.game.work_words, -1, np.int64)
        width = rules.count(row, clean)
        assert rules.count(row, dirty) == width
        for index in {0, width // 2, width - 1}:
            assert rules.nth(row, index, clean) == rules.nth(row, index, dirty)


@every_variant
def test_equal_positions_have_equal_keys_and_different_ones_different_keys(variant: Variant) -> None:
    positions = walk(variant)
    keys: dict[int, str] = {}
    for position in positions:
        text = str(position)
        if position.game.repetition:
            text = text.rpartition(":")[0]  # the ply is left out, so that a repetition can be seen
        key = int(position.game.rules.key(position.row.copy()))
        assert key == int(position.game.rules.key(position.game.read(str(position)).row.copy()))
        assert keys.setdefault(key, text) == text


@every_variant
def test_positions_are_immutable_and_can_be_pickled(variant: Variant) -> None:
    position = walk(variant, plies=8)[-1]
    with pytest.raises(ValueError, match="read-only"):
        position.row[0] = 1
    with pytest.raises(TypeError):
        position.options["x"] = 1  # type: ignore[index]
    with pytest.raises(AttributeError, match="never changes"):
        position.seats = 5
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.history == position.history
    assert copy.deepcopy(position) == position
    view = position.view(1)
    assert pickle.loads(pickle.dumps(view)) == view
    assert pickle.loads(pickle.dumps(view)).moves()[:] == view.moves()[:]
    assert copy.deepcopy(view) == view


def test_the_longest_history_can_be_pickled() -> None:
    position = max(
        (walk(variant, plies=5000)[-1] for variant in VARIANTS if variant.game == "exago"), key=lambda p: p.ply
    )
    assert position.ply > 150
    deep = position
    while len(deep.history) < 1500:
        deep = Position(deep.game, deep.seats, deep.options, deep.row.copy(), deep, deep.last)
    assert len(pickle.loads(pickle.dumps(deep)).history) == 1500


@every_variant
def test_a_finished_game_says_how_and_takes_no_move(variant: Variant) -> None:
    position = walk(variant, plies=5000)[-1]
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winner is None or outcome.winner in range(variant.seats)
    assert len(outcome.scores) == variant.seats
    assert outcome.reason
    assert position.to_move is None
    assert len(position.moves()) == 0
    move = next(step for step in reversed(position.history) if isinstance(step, Move))
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert outcome.reason in str(caught.value)


@every_variant
def test_a_record_of_a_game_replays_to_the_same_position(variant: Variant) -> None:
    position = walk(variant, plies=5000)[-1]
    record = Record.of(position, players=[f"player {seat}" for seat in range(variant.seats)])
    for again in (Record.parse(str(record)), Record.parse(record.to_json()), Record.parse(record.to_json(indent=2))):
        assert again == record
        assert again.position == position
        assert again.position.outcome == position.outcome
        assert again.position.history == position.history


@every_variant
def test_a_view_of_an_open_game_shows_all_and_of_a_hidden_one_only_the_own_moves(variant: Variant) -> None:
    for position in some(walk(variant)):
        is_hidden = position.game.is_hidden(position.options)
        for seat in [None, *range(variant.seats)]:
            view = position.view(seat)
            assert (view.to_move, view.outcome, view.ply) == (position.to_move, position.outcome, position.ply)
            may_know = not is_hidden or seat == position.to_move
            assert view.moves()[:60] == (position.moves()[:60] if may_know else [])
            assert json.loads(bytes(view))["position"] == str(view)
            assert view.board()
            if not is_hidden:
                assert view.row.tobytes() == position.row.tobytes()


@every_variant
def test_what_the_seat_to_move_sees_can_be_read_back_from_its_text(variant: Variant) -> None:
    for position in some(walk(variant), 30):
        seat = position.to_move
        if seat is not None:
            view = position.view(seat)
            again = position.game.read_view(str(view), seat)
            assert again.row.tobytes() == view.row.tobytes()
            assert (again.seat, again.to_move, len(again.moves())) == (seat, seat, len(view.moves()))


@every_variant
def test_hiding_twice_hides_no_more_and_filling_keeps_what_is_public(variant: Variant) -> None:
    for position in some(walk(variant), 20):
        rules = position.game.rules
        for seat in [NOBODY, *range(variant.seats)]:
            hidden = position.row.copy()
            rules.hide(hidden, seat)
            again = hidden.copy()
            rules.hide(again, seat)
            assert again.tobytes() == hidden.tobytes()
            for seed in range(3):
                filled = hidden.copy()
                rules.fill(filled, seat, seed)
                if position.to_move is not None:
                    assert rules.to_move(filled) == position.to_move
                    assert rules.count(filled, np.zeros(position.game.work_words, np.int64)) > 0
                    assert position.game.read(position.game.write(filled, position.seats, position.options))
                rules.hide(filled, seat)
                assert filled.tobytes() == hidden.tobytes()


@every_variant
def test_dealing_is_refused_unless_it_is_due(variant: Variant) -> None:
    position = variant.start()
    with pytest.raises(fourfold.BadDeal):
        position.deal()


@every_game
def test_every_word_of_a_game_is_in_its_catalogue(game: str) -> None:
    loaded = fourfold.game(game)
    known = loaded.facts
    assert has(f"{game}.tagline")
    for option in known.options:
        assert has(f"{game}.option.{option.name}")
    for seat in range(known.seats[-1]):
        assert has(f"{game}.seat.{seat}")
    for name in loaded.rulings.values():
        assert has(f"{game}.refuse.{name}"), name


@every_game
@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"nonsense": 1}, fourfold.UnknownOption),
        ({"seats": 99}, fourfold.BadValue),
        ({"seats": "two"}, fourfold.BadValue),
        ({"seats": True}, fourfold.BadValue),
        ({"seats": 2.5}, fourfold.BadValue),
    ],
)
def test_bad_options_are_refused_in_words(game: str, given: dict[str, object], error: type[FourfoldError]) -> None:
    with pytest.raises(error) as caught:
        fourfold.game(game).start(**given)  # type: ignore[arg-type]
    assert fourfold.game(game).name in str(caught.value)


@every_game
@pytest.mark.parametrize("text", ["", "hello", "@", "x" * 10_000, "🙂", "a1\x00", "1", "-", "=", "+25", "/"])
def test_text_that_is_no_move_is_bad_notation(game: str, text: str) -> None:
    position = fourfold.game(game).start(seed=1)
    with pytest.raises(fourfold.BadNotation):
        position.play(text)
    assert text not in position.moves()


@every_game
@pytest.mark.parametrize("body", ["", ":", "//", "x", "1:2:3:4:5:6:7", "9" * 500, "🙂"])
def test_text_that_is_no_position_is_bad_notation(game: str, body: str) -> None:
    with pytest.raises(fourfold.BadNotation) as caught:
        fourfold.game(game).read(f"{game}@{body}")
    assert str(caught.value)


@every_game
def test_a_view_of_no_seat_at_the_table_is_refused(game: str) -> None:
    position = fourfold.game(game).start(seed=1)
    for seat in (-1, 2, 17):
        with pytest.raises(fourfold.NoSuchSeat):
            position.view(seat)


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if facts(variant.game).has_deals], ids=str)
def test_a_deal_is_told_to_nobody_as_long_as_the_match_runs(variant: Variant) -> None:
    position = variant.start(seed=3)
    assert isinstance(position.last, Deal)
    order = ",".join(position.last.order)
    for seat in [None, *range(variant.seats)]:
        assert order not in bytes(position.view(seat)).decode()


@every_game
@pytest.mark.parametrize("text", [None, 5, b"x", "\ud800", "\x1b[31m", "a" * 100_000])
def test_whatever_is_given_as_text_is_refused_in_words(game: str, text: Any) -> None:
    loaded = fourfold.game(game)
    for refuse in (loaded.read, fourfold.read, loaded.start(seed=1).play):
        with pytest.raises(FourfoldError) as caught:
            refuse(text)
        assert 0 < len(str(caught.value)) < 1000


@every_variant
def test_texts_name_only_what_differs_from_the_defaults(variant: Variant) -> None:
    position = variant.start(seed=1)
    pairs = str(position).partition("@")[0].split(":")[1:]
    assert len(pairs) <= len(variant.options) + 1
    assert not any(pair.startswith("target") for pair in pairs) or "target" in variant.options
    assert Record.of(position).options.keys() <= variant.options.keys()


@every_variant
def test_small_and_capital_letters_are_both_read(variant: Variant) -> None:
    for position in some(walk(variant, plies=12), 4):
        for move in position.moves()[:20]:
            for text in (str(move).lower(), str(move).upper(), f" {move} "):
                assert text in position.moves()
                assert position.play(text).last == move
            assert position.moves().count(str(move)) == 1
            assert position.moves()[position.moves().index(str(move))] == move
