"""The evaluation of Qawale: searches of even and of odd depth must agree, or reduced ones cannot be compared."""

import pytest

import fourfold
from fourfold import Limit
from fourfold.arena.runs.openings import draw_opening


@pytest.mark.parametrize("seed", range(4))
def test_one_more_ply_does_not_change_who_is_better(seed: int) -> None:
    opening = draw_opening(fourfold.game("qawale").start(pebbles=10), seed)
    even, odd = (fourfold.analyse(opening, Limit(depth=depth)).best.value for depth in (2, 3))
    assert abs(even - odd) < 0.03
