"""The schedule of a run: every opening is played once for each rotation of the seats."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from fourfold.arena.entrants import Entrant, ThinkingLimit
from fourfold.arena.errors import BadLimit
from fourfold.arena.runs.openings import draw_opening
from fourfold.arena.runs.referee import Chair, PlayedGame, play_game
from fourfold.core.position import Position
from fourfold.core.registry import game
from fourfold.players.player import Player

MOST_SECONDS = 3600
WORD = 63  # bits of a seed


@dataclass(frozen=True)
class Setting:
    """What all games of a run share; `position` is the text of a first position other than the game's own."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # seats too, as `Game.start` takes them
    position: str | None = None
    thinking: ThinkingLimit = field(default_factory=ThinkingLimit)
    seed: int = 0

    def first(self) -> Position:
        """The position before openings and deals; raises an error where the setting is not valid."""
        seconds, nodes = self.thinking.seconds, self.thinking.nodes
        if seconds is not None and not 0 < seconds <= MOST_SECONDS:
            raise BadLimit("arena.bad_seconds", seconds=str(seconds), most=MOST_SECONDS)
        if nodes is not None and nodes < 1:
            raise BadLimit("arena.bad_nodes", nodes=nodes)
        chosen = game(self.game)
        if self.position is None:
            return chosen.undealt(**self.options)
        first = chosen.read(self.position)
        if first.outcome is not None:
            raise BadLimit("arena.game_over", position=self.position, reason=first.outcome.reason)
        return first

    def describe(self, names: Sequence[str]) -> dict[str, Any]:
        """Describe a run between these players: the first line of its journal."""
        return {
            "format": 1,
            "game": self.game,
            "options": {key: str(value) for key, value in sorted(self.options.items())},
            "position": self.position,
            "players": list(names),
            "seconds": self.thinking.seconds,
            **({"cpu": True} if self.thinking.cpu else {}),
            "nodes": self.thinking.nodes,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Pairing:
    """One game of a run: its number, the group whose opening and deals it shares, and the players by seat."""

    number: int
    group: int
    names: tuple[str, ...]


def pair(one: str, other: str, seats: int, games: int, first: int = 0) -> Iterator[Pairing]:
    """Pair one player against another, who has all other seats; with each opening on every seat in turn.

    >>> [pairing.names for pairing in pair("a", "b", 2, 3)]
    [('a', 'b'), ('b', 'a'), ('a', 'b')]
    """
    for number in range(games):
        group, seat = divmod(number, seats)
        names = tuple(one if place == seat else other for place in range(seats))
        yield Pairing(first + number, first // seats + group, names)


def play_pairing(
    setting: Setting, entrants: Mapping[str, Entrant], players: Mapping[str, Player], pairing: Pairing
) -> PlayedGame:
    """Play one game of a run; with node limits it is the same game on every machine."""
    chance = random.Random(f"{setting.seed}/{pairing.group}")
    opening = draw_opening(setting.first(), chance.getrandbits(WORD)) if setting.position is None else setting.first()
    deals = chance.getrandbits(WORD)
    own = random.Random(f"{setting.seed}/{pairing.number}/players")
    chairs = [
        Chair(name, players[name], partial(entrants[name].limit, setting.thinking, own.getrandbits(WORD)))
        for name in pairing.names
    ]
    return play_game(opening, chairs, deals)


def by_name(entrants: Sequence[Entrant]) -> dict[str, Entrant]:
    """Index entrants by name."""
    return {entrant.name: entrant for entrant in entrants}
