"""Runs: the same games in the same order, however many processes play them."""

import multiprocessing
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest

from fourfold import Move
from fourfold.arena.entrants import Entrant, ThinkingLimit, find_entrant
from fourfold.arena.errors import BadLimit, Crashed
from fourfold.arena.runs.games import Result, play_all
from fourfold.arena.runs.schedule import Setting, by_name, pair
from fourfold.core.position import View
from fourfold.search.limit import Limit

SETTING = Setting("qawale", {"pebbles": 3}, thinking=ThinkingLimit(None, 500), seed=9)
ENTRANTS = by_name([find_entrant("uct"), find_entrant("random")])


def timeless(results: list[Result]) -> list[Result]:
    return [replace(result, slowest=()) for result in results]


def test_one_process_or_two_play_the_same_games_in_the_same_order() -> None:
    pairings = list(pair("uct", "random", 2, 8))
    alone = list(play_all(SETTING, ENTRANTS, pairings, jobs=1))
    beside = list(play_all(SETTING, ENTRANTS, pairings, jobs=2))
    assert timeless(alone) == timeless(beside)
    assert [result.number for result in alone] == list(range(8))


def test_another_seed_plays_other_games() -> None:
    pairings = list(pair("uct", "random", 2, 2))
    one, other = (list(play_all(replace(SETTING, seed=seed), ENTRANTS, pairings, jobs=1)) for seed in (1, 2))
    assert [result.steps for result in one] != [result.steps for result in other]


def test_who_stops_asking_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    games = play_all(SETTING, ENTRANTS, pair("uct", "random", 2, 1000), jobs=2)
    assert len(list(islice(games, 2))) == 2
    games.close()
    assert set(multiprocessing.active_children()) <= before


class Deadly:
    """A player that takes its whole process with it."""

    def choose(self, view: View, limit: Limit) -> Move:
        import os

        os._exit(3)


def test_a_process_that_dies_is_an_error_and_not_a_hang() -> None:
    entrants = by_name([Entrant("deadly", partial(_load, "Deadly")), find_entrant("random")])
    with pytest.raises(Crashed, match="ended by itself"):
        list(play_all(SETTING, entrants, pair("deadly", "random", 2, 2), jobs=2))


def _load(name: str) -> Deadly:
    return Deadly()


def test_no_process_at_all_is_refused() -> None:
    with pytest.raises(BadLimit, match="at once"):
        list(play_all(SETTING, ENTRANTS, pair("uct", "random", 2, 2), jobs=0))


def test_a_score_is_the_mean_over_the_seats_of_a_player() -> None:
    won = Result(0, 0, ("a", "b", "b", "b"), (0,), None, "", 9, (0.0,) * 4, ())
    assert (won.score("a"), won.score("b")) == (1.0, 0.0)
    drawn = replace(won, winners=())
    assert (drawn.score("a"), drawn.score("b")) == (0.25, 0.25)
    forfeited = replace(won, winners=(0, 2, 3), forfeit=1)
    assert forfeited.score("a") == 1.0
