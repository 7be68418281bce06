"""Runs: many games, in several processes, with the same results in the same order whatever their number."""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.util import Finalize
from typing import Any

from fourfold.arena.engine import Engine
from fourfold.arena.entrants import Entrant, warm_up
from fourfold.arena.errors import BadLimit, Crashed
from fourfold.arena.schedule import Pairing, Setting, play_pairing
from fourfold.players.player import Player

AHEAD = 2  # games handed out for each process before the first of them is asked for


@dataclass(frozen=True)
class Result:
    """One game of a run, as it is kept: who sat where, who won, and all its steps."""

    number: int
    group: int
    names: tuple[str, ...]
    winners: tuple[int, ...]
    forfeit: int | None
    reason: str
    plies: int
    slowest: tuple[float, ...]
    steps: tuple[str, ...]

    def score(self, name: str) -> float:
        """What the game is worth to a player: 1 won, 0 lost, a draw the same for all; the mean over its seats."""
        seats = [seat for seat, sitting in enumerate(self.names) if sitting == name]
        each = 1 / len(self.names)
        return sum(float(seat in self.winners) if self.winners else each for seat in seats) / len(seats)


class Players:
    """The players of a run, each made when it first sits down; engines are ended when all is over."""

    def __init__(self, entrants: Mapping[str, Entrant]) -> None:
        self.entrants = entrants
        self._made: dict[str, Player] = {}

    def __getitem__(self, name: str) -> Player:
        if name not in self._made:
            self._made[name] = self.entrants[name].load()
        return self._made[name]

    def play(self, setting: Setting, pairing: Pairing) -> Result:
        """Play one game."""
        new = [name for name in dict.fromkeys(pairing.names) if name not in self._made]
        made = {name: self[name] for name in pairing.names}
        for name in new:
            warm_up(made[name], setting.first())
        played = play_pairing(setting, self.entrants, made, pairing)
        return Result(
            number=pairing.number,
            group=pairing.group,
            names=pairing.names,
            winners=played.winners,
            forfeit=played.forfeit,
            reason=played.reason,
            plies=played.position.ply,
            slowest=tuple(round(seconds, 4) for seconds in played.slowest),
            steps=tuple(map(str, played.position.history)),
        )

    def close(self) -> None:
        """End the engines."""
        for player in self._made.values():
            if isinstance(player, Engine):
                player.close()
        self._made.clear()


def play_all(
    setting: Setting, entrants: Mapping[str, Entrant], pairings: Iterable[Pairing], jobs: int | None = None
) -> Generator[Result]:
    """Play the games and give the results in their order; with one job in this process, else in so many others.

    Whoever stops asking stops the playing.
    """
    count = (os.cpu_count() or 1) if jobs is None else jobs
    if count < 1:
        raise BadLimit("arena.bad_jobs", jobs=count)
    setting.first()
    if count == 1:
        with closing(Players(entrants)) as players:
            for pairing in pairings:
                yield players.play(setting, pairing)
    else:
        yield from _play_beside(setting, entrants, iter(pairings), count)


def _play_beside(
    setting: Setting, entrants: Mapping[str, Entrant], pairings: Iterator[Pairing], jobs: int
) -> Generator[Result]:
    context = multiprocessing.get_context("spawn")  # a copy of a process with threads may hang
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _begin, (setting, dict(entrants)))
    waiting: deque[Future[Result]] = deque()
    is_over = False
    try:
        waiting.extend(pool.submit(_play, pairing) for pairing in islice(pairings, jobs * AHEAD))
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(pool.submit(_play, pairing) for pairing in islice(pairings, 1))
            yield result
        is_over = True
    except BrokenProcessPool as error:
        raise Crashed("arena.crashed") from error
    finally:
        for process in set(multiprocessing.active_children()) - others:
            if not is_over:
                process.terminate()  # nobody asks for the games that are still being played
        pool.shutdown(wait=True, cancel_futures=True)


_here: dict[str, Any] = {}  # in a process that plays: the setting and the players


def _begin(setting: Setting, entrants: Mapping[str, Entrant]) -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started the run ends it
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # and then the engines are ended too
    players = Players(entrants)
    Finalize(None, players.close, exitpriority=10)
    _here.update(setting=setting, players=players)


def _play(pairing: Pairing) -> Result:
    result: Result = _here["players"].play(_here["setting"], pairing)
    return result
