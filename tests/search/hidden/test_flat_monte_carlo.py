"""Flat Monte Carlo: how far games are played out."""

import fourfold
from fourfold.core.position import View
from fourfold.search.hidden.flat_monte_carlo import race
from fourfold.search.limit import Limit


def start(seats: int) -> View:
    """The first choice of a match of one round."""
    position = fourfold.game("quadominos").start(seats=seats, rounds=1, seed=3)
    while len(position.moves()) == 1:
        position = position.play(position.moves()[0])
    return position.view(position.to_move)


def test_more_than_two_seats_play_to_the_end_of_the_match() -> None:
    ran = race(start(4), Limit(nodes=1))  # one lap: each move in one world
    assert len(ran.runners) > 1
    for runner in ran.runners:
        assert max(runner.chances) > 0.5  # half of what a seat gets is whether it has won


def test_two_seats_are_judged_after_some_turns() -> None:
    ran = race(start(2), Limit(nodes=1))
    assert len(ran.runners) > 1
    for runner in ran.runners:
        assert max(runner.chances) < 0.9  # the match goes on, and nothing is decided
    assert ran.nodes <= 12 * len(ran.runners)
