"""Repeatable chance for players: the same for the same limit and ply, whatever the seat cannot see."""

import random

from fourfold.core.position import View
from fourfold.search.limit import Limit


def draw_chance(view: View, limit: Limit) -> random.Random:
    """Make the generator for one choice; each ply of a game has its own."""
    return random.Random(f"{limit.seed}/{view.ply}")
