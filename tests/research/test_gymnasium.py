"""Gymnasium's own check, and games against computer players."""

import warnings
from typing import Any

import numpy as np
import pytest

import fourfold
from fourfold.contract.variants import Variant, few_variants
from fourfold.players.errors import NoNet, UnknownLevel
from fourfold.research.errors import BadChoice, BadSetting, NotBegun
from fourfold.search.playouts import playouts

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

import fourfold.research.gymnasium as adapter  # noqa: E402

every_table = pytest.mark.parametrize("table", few_variants(), ids=str)


@every_table
def test_the_check_passes(table: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    made = gymnasium.make(f"fourfold/{table.game}-v0", seats=table.seats, seat=table.seats - 1, **table.options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


@pytest.mark.parametrize("opponent", ["random", "simple"])
@pytest.mark.parametrize("table", [few_variants([game])[-1] for game in fourfold.list_games()], ids=str)
def test_a_game_against_players_is_a_game(table: Variant, opponent: str) -> None:
    made = adapter.env(table.game, opponent=opponent, seat=None, seats=table.seats, **table.options)
    chance = np.random.default_rng(1)
    for seed in range(2):
        observation, info = made.reset(seed=seed)
        is_over = False
        while not is_over:
            assert made.walk.seat == made.seat == info["seat"]
            assert (made.action_masks() == info["action_mask"].astype(bool)).all()
            observation, reward, is_over, is_cut, info = made.step(chance.choice(np.flatnonzero(made.action_masks())))
            assert observation.shape == made.observation_space.shape
            assert not is_cut
            assert made.position.row.tolist() == made.walk.row.tolist() or made.walk.path
        outcome = made.position.outcome
        assert outcome is not None
        lost = -1 / (made.walk.seats - 1)
        assert reward == pytest.approx(0 if outcome.winner is None else 1 if outcome.winner == made.seat else lost)
        with pytest.raises(BadChoice, match="The game is over"):
            made.step(0)


def test_the_same_seed_gives_the_same_game() -> None:
    texts = []
    for _ in range(2):
        made = adapter.env("quadominos", opponent="simple", seats=3, rounds=1)
        made.reset(seed=11)
        for _ in range(20):
            made.step(int(made.action_masks().argmax()))
            if made.walk.is_over:
                break
        texts.append(str(made.position))
    assert texts[0] == texts[1]


def test_a_choice_that_is_not_legal_loses_and_says_why() -> None:
    made = adapter.env("qawale")
    with pytest.raises(NotBegun):
        made.step(0)
    made.reset(seed=1)
    with pytest.raises(BadChoice, match=r"Choice 1\.5 does not exist"):
        made.step(1.5)  # type: ignore[arg-type]
    _, reward, is_over, is_cut, info = made.step(5)
    assert (reward, is_over, is_cut) == (-1, True, False)
    assert info["illegal"].startswith("Choice 5 (b2) is not legal")
    with pytest.raises(BadChoice):
        made.step(0)


@pytest.mark.parametrize("seat", [0, None])
def test_a_game_always_begins_with_a_turn_of_ones_own(seat: int | None) -> None:
    """The first tile of who starts reaches the target: where that is another, the game is over before one's turn."""
    made = adapter.env("quadominos", seat=seat, target=1)
    for seed in range(10):
        _, info = made.reset(seed=seed)
        assert made.walk.seat == made.seat
        assert info["action_mask"].any()


def test_bad_settings_are_refused() -> None:
    with pytest.raises(UnknownLevel):
        adapter.env("qawale", opponent="nobody")
    with pytest.raises(fourfold.NoSuchSeat):
        adapter.env("exago", seat=2)
    with pytest.raises(fourfold.UnknownOption):
        adapter.env("exago", size=5)
    with pytest.raises(BadSetting, match="cannot be rendered as “foo”"):
        adapter.env("exago", render_mode="foo")
    with pytest.raises(NoNet):
        adapter.env("quadominos", opponent="net")


def test_pictures_show_what_a_spectator_sees() -> None:
    made = adapter.env("quadominos", render_mode="rgb_array")
    made.reset(seed=1)
    picture = made.render()
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10
    text = adapter.env("quadominos", render_mode="ansi")
    text.reset(seed=1)
    assert text.render() == text.position.view().board()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("variant", few_variants(), ids=str)
def test_a_vector_environment_resets_as_gymnasium_says(variant: Variant, mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"seats": variant.seats, "threads": 1, **variant.options}
    table = adapter.vector(variant.game, 6, seat=None, autoreset_mode=mode, **settings)
    assert isinstance(table, gymnasium.vector.VectorEnv)
    assert table.metadata["autoreset_mode"] is mode
    observations, infos = table.reset(seed=3)
    assert observations in table.observation_space
    was_over = np.zeros(6, bool)
    endings = 0
    for _ in range(100):
        observations, rewards, ended, cut, infos = table.step(table.batch.draw(table.np_random))
        assert observations in table.observation_space
        assert rewards.shape == ended.shape == cut.shape == (6,)
        assert not cut.any()
        assert not rewards[~ended].any()
        if mode is AutoresetMode.NEXT_STEP:
            assert not (ended & was_over).any()
            assert (infos["action_mask"].any(axis=1) == ~ended).all()
        else:
            assert infos["action_mask"].any(axis=1).all()
            assert ("final_obs" in infos) == ended.any()
            for number in np.flatnonzero(ended):
                assert infos["final_obs"][number] in table.single_observation_space
                assert infos["final_obs"][number].tolist() != observations[number].tolist()
        endings += int(ended.sum())
        was_over = ended
    assert endings or playouts(variant.start(), 20).moves > 20 * 30
    table.close()


def test_vector_environments_repeat_and_wrap() -> None:
    seen = []
    for _ in range(2):
        inner = adapter.vector("quads", 4, threads=1)
        table = RecordEpisodeStatistics(inner)
        table.reset(seed=5)
        lengths: list[int] = []
        for _ in range(80):
            *_, infos = table.step(inner.batch.draw(inner.np_random))
            lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
        seen.append(lengths)
    assert seen[0] == seen[1]
    assert seen[0]
    with pytest.raises(BadSetting, match="resets its games itself"):
        adapter.vector("quads", 4, autoreset_mode=AutoresetMode.DISABLED)


def test_a_vector_environment_is_made_by_its_name() -> None:
    table = gymnasium.make_vec("fourfold/exago-v0", num_envs=5, seats=3, seat=None, threads=1)
    assert isinstance(table.unwrapped, adapter.SeatVectorEnv)
    observations, infos = table.reset(seed=1)
    assert observations in table.observation_space
    assert set(infos["seat"]) <= {0, 1, 2}
    single = gymnasium.make_vec("fourfold/exago-v0", num_envs=2, vectorization_mode="sync", opponent="simple")
    assert isinstance(single.unwrapped, gymnasium.vector.SyncVectorEnv)


def test_exago_sees_how_often_a_position_occurred() -> None:
    from fourfold.research.batch import Batch

    batch = Batch("exago", 1, early=True, threads=1)
    position = fourfold.game("exago").start(early=True)
    shown = []
    for text in ["e5", "e6", "d5", "d6", *["d5-f5", "d6-f6", "f5-d5", "f6-d6"]]:
        batch.play([position.moves().index(text)])
        position = position.play(text)
        shown.append(float(batch.encoding.split(batch.observations)["repetition"][0, 0]))
    assert shown == [0] * 7 + [0.5]
