"""What searches: a GPU by CuPy, or an emulated warp on this processor, both with the kernels of `maker_breaker.cu`."""

import ctypes
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SOURCE = Path(__file__).with_name("maker_breaker.cu")
CELLS = 16
TALL = 1 << 11
WARPS, BLOCKS = 8, 4  # in a block, and blocks at once on a multiprocessor, as in the source
STACK_BYTES = 6 << 10  # for each lane, more than the deepest recursion takes
CANNOT, CAN, GIVEN_BACK = 1, 2, 3
NO_REPLY = (1 << 64) - 1
COUNTED = ("nodes", "tests", "rounds", "leaves", "scans", "retries", "hits")

Words = NDArray[Any]
Tables = Mapping[str, Words]


@dataclass
class Effort:
    """How much a launch may do: seconds, the nodes of one question, and when warps without work stop the others."""

    seconds: float = 30.0
    most_nodes: int = 100_000_000
    patience: int = 200_000  # nodes that a question may take although other warps are idle
    idle_share: float = 0.9  # of the warps


@dataclass
class Replies:
    """The next replies to some positions: their marks (or NO_REPLY), moves, the boards after them, and the keys."""

    marks: Words
    moves: Words
    boards: Words
    keys: Words


@dataclass
class Device:
    """The kernels over the tables of one proof; `breaker_ends` if the breaker makes the last move of the game.

    The seed chooses the hashes: runs with different seeds share no accident.
    """

    tables: Tables
    breaker_ends: bool
    buckets: int  # of the table of answers, a power of two; 32 bytes each
    seed: int = 1
    defines: Mapping[str, int] = field(default_factory=dict)  # of the source, to compare variants
    counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))

    def __post_init__(self) -> None:
        hashes = np.random.default_rng(self.seed).integers(1, 1 << 64, (CELLS * TALL, 2), np.uint64)
        names = ("walks", "begins", "counts", "lines", "images", "threats", "orders")
        self.held = [self.give(np.ascontiguousarray(self.tables[name])) for name in names]
        self.held.insert(4, self.give(hashes))
        self.table = self.empty(self.buckets * 4)
        words = [self.address(array) for array in (*self.held, self.table)] + [self.buckets - 1, self.breaker_ends]
        self.set_up(np.array(words, np.uint64))

    @property
    def warps(self) -> int:
        """How many questions are searched at once."""
        raise NotImplementedError

    def give(self, array: Words) -> Any:
        """Copy an array to the device."""
        raise NotImplementedError

    def take(self, array: Any) -> Words:
        """Copy an array from the device."""
        raise NotImplementedError

    def empty(self, words: int) -> Any:
        """An array of zeros on the device, of 64 bits each."""
        raise NotImplementedError

    def address(self, array: Any) -> int:
        """Where an array lies on the device."""
        raise NotImplementedError

    def set_up(self, words: Words) -> None:
        """Set the words that all kernels read."""
        raise NotImplementedError

    def run(self, name: str, *given: Any) -> None:
        """Run a kernel on arrays of the device and NumPy numbers."""
        raise NotImplementedError

    def answer(self, boards: Words, lefts: Words, effort: Effort) -> tuple[Words, Words]:
        """Answers (0 if it was not begun) and nodes of questions: a board and how many moves the maker has left."""
        many = len(boards)
        answers, nodes = self.give(np.zeros(many, np.uint8)), self.give(np.zeros(many, np.uint64))
        control, counted = self.give(np.zeros(2, np.uint32)), self.give(np.zeros(len(COUNTED), np.uint64))
        self.run(
            "answer", self.give(boards.astype(np.uint16)), self.give(lefts.astype(np.uint8)), np.uint32(many), answers,
            nodes, control, counted, np.uint64(effort.most_nodes), np.uint64(effort.patience),
            np.uint64(effort.seconds * 1e9), np.uint32(max(1, self.warps * effort.idle_share)),
        )  # fmt: skip
        for name, number in zip(COUNTED, self.take(counted), strict=True):
            self.counted[name] += int(number)
        return self.take(answers), self.take(nodes)

    def list_positions(self, boards: Words) -> tuple[Words, Words, Words]:
        """All positions after a move of the maker, their keys, and where those of each board begin, with the end.

        A key of zeros means that a stack is too tall, so that the breaker cannot hold the position.
        """
        talls = np.frexp(boards)[1]  # a pebble more than the stack has
        counts = np.where(boards > 1, self.tables["counts"][talls, np.arange(CELLS)], 0).sum(axis=1)
        begins = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
        after = self.give(np.zeros((int(begins[-1]), CELLS), np.uint16))
        keys = self.give(np.zeros((int(begins[-1]), 2), np.uint64))
        self.run(
            "list_positions", self.give(boards.astype(np.uint16)), self.give(begins), np.uint32(len(boards)), after,
            keys,
        )  # fmt: skip
        return self.take(after), self.take(keys), begins

    def find_replies(self, boards: Words, marks: Words) -> Replies:
        """For each position the breaker's next reply behind a mark, 0 for the first."""
        many = len(boards)
        marked, moves = self.give(marks.astype(np.uint64)), self.give(np.zeros(many, np.uint64))
        after, keys = self.give(np.zeros((many, CELLS), np.uint16)), self.give(np.zeros((many, 2), np.uint64))
        self.run(
            "find_replies", self.give(boards.astype(np.uint16)), np.uint32(many), marked, moves, after, keys
        )  # fmt: skip
        return Replies(self.take(marked), self.take(moves), self.take(after), self.take(keys))


class Emulated(Device):
    """The kernels built by a C++ compiler, with one warp whose lanes take turns. Slow: for tests."""

    def __post_init__(self) -> None:
        self.library = _library(self.defines)
        super().__post_init__()

    @property
    def warps(self) -> int:
        return 1

    def give(self, array: Words) -> Words:
        return array.copy()

    def take(self, array: Words) -> Words:
        return array

    def empty(self, words: int) -> Words:
        return np.zeros(words, np.uint64)

    def address(self, array: Words) -> int:
        return int(array.ctypes.data)

    def set_up(self, words: Words) -> None:
        self.library.set_up(ctypes.c_void_p(words.ctypes.data))

    def run(self, name: str, *given: Any) -> None:
        arguments = [
            ctypes.c_void_p(each.ctypes.data) if isinstance(each, np.ndarray)
            else ctypes.c_uint64(int(each)) if isinstance(each, np.uint64) else ctypes.c_uint32(int(each))
            for each in given
        ]  # fmt: skip
        getattr(self.library, f"run_{name}")(*arguments)


def _flags(defines: Mapping[str, int]) -> list[str]:
    return [f"-D{name}={value}" for name, value in defines.items()]


def _library(defines: Mapping[str, int]) -> ctypes.CDLL:
    """The emulated kernels, built in a folder of their own. One at a time: they share their words."""
    folder = Path(tempfile.mkdtemp(prefix="prover-"))
    path = folder / "maker_breaker.so"
    command = ["c++", "-std=c++17", "-O2", "-U_FORTIFY_SOURCE", "-Wno-unknown-pragmas", "-DEMULATED", "-x", "c++"]
    subprocess.run([*command, *_flags(defines), "-fPIC", "-shared", "-o", str(path), str(SOURCE)], check=True)
    return ctypes.CDLL(str(path))


class Cuda(Device):
    """A GPU, by CuPy. The kernels are built by nvcc on the machine."""

    def __post_init__(self) -> None:
        import cupy

        self.cupy = cupy
        path = Path(tempfile.mkdtemp(prefix="prover-")) / "maker_breaker.cubin"
        capability = cupy.cuda.Device().compute_capability
        command = ["nvcc", "-std=c++17", "-O3", f"-arch=sm_{capability}", "-cubin", "-o", str(path), str(SOURCE)]
        subprocess.run([*command, *_flags(self.defines)], check=True)
        self.module = cupy.RawModule(path=str(path))
        cupy.cuda.runtime.deviceSetLimit(0, STACK_BYTES)  # cudaLimitStackSize
        self.blocks = self.defines.get("BLOCKS_AT_ONCE", BLOCKS)
        self.multiprocessors = int(cupy.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"])
        super().__post_init__()

    @property
    def warps(self) -> int:
        return self.multiprocessors * WARPS * self.blocks

    def give(self, array: Words) -> Any:
        return self.cupy.asarray(array)

    def take(self, array: Any) -> Words:
        return np.asarray(self.cupy.asnumpy(array))

    def empty(self, words: int) -> Any:
        return self.cupy.zeros(words, np.uint64)

    def address(self, array: Any) -> int:
        return int(array.data.ptr)

    def set_up(self, words: Words) -> None:
        pointer = self.module.get_global("setup")
        self.cupy.ndarray(words.shape, np.uint64, pointer)[:] = self.cupy.asarray(words)

    def run(self, name: str, *given: Any) -> None:
        self.module.get_function(name)((self.multiprocessors * self.blocks,), (WARPS * 32,), given)
        self.cupy.cuda.runtime.deviceSynchronize()
