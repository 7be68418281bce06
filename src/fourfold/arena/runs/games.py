"""Runs: many games, in several processes, with the same results in the same order whatever their number."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass

from fourfold.arena.engines.engine import Engine
from fourfold.arena.entrants import Entrant, warm_up
from fourfold.arena.runs.pool import Alone, at_end, hire
from fourfold.arena.runs.schedule import Pairing, Setting, play_pairing
from fourfold.players.player import Player


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
    setting: Setting,
    entrants: Mapping[str, Entrant],
    pairings: Iterable[Pairing],
    jobs: int | None = None,
    ray: str | None = None,
) -> Generator[Result]:
    """Play the games and give the results in their order; with one job in this process, else by a crew.

    Whoever stops asking stops the playing.
    """
    crew = hire(jobs, ray)
    setting.first()
    for entrant in entrants.values():
        entrant.check(setting.game)
    if isinstance(crew, Alone):
        with closing(Players(entrants)) as players:
            for pairing in pairings:
                yield players.play(setting, pairing)
        return
    own = dict(entrants)
    with closing(crew.run(_play, ((setting, own, pairing) for pairing in pairings))) as results:
        yield from results


_here: dict[tuple[tuple[str, int | None], ...], Players] = {}  # in a process that plays: the players of its run


def _play(task: tuple[Setting, Mapping[str, Entrant], Pairing]) -> Result:
    """Play one game in a process of its own; its players stay for the next."""
    setting, entrants, pairing = task
    run = tuple((name, entrant.nodes) for name, entrant in entrants.items())
    if run not in _here:
        _here[run] = Players(entrants)
        at_end(_here[run].close)
    return _here[run].play(setting, pairing)
