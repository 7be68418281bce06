"""Every game against its oracle: move list by move list, outcome by outcome, over all variants and ways to play."""

import importlib
import random
from typing import Any

import pytest

from fourfold import Deal, Position
from play import WAYS, without_well
from variants import VARIANTS, Variant

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


def compare(variant: Variant, way: str, seed: int, plies: int = 100_000) -> None:
    chance = random.Random(f"{variant} {way} {seed}")
    position = variant.start(seed=chance.getrandbits(32))
    oracle = make_oracle(variant, position)
    assert_same(position, oracle)
    while position.outcome is None and position.ply < plies:
        if position.is_deal_due:
            position = position.deal(seed=chance.getrandbits(32))
            assert isinstance(position.last, Deal)
            oracle.deal(position.last.order)
        else:
            move = WAYS[variant.game][way](position, chance)
            position = position.play(move)
            oracle.play(move)
        assert_same(position, oracle)


@pytest.mark.parametrize(("variant", "way"), CASES)
def test_moves_and_outcomes_are_those_of_the_oracle(variant: Variant, way: str) -> None:
    compare(variant, way, seed=1, plies=100)


@pytest.mark.parametrize("seats", range(2, 9))
def test_empty_wells_passes_and_blocks_are_those_of_the_oracle(seats: int) -> None:
    passes = blocks = 0
    for seed in range(4 if seats < 7 else 6):  # the more hands, the rarer are passes
        variant = Variant("quadominos", seats, {"rounds": 1, "beginner": seed % 2 == 0})
        position = variant.start(seed=seed)
        oracle = make_oracle(variant, position)
        opening = str(position.moves()[0])
        position = without_well(position.play(opening))
        oracle.play(opening)
        for place, tile in enumerate(oracle.well):
            oracle.hands[place % seats].append(tile)
        oracle.well.clear()
        chance = random.Random(seed)
        assert_same(position, oracle)
        while position.outcome is None:
            moves = position.moves()
            move = str(moves[chance.randrange(len(moves))])
            position = position.play(move)
            oracle.play(move)
            passes += move == "pass"
            assert_same(position, oracle)
        blocks += str(position.last) == "pass"
    assert passes > 3
    assert blocks or seats > 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize(("variant", "way"), CASES)
def test_moves_and_outcomes_are_those_of_the_oracle_in_many_games(variant: Variant, way: str, seed: int) -> None:
    compare(variant, way, seed)
