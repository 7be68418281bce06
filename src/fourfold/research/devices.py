"""Where the games of a batch are played: by the threads of this machine's processors, or on a graphics processor.

A device keeps the arrays and runs the kernels of `kernels.steps` over all games. On a graphics processor each game is
a thread of its own, which runs what stands in `kernels.threads`.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold import kernel
from fourfold.core.encoding import Encoding
from fourfold.core.errors import needs_extra
from fourfold.core.game import Game
from fourfold.kernel.cache import SEARCH, Owner, make_folder
from fourfold.kernel.jit import Row, addresses, fits_near
from fourfold.research.errors import NoDevice
from fourfold.research.kernels import steps, threads

ALIGNMENT = 64  # bytes
KERNELS: dict[str, Callable[..., None]] = {
    "begin": steps.begin_games,
    "play": steps.play_games,
    "choose": steps.choose_games,
    "mark": steps.mark_illegal,
    "draw": steps.draw_choices,
}
TARGET = "ptx for 9.0"  # of the PTX files: the oldest architecture that runs them
GRAIN = 64  # lengths of scratch rows are multiples of it, so that few options need a PTX file of their own


class Processors:
    """The threads of this machine: each has its share of the games."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool = ThreadPoolExecutor(count - 1, "batch") if count > 1 else None

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
        """Get ready to run the kernels of a game."""
        self.bounds = [len(games.rows) * thread // self.count for thread in range(self.count + 1)]
        self.tallies = self.zeros((self.count, steps.WINS + games.rewards.shape[1]), np.int64)
        sizes = (facts[steps.DECK], facts[steps.WORK], len(start))
        rows = [[np.zeros(size, np.int64) for size in sizes] for _ in range(self.count)]
        last = np.zeros((self.count, steps.BLOCK), np.int64)
        self.scratch = [steps.StepScratch(*row, *more) for row, *more in zip(rows, self.tallies, last, strict=True)]
        self.given = (addresses(game.rules), addresses(encoding.kernels, encoding.steps), facts, start, games)

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
    """What runs on a graphics processor, compiled to PTX without one; the games of a batch on it stand still.

    A function is compiled once for each game and each length of its scratch rows. Only this needs numba-cuda, and only
    where the cache does not hold the PTX file.
    """

    arrays: Any = np  # the module of its arrays

    def __init__(self) -> None:
        self.loaded: dict[tuple[str, int, int, str], Callable[..., None]] = {}

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
        """Get ready to run the kernels of a game; a device has one batch at a time."""
        self.game, self.encoding = game, encoding
        self.room = -(-steps.room_words(facts, start) // GRAIN) * GRAIN
        self.size = len(start)
        self.tallies = self.zeros((len(games.rows), steps.WINS + games.rewards.shape[1]), np.int64)
        self.nothing = self.zeros(1, np.int64)  # instead of addresses, which mean nothing there
        self.given = (self.nothing, self.nothing, self.words(facts), self.words(start), games, self.tallies)

    def run(self, name: str, *what: Any) -> None:
        """Let a thread for each game run a kernel."""
        self.launch(name, len(self.tallies), *self.given, *what)

    def launch(self, name: str, count: int, *what: Any) -> None:
        """Start so many threads of a function of `kernels.threads`, all with the same arguments but the last."""
        key = (self.game.id, self.room, self.size, name)
        if key not in self.loaded:
            self.loaded[key] = self.load(name)
        words = (*self._flatten(what), count)
        self.loaded[key]((-(-count // threads.BLOCK),), (threads.BLOCK,), tuple(np.int64(word) for word in words))

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

    @property
    def named(self) -> dict[str, Any]:
        """What names mean when functions are compiled for this game."""
        contracts = {"rules_at": self.game.rules, "coding_at": self.encoding.kernels, "steps_at": self.encoding.steps}
        return {**contracts, "ROOM": self.room, "WORDS": self.size}

    def is_inlined(self, name: str) -> bool:
        """Tell whether the rules become a part of a function: where random moves of a small game are played."""
        return name == "play" and fits_near(self.size, threads.BLOCK)

    def _flatten(self, what: Any) -> Iterator[int]:
        """Give arguments as words: an array as no owner (twice), its length, bytes a number, place, shape, strides."""
        if isinstance(what, tuple):
            for part in what:
                yield from self._flatten(part)
        elif isinstance(what, int | np.integer):
            yield int(what)
        else:
            yield from (0, 0, what.size, what.itemsize, self.place(what), *what.shape, *what.strides)

    def place(self, array: Any) -> int:
        """Where an array lies."""
        return int(array.ctypes.data)

    def close(self) -> None:
        """Nothing to stop."""


class Cuda(Compiler):
    """A graphics processor, by CuPy: each game has a thread."""

    def __init__(self) -> None:
        super().__init__()
        with needs_extra("cuda"):
            import cupy
        self.arrays = cupy
        try:
            cupy.cuda.runtime.getDevice()
        except cupy.cuda.runtime.CUDARuntimeError as problem:
            raise NoDevice("research.no_gpu", problem=str(problem)) from None

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
