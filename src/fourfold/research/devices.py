"""Where games are played: by the threads of this machine's processors, or on a graphics processor.

A device keeps the arrays and runs kernels over all games: those of `kernels.steps` for a batch, those of
`kernels.selfplay` for self-play. On a graphics processor each game is a thread of its own, which runs what stands in
`kernels.threads`.
"""

import os
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold import kernel
from fourfold.core.encoding import Encoding
from fourfold.core.errors import needs_extra
from fourfold.core.game import Game
from fourfold.core.net_features import Vision
from fourfold.kernel.cache import SEARCH, Owner, make_folder
from fourfold.kernel.jit import Row, addresses, fits_near
from fourfold.research.errors import NoDevice
from fourfold.research.kernels import selfplay, steps, threads
from fourfold.search.mcts.puct import make_scratch

ALIGNMENT = 64  # bytes
KERNELS: dict[str, Callable[..., None]] = {
    "begin": steps.begin_games,
    "play": steps.play_games,
    "choose": steps.choose_games,
    "mark": steps.mark_illegal,
    "draw": steps.draw_choices,
    "open_games": selfplay.open_games,
    "solve_roots": selfplay.solve_roots,
    "gather": selfplay.gather,
    "absorb": selfplay.absorb,
    "stir_roots": selfplay.stir_roots,
    "finish_round": selfplay.finish_round,
}
TARGET = "ptx for 9.0"  # of the PTX files: the oldest architecture that runs them
GRAIN = 64  # lengths of scratch rows are multiples of it, so that few options need a PTX file of their own
TREE_BLOCK = 64  # threads of trees; few, so that few games too are spread over the whole device


class Processors:
    """The threads of this machine: each has its share of the games."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool = ThreadPoolExecutor(count - 1, "batch") if count > 1 else None
        self.scratch: list[Any] = []
        self.given: tuple[Any, ...] = ()

    def zeros(self, shape: int | tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
        """Make an array of zeros whose memory begins at a multiple of 64 bytes, as JAX shares it."""
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        memory = np.zeros(size + ALIGNMENT, np.uint8)
        first = -memory.ctypes.data % ALIGNMENT
        return memory[first : first + size].view(kind).reshape(shape)

    def words(self, numbers: Any) -> Row:
        """Bring whole numbers here."""
        return np.ascontiguousarray(numbers, np.int64)

    def fetch(self, array: NDArray[Any]) -> NDArray[Any]:
        """Copy an array to the memory of this process."""
        return array.copy()

    def bind(self, game: Game, encoding: Encoding, facts: Row, start: Row, games: steps.Games) -> None:
        """Get ready to run the kernels of a batch; a device has one at a time."""
        self.tallies = self.zeros((self.count, steps.WINS + games.rewards.shape[1]), np.int64)
        sizes = (facts[steps.DECK], facts[steps.WORK], len(start))
        rows = [[np.zeros(size, np.int64) for size in sizes] for _ in range(self.count)]
        last = np.zeros((self.count, steps.BLOCK), np.int64)
        self.scratch = [steps.StepScratch(*row, *more) for row, *more in zip(rows, self.tallies, last, strict=True)]
        self.given = (addresses(game.rules), addresses(encoding.kernels, encoding.steps), facts, start, games)
        self._share(len(games.rows))

    def bind_trees(self, game: Game, vision: Vision, play: selfplay.SelfPlay) -> None:
        """Get ready to run the kernels of self-play."""
        self.scratch = [make_scratch(game, play.starts.shape[1]) for _ in range(self.count)]
        self.given = (addresses(game.rules), addresses(vision.kernels), play)
        self._share(len(play.plies))

    def _share(self, games: int) -> None:
        self.bounds = [games * thread // self.count for thread in range(self.count + 1)]

    def run(self, name: str, *what: Any) -> None:
        """Let every thread, this one too, run a kernel on its share of the games."""
        shares = [
            (*self.given, self.scratch[thread], *what, self.bounds[thread], self.bounds[thread + 1])
            for thread in range(self.count)
        ]
        futures = [self.pool.submit(KERNELS[name], *share) for share in shares[1:]] if self.pool else []
        KERNELS[name](*shares[0])
        for future in futures:
            future.result()

    def close(self) -> None:
        """Stop the threads."""
        if self.pool:
            self.pool.shutdown()


class Compiler:
    """What runs on a graphics processor, compiled to PTX without one; games on it stand still.

    A function is compiled once for each game and each length of its scratch rows. Only this needs numba-cuda, and only
    where the cache does not hold the PTX file.
    """

    arrays: Any = np  # the module of its arrays

    def __init__(self) -> None:
        self.loaded: dict[tuple[str, int, int, str], Callable[..., None]] = {}
        self.nothing = self.zeros(1, np.int64)  # instead of addresses, which mean nothing there
        self.given: tuple[Any, ...] = ()
        self.given_words: tuple[np.int64, ...] = ()

    def zeros(self, shape: int | tuple[int, ...], kind: type[np.generic]) -> Any:
        """Make an array of zeros on the device."""
        return self.arrays.zeros(shape, kind)

    def words(self, numbers: Any) -> Any:
        """Bring whole numbers to the device; those that are there already stay where they are."""
        return self.arrays.ascontiguousarray(self.arrays.asarray(numbers), np.int64)

    def fetch(self, array: Any) -> NDArray[Any]:
        """Copy an array to the memory of this process."""
        return np.array(array)

    def bind(self, game: Game, encoding: Encoding, facts: Row, start: Row, games: steps.Games) -> None:
        """Get ready to run the kernels of a batch; a device has one at a time."""
        self.tallies = self.zeros((len(games.rows), steps.WINS + games.rewards.shape[1]), np.int64)
        self.given = (self.nothing, self.nothing, self.words(facts), self.words(start), games, self.tallies)
        contracts = {"rules_at": game.rules, "coding_at": encoding.kernels, "steps_at": encoding.steps}
        self.block = threads.BLOCK
        self._name(game, games.rows, -(-steps.room_words(facts, start) // GRAIN) * GRAIN, contracts)

    def bind_trees(self, game: Game, vision: Vision, play: selfplay.SelfPlay) -> None:
        """Get ready to run the kernels of self-play."""
        self.given = (self.nothing, self.nothing, play)
        contracts = {"rules_at": game.rules, "sight_at": vision.kernels}
        self.block = TREE_BLOCK
        self._name(game, play.forest.roots, 2 * play.starts.shape[1] + game.work_words, contracts)

    def _name(self, game: Game, rows: Any, room: int, contracts: dict[str, Any]) -> None:
        """Say what names mean when functions are compiled, and how many games there are."""
        self.game, self.room = game, room
        self.games, self.size = rows.shape
        self.named = {**contracts, "ROOM": room, "WORDS": self.size}
        self.given_words = self._flatten(self.given)

    def run(self, name: str, *what: Any) -> None:
        """Let a thread for each game run a kernel."""
        self._start(name, self.games, self.given_words + self._flatten(what))

    def launch(self, name: str, count: int, *what: Any) -> None:
        """Start so many threads of a function of `kernels.threads`, all with the same arguments but the last."""
        self._start(name, count, self._flatten(what))

    def _start(self, name: str, count: int, words: tuple[np.int64, ...]) -> None:
        key = (self.game.id, self.room, self.size, name)
        if key not in self.loaded:
            self.loaded[key] = self.load(name)
        self.loaded[key]((-(-count // self.block),), (self.block,), (*words, np.int64(count)))

    def load(self, name: str) -> Callable[..., None]:
        """Load a function, compiled if need be."""
        self.ptx(name)
        return lambda *_: None

    def ptx(self, name: str) -> Path:
        """Where the PTX file of a function lies; it is compiled if it is not there."""
        package = Path(sys.modules[self.game.package].__file__ or "").parent
        folder = make_folder(TARGET, Owner(f"cuda.{self.game.id}", (*SEARCH, package)))
        path = folder / f"{name}-{self.room}-{self.size}.ptx"
        if not path.exists():
            with needs_extra("cuda"):
                from fourfold.kernel import cuda
            if not any(folder.glob("*.ptx")):
                kernel.announce(self.game.id)
            unfinished = path.with_suffix(f".{os.getpid()}")
            unfinished.write_text(
                cuda.compile_ptx(getattr(threads, name), self.named, self.is_inlined(name)), encoding="ascii"
            )
            unfinished.replace(path)
        return path

    def is_inlined(self, name: str) -> bool:
        """Tell whether the rules become a part of a function: where random moves of a small game are played."""
        return name == "play" and fits_near(self.size, threads.BLOCK)

    def _flatten(self, what: Any) -> tuple[np.int64, ...]:
        """Give arguments as words: an array as no owner (twice), its length, bytes a number, place, shape, strides."""
        if isinstance(what, tuple):
            return tuple(word for part in what for word in self._flatten(part))
        if isinstance(what, int | np.integer):
            return (np.int64(what),)
        words = (0, 0, what.size, what.itemsize, self.place(what), *what.shape, *what.strides)
        return tuple(map(np.int64, words))

    def place(self, array: Any) -> int:
        """Where an array lies."""
        return int(array.ctypes.data)

    def close(self) -> None:
        """Nothing to stop."""


class Cuda(Compiler):
    """A graphics processor, by CuPy: each game has a thread."""

    def __init__(self) -> None:
        with needs_extra("cuda"):
            import cupy
        self.arrays = cupy
        try:
            cupy.cuda.runtime.getDevice()
        except cupy.cuda.runtime.CUDARuntimeError as problem:
            raise NoDevice("research.no_gpu", problem=str(problem)) from None
        super().__init__()

    def fetch(self, array: Any) -> NDArray[Any]:
        return np.array(self.arrays.asnumpy(array))

    def load(self, name: str) -> Callable[..., None]:
        path = self.ptx(name)
        entry = re.search(r"\.entry\s+(\w+)", path.read_text(encoding="ascii"))
        assert entry, path
        function: Callable[..., None] = self.arrays.RawModule(path=str(path)).get_function(entry[1])
        return function

    def place(self, array: Any) -> int:
        return int(array.data.ptr)


Device = Processors | Compiler


def find_device(device: str | Device, threads: int) -> Device:
    """Choose a device by its name."""
    if isinstance(device, str):
        if device not in ("cpu", "cuda"):
            raise NoDevice("research.bad_device", device=device)
        return Cuda() if device == "cuda" else Processors(threads)
    return device
