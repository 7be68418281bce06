"""Openings: random first moves that are balanced, so that games differ and are fair."""

import random

from fourfold.core.position import Position
from fourfold.search.playouts import playouts

VARIETY = 1000  # about so many openings of that length are possible
ATTEMPTS = 40
GAMES = 200  # playouts that measure the balance of an opening
LEAD = 0.2  # share of the playouts that a seat may win above its equal share


def play_random(position: Position, chance: random.Random) -> Position:
    """Play one random move, or deal where a deal is due."""
    if position.is_deal_due:
        return position.deal(seed=chance.getrandbits(63))
    moves = position.moves()
    return position.play(moves[chance.randrange(len(moves))])


def draw_opening(first: Position, seed: int) -> Position:
    """Play a few random moves, repeatably; of several attempts the first balanced one, or the most balanced.

    Where a game begins with a deal, the deal is the opening.

    >>> import fourfold
    >>> draw_opening(fourfold.game("qawale").start(), seed=1).ply
    2
    """
    chance = random.Random(f"opening/{seed}")
    if first.is_deal_due:
        return play_random(first, chance)
    if first.game.facts.has_deals:
        return first
    best, least = first, 2.0
    for _ in range(ATTEMPTS):
        opening = _play_some(first, chance)
        if opening.outcome is None:
            lead = _lead(opening, chance.getrandbits(63))
            if lead < least:
                best, least = opening, lead
            if lead <= LEAD:
                break
    return best


def _play_some(first: Position, chance: random.Random) -> Position:
    position, others = first, 1
    while others < VARIETY and position.outcome is None:
        others *= len(position.moves())
        position = play_random(position, chance)
    return position


def _lead(position: Position, seed: int) -> float:
    """How much more than its equal share the best seat wins of the playouts."""
    result = playouts(position, GAMES, seed)
    decided = max(sum(result.wins), 1)
    return max(result.wins) / decided - 1 / position.seats
