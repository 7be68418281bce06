"""PettingZoo's own tests, and what they do not ask."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

import fourfold
from fourfold.contract.variants import Variant, few_variants
from fourfold.research.errors import BadChoice, BadSetting, NotBegun
from fourfold.research.pettingzoo import TableEnv, env

pettingzoo_test = pytest.importorskip("pettingzoo.test")

every_table = pytest.mark.parametrize("table", few_variants(), ids=str)

# PettingZoo knows which of its own environments give dicts with masks, and warns of all others; and a mask is all
# zeros where a seat is not to move.
MEANT = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def make(table: Variant) -> "partial[TableEnv]":
    return partial(env, table.game, seats=table.seats, **table.options)


@every_table
@pytest.mark.filterwarnings(*MEANT)
def test_the_api_test_passes(table: Variant) -> None:
    pettingzoo_test.api_test(make(table)(), num_cycles=40)


@every_table
def test_the_seed_test_passes(table: Variant) -> None:
    pettingzoo_test.seed_test(make(table), num_cycles=30)


@pytest.mark.parametrize("table", [Variant(game) for game in fourfold.list_games()], ids=str)
def test_the_render_test_passes(table: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.render_test(make(table))
    shown = capsys.readouterr().out
    assert table.start().view().board().splitlines()[0] in shown


@every_table
def test_games_end_with_rewards_that_sum_to_nothing(table: Variant) -> None:
    zoo = env(table.game, seats=table.seats, **table.options)
    chance = np.random.default_rng(5)
    zoo.reset(seed=5)
    total = dict.fromkeys(zoo.agents, 0.0)
    for agent in zoo.agent_iter():
        observation, reward, is_over, is_cut, _ = zoo.last()
        total[agent] += reward
        assert not is_cut
        zoo.step(None if is_over else chance.choice(np.flatnonzero(observation["action_mask"])))
    assert zoo.agents == []
    assert sum(total.values()) == pytest.approx(0)
    winner = zoo.walk.status - 1
    assert max(total.values()) == (1 if winner >= 0 else 0)
    assert winner < 0 or total[f"seat_{winner}"] == 1


def test_only_the_seat_to_move_is_shown_its_choices() -> None:
    zoo = env("quadominos", seats=3)
    zoo.reset(seed=2)
    for agent in zoo.agents:
        assert zoo.observe(agent)["action_mask"].any() == (agent == zoo.agent_selection)


def test_what_is_not_possible_is_said_and_changes_nothing() -> None:
    zoo = env("qawale")
    with pytest.raises(NotBegun, match="must be reset"):
        zoo.step(0)
    zoo.reset()
    row = zoo.walk.row.tolist()
    with pytest.raises(BadChoice, match=r"Choice 5 \(b2\) is not legal for seat 0 here"):
        zoo.step(5)
    with pytest.raises(BadChoice, match="Choice 17 does not exist; choices are numbered 0 to 16"):
        zoo.step(17)
    with pytest.raises(BadChoice, match="Choice -1 does not exist"):
        zoo.step(None)
    with pytest.raises(BadChoice, match=r"Choice 1\.5 does not exist"):
        zoo.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="no agent seat_7 at this table; there are seat_0, seat_1"):
        zoo.observe("seat_7")
    for seed in ("x", -1):
        with pytest.raises(BadSetting, match="is no seed"):
            zoo.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="the modes are human, rgb_array, ansi"):
        env("qawale", render_mode="foo")
    assert zoo.walk.row.tolist() == row
    assert zoo.walk.path == ()
    with pytest.raises(fourfold.UnknownGame):
        env("chess")
    with pytest.raises(fourfold.BadValue):
        env("exago", seats=7)


def test_the_extra_is_needed_only_by_the_adapters(tmp_path: Path) -> None:
    """Batches and walks run without PettingZoo, Gymnasium and OpenSpiel."""
    import subprocess
    import sys

    program = (
        "import sys\n"
        "for name in ('pettingzoo', 'gymnasium', 'pyspiel'): sys.modules[name] = None\n"
        "from fourfold.research.batch import Batch\n"
        "print(Batch('qawale', 3, threads=1).run(2).moves)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout == "6\n"
