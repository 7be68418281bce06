"""Analysis for the replay screen: every seat's winning chances, and the principal variations.

The screen knows only the interface `Analyst`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Event as Flag
from typing import Protocol

from fourfold.core.position import Position
from fourfold.search.analysis import analyse
from fourfold.search.errors import NothingToChoose
from fourfold.search.limit import Limit

BEST = 3  # lines
TURNING = 0.2  # change of a chance by one move that makes a turning point


@dataclass(frozen=True)
class BestLine:
    """A principal variation, the mover's chance with it, and what is proved: win, draw or loss."""

    moves: tuple[str, ...]
    chance: float
    proved: str | None = None


@dataclass(frozen=True)
class Judgement:
    """Every seat's chance to win, a draw shared; the best lines for the seat to move."""

    chances: tuple[float, ...]
    lines: tuple[BestLine, ...] = ()


class Analyst(Protocol):
    """Evaluates positions. It runs in a thread, and may take its time until `stopped` is set."""

    def judge(self, position: Position, stopped: Flag) -> Judgement:
        """Evaluate a position quickly: chances only."""
        ...

    def search(self, position: Position, stopped: Flag) -> Judgement:
        """Evaluate a position with its best lines."""
        ...


class Searcher:
    """Evaluates by search: a proof where it finds one, else an estimate.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> Searcher().search(position, Flag()).lines[0]
    BestLine(moves=('e1',), chance=1.0, proved='win')
    """

    def __init__(self, quick: float = 0.1, thorough: float = 2.0) -> None:
        self.quick = quick  # seconds
        self.thorough = thorough

    def judge(self, position: Position, stopped: Flag) -> Judgement:
        """Evaluate quickly."""
        return self._analyse(position, self.quick, 1, stopped)

    def search(self, position: Position, stopped: Flag) -> Judgement:
        """Search longer."""
        return self._analyse(position, self.thorough, BEST, stopped)

    def _analyse(self, position: Position, seconds: float, lines: int, stopped: Flag) -> Judgement:
        outcome = position.outcome
        if outcome is not None:
            share = 1 / position.seats
            won = [share if outcome.winner is None else float(outcome.winner == k) for k in range(position.seats)]
            return Judgement(tuple(won))
        if stopped.is_set():
            raise NothingToChoose("search.nothing_to_choose", reason="")
        limit = Limit(seconds=seconds)
        found = analyse(position, limit, lines=lines, threads=limit.usual_threads)
        return Judgement(found.chances, tuple(BestLine(line.moves, line.value, line.proved) for line in found.lines))


def turning_points(chances: Sequence[tuple[float, ...] | None]) -> list[int]:
    """The places where the last move changed a chance by much.

    >>> turning_points([(0.5, 0.5), (0.55, 0.45), (0.9, 0.1), None, (0.9, 0.1)])
    [2]
    """
    return [
        place
        for place, (before, after) in enumerate(pairwise(chances), 1)
        if before and after and max(abs(a - b) for a, b in zip(before, after, strict=True)) >= TURNING
    ]


BARS = "▁▂▃▄▅▆▇█"


def draw_graph(chances: Sequence[tuple[float, ...] | None], seat: int, width: int) -> str:
    """A seat's chances as a row of bars, at most `width`; dots where they are unknown.

    >>> draw_graph([(0.0,), (0.5,), None, (1.0,)], 0, 20)
    '▁▅·█'
    """
    count = len(chances)
    places = range(count) if count <= width else [column * count // width for column in range(width)]
    bars = []
    for place in places:
        known = chances[place]
        bars.append("·" if known is None else BARS[min(len(BARS) - 1, int(known[seat] * len(BARS)))])
    return "".join(bars)


def cursor_column(place: int, count: int, width: int) -> int:
    """The column of a place in the graph."""
    return place if count <= width else min(width - 1, place * width // count)
