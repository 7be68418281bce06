"""Openings: random first moves that give nobody too much, so that games differ and are fair."""

import random

from fourfold.core.position import Position
from fourfold.search.playouts import playouts

VARIETY = 1000  # an opening is so long that about so many others could have been played
ATTEMPTS = 40
GAMES = 200  # random games that tell how even an opening is
LEAD = 0.2  # what a seat may win of them above its share


def draw_opening(first: Position, seed: int) -> Position:
    """Play a few random moves, the same for the same seed; of several tries the first that is even, or the most even.

    Where a game begins with a deal, the deal is the opening.

    >>> import fourfold
    >>> draw_opening(fourfold.game("qawale").start(), seed=1).ply
    2
    """
    chance = random.Random(f"opening/{seed}")
    if first.is_deal_due:
        return first.deal(seed=chance.getrandbits(63))
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
        moves = position.moves()
        others *= len(moves)
        position = position.play(moves[chance.randrange(len(moves))])
    return position


def _lead(position: Position, seed: int) -> float:
    """How much more than its equal share the seat gets that wins most random games."""
    result = playouts(position, GAMES, seed)
    decided = max(sum(result.wins), 1)
    return max(result.wins) / decided - 1 / position.seats
