"""Tests of notation: texts of moves, positions, views and options, right ones and wrong ones."""

from typing import Any

import pytest

import fourfold
from fourfold import FourfoldError, Position, Record
from fourfold.contract.variants import Variant
from fourfold.contract.ways import play, some
from fourfold.core.registry import facts


def first(game: str) -> Position:
    """The first position of a game with the fewest seats."""
    return Variant(game, facts(game).seats[0]).start(seed=1)


def test_text_and_position_round_trip(variant: Variant) -> None:
    for position in play(variant):
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


def test_moves_round_trip(variant: Variant) -> None:
    for position in some(list(play(variant))):
        row = position.row.copy()
        for move in position.moves()[:200]:
            assert position.game.notation.parse_move(row, str(move)) == move.code
            assert position.game.notation.format_move(row, move.code) == str(move)


def test_what_the_seat_to_move_sees_can_be_read_back_from_its_text(variant: Variant) -> None:
    for position in some(list(play(variant)), 30):
        seat = position.to_move
        if seat is not None:
            view = position.view(seat)
            again = position.game.read_view(str(view), seat)
            assert again.row.tobytes() == view.row.tobytes()
            assert (again.seat, again.to_move, len(again.moves())) == (seat, seat, len(view.moves()))


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


@pytest.mark.parametrize("text", ["", "hello", "@", "x" * 10_000, "🙂", "a1\x00", "1", "-", "=", "+25", "/"])
def test_text_that_is_no_move_is_bad_notation(game: str, text: str) -> None:
    position = first(game)
    if text in map(str, position.moves()):
        return  # some game may write its moves so
    with pytest.raises(fourfold.BadNotation):
        position.play(text)
    assert text not in position.moves()


@pytest.mark.parametrize("body", ["", ":", "//", "x", "1:2:3:4:5:6:7", "9" * 500, "🙂"])
def test_text_that_is_no_position_is_bad_notation(game: str, body: str) -> None:
    with pytest.raises(fourfold.BadNotation) as caught:
        fourfold.game(game).read(f"{game}@{body}")
    assert str(caught.value)


@pytest.mark.parametrize("text", [None, 5, b"x", "\ud800", "\x1b[31m", "a" * 100_000])
def test_whatever_is_given_as_text_is_refused_in_words(game: str, text: Any) -> None:
    for refuse in (fourfold.game(game).read, fourfold.read, first(game).play):
        with pytest.raises(FourfoldError) as caught:
            refuse(text)
        assert 0 < len(str(caught.value)) < 1000


def test_texts_name_only_what_differs_from_the_defaults(variant: Variant) -> None:
    position = variant.start(seed=1)
    pairs = str(position).partition("@")[0].split(":")[1:]
    assert {pair.partition("=")[0] for pair in pairs} <= {"seats", *variant.options}
    assert Record.of(position).options.keys() <= variant.options.keys()


def test_small_and_capital_letters_are_both_read(variant: Variant) -> None:
    for position in some(list(play(variant, plies=12)), 4):
        for move in position.moves()[:20]:
            for text in (str(move).lower(), str(move).upper(), f" {move} "):
                assert text in position.moves()
                assert position.play(text).last == move
            assert position.moves().count(str(move)) == 1
            assert position.moves()[position.moves().index(str(move))] == move
