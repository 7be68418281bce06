"""Studies of game variants: length, branching factor, balance of the seats, draws, and when games are decided.

They are measured over whole games, random ones or those of a computer player on all seats; every share and mean has a
95 % confidence interval.
"""

import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.arena.runs.openings import play_random
from fourfold.arena.runs.pool import Pool
from fourfold.arena.statistics.estimate import Estimate
from fourfold.core.position import Position
from fourfold.core.registry import encoding, game
from fourfold.kernel.jit import DRAWN, addresses
from fourfold.players.levels import find_level
from fourfold.research.datasets.selfplay import play_levels
from fourfold.research.errors import BadNumber
from fourfold.research.game_facts import facts_of
from fourfold.research.kernels.samples import sample_games
from fourfold.search.playouts import LONGEST, playouts
from fourfold.search.repetition import BUCKETS

RANDOM = "random"
PLIES = 200  # counted separately; later ones count together
LOOKED_AT = 60  # random games whose decisive moment is measured
TRIED = 400  # random games played at most to find them, where most are drawn
ENOUGH = 10  # decided games that a mean needs
MOMENTS = 10  # of a game that are measured
TRIALS = 60  # playouts from each moment
EVEN = 0.03  # how far the points of a seat may be off its equal share
SHARE_OF_TASK = 10  # tasks of a study of random games


@dataclass(frozen=True)
class Study:
    """The results of one variant at one strength.

    `points` are the shares of the points: a win is one, a draw is shared by all. `advantage` is the first seat's share
    minus an equal one. `decided` is the fraction of a game after which its winner stays ahead in playouts; None where
    too few games were won. `widths` are the mean numbers of legal moves by ply, and `lengths` count the games by plies.
    """

    game: str
    seats: int
    options: dict[str, str]
    level: str
    games: int
    length: Estimate
    branching: Estimate
    typical_branching: float
    wins: tuple[Estimate, ...]
    draws: Estimate
    points: tuple[Estimate, ...]
    advantage: Estimate
    decided: Estimate | None
    lengths: dict[int, int]
    widths: tuple[float, ...]

    @property
    def verdict(self) -> str:
        """`even` where all seats surely have about equal points, `uneven` where one surely has not, else `open`."""
        equal = 1 / self.seats
        if any(point.low - equal > EVEN or equal - point.high > EVEN for point in self.points):
            return "uneven"
        if all(abs(bound - equal) <= EVEN for point in self.points for bound in (point.low, point.high)):
            return "even"
        return "open"

    def as_json(self) -> dict[str, Any]:
        """The study as JSON."""
        return {**asdict(self), "verdict": self.verdict}


@dataclass(frozen=True)
class Sample:
    """The statistics of some games: their lengths, winners (-1 for a draw), and numbers of legal moves by ply."""

    lengths: list[int]
    winners: list[int]
    widths: NDArray[np.int64]  # legal moves by ply, added up
    plays: NDArray[np.int64]  # moves played by ply
    logarithms: float
    decided: list[float]
    broad: list[float]  # the mean number of legal moves of each game, or of each task


def study(
    game_id: str, given: Mapping[str, Any], *, level: str = RANDOM, games: int = 1000, seed: int = 0, pool: Pool
) -> Generator[int, None, Study]:
    """Measure a variant; yield how many tasks of `count_tasks` are done, and return the study.

    >>> from fourfold.arena.runs.pool import open_pool
    >>> found = finish(study("qawale", {"pebbles": 1}, games=500, pool=open_pool(jobs=1)))
    >>> found.length.value, found.draws.value, found.verdict
    (2.0, 1.0, 'even')
    """
    if games < 1:
        raise BadNumber("research.bad_games", games=str(games))
    find_level(level).check(game_id)
    start = game(game_id).undealt(**given)
    tasks = [
        Task(game_id, dict(given), level, games * (part + 1) // parts - games * part // parts, seed, part)
        for parts in (count_tasks(level, games),)
        for part in range(parts)
    ]
    samples: list[Sample] = []
    for sample in pool.run(take_sample, tasks):
        samples.append(sample)
        yield len(samples)
    return _judge(start, level, games, samples)


def finish(running: Generator[int, None, Study]) -> Study:
    """Run a study to its end and return it."""
    while True:
        try:
            next(running)
        except StopIteration as end:
            found: Study = end.value
            return found


def count_tasks(level: str, games: int) -> int:
    """The number of tasks of a study: random games are fast, others are a task each."""
    return min(games, SHARE_OF_TASK) if level == RANDOM else games


@dataclass(frozen=True)
class Task:
    """A task of a study: so many games, with their own random generator."""

    game: str
    given: dict[str, Any]
    level: str
    games: int
    seed: int
    part: int

    @property
    def chance(self) -> random.Random:
        """The random generator of this task; every variant has its own, so that results are independent."""
        variant = "/".join(f"{key}={value}" for key, value in sorted(self.given.items()))
        return random.Random(f"study/{self.seed}/{self.game}/{variant}/{self.level}/{self.part}")


def take_sample(task: Task) -> Sample:
    """Play the games of a task."""
    return _play_random(task) if task.level == RANDOM else _play_level(task)


def _play_random(task: Task) -> Sample:
    chosen = game(task.game)
    start = chosen.undealt(**task.given)
    row, room = start.row.copy(), BUCKETS + LONGEST if chosen.repetition else 0
    lengths, results = np.zeros(task.games, np.int64), np.zeros(task.games, np.int64)
    widths, plays, logarithms = np.zeros(PLIES, np.int64), np.zeros(PLIES, np.int64), np.zeros(1)
    chance = task.chance
    sample_games(
        addresses(chosen.rules), facts_of(chosen, encoding(task.game)), row, row.copy(),
        np.zeros(int(chosen.rules.deck(row)), np.int64), np.array([chance.getrandbits(63)], np.int64),
        np.zeros(room, np.int64), np.zeros(chosen.work_words, np.int64), lengths, results, widths, plays, logarithms,
    )  # fmt: skip
    winners = np.where(results == DRAWN, -1, results - 1)
    decided = _sample_decisions(start, chance)
    broad = [float(widths.sum() / max(1, plays.sum()))]
    return Sample(lengths.tolist(), winners.tolist(), widths, plays, float(logarithms[0]), decided, broad)


def _sample_decisions(start: Position, chance: random.Random) -> list[float]:
    """When random games were decided, for this task's share of them; draws are skipped."""
    decided: list[float] = []
    for _ in range(TRIED // SHARE_OF_TASK):
        moment = _when_decided(_random_game(start, chance), chance)
        decided += [] if moment is None else [moment]
        if len(decided) == LOOKED_AT // SHARE_OF_TASK:
            break
    return decided


def _random_game(start: Position, chance: random.Random) -> Position:
    position = start
    while position.outcome is None:
        position = play_random(position, chance)
    return position


def _play_level(task: Task) -> Sample:
    """Self-play of a level from the first position; every game has its own seeds."""
    chance = task.chance
    start = game(task.game).undealt(**task.given)
    lengths, winners, decided, broad = [], [], [], []
    widths, plays, logarithms = np.zeros(PLIES, np.int64), np.zeros(PLIES, np.int64), 0.0
    for _ in range(task.games):
        last = play_levels(start, [task.level] * start.seats, chance)
        assert last.outcome is not None
        numbers = [len(position.moves()) for position in _chain(last) if position.to_move is not None]
        for ply, number in enumerate(numbers):
            widths[min(ply, PLIES - 1)] += number
            plays[min(ply, PLIES - 1)] += 1
        logarithms += float(np.log(numbers).sum())
        lengths.append(last.ply)
        winners.append(-1 if last.outcome.winner is None else last.outcome.winner)
        broad.append(float(np.mean(numbers)))
        found = _when_decided(last, chance)
        decided += [] if found is None else [found]
    return Sample(lengths, winners, widths, plays, logarithms, decided, broad)


def _chain(last: Position) -> list[Position]:
    """All positions of a game in order."""
    positions = [last]
    while positions[-1].previous is not None:
        positions.append(positions[-1].previous)
    return positions[::-1]


def _when_decided(last: Position, chance: random.Random) -> float | None:
    """The fraction of a game after which its winner stays ahead in playouts; None for a draw."""
    assert last.outcome is not None
    winner = last.outcome.winner
    if winner is None:
        return None
    positions = [position for position in _chain(last) if position.to_move is not None]
    for moment in range(MOMENTS - 1, -1, -1):
        position = positions[len(positions) * moment // MOMENTS]
        wins = playouts(position, TRIALS, chance.getrandbits(62)).wins
        if wins[winner] <= max(won for seat, won in enumerate(wins) if seat != winner):
            return (moment + 1) / MOMENTS
    return 0.0


def _judge(start: Position, level: str, games: int, samples: Sequence[Sample]) -> Study:
    lengths = [length for sample in samples for length in sample.lengths]
    winners = np.array([winner for sample in samples for winner in sample.winners])
    widths, plays = sum(sample.widths for sample in samples), sum(sample.plays for sample in samples)
    assert not isinstance(widths, int)
    assert not isinstance(plays, int)
    draws = float(np.mean(winners == -1))
    shares = [float(np.mean(winners == seat)) for seat in range(start.seats)]
    equal = 1 / start.seats
    points = tuple(
        Estimate.of_points(np.where(winners == -1, equal, winners == seat).astype(np.float64))
        for seat in range(start.seats)
    )
    decided = [part for sample in samples for part in sample.decided]
    known = plays > 0
    numbers, counts = np.unique(lengths, return_counts=True)
    return Study(
        game=start.game.id,
        seats=start.seats,
        options=start.game.written_options(start.seats, start.options),
        level=level,
        games=games,
        length=Estimate.of_mean(lengths),
        branching=Estimate.of_mean([mean for sample in samples for mean in sample.broad]),
        typical_branching=exp(sum(sample.logarithms for sample in samples) / int(plays.sum())),
        wins=tuple(Estimate.of_share(share, games) for share in shares),
        draws=Estimate.of_share(draws, games),
        points=points,
        advantage=Estimate(points[0].value - equal, points[0].low - equal, points[0].high - equal),
        decided=Estimate.of_mean(decided) if len(decided) >= ENOUGH else None,
        lengths=dict(zip(numbers.tolist(), counts.tolist(), strict=True)),
        widths=tuple((widths[known] / plays[known]).tolist()),
    )
