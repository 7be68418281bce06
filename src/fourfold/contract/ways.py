"""Ways to play in tests: by chance, and seeking what a game wishes for; and the positions of such games."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TypeVar

import numpy as np

from fourfold.contract.variants import Variant
from fourfold.core.position import Position
from fourfold.core.registry import module

Choose = Callable[[Position, random.Random], str]
Wish = Callable[[Position, str], float]  # how much a way to play wishes for a move
Thing = TypeVar("Thing")

AT_RANDOM = 0.15  # the share of moves that no wish decides


def by_chance(position: Position, chance: random.Random) -> str:
    """Any legal move."""
    moves = position.moves()
    return str(moves[chance.randrange(len(moves))])


def seeking(wish: Wish, size: int) -> Choose:
    """Of a sample of so many moves, mostly the one that is wished for most."""

    def choose(position: Position, chance: random.Random) -> str:
        moves = position.moves()
        places = range(len(moves)) if len(moves) <= size else [chance.randrange(len(moves)) for _ in range(size)]
        sample = [str(moves[place]) for place in places]
        if chance.random() < AT_RANDOM:
            return chance.choice(sample)
        return max(sample, key=lambda move: (wish(position, move), chance.random()))

    return choose


def ways_of(game_id: str) -> dict[str, Choose]:
    """All ways to play a game in tests, by name; `chance` is always one of them."""
    wishes: dict[str, tuple[Wish, int]] = getattr(module(game_id, "variants"), "WAYS", {})
    return {"chance": by_chance, **{name: seeking(wish, size) for name, (wish, size) in wishes.items()}}


def play(variant: Variant, way: str = "chance", seed: int = 0, plies: int = 400) -> Iterator[Position]:
    """The positions of one game, from the start on; tests that ask for the same game share it."""
    played, rest = _begun(variant, way, seed)
    for place in range(plies):
        if place == len(played):
            played += islice(rest, 1)
        if place == len(played):
            return
        yield played[place]


@lru_cache(maxsize=200)
def _begun(variant: Variant, way: str, seed: int) -> tuple[list[Position], Iterator[Position]]:
    """A game: the positions that were asked for, and an iterator of the others."""
    return [], _positions(variant, way, seed)


def _positions(variant: Variant, way: str, seed: int) -> Iterator[Position]:
    chance = random.Random(f"{variant} {way} {seed}")
    choose = ways_of(variant.game)[way]
    position = variant.start(seed=seed)
    yield position
    while position.outcome is None:
        position = (
            position.deal(seed=chance.getrandbits(32))
            if position.is_deal_due
            else position.play(choose(position, chance))
        )
        yield position


def some(things: Sequence[Thing], number: int = 12) -> list[Thing]:
    """The first, the last, and some between."""
    places = np.unique(np.linspace(0, len(things) - 1, number).astype(int))
    return [things[place] for place in places]
