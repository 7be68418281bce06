"""Iterative deepening: what is played where an ending is too large to be solved."""

import numpy as np

import fourfold
from fourfold import Limit
from fourfold.search.alphabeta.iterative_deepening import lost_last
from fourfold.search.alphabeta.root import RootMoves
from fourfold.search.alphabeta.state import WIN

UNSOLVED = "qawale:pebbles=10@xn,.,nx,o/oxo,ox,on,./nxx,.,n,non/.,nx,o,.:14"  # more than 400,000 nodes


def test_a_move_is_searched_deeply_before_solving_takes_the_limit() -> None:
    found = fourfold.analyse(fourfold.read(UNSOLVED), Limit(nodes=400_000), lines=1)
    assert found.proved is None
    assert found.depth >= 4


def test_a_move_that_was_found_to_lose_is_not_played_because_time_is_over() -> None:
    found = RootMoves.of(np.arange(4))
    found.values[:2] = 5 - WIN, 30 - WIN  # the best so far loses, so does the next; the others were not searched
    order = lost_last(found, np.argsort(-found.values[:2], kind="stable"))
    assert order.tolist() == [2, 3, 1, 0]  # of those that lose the one that lasts longer first
