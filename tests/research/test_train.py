"""Training a net: the symmetries hold in the games, self-play keeps to the rules, and a step of learning runs."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import fourfold
from fourfold import Position
from fourfold.core.net_features import MOST_MARKS, Vision
from fourfold.core.registry import vision
from fourfold.research.devices import Device, Processors

FOLDER = Path(__file__).parents[2] / "research" / "train"
GAMES = [game for game in fourfold.list_games() if vision(game) is not None]


@pytest.fixture(autouse=True)
def _reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def load(name: str) -> ModuleType:
    return importlib.import_module(name)


def seen_in(position: Position, sight: Vision) -> list[int]:
    out = np.zeros(sight.size, np.int8)
    sight.kernels.look(position.row.copy(), out)
    return [int(number) for number in out]


def marks_of(position: Position, code: int, sight: Vision) -> list[int]:
    out = np.zeros(MOST_MARKS, np.int64)
    count = sight.kernels.mark(position.row.copy(), code, out)
    return sorted(out[:count].tolist())


@pytest.mark.parametrize("game", GAMES)
def test_a_turned_game_is_seen_as_the_game_turned(game: str) -> None:
    sight = vision(game)
    assert sight is not None
    chance, training = np.random.default_rng(1), load("tables").training_of(game)
    for number, (seen_to, likings_to) in enumerate(load("symmetry").symmetries(training, sight)):
        assert sorted(seen_to) == list(range(sight.size))
        assert sorted(likings_to) == list(range(sight.likings))
        position = twin = fourfold.game(game).start(**sight.options)
        for _ in range(6 + number):
            moves = position.moves()
            move = moves[int(chance.integers(len(moves)))]
            wanted = sorted(int(likings_to[mark]) for mark in marks_of(position, move.code, sight))
            position = position.play(move)
            if position.outcome is not None:
                break
            turned = np.zeros(sight.size, np.int64)
            turned[seen_to] = seen_in(position, sight)
            twins = (twin.play(other) for other in twin.moves() if marks_of(twin, other.code, sight) == wanted)
            found = next((one for one in twins if seen_in(one, sight) == turned.tolist()), None)
            assert found is not None
            twin = found


class Played:
    """Games of self-play on a device, with a net that likes and hopes by chance."""

    def __init__(self, game: str, device: Device, games: int, tries: int, seed: int) -> None:
        self.tables = load("tables").Tables(game, games, tries, device, seed)
        self.play, self.tries = self.tables.play, tries
        self.chance = np.random.default_rng(seed)

    def ask(self) -> None:
        self.play.likings[:] = self.chance.normal(0, 0.1, self.play.likings.shape)
        self.play.chances[:] = self.chance.random(self.play.chances.shape)
        self.play.forest.seen[:] = 0

    def step(self, number: int) -> None:
        self.tables.step(self.ask, number, self.tries, nodes=300)

    def play_round(self) -> None:
        for number in range(self.tries):
            self.step(number)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_self_play_writes_what_was_seen_and_tried(game: str) -> None:
    sight = vision(game)
    assert sight is not None
    played = Played(game, Processors(2), 8, 12, 1)
    one, seen, ended = played.play, np.zeros(sight.size, np.int8), 0
    for _ in range(26):
        rows = one.forest.roots.copy()
        played.play_round()
        is_kept = one.seats >= 0
        np.testing.assert_allclose(one.shares[is_kept].sum(axis=1), 1, atol=1e-4)
        assert (one.results[~is_kept] > 0).all()
        assert (one.marked[is_kept][:, 0] >= 0).all()
        assert (one.marked < sight.likings).all()
        assert ((one.worths >= 0) & (one.worths <= 1)).all()
        for number in np.flatnonzero(is_kept):
            seen[:] = 0
            sight.kernels.look(rows[number], seen)
            assert (one.seen[number] == seen).all()
        ended += int((one.results > 0).sum())
    assert ended > 0


@pytest.mark.parametrize("game", GAMES)
def test_two_groups_of_games_share_a_device(game: str) -> None:
    shared = Processors(1)
    groups = [Played(game, shared, 4, 6, seed) for seed in (1, 2)]
    alone = [Played(game, Processors(1), 4, 6, seed) for seed in (1, 2)]
    for _ in range(4):
        for number in range(6):
            for group in (*groups, *alone):
                group.step(number)
    for group, other in zip(groups, alone, strict=True):
        assert (group.play.forest.roots == other.play.forest.roots).all()
        assert (group.play.shares == other.play.shares).all()


@pytest.mark.long
@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("torch", "onnx"))), reason="PyTorch and onnx are not part of the set-up"
)
def test_a_short_training_gives_a_net_that_plays(tmp_path: Path) -> None:
    from fourfold.players.net_runtime import Net, load_net

    def run(*words: str) -> None:
        command = [sys.executable, str(FOLDER / "train.py"), *words, "--out", str(tmp_path)]
        subprocess.run(command, check=True)

    sight = vision("qawale")
    assert sight is not None
    seen = (np.arange(2 * sight.size) % 7 == 0).astype(np.int8).reshape(2, sight.size)
    settings = ("--games", "32", "--tries", "8", "--threads", "1", "--device", "cpu")
    run("begin", "qawale")
    run("run", "qawale", *settings, "--minutes", "0")
    likings, chances = Net(tmp_path / "qawale.onnx").ask(seen)
    known = load_net("qawale").ask(seen)
    np.testing.assert_allclose(likings, known[0], atol=1e-3)
    np.testing.assert_allclose(chances, known[1], atol=1e-3)
    run("run", "qawale", *settings, "--minutes", "0.3", "--batch", "64", "--every", "5")
    trained = Net(tmp_path / "qawale.onnx").ask(seen)
    assert np.isfinite(trained[0]).all()
    assert (np.abs(trained[0] - likings) > 1e-3).any()
    run("export", "qawale")
    assert len(list(tmp_path.glob("qawale-*.onnx"))) >= 2
