"""Tests of the rules: moves, kernels, positions, views, records and deals of one random game of each variant."""

import copy
import json
import pickle
import random

import numpy as np
import pytest

import fourfold
from fourfold import Deal, IllegalMove, Move, Position, Record
from fourfold.contract.golden import golden_files
from fourfold.contract.variants import Variant
from fourfold.contract.ways import play, some
from fourfold.core.registry import facts, folder
from fourfold.kernel.jit import NOBODY

MOST_LISTED = 3_000


def walk(variant: Variant, plies: int = 400) -> list[Position]:
    """The positions of one random game, from the start on."""
    return list(play(variant, plies=plies))


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


def test_equal_positions_have_equal_keys_and_different_ones_different_keys(variant: Variant) -> None:
    keys: dict[int, bytes] = {}
    for position in walk(variant):
        row = position.row.copy()
        if position.game.repetition:
            row[position.game.ply_word] = 0  # the ply is left out, so that a repetition can be seen
        key = int(position.game.rules.key(position.row.copy()))
        assert key == int(position.game.rules.key(position.game.read(str(position)).row.copy()))
        assert keys.setdefault(key, row.tobytes()) == row.tobytes()


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


def test_a_record_of_a_game_replays_to_the_same_position(variant: Variant) -> None:
    position = walk(variant, plies=5000)[-1]
    record = Record.of(position, players=[f"player {seat}" for seat in range(variant.seats)])
    for again in (Record.parse(str(record)), Record.parse(record.to_json()), Record.parse(record.to_json(indent=2))):
        assert again == record
        assert again.position == position
        assert again.position.outcome == position.outcome
        assert again.position.history == position.history


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


def test_dealing_is_refused_unless_it_is_due(variant: Variant) -> None:
    position = variant.start()
    with pytest.raises(fourfold.BadDeal):
        position.deal()


def test_a_view_of_no_seat_at_the_table_is_refused(game: str) -> None:
    position = Variant(game, facts(game).seats[0]).start()
    for seat in (-1, position.seats, 17):
        with pytest.raises(fourfold.NoSuchSeat):
            position.view(seat)


def test_a_deal_is_told_to_nobody_as_long_as_the_match_runs(dealt: Variant) -> None:
    position = dealt.start(seed=3)
    assert isinstance(position.last, Deal)
    order = ",".join(position.last.order)
    for seat in [None, *range(dealt.seats)]:
        assert order not in bytes(position.view(seat)).decode()


def test_golden_files_are_what_the_game_does(game: str) -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in (folder(game) / "golden").iterdir()}
    expected = golden_files(game)
    assert sorted(stored) == sorted(expected)
    for name, content in expected.items():
        assert stored[name] == content, f"{name}: write the golden files of {game} anew and read the diff"
