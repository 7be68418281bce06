"""Self-play: repeatable games between levels of the computer player."""

import random
from collections.abc import Sequence

from fourfold.arena.runs.referee import Chair, play_game
from fourfold.core.position import Position
from fourfold.players.levels import find_level
from fourfold.research.errors import PlayerForfeited


def play_levels(start: Position, players: Sequence[str], chance: random.Random) -> Position:
    """Play a game between levels, one a seat, without an opening; every move has its own seed.

    >>> import fourfold
    >>> last = play_levels(fourfold.game("qawale").start(), ["simple", "random"], random.Random(1))
    >>> last.outcome.winner
    0
    """
    played = play_game(start, [_chair(player, chance) for player in players], chance.getrandbits(62))
    if played.forfeit is not None:
        raise PlayerForfeited("research.forfeited", player=players[played.forfeit], reason=played.reason)
    return played.position


def _chair(player: str, chance: random.Random) -> Chair:
    level = find_level(player)
    return Chair(player, level.player, lambda: level.limit(chance.getrandbits(62)))
