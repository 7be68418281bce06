"""Timing of players: how late their moves come, and how fast the search solves endings."""

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from statistics import median
from typing import Any

from fourfold.arena.entrants import warm_up
from fourfold.arena.runs.openings import play_random
from fourfold.core.position import Position
from fourfold.players.player import Player
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit

STRIDE = 7  # every seventh position of random games is measured
MOST_MOVES = 2000  # endings with more moves are skipped


@dataclass(frozen=True)
class Timing:
    """The number of positions, the median and the maximum in milliseconds, and the slowest position."""

    positions: int
    median: float
    worst: float
    slowest: str

    def as_json(self) -> dict[str, Any]:
        """The timing as JSON."""
        return asdict(self)


def walk_games(first: Position, seed: int) -> Iterator[Position]:
    """Yield the positions of random games that have more than one move, game after game without end."""
    chance = random.Random(f"timing/{seed}")
    while True:
        position = first
        while position.outcome is None:
            if position.to_move is not None and len(position.moves()) > 1:
                yield position
            position = play_random(position, chance)


def time_moves(
    player: Player, first: Position, seconds: float, count: int, seed: int = 0, *, cpu: bool = False
) -> Timing:
    """Measure by how much moves exceed their time limit, in all parts of games; with `cpu` both are CPU time.

    >>> import fourfold
    >>> from fourfold.players.levels import find_level
    >>> time_moves(find_level("level-8").player, fourfold.game("qawale").start(), 0.01, 2).positions
    2
    """
    warm_up(player, first)
    taken = []
    for position in islice(walk_games(first, seed), 0, count * STRIDE, STRIDE):
        assert position.to_move is not None
        view = position.view(position.to_move)
        limit = Limit(seconds=seconds, seed=position.ply, cpu=cpu)
        began = limit.now()
        player.choose(view, limit)
        taken.append((limit.now() - began - seconds, str(position)))
    return _sum_up(taken)


def time_endings(
    first: Position, plies: int, seconds: float, count: int, seed: int = 0, *, cpu: bool = False
) -> tuple[Timing, int]:
    """Measure how long it takes to solve positions with so many plies left; also return how many were solved.

    With `cpu` one thread solves them, and what it uses is measured.

    >>> import fourfold
    >>> time_endings(fourfold.game("qawale").start(), plies=3, seconds=1, count=2)[1]
    2
    """
    analyse(first, Limit(nodes=1000))  # compiles what it needs
    taken, solved = [], 0
    for position in islice((p for p in walk_games(first, seed) if _is_ending(p, plies)), count):
        limit = Limit(seconds=seconds, cpu=cpu)
        began = limit.now()
        found = analyse(position, limit, lines=1, to_the_end=False, threads=1 if cpu else limit.usual_threads)
        taken.append((limit.now() - began, str(position)))
        solved += found.proved is not None
    return _sum_up(taken), solved


def _is_ending(position: Position, plies: int) -> bool:
    return position.game.plies_left(position.row) == plies and len(position.moves()) <= MOST_MOVES


def _sum_up(taken: list[tuple[float, str]]) -> Timing:
    worst, slowest = max(taken)
    middle = median(spent for spent, _ in taken)
    return Timing(len(taken), round(1000 * middle, 1), round(1000 * worst, 1), slowest)
