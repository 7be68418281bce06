"""OpenSpiel's own tests and searches on the games."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourfold
from fourfold.contract.variants import Variant, few_variants
from fourfold.core.registry import facts

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

import fourfold.research.openspiel as adapter  # noqa: E402
from fourfold.research.walk import Walk  # noqa: E402


def name_of(variant: Variant) -> str:
    """What OpenSpiel calls a variant; it has no tuples."""
    options = {name: "/".join(map(str, v)) if isinstance(v, tuple) else v for name, v in variant.options.items()}
    pairs = ",".join(f"{name}={value}" for name, value in {"seats": variant.seats, **options}.items())
    return f"fourfold_{variant.game}({pairs})"


GAMES = [name_of(variant) for game in fourfold.list_games() for variant in few_variants([game])[:2]]
OTHERS = [
    pytest.param(name, marks=pytest.mark.long if variant.seats > 4 and not facts(variant.game).has_deals else ())
    for variant in few_variants()
    if (name := name_of(variant)) not in GAMES
]  # many seats without a deal take long

every_game = pytest.mark.parametrize("name", GAMES)


def load(name: str) -> Any:
    return pyspiel.load_game(name)


def begin(game: Any, seed: int = 1) -> Any:
    """The first state in which a seat is to move."""
    chance = np.random.default_rng(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choice(outcomes, p=weights))
    return state


def test_all_games_are_registered() -> None:
    assert {f"fourfold_{game}" for game in fourfold.list_games()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", [*GAMES, *OTHERS])
def test_the_simulation_test_passes(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=name in GAMES, verbose=False)


@pytest.mark.parametrize(
    "name", ["quads(hidden=True)", "qawale(pebbles=3)", "exago(handicap=7/7)", "quadominos(target=40)"]
)
def test_the_playthrough_test_passes(name: str, tmp_path: Path) -> None:
    file = tmp_path / "playthrough.txt"
    text = generate_playthrough.playthrough(f"fourfold_{name}", None, seed=4)
    assert "IsTerminal() = True" in text
    file.write_text(text)
    flags.FLAGS.mark_as_parsed()  # OpenSpiel reads one on the way
    expected, actual = generate_playthrough.replay(str(file))
    assert actual == expected


@every_game
def test_its_search_finds_legal_actions(name: str) -> None:
    game = load(name)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = begin(game)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_its_search_wins_where_a_move_wins() -> None:
    game = load("fourfold_exago")
    state = game.new_initial_state()
    state.walk.begin(fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8"))
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    state.apply_action(bot.step(state))
    assert state.is_terminal()
    assert state.returns() == [1, -1]


@pytest.mark.parametrize("name", ["fourfold_quads(hidden=True)", "fourfold_quadominos(rounds=1,seats=3)"])
def test_a_search_for_hidden_information_imagines_what_it_cannot_see(name: str) -> None:
    game = load(name)
    state = begin(game)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2, 8, random_state=chance)
    bot.set_resampler(adapter.resample)
    assert bot.step(state) in state.legal_actions()
    imagined = adapter.resample(state, state.current_player())
    assert imagined.observation_string(state.current_player()) == state.observation_string(state.current_player())
    assert imagined.legal_actions() == state.legal_actions()


def play_on(state: Any, chance: np.random.Generator) -> None:
    actions = state.legal_actions() if not state.is_chance_node() else [action for action, _ in state.chance_outcomes()]
    state.apply_action(int(chance.choice(actions)))


def test_hands_that_were_opened_stay_in_the_information_state() -> None:
    """Two rounds of Quad-Ominos: what a seat saw at the end of the first one is known in the second."""
    state = load("fourfold_quadominos(seats=2,rounds=2)").new_initial_state()
    chance = np.random.default_rng(1)
    while not state.walk.codes or not state.is_chance_node():
        play_on(state, chance)
    opened = [str(state.walk.position.view(seat)) for seat in range(2)]
    assert opened[0] == opened[1]
    while state.is_chance_node():
        play_on(state, chance)
    for seat in range(2):
        assert opened[seat] in state.information_state_string(seat)
        assert opened[seat] not in state.observation_string(seat)


def test_imagined_states_contradict_themselves_for_no_seat() -> None:
    """A seat's hand that is named in its information state is its hand there, and masks are those of the hand."""
    game = load("fourfold_quadominos(seats=3,rounds=1)")
    chance = np.random.default_rng(2)
    state = begin(game)
    imagine, again = adapter.Resampler(seed=7), adapter.Resampler(seed=7)
    tested = 0
    for _ in range(120):
        if state.is_terminal():
            break
        for player in range(3):
            imagined = imagine(state, player)
            assert str(imagined) == str(again(state, player))
            assert imagined.information_state_string(player) == state.information_state_string(player)
            mover = imagined.current_player()
            fresh = Walk("quadominos", seats=3, rounds=1)
            fresh.begin(imagined.walk.position)
            if not imagined.walk.path:
                assert imagined.legal_actions() == np.flatnonzero(fresh.mask()).tolist()
            for seat in {0, 1, 2} - {player}:
                for seen, anybody in imagined.memories[seat]:
                    assert seen == anybody
            tested += mover != player
        play_on(state, chance)
    assert tested > 50


def test_the_length_of_a_game_follows_from_its_options() -> None:
    assert load("fourfold_qawale(pebbles=2)").max_game_length() < load("fourfold_qawale").max_game_length()


def test_hidden_hands_are_told_to_nobody_else() -> None:
    state = begin(load("fourfold_quadominos(seats=2)"), seed=3)
    mover = state.current_player()
    state.apply_action(state.legal_actions()[0])  # half a move: the tile
    shown = [state.observation_string(seat) for seat in range(2)]
    assert len(shown[mover].split()) == 2
    assert len(shown[1 - mover].split()) == 1
    assert "_15" in shown[0].split("@")[1]
    assert state.get_game().get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert load("fourfold_quads").get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("fourfold_exago", {"seats": 3, "side": 6, "handicap": "0/2/1", "blocking": False})
    assert game.num_players() == 3
    position = game.new_initial_state().walk.position
    assert position == fourfold.game("exago").start(seats=3, side=6, handicap=(0, 2, 1), blocking=False)
    assert str(pyspiel.load_game(str(game))) == str(game)
    with pytest.raises(Exception, match="pebbles=11 is not possible"):
        load("fourfold_qawale(pebbles=11)")


@pytest.mark.parametrize("name", ["fourfold_exago(seats=3)", "fourfold_quadominos(rounds=1)"])
def test_games_and_states_can_be_pickled(name: str) -> None:
    game = load(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = begin(game)
    state.apply_action(state.legal_actions()[0])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_the_interpreter_ends_in_peace() -> None:
    program = (
        "import pyspiel, fourfold.research.openspiel\nstate = pyspiel.load_game('fourfold_quads').new_initial_state()"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0
