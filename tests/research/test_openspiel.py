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
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, tabular_qlearner  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import fourfold.research.openspiel as adapter  # noqa: E402
from fourfold.research.walk import Walk  # noqa: E402


def name_of(variant: Variant) -> str:
    """What OpenSpiel calls a variant; it has no tuples."""
    options = {name: "/".join(map(str, v)) if isinstance(v, tuple) else v for name, v in variant.options.items()}
    pairs = ",".join(f"{name}={value}" for name, value in {"seats": variant.seats, **options}.items())
    return f"fourfold_{variant.game}({pairs})"


GAMES = [name_of(variant) for game in fourfold.list_games() for variant in few_variants([game])[:2]]
OTHERS = [
    pytest.param(name, marks=pytest.mark.long if variant.seats > 3 and not facts(variant.game).has_deals else ())
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
    "name",
    [
        "quads(hidden=True)",
        "qawale(pebbles=3)",
        "exago(handicap=7/7)",
        "quadominos(target=40,max_deals=1,sampled_deals=9)",
    ],
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
    left = [np.flatnonzero(state.walk.encoding.split(state.walk.observe(seat))["hands"][0]) for seat in range(2)]
    assert any(map(len, left))
    while state.is_chance_node():
        play_on(state, chance)
    for seat in range(2):
        words, tensors = state.information_state_string(seat).split(), tensors_of(state, seat)
        for holder in range(2):
            assert all(f"{state.deck[tile]}>0.{holder}" in words for tile in left[holder])
            near = (holder - seat) % 2 + 1
            assert np.flatnonzero(tensors["opened"][0] == near / 2).tolist() == left[holder].tolist()
        assert not tensors["opened"][1].any()


def tensors_of(state: Any, seat: int) -> dict[str, Any]:
    """The pieces of an information state."""
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, seat)
    assert observer.tensor.tolist() == state.information_state_tensor(seat)
    return dict(observer.dict)


SECRETS = ["fourfold_quadominos(seats=3,rounds=2,beginner=True)", "fourfold_quads(hidden=True)"]


@pytest.mark.parametrize("name", [*GAMES, *SECRETS])
def test_the_tensor_of_an_information_state_tells_what_its_string_tells(name: str) -> None:
    """Over the states of two games that begin alike, and imagined ones, the one is the same where the other is."""
    game = load(name)
    imagine = adapter.Resampler(seed=3)
    chance = np.random.default_rng(5)
    state = begin(game)
    told: dict[tuple[int, str], bytes] = {}
    states = 0
    for _ in range(60):
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            for seen in (state, *(imagine(state, player) for player in {seat, 0})):
                tensor = np.array(seen.information_state_tensor(seat), np.float32).tobytes()
                assert told.setdefault((seat, seen.information_state_string(seat)), tensor) == tensor
                states += 1
        play_on(state, chance)
    assert len(set(told.values())) == len({words for _, words in told}) == len(told) or game.num_players() > 1
    for seat in range(game.num_players()):
        own = [tensor for (player, _), tensor in told.items() if player == seat]
        assert len(set(own)) == len(own)
    assert len(told) < states


def test_what_a_seat_drew_and_when_is_recalled() -> None:
    """Tiles that were drawn and laid since are still told apart from those that were dealt."""
    state = begin(load("fourfold_quadominos(seats=2,rounds=1,beginner=True)"), seed=2)
    chance = np.random.default_rng(6)
    before: dict[int, set[int]] = {}
    found = 0
    while not state.is_terminal() and not state.is_chance_node():
        seat, moves = state.walk.seat, len(state.walk.codes)
        hand = set(np.flatnonzero(state.walk.encoding.split(state.walk.observe(seat))["hands"][0]).tolist())
        for tile in hand - before.get(seat, hand):
            since = tensors_of(state, seat)["drawn"][0, tile] * (state.get_game().most_moves + 1) - 1
            assert f"{state.deck[tile]}<0.{round(float(since))}" in state.information_state_string(seat).split()
            assert 0 < round(float(since)) <= moves
            found += 1
        before[seat] = hand
        play_on(state, chance)
    assert found > 3


def test_deals_are_sampled_where_that_is_asked() -> None:
    game = load("fourfold_quadominos(rounds=2,sampled_deals=3,seed=4)")
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history()) == (3, 2)
    assert load("fourfold_quadominos(rounds=2)").max_chance_nodes_in_history() == 2 * 125
    assert load("fourfold_qawale").max_chance_nodes_in_history() == 0
    first = game.new_initial_state()
    assert [first.action_to_string(action) for action, _ in first.chance_outcomes()] == ["#0", "#1", "#2"]
    dealt = [str(first.child(action)) for action in range(3)]
    assert len(set(dealt)) == 3
    assert dealt == [str(load(str(game)).new_initial_state().child(action)) for action in range(3)]
    assert dealt[0] != str(load("fourfold_quadominos(rounds=2,sampled_deals=3,seed=5)").new_initial_state().child(0))
    assert not first.child(0).is_chance_node()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    with pytest.raises(Exception, match="max_deals=-1 is not possible"):
        load("fourfold_quadominos(max_deals=-1)")


def test_a_game_that_needs_too_many_deals_is_a_draw() -> None:
    state = load("fourfold_quadominos(sampled_deals=1,max_deals=1)").new_initial_state()
    chance = np.random.default_rng(1)
    while not state.is_terminal():
        play_on(state, chance)
    assert state.walk.is_deal_due
    assert state.returns() == [0, 0]
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_a_learner_of_openspiel_takes_the_tensor() -> None:
    """Q-learning in tables by information states: their tensors are its keys."""
    environment = rl_environment.Environment(
        load("fourfold_qawale(pebbles=1)"), observation_type=rl_environment.ObservationType.INFORMATION_STATE
    )
    chance = np.random.RandomState(2)
    environment.seed(2)
    agents = [
        tabular_qlearner.QLearner(player_id=seat, num_actions=environment.action_spec()["num_actions"])
        for seat in range(2)
    ]
    np.random.set_state(chance.get_state())
    for _ in range(20):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert all(len(agent._q_values) > 20 for agent in agents)


@pytest.mark.long
def test_deep_counterfactual_regret_runs() -> None:
    """OpenSpiel's Deep CFR, in JAX, learns from the tensors of a game that is small enough to traverse."""
    pytest.importorskip("flax")
    pytest.importorskip("optax")
    deep_cfr = pytest.importorskip("open_spiel.python.jax.deep_cfr")
    game = load("fourfold_qawale(pebbles=1)")
    solver = deep_cfr.DeepCFRSolver(
        game,
        policy_network_layers=(8,),
        advantage_network_layers=(8,),
        num_iterations=1,
        num_traversals=1,
        batch_size_advantage=8,
        batch_size_strategy=8,
        memory_capacity=1000,
        policy_network_train_steps=2,
        advantage_network_train_steps=2,
    )
    _, losses, _ = solver.solve()
    assert set(losses) == {0, 1}
    state = begin(game)
    policy = solver.action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.long
@pytest.mark.parametrize("name", ["fourfold_quads(hidden=True)", "fourfold_quadominos(rounds=1)"])
def test_fictitious_self_play_runs(name: str) -> None:
    """OpenSpiel's neural fictitious self-play (NFSP), in JAX, learns from the information states of hidden games."""
    pytest.importorskip("flax")
    pytest.importorskip("optax")
    nfsp = pytest.importorskip("open_spiel.python.jax.nfsp")
    environment = rl_environment.Environment(
        load(name), observation_type=rl_environment.ObservationType.INFORMATION_STATE
    )
    agents = [
        nfsp.NFSP(
            seat,
            environment.observation_spec()["info_state"][0],
            environment.action_spec()["num_actions"],
            hidden_layers_sizes=[8],
            reservoir_buffer_capacity=100,
            anticipatory_param=1.0,
            batch_size=8,
            min_buffer_size_to_learn=8,
            learn_every=16,
            replay_buffer_capacity=100,
            allow_checkpointing=False,
        )
        for seat in range(2)
    ]
    step = environment.reset()
    while not step.last():
        step = environment.step([agents[step.observations["current_player"]].step(step).action])
    for agent in agents:
        agent.step(step)
        assert all(np.isfinite(loss) for loss in agent.loss)


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
                hand = np.flatnonzero(imagined.walk.encoding.split(imagined.walk.observe(seat))["hands"][0])
                assert {tile for _, tile in imagined.recall.drawn[seat]} == set(hand.tolist())
                words = imagined.information_state_string(seat).split()
                assert all(f"{state.deck[tile]}<0.0" in words for tile in hand)
            assert imagined.information_state_tensor(player) == state.information_state_tensor(player)
            tested += mover != player
        play_on(state, chance)
    assert tested > 50


def test_the_length_of_a_game_follows_from_its_options() -> None:
    assert load("fourfold_qawale(pebbles=2)").max_game_length() == 4 * 29
    assert load("fourfold_qawale(pebbles=2,swap=True)").max_game_length() == 5 * 29
    assert load("fourfold_quads").max_game_length() == 36 * 2
    assert load("fourfold_exago(seats=3)").max_game_length() == 300 * 3
    round_of_two = (125 - 30 + 2 * 126) * 4
    assert load("fourfold_quadominos(rounds=3)").max_game_length() == 3 * round_of_two
    assert load("fourfold_quadominos(max_deals=5)").max_game_length() == 5 * round_of_two
    assert load("fourfold_quadominos").max_game_length() == adapter.MOST_DEALS * round_of_two
    assert load("fourfold_quadominos(seats=8,rounds=1,beginner=True)").max_game_length() == (70 - 48 + 8 * 71) * 4


@pytest.mark.parametrize("name", [*GAMES, *OTHERS])
def test_no_game_is_longer_than_the_longest(name: str) -> None:
    """By moves from one deal to the next, which random play makes many of: it passes as often as it can."""
    game = load(name)
    state = game.new_initial_state()
    chance = np.random.default_rng(3)
    decisions = 0
    while not state.is_terminal() and decisions < 2000:
        decisions += not state.is_chance_node()
        play_on(state, chance)
        assert state.recall.since <= game.most_moves
    assert decisions <= game.max_game_length()


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
