"""Every game against its oracle: move list by move list, outcome by outcome, over all variants and ways to play."""

import importlib
import random
from typing import Any

import pytest
from play import WAYS
from variants import VARIANTS, Variant

from fourfold import Deal, Position

MOST_LISTED = 20_000  # taller stacks of Qawale are compared by their number of moves

CASES = [pytest.param(variant, way, id=f"{variant}-{way}") for variant in VARIANTS for way in WAYS[variant.game]]


def make_oracle(variant: Variant, position: Position) -> Any:
    module = importlib.import_module(f"oracles.{variant.game}")
    given = {"deal": position.last.order} if isinstance(position.last, Deal) else {}
    return module.Oracle(seats=variant.seats, **given, **variant.options)


def assert_same(position: Position, oracle: Any) -> None:
    assert position.to_move == oracle.to_move
    outcome = position.outcome
    found = outcome and (outcome.winner, list(outcome.scores))
    assert found == oracle.outcome, (str(position), outcome)
    if len(position.moves()) <= MOST_LISTED:
        mine = [str(move) for move in position.moves()]
        assert len(mine) == len(set(mine))
        assert sorted(mine) == sorted(oracle.moves()), str(position)


def compare(variant: Variant, way: str, seed: int) -> Position:
    chance = random.Random(f"{variant} {way} {seed}")
    position = variant.start(seed=chance.getrandbits(32))
    oracle = make_oracle(variant, position)
    assert_same(position, oracle)
    while position.outcome is None:
        if position.is_deal_due:
            position = position.deal(seed=chance.getrandbits(32))
            assert isinstance(position.last, Deal)
            oracle.deal(position.last.order)
        else:
            move = WAYS[variant.game][way](position, chance)
            position = position.play(move)
            oracle.play(move)
        assert_same(position, oracle)
    return position


@pytest.mark.parametrize(("variant", "way"), CASES)
def test_moves_and_outcomes_are_those_of_the_oracle(variant: Variant, way: str) -> None:
    compare(variant, way, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize(("variant", "way"), CASES)
def test_moves_and_outcomes_are_those_of_the_oracle_in_many_games(variant: Variant, way: str, seed: int) -> None:
    compare(variant, way, seed)
