"""Who sits on the other seats of an environment: any of the computer players."""

import numpy as np

from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.players.levels import find_level


class Opponent:
    """A level that is asked for moves, repeatably from a generator."""

    def __init__(self, level_id: str, game_id: str) -> None:
        self.level = find_level(level_id)
        self.level.check(game_id)

    def choose(self, position: Position, chance: np.random.Generator) -> Move:
        """Choose a move for the seat to move, knowing no more than its view."""
        limit = self.level.limit(int(chance.integers(1 << 62)))
        return self.level.player.choose(position.view(position.to_move), limit)
