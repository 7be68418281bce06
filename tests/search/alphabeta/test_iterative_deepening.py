"""Iterative deepening: what is played where an ending is too large to be solved."""

import fourfold
from fourfold import Limit

UNSOLVED = "qawale:pebbles=10@xn,.,nx,o/oxo,ox,on,./nxx,.,n,non/.,nx,o,.:14"  # more than 400,000 nodes


def test_a_move_is_searched_deeply_before_solving_takes_the_limit() -> None:
    found = fourfold.analyse(fourfold.read(UNSOLVED), Limit(nodes=400_000), lines=1)
    assert found.proved is None
    assert found.depth >= 4


def test_a_move_that_was_found_to_lose_is_not_played_because_time_is_over() -> None:
    position = fourfold.read("qawale:pebbles=10@ox,o,.,nn/.,.,.,./noox,x,n,n/nn,xx,xno,.:11")
    shallow = fourfold.analyse(position, Limit(nodes=1_500_000), lines=1)
    found = fourfold.analyse(position, Limit(nodes=2_500_000), lines=1)
    assert found.depth == shallow.depth + 1  # whose first move, the best so far, loses; the others were not searched
    assert found.best.move != shallow.best.move
    assert found.best.value > 0
