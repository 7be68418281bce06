"""Rounds of Quad-Ominos against the oracle once the well is empty, which random games seldom come to."""

import random
from typing import Any

import pytest

from fourfold.contract.oracle_match import assert_same, make_oracle
from fourfold.contract.variants import Variant
from games.quadominos.positions import without_well


@pytest.mark.parametrize("seats", [2, 8, *(pytest.param(seats, marks=pytest.mark.long) for seats in range(3, 8))])
def test_empty_wells_passes_and_blocks_are_those_of_the_oracle(seats: int) -> None:
    passes = blocks = 0
    for seed in range(4 if seats < 7 else 6):  # the more hands, the rarer are passes
        variant = Variant("quadominos", seats, {"rounds": 1, "beginner": seed % 2 == 0})
        position = variant.start(seed=seed)
        oracle: Any = make_oracle(variant, position)
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
