"""The player with a net: legal, repeatable, exact where it can be, and refused in a sentence where it cannot play."""

import subprocess
import sys

import numpy as np
import pytest

import fourfold
from fourfold import FourfoldError, Position
from fourfold.arena.entrants import find_entrant
from fourfold.core.registry import list_games, vision
from fourfold.players import net_runtime
from fourfold.players.levels import find_level, list_levels, list_parts
from fourfold.players.net_player import NetPlayer
from fourfold.players.net_runtime import covering, load_net, net_path
from fourfold.players.strongest_player import StrongestPlayer
from fourfold.search.limit import Limit

WITH_NETS = [game for game in list_games() if net_path(game).exists()]
SMALL = 1_500_000  # bytes


def start_of(game: str) -> Position:
    seen = vision(game)
    assert seen is not None
    return fourfold.game(game).start(**seen.options)


def walk(position: Position, plies: int, seed: int) -> Position:
    chance = np.random.default_rng(seed)
    for _ in range(plies):
        moves = position.moves()
        after = position.play(moves[int(chance.integers(len(moves)))])
        if after.outcome is not None:
            break
        position = after
    return position


def view_of(position: Position) -> fourfold.View:
    assert position.to_move is not None
    return position.view(position.to_move)


def test_games_that_a_net_can_see_have_one_and_it_is_small() -> None:
    assert WITH_NETS == [game for game in list_games() if vision(game)] != []
    assert all(net_path(game).stat().st_size < SMALL for game in WITH_NETS)


@pytest.mark.parametrize("game", WITH_NETS)
def test_a_net_answers_for_each_position_by_itself(game: str) -> None:
    seen = vision(game)
    assert seen is not None
    rows = np.zeros((3, seen.size), np.int8)
    for place, plies in enumerate((1, 4, 7)):
        seen.kernels.look(walk(start_of(game), plies, place).row.copy(), rows[place])
    likings, chances = load_net(game).ask(rows)
    assert likings.shape == (3, seen.likings)
    assert likings.dtype == np.float32
    assert ((chances > 0) & (chances < 1)).all()
    alone, _ = load_net(game).ask(rows[1:2])
    np.testing.assert_allclose(alone[0], likings[1], atol=1e-3)


@pytest.mark.parametrize("game", WITH_NETS)
def test_the_same_seed_and_nodes_give_the_same_legal_move(game: str) -> None:
    for plies in (2, 9):
        view = view_of(walk(start_of(game), plies, plies))
        assert covering(view) is not None
        move, again = (NetPlayer().choose(view, Limit(nodes=80, seed=5)) for _ in range(2))
        assert move == again
        assert move in view.moves()


def test_a_win_in_one_is_taken() -> None:
    view = view_of(fourfold.read("qawale@o,n,o,xon/n,xo,nnxxn,./n,no,x,./.,.,.,.:10"))
    assert NetPlayer().choose(view, Limit(nodes=50)) in view.moves()
    view = view_of(fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"))
    assert str(NetPlayer().choose(view, Limit(nodes=1))) == "e1"


def test_tables_that_the_net_was_never_shown_are_left_to_the_search() -> None:
    view = view_of(walk(fourfold.game("exago").start(side=6), 4, 1))
    assert covering(view) is None
    assert NetPlayer().choose(view, Limit(nodes=2000)) in view.moves()
    more = view_of(walk(fourfold.game("exago").start(seats=3), 4, 1))
    assert covering(more) is None


def test_a_game_without_a_net_is_refused_in_a_sentence() -> None:
    view = view_of(fourfold.game("quadominos").start(seed=1))
    with pytest.raises(FourfoldError, match="No net has been trained for Quad-Ominos"):
        NetPlayer().choose(view, Limit(nodes=10))


def test_without_the_runtime_the_player_is_refused_and_the_strongest_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_runtime, "RUNTIME", "no_such_runtime")
    with pytest.raises(FourfoldError, match=r"no_such_runtime.*fourfold\[research\]"):
        NetPlayer()
    view = view_of(walk(start_of("quads"), 20, 3))
    assert StrongestPlayer().choose(view, Limit(nodes=2000)) in view.moves()


def test_the_strongest_level_plays_by_the_net_only_where_that_is_stronger() -> None:
    for game in list_games():
        seen = vision(game)
        if seen is not None and seen.is_stronger:
            view = view_of(walk(start_of(game), 6, 2))
            limit = Limit(nodes=60)
            assert StrongestPlayer().choose(view, limit) == NetPlayer().choose(view, limit)
    assert isinstance(find_level("level-8").player, StrongestPlayer)


def test_net_and_search_are_found_by_name_and_not_listed() -> None:
    assert not set(list_parts()) & set(list_levels())
    for part in list_parts():
        assert find_level(part).id == part
        assert find_level(part).about.endswith(".")
        assert find_entrant(part).nodes is None


def test_a_stopped_limit_ends_the_thinking() -> None:
    view = view_of(walk(start_of("quads"), 6, 4))
    limit = Limit(seconds=600)
    limit.stop()
    assert NetPlayer().choose(view, limit) in view.moves()


def test_nothing_of_the_runtime_is_loaded_before_it_is_needed() -> None:
    code = (
        "import sys, fourfold; from fourfold.players.levels import find_level; find_level('level-8').player;"
        "print('onnxruntime' in sys.modules, 'fourfold.search.mcts.puct' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
