"""Random playouts: games played to their end by chance, for benchmarks and statistics."""

from dataclasses import dataclass

import numpy as np

from fourfold.core.position import Position
from fourfold.kernel.hashes import GOLDEN, random_below, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, compiled, rules_at, word
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.repetition import BUCKETS, begin_keys, note_key
from fourfold.search.state import EARLIER, REPETITION, Space, begin_search

LONGEST = 1024  # more than the plies of any game that looks for repetitions


@compiled
def _finish(rules: Rules, space: Space, tally: Row) -> int:
    """Play one game to its end, and return its status; add to the tally of moves and of what they were."""
    state, work, random, repetition = space.states[1], space.work[0], space.random, space.control[REPETITION]
    ply = space.control[EARLIER]
    status = rules.status(state)
    while status == RUNNING:
        if rules.to_move(state) == CHANCE:
            shuffle(space.order, random)
            rules.deal(state, space.order)
        else:
            if repetition and note_key(space.keys, ply, rules.key(state), repetition):
                return DRAWN
            move = rules.nth(state, random_below(random, rules.count(state, work)), work)
            rules.play(state, move)
            tally[0] += 1
            tally[1] = (tally[1] ^ move) * word(GOLDEN)
            ply += 1
        status = rules.status(state)
    return status


@compiled
def _playouts(words: Row, space: Space, begun: Row, games: int, wins: Row, tally: Row) -> None:
    rules = rules_at(words)
    for _ in range(games):
        copy_row(space.states[0], space.states[1])
        copy_row(begun, space.keys)
        wins[max(_finish(rules, space, tally), 0)] += 1


@dataclass(frozen=True)
class Playouts:
    """The results of random games: draws, each seat's wins, and moves in all.

    `signature` depends on every single move: it changes only when rules, move order or generator do.
    """

    games: int
    moves: int
    draws: int
    wins: tuple[int, ...]
    signature: str


def playouts(position: Position, games: int, seed: int = 0) -> Playouts:
    """Finish the position by uniformly random moves, many times.

    >>> import fourfold
    >>> result = playouts(fourfold.game("qawale").start(), 1000, seed=1)
    >>> result.draws + sum(result.wins)
    1000
    """
    game = position.game
    keys, first = begin_keys(position, LONGEST if game.repetition else 0)
    begun = keys[: BUCKETS if game.repetition else 0].copy()
    wins = np.zeros(position.seats + 1, np.int64)
    tally = np.zeros(2, np.int64)
    with begin_search(Limit(nodes=0), game, position.row, keys=keys, earlier=first) as space:
        space.random[0] = seed
        _playouts(game.rule_words, space, begun, games, wins, tally)
    signature = f"{int(tally[1]) & 0xFFFFFFFFFFFFFFFF:016x}"
    return Playouts(games, int(tally[0]), int(wins[0]), tuple(wins[1:].tolist()), signature)
