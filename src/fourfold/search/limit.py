"""Search limits: nodes, time and depth, and a flag that stops a search from another thread."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from fourfold.core.errors import BadValue
from fourfold.core.processors import count_processors
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row
from fourfold.search import clock

ENDLESS = 1 << 62  # nodes, where only time or depth limits
SHORTEST, LONGEST = 1e-6, 86_400.0  # seconds
DEEPEST = 60
MOST_THREADS = 8  # that solve a position together; more get in each other's way


@dataclass(frozen=True)
class Limit:
    """The limit of one search: nodes (moves that are played), seconds, depth, or several of them.

    With `cpu` the seconds are CPU time of the thread that thinks: other programs on the machine take nothing from it.

    The seed, a word, makes chance repeatable: where nodes or depth alone limit, the same limit gives the same answer.
    `stop` may be called from another thread: the search then soon returns what it has found.

    >>> Limit(nodes=500, seed=3)
    Limit(nodes=500, seed=3)
    >>> Limit(seconds=-1)
    Traceback (most recent call last):
    ...
    fourfold.core.errors.BadValue: -1 is no number of seconds to think; it must be above 0 and at most 86400.
    """

    nodes: int | None = None
    seed: int = 0
    seconds: float | None = None
    depth: int | None = None
    cpu: bool = False
    flag: Row = field(default_factory=lambda: np.zeros(1, np.int64), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None and self.depth is None:
            raise BadValue("search.no_limit")
        if self.nodes is not None and not (_is_whole(self.nodes) and 0 <= self.nodes <= ENDLESS):
            raise BadValue("search.bad_nodes", value=str(self.nodes), most=str(ENDLESS))
        if self.depth is not None and not (_is_whole(self.depth) and 1 <= self.depth <= DEEPEST):
            raise BadValue("search.bad_depth", value=str(self.depth), deepest=DEEPEST)
        if self.seconds is not None and not _is_time(self.seconds):
            raise BadValue("search.bad_seconds", value=str(self.seconds), longest=f"{LONGEST:.0f}")
        if not _is_whole(self.seed) or not -(1 << 63) <= self.seed < 1 << 63:
            raise BadValue("search.bad_seed", value=str(self.seed))
        if self.cpu and not has_cpu_clocks():
            raise BadValue("search.no_cpu_clock")

    def __repr__(self) -> str:
        given = {"nodes": self.nodes, "seconds": self.seconds, "depth": self.depth, "seed": self.seed or None}
        given["cpu"] = self.cpu or None
        return f"Limit({', '.join(f'{name}={value}' for name, value in given.items() if value is not None)})"

    @property
    def most_nodes(self) -> int:
        """The nodes as a number; ENDLESS where they are not limited."""
        return ENDLESS if self.nodes is None else self.nodes

    def expect_nodes(self, per_second: int) -> int:
        """About how many nodes a search of this speed will use at most: for the size of tables and trees."""
        return self.most_nodes if self.seconds is None else min(self.most_nodes, int(self.seconds * per_second))

    def salt(self, ply: int) -> int:
        """A random word for one choice; each ply of a game has its own."""
        return int(scramble(scramble(self.seed) ^ ply))

    @property
    def usual_threads(self) -> int:
        """One a processor, up to eight, where time alone limits; else one, so that the answer is repeatable.

        >>> Limit(nodes=1000, seconds=1).usual_threads
        1
        """
        return min(count_processors(), MOST_THREADS) if self.nodes is None and self.depth is None else 1

    def stop(self) -> None:
        """Stop every search under this limit."""
        self.flag[0] = 1

    def part(self, share: float, most_nodes: int = ENDLESS) -> "Limit":
        """Make a limit for a part of the search, which the same `stop` ends."""
        is_endless = self.nodes is None and most_nodes == ENDLESS
        nodes = None if is_endless else min(int(self.most_nodes * share), most_nodes)
        return self._changed(nodes, None if self.seconds is None else self.seconds * share)

    def rest(self, began: float) -> "Limit":
        """Make a limit for the time that is left where thinking began at a time of `now`; the same `stop` ends it."""
        if self.seconds is None:
            return self
        return self._changed(self.nodes, max(self.seconds - (self.now() - began), SHORTEST))

    def _changed(self, nodes: int | None, seconds: float | None) -> "Limit":
        changed = replace(self, nodes=nodes, seconds=seconds)
        object.__setattr__(changed, "flag", self.flag)
        return changed

    def now(self) -> float:
        """The time on the clock that the seconds are measured by, for the thread that calls."""
        return time.thread_time() if self.cpu else time.perf_counter()

    @contextmanager
    def ringing(self, control: Row, place: int, share: float = 1.0) -> Iterator[None]:
        """Set a control word of a search when the seconds, or a share of them, are over."""
        if self.seconds is None:
            yield
            return
        with clock.alarm(control, place, self.seconds * share, cpu=self.cpu):
            yield


def has_cpu_clocks() -> bool:
    """Tell whether a search can read the CPU time of its thread on this system."""
    return bool(clock.GETTIME) and clock.CPU != clock.NO_CLOCK


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_time(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value) and 0 < value <= LONGEST  # type: ignore[arg-type,operator]
