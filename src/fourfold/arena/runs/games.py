"""Games of a run, played in a process pool: the same results in the same order whatever the number of processes."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass

from fourfold.arena.engines.engine import Engine
from fourfold.arena.entrants import Entrant, warm_up
from fourfold.arena.runs.pool import SerialPool, at_worker_exit, open_pool
from fourfold.arena.runs.schedule import Pairing, Setting, play_pairing
from fourfold.players.player import Player


@dataclass(frozen=True)
class Result:
    """The result of one game of a run, as the journal stores it: seats, winners and all steps."""

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
        """The score of a player: 1 for a win, 0 for a loss, an equal share for a draw; the mean over its seats."""
        seats = [seat for seat, sitting in enumerate(self.names) if sitting == name]
        each = 1 / len(self.names)
        return sum(float(seat in self.winners) if self.winners else each for seat in seats) / len(seats)


class Players:
    """The players of a run, each loaded for its first game; `close` ends the engines."""

    def __init__(self, entrants: Mapping[str, Entrant]) -> None:
        self.entrants = entrants
        self._loaded: dict[str, Player] = {}

    def play(self, setting: Setting, pairing: Pairing) -> Result:
        """Play one game."""
        for name in pairing.names:
            if name not in self._loaded:
                self._loaded[name] = self.entrants[name].load()
                warm_up(self._loaded[name], setting.first())
        played = play_pairing(setting, self.entrants, self._loaded, pairing)
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
        for player in self._loaded.values():
            if isinstance(player, Engine):
                player.close()
        self._loaded.clear()


def play_all(
    setting: Setting,
    entrants: Mapping[str, Entrant],
    pairings: Iterable[Pairing],
    jobs: int | None = None,
    ray: str | None = None,
) -> Generator[Result]:
    """Play the games and yield the results in order; closing the generator stops the run."""
    pool = open_pool(jobs, ray)
    setting.first()
    for entrant in entrants.values():
        entrant.check(setting.game)
    if isinstance(pool, SerialPool):
        with closing(Players(entrants)) as players:
            for pairing in pairings:
                yield players.play(setting, pairing)
        return
    picklable = dict(entrants)
    with closing(pool.run(_play, ((setting, picklable, pairing) for pairing in pairings))) as results:
        yield from results


_players: dict[tuple[tuple[str, int | None], ...], Players] = {}  # of a worker process, for each run


def _play(task: tuple[Setting, Mapping[str, Entrant], Pairing]) -> Result:
    """Play one game in a worker process, which keeps the players for the next."""
    setting, entrants, pairing = task
    run = tuple((name, entrant.nodes) for name, entrant in entrants.items())
    if run not in _players:
        _players[run] = Players(entrants)
        at_worker_exit(_players[run].close)
    return _players[run].play(setting, pairing)
