"""Timing: what is asked about comes from all parts of games, and what is told is what was measured."""

import time
from itertools import islice

import pytest

import fourfold
from fourfold import Move
from fourfold.arena.move_times import STRIDE, time_endings, time_moves, walk_games
from fourfold.core.position import View
from fourfold.search.limit import Limit, has_cpu_clocks


class First:
    """Plays the first move, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Limit]] = []

    def choose(self, view: View, limit: Limit) -> Move:
        self.asked.append((view.ply, limit))
        return view.moves()[0]


@pytest.mark.parametrize("game", fourfold.list_games())
def test_positions_come_from_all_parts_of_games_and_leave_a_choice(game: str) -> None:
    positions = list(islice(walk_games(fourfold.game(game).undealt(), seed=1), 300))
    assert all(position.outcome is None and len(position.moves()) > 1 for position in positions)
    assert len({position.ply for position in positions}) > 5
    assert [str(p) for p in positions] == [str(p) for p in islice(walk_games(fourfold.game(game).undealt(), 1), 300)]


def test_every_move_is_asked_for_with_the_time_it_may_take() -> None:
    player = First()
    timing = time_moves(player, fourfold.game("exago").start(seats=4), seconds=0.5, count=20)
    asked = [each for each in player.asked if each[1].seconds == 0.5]
    assert timing.positions == len(asked) == 20
    assert len({ply for ply, _ in asked}) > 20 / STRIDE
    assert timing.median <= timing.worst
    assert fourfold.read(timing.slowest).outcome is None


@pytest.mark.skipif(not has_cpu_clocks(), reason="no CPU clocks of threads")
def test_with_cpu_time_a_player_that_sleeps_is_not_late() -> None:
    class Sleeper(First):
        def choose(self, view: View, limit: Limit) -> Move:
            ends = time.perf_counter() + 0.2
            while (left := ends - time.perf_counter()) > 0:
                time.sleep(left)
            return super().choose(view, limit)

    player, first = Sleeper(), fourfold.game("qawale").start()
    assert time_moves(player, first, seconds=0.1, count=2).worst > 90
    assert time_moves(player, first, seconds=0.1, count=2, cpu=True).worst < 0
    assert {limit.cpu for _, limit in player.asked if limit.seconds == 0.1} == {False, True}


def test_endings_that_are_solved_are_counted() -> None:
    timing, solved = time_endings(fourfold.game("qawale").start(), plies=2, seconds=20, count=10)
    assert timing.positions == solved == 10
    assert 0 < timing.median <= timing.worst
    position = fourfold.read(timing.slowest)
    assert position.game.plies_left(position.row) == 2
