"""Whole games against the oracles; the contract suite compares the first hundred plies."""

import pytest

from fourfold.contract.oracle_match import compare
from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import ways_of

CASES = [
    pytest.param(variant, way, id=f"{variant}-{way}") for variant in list_variants() for way in ways_of(variant.game)
]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize(("variant", "way"), CASES)
def test_moves_and_outcomes_are_those_of_the_oracle_in_many_games(variant: Variant, way: str, seed: int) -> None:
    compare(variant, way, seed)
