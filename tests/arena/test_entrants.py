"""Entrants: found by level, name or command."""

import gc
import pickle
import sys

import pytest

import fourfold
from fourfold import FourfoldError
from fourfold.arena.engines.engine import Engine
from fourfold.arena.entrants import ThinkingLimit, find_entrant, find_player, warm_up
from fourfold.players.levels import list_levels
from fourfold.players.uct_player import UctPlayer


@pytest.mark.parametrize("text", [*list_levels(), "uct", "reference"])
def test_every_level_is_found_and_travels_to_other_processes(text: str) -> None:
    entrant = pickle.loads(pickle.dumps(find_entrant(text)))
    assert entrant.name == text
    warm_up(entrant.load(), fourfold.game("qawale").start())


def test_what_a_warm_player_has_loaded_costs_no_garbage_collection_in_its_time() -> None:
    gc.unfreeze()
    warm_up(find_entrant("uct").load(), fourfold.game("qawale").start())
    assert gc.get_freeze_count() > 10 * len(gc.get_objects())


def test_commands_are_engines() -> None:
    assert isinstance(find_entrant(f"{sys.executable} -c pass").load(), Engine)
    assert isinstance(find_entrant("uct").load(), UctPlayer)


@pytest.mark.parametrize("text", ["", " ", "grandmaster", "'", "/no/such/program --fast", "level 3"])
def test_who_is_not_there_is_refused_with_those_who_are(text: str) -> None:
    with pytest.raises(FourfoldError, match=r"random, simple.*uct"):
        find_entrant(text)


def test_an_engine_speaks_only_for_our_own_players() -> None:
    with pytest.raises(FourfoldError, match="no computer player"):
        find_player(f"{sys.executable} -c pass")


def test_a_level_keeps_to_its_own_nodes_and_the_others_to_the_run() -> None:
    thinking = ThinkingLimit(seconds=0.5)
    assert find_entrant("simple").limit(thinking, 3).nodes == 40_000
    limit = find_entrant("uct").limit(thinking, 3)
    assert (limit.nodes, limit.seconds, limit.seed) == (None, 0.5, 3)
    limit = find_entrant("uct").limit(ThinkingLimit(None, 700), 3)
    assert (limit.nodes, limit.seconds) == (700, None)


def test_a_run_by_cpu_time_hands_that_on_to_its_players() -> None:
    assert find_entrant("uct").limit(ThinkingLimit(0.5, cpu=True), 3).cpu
    assert not find_entrant("uct").limit(ThinkingLimit(0.5), 3).cpu
