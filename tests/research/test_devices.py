"""A batch on a graphics processor: the same functions, compiled for it and run by an emulator, play the same games."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourfold
from fourfold.core.errors import MissingExtra
from fourfold.core.registry import encoding, vision
from fourfold.research.batch import ANY_SEAT, Batch
from fourfold.research.devices import Compiler, Processors
from fourfold.research.errors import BadChoice, NoDevice

REGISTERS, BLOCK, SHARED_BYTES = 96, 128, 48 * 1024
FOLDER = Path(__file__).parents[2] / "research" / "gpu"
TRAINING = FOLDER.parent / "train"
SHOWN = ("rows", "to_move", "counts", "rewards", "ended", "masks", "observations", "finals")
every_game = pytest.mark.parametrize("game", fourfold.list_games())
compiling = [
    pytest.mark.long,
    pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="the extra cuda is not installed"),
]


def test_a_device_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NoDevice, match="“cpu” or “cuda”, not on “tpu”"):
        Batch("quads", 1, device="tpu")


def test_without_the_extra_one_sentence_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingExtra, match=r"cupy.*fourfold\[cuda\]"):
        Batch("quads", 1, device="cuda")
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    monkeypatch.delitem(sys.modules, "fourfold.kernel.cuda", raising=False)
    monkeypatch.setattr("fourfold.research.devices.make_folder", lambda *_: tmp_path)
    with pytest.raises(MissingExtra, match=r"numba_cuda.*fourfold\[cuda\]"):
        Batch("quads", 1, device=Compiler())
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not importlib.util.find_spec("cupy"), reason="the extra cuda is not installed")
def test_without_a_gpu_one_sentence_says_so() -> None:
    import cupy

    if cupy.cuda.is_available():
        assert Batch("quads", 2, device="cuda", seed=1).counts.tolist() == Batch("quads", 2, seed=1).counts.tolist()
    else:
        with pytest.raises(NoDevice, match="No graphics processor that CUDA can use"):
            Batch("quads", 2, device="cuda")


BARE = """
import sys
sys.modules.update(dict.fromkeys(("numba", "numba_cuda", "llvmlite")))  # importing them raises ModuleNotFoundError
from fourfold.research.batch import Batch
from fourfold.research.devices import Compiler
device = Compiler()
Batch("quads", 1, device=device)
print(device.ptx("begin"))
"""


def hope(tables: Any, chances: Any) -> None:
    """Answer as a net that likes all moves alike: what a GPU's exp gives may differ in the last bit."""
    tables.play.chances[:] = chances
    tables.play.forest.seen[:] = 0


def words_of(play: Any) -> Iterator[Any]:
    """All arrays of self-play, one after the other."""
    for part in play:
        if isinstance(part, tuple):
            yield from part
        else:
            yield part


class TestCompiled:
    pytestmark = compiling

    @every_game
    def test_every_kernel_compiles_for_a_gpu(self, game: str) -> None:
        from fourfold.kernel.cuda import compile_kernel

        chosen, coding = fourfold.game(game), encoding(game)
        for contract in (chosen.rules, coding.kernels, coding.steps):
            for name, kernel in zip(contract._fields, contract, strict=True):
                assert ".target sm_90" in compile_kernel(kernel), name

    @every_game
    def test_random_moves_of_small_games_are_played_in_shared_memory_with_few_registers(self, game: str) -> None:
        device = Compiler()
        Batch(game, 1, device=device)
        played, chosen = (device.ptx(name).read_text() for name in ("play", "choose"))
        is_small = 8 * BLOCK * (device.size | 1) <= SHARED_BYTES
        assert (".shared" in played) == (f".maxnreg {REGISTERS}" in played) == is_small
        assert "call" in chosen
        assert ".maxnreg" not in chosen
        assert ("call" in played) != is_small

    @every_game
    def test_the_emulator_plays_the_same_games(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.syspath_prepend(str(FOLDER))
        device = importlib.import_module("emulator").Emulator()
        for options in ({"finals": True}, {"seat": ANY_SEAT, "resets_later": True}):
            settings: dict[str, Any] = {"games": 40, "seed": 3, **options}
            plain, emulated = Batch(game, **settings), Batch(game, device=device, **settings)
            chances = np.random.default_rng(1), np.random.default_rng(1)
            for turn in range(200):
                if turn % 40 == 0:
                    for name in SHOWN:
                        assert (getattr(plain, name) == getattr(emulated, name)).all(), (turn, name)
                choices = plain.draw(chances[0])
                assert (choices == emulated.draw(chances[1])).all()
                plain.step(choices)
                emulated.step(choices)
        plain, emulated = Batch(game, 40, seed=4), Batch(game, 40, seed=4, device=device)
        assert plain.run(60) == emulated.run(60)
        for name in SHOWN:
            assert (getattr(plain, name) == getattr(emulated, name)).all(), name
        assert emulated.position(3).row.tolist() == plain.position(3).row.tolist()
        choices = emulated.draw(np.random.default_rng(1))
        choices[7] = -1
        before = emulated.rows.copy()
        with pytest.raises(BadChoice, match="Choice -1 is not legal in game 7"):
            emulated.step(choices)
        assert (emulated.rows == before).all()

    @pytest.mark.parametrize("game", [game for game in fourfold.list_games() if vision(game)])
    def test_the_emulator_grows_the_same_trees(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.syspath_prepend(str(FOLDER))
        monkeypatch.syspath_prepend(str(TRAINING))
        sizes = {"games": 40, "tries": 12}
        device = importlib.import_module("emulator").Emulator()
        both = [
            importlib.import_module("tables").Tables(game, **sizes, device=one, seed=3)
            for one in (Processors(2), device)
        ]
        chance = np.random.default_rng(1)
        for _ in range(12):
            for step in range(sizes["tries"]):
                chances = chance.random(sizes["games"])
                for tables in both:
                    tables.step(partial(hope, tables, chances), step, sizes["tries"], 300)
            plain, emulated = (list(words_of(tables.play)) for tables in both)
            for one, other in zip(plain, emulated, strict=True):
                assert (one == other).all()
        assert both[0].play.results.any()

    def test_what_is_compiled_is_found_where_there_is_no_compiler(self) -> None:
        device = Compiler()
        Batch("quads", 1, device=device)
        bare = {**os.environ, "FOURFOLD_INTERPRET": "1"}
        done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False, env=bare)
        assert done.stdout.strip() == str(device.ptx("begin")), done.stderr

    @pytest.mark.skipif(not shutil.which("ptxas"), reason="NVIDIA's assembler is not installed")
    @every_game
    def test_the_assembler_takes_what_is_compiled(self, game: str, tmp_path: Path) -> None:
        device = Compiler()
        Batch(game, 1, device=device)
        for name in ("begin", "play", "choose", "mark", "draw", "grow"):
            command = ["ptxas", "-arch=sm_90", "-o", str(tmp_path / "code"), str(device.ptx(name))]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


SIMULATED = """
import hashlib, json, sys
import numpy as np
from fourfold.research.batch import Batch
from fourfold.research.devices import Compiler, Processors
from fourfold.kernel.jit import addresses
from fourfold.research.kernels import threads
if sys.argv[1] == "simulator":
    from numba import cuda

class Simulator(Compiler):
    def bind(self, game, encoding, facts, start, games):
        super().bind(game, encoding, facts, start, games)
        known = (addresses(game.rules), addresses(encoding.kernels, encoding.steps))
        self.given = (*known, *self.given[2:])

    def launch(self, name, count, *what):
        thread = getattr(threads, name)

        @cuda.jit
        def entry(count, *what):
            if cuda.grid(1) < count:
                thread(*what, cuda.grid(1))

        entry[2, -(-count // 2)](count, *what)

device = Simulator() if sys.argv[1] == "simulator" else Processors(1)
with Batch(sys.argv[2], 3, seed=5, device=device) as batch:
    chance = np.random.default_rng(1)
    for _ in range(6):
        batch.step(batch.draw(chance))
    tally = batch.run(6)
    shown = [getattr(batch, name).tobytes() for name in ("rows", "counts", "masks", "observations", "rewards")]
    print(json.dumps([str(tally), [hashlib.sha256(part).hexdigest() for part in shown]]))
"""


@pytest.mark.long
@every_game
def test_the_simulator_of_threads_plays_the_same_games(game: str) -> None:
    answers = []
    for way, settings in {
        "simulator": {"NUMBA_ENABLE_CUDASIM": "1", "FOURFOLD_INTERPRET": "1"},
        "processor": {"FOURFOLD_INTERPRET": "0"},
    }.items():
        done = subprocess.run(
            [sys.executable, "-c", SIMULATED, way, game],
            capture_output=True, text=True, check=False, env=os.environ | settings,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
    assert answers[0] == answers[1]
