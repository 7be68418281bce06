"""What the replay screen asks about positions: every seat's chances, and the best moves.

`Analyst` is all that the screen knows; whoever can judge better takes its place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from fourfold.core.position import Position
from fourfold.search.playouts import playouts

TURNING = 0.2  # a chance that changes by so much with one move is a turning point


@dataclass(frozen=True)
class BestLine:
    """A line that is worth playing, and the mover's chance with it."""

    moves: tuple[str, ...]
    chance: float


@dataclass(frozen=True)
class Judgement:
    """Every seat's chance to win, a draw shared; the best lines for the seat to move; how it was found, as a code."""

    chances: tuple[float, ...]
    lines: tuple[BestLine, ...] = ()
    method: str = "terminal.method.playouts"


class Analyst(Protocol):
    """Judges positions; called beside the event loop, so it may take its time until it is told to stop."""

    def judge(self, position: Position, is_stopped: Callable[[], bool]) -> Judgement:
        """Judge a position quickly: chances alone."""
        ...

    def search(self, position: Position, is_stopped: Callable[[], bool]) -> Judgement:
        """Judge a position with its best lines."""
        ...


class RandomGames:
    """Judges by random games: rough, but for every game, with any number of seats.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> RandomGames().search(position, lambda: False).lines[0]
    BestLine(moves=('e1',), chance=1.0)
    """

    GAMES, TRIED, GAMES_EACH, BEST = 400, 120, 60, 3

    def judge(self, position: Position, is_stopped: Callable[[], bool]) -> Judgement:
        """Finish the position by chance, many times."""
        return Judgement(_chances(position, self.GAMES))

    def search(self, position: Position, is_stopped: Callable[[], bool]) -> Judgement:
        """Try every move, or an even choice of them where there are very many."""
        seat, moves = position.to_move, position.moves()
        found: list[BestLine] = []
        step = max(1, len(moves) // self.TRIED)
        for place in range(0, len(moves), step):
            if is_stopped() or seat is None:
                break
            move = moves[place]
            found.append(BestLine((str(move),), _chances(position.play(move), self.GAMES_EACH)[seat]))
        found.sort(key=lambda line: -line.chance)
        return Judgement(_chances(position, self.GAMES), tuple(found[: self.BEST]))


def _chances(position: Position, games: int) -> tuple[float, ...]:
    outcome = position.outcome
    if outcome is not None:
        share = 1 / position.seats
        return tuple(share if outcome.winner is None else float(outcome.winner == k) for k in range(position.seats))
    result = playouts(position, games, seed=1)
    return tuple((wins + result.draws / position.seats) / result.games for wins in result.wins)


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
