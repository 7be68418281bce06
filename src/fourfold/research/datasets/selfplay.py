"""Whole games of computer players, one after the other, repeatable."""

import random
from collections.abc import Sequence
from functools import partial

from fourfold.arena.runs.referee import Chair, play_game
from fourfold.core.position import Position
from fourfold.players.levels import Level, find_level
from fourfold.research.errors import PlayerForfeited
from fourfold.search.limit import Limit


def play_levels(start: Position, players: Sequence[str], chance: random.Random) -> Position:
    """Let levels, one a seat, play a game to its end from the very start; every choice has chance of its own.

    >>> import fourfold
    >>> last = play_levels(fourfold.game("qawale").start(), ["simple", "random"], random.Random(1))
    >>> last.outcome.winner
    0
    """
    chairs = [Chair(player, level.player, partial(_limit, level, chance)) for player, level in _levels(players)]
    played = play_game(start, chairs, chance.getrandbits(62))
    if played.forfeit is not None:
        raise PlayerForfeited("research.forfeited", player=players[played.forfeit], reason=played.reason)
    return played.position


def _levels(players: Sequence[str]) -> list[tuple[str, Level]]:
    return [(player, find_level(player)) for player in players]


def _limit(level: Level, chance: random.Random) -> Limit:
    return level.limit(chance.getrandbits(62))
