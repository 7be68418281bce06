"""Notation: any input is parsed or refused with a message; what was parsed is formatted the same."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourfold
from fourfold import BadNotation, FourfoldError, IllegalMove, Position
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import by_chance

every_game = pytest.mark.parametrize("game", fourfold.list_games())


def somewhere(variant: Variant, seed: int, plies: int) -> Position:
    """A position some way into a random game."""
    chance = random.Random(seed)
    position = variant.start(seed=seed)
    while position.outcome is None and not position.is_deal_due and position.ply < plies:
        position = position.play(by_chance(position, chance))
    return position


@cache
def alphabet(game: str) -> str:
    """The letters of which moves and positions of a game are written."""
    played = [somewhere(variant, 1, plies) for variant in list_variants([game]) for plies in (0, 5, 40)]
    texts = [str(position).partition("@")[2] + "".join(map(str, position.moves()[:200])) for position in played]
    return "".join(sorted({"@", *"".join(texts)}))


positions = st.builds(somewhere, st.sampled_from(list_variants()), st.integers(0, 50), st.integers(0, 40))


@every_game
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_text_as_a_move_is_played_or_refused(game: str, data: st.DataObject) -> None:
    position = fourfold.game(game).start(seed=1)
    text = data.draw(st.text(max_size=30) | st.text(alphabet(game), max_size=14))
    try:
        after = position.play(text)
    except (BadNotation, IllegalMove) as error:
        refusal = str(error)
        assert refusal
        assert text not in position.moves()
    else:
        assert str(after.last) in {str(move) for move in position.moves()}


@settings(max_examples=150, deadline=None)
@given(positions)
def test_every_move_is_written_and_read_back(position: Position) -> None:
    for move in position.moves()[:100]:
        assert position.play(str(move)).last == move


@settings(max_examples=150, deadline=None)
@given(positions)
def test_every_position_is_written_and_read_back(position: Position) -> None:
    again = fourfold.read(str(position))
    assert again == position
    assert again.moves()[:20] == position.moves()[:20] or position.outcome is not None


@settings(max_examples=400, deadline=None)
@given(position=positions, data=st.data())
def test_a_damaged_position_is_a_position_or_refused(position: Position, data: st.DataObject) -> None:
    text = str(position)
    place = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text(alphabet(position.game.id) + "=é٣", max_size=3))
    damaged = text[:place] + junk + text[place + data.draw(st.integers(0, 3)) :]
    try:
        read = fourfold.read(damaged)
    except FourfoldError as error:
        refusal = str(error)
        assert refusal
    else:
        assert fourfold.read(str(read)) == read
        assert len(read.moves()) > 0 or read.outcome is not None or read.is_deal_due
