"""Iterative deepening: what is played where an ending is too large to be solved."""

import fourfold
from fourfold import Limit

UNSOLVED = "qawale:pebbles=10@xn,.,nx,o/oxo,ox,on,./nxx,.,n,non/.,nx,o,.:14"  # more than 400,000 nodes


def test_a_move_is_searched_deeply_before_solving_takes_the_limit() -> None:
    found = fourfold.analyse(fourfold.read(UNSOLVED), Limit(nodes=400_000), lines=1)
    assert found.proved is None
    assert found.depth >= 4
