"""Opponents of an environment: computer players on the other seats."""

import numpy as np

from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.players.levels import find_level


class Opponent:
    """A level whose moves are repeatable by a random generator."""

    def __init__(self, level_id: str, game_id: str) -> None:
        self.level = find_level(level_id)
        self.level.check(game_id)

    def choose(self, position: Position, chance: np.random.Generator) -> Move:
        """Choose a move for the seat to move from its view."""
        limit = self.level.limit(int(chance.integers(1 << 62)))
        return self.level.player.choose(position.view(position.to_move), limit)
