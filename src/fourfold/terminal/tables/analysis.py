"""What the replay screen asks about positions: every seat's chances, and the best moves.

`Analyst` is all that the screen knows; whoever can judge better takes its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event as Flag
from typing import Protocol

from fourfold.core.position import Position
from fourfold.search.analysis import analyse
from fourfold.search.errors import NothingToChoose
from fourfold.search.limit import Limit

BEST = 3  # lines

TURNING = 0.2  # a chance that changes by so much with one move is a turning point


@dataclass(frozen=True)
class BestLine:
    """A line that is worth playing, the mover's chance with it, and what is proved of it: win, draw or loss."""

    moves: tuple[str, ...]
    chance: float
    proved: str | None = None


@dataclass(frozen=True)
class Judgement:
    """Every seat's chance to win, a draw shared; the best lines for the seat to move."""

    chances: tuple[float, ...]
    lines: tuple[BestLine, ...] = ()


class Analyst(Protocol):
    """Judges positions; called beside the event loop, so it may take its time until it is told to stop."""

    def judge(self, position: Position, stopped: Flag) -> Judgement:
        """Judge a position quickly: chances alone."""
        ...

    def search(self, position: Position, stopped: Flag) -> Judgement:
        """Judge a position with its best lines."""
        ...


class Searcher:
    """Judges by the search of the library: proofs where it finds them, else estimates.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> Searcher().search(position, Flag()).lines[0]
    BestLine(moves=('e1',), chance=1.0, proved='win')
    """

    def __init__(self, quick: float = 0.1, thorough: float = 2.0) -> None:
        self.quick = quick  # seconds
        self.thorough = thorough

    def judge(self, position: Position, stopped: Flag) -> Judgement:
        """Judge a position in a moment."""
        return self._analyse(position, self.quick, 1, stopped)

    def search(self, position: Position, stopped: Flag) -> Judgement:
        """Think longer, and give the best lines."""
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
    """The places before which somebody's chance changed much.

    >>> turning_points([(0.5, 0.5), (0.55, 0.45), (0.9, 0.1), None, (0.9, 0.1)])
    [2]
    """
    found = []
    for place in range(1, len(chances)):
        before, after = chances[place - 1], chances[place]
        if before and after and max(abs(a - b) for a, b in zip(before, after, strict=True)) >= TURNING:
            found.append(place)
    return found


BARS = "▁▂▃▄▅▆▇█"


def draw_graph(chances: Sequence[tuple[float, ...] | None], seat: int, width: int) -> str:
    """A seat's chances as a row of bars, as wide as there is room; dots where nothing is known yet.

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
    """Where a place stands in a graph."""
    return place if count <= width else min(width - 1, place * width // count)
