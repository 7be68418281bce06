"""Random playouts: games played to their end by chance, for benchmarks and statistics."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fourfold.core.position import Position
from fourfold.kernel.hashes import GOLDEN, random_below, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, compiled, rules_at, word
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import BUCKETS, begin_keys, note_key

LONGEST = 1024  # more than the plies of any game that looks for repetitions


class PlayoutSpace(NamedTuple):
    """The position to begin with, and what a playout writes on."""

    start: Row
    state: Row
    work: Row
    order: Row  # of a deal
    begun: Row  # the counts of earlier keys
    keys: Row
    earlier: int
    repetition: int
    random: Row
    tally: Row  # the number of moves, and a hash of them


@compiled
def _finish(rules: Rules, space: PlayoutSpace) -> int:
    """Play one game to its end, and return its status."""
    state, work, random, tally = space.state, space.work, space.random, space.tally
    ply = space.earlier
    status = rules.status(state)
    while status == RUNNING:
        if rules.to_move(state) == CHANCE:
            shuffle(space.order, random)
            rules.deal(state, space.order)
        else:
            if space.repetition and note_key(space.keys, ply, rules.key(state), space.repetition):
                return DRAWN
            move = rules.nth(state, random_below(random, rules.count(state, work)), work)
            rules.play(state, move)
            tally[0] += 1
            tally[1] = (tally[1] ^ move) * word(GOLDEN)
            ply += 1
        status = rules.status(state)
    return status


@compiled
def _playouts(words: Row, space: PlayoutSpace, games: int, wins: Row) -> None:
    rules = rules_at(words)
    for _ in range(games):
        copy_row(space.start, space.state)
        copy_row(space.begun, space.keys)
        wins[max(_finish(rules, space), 0)] += 1


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
    work, order = np.zeros(game.work_words, np.int64), np.zeros(int(game.rules.deck(position.row.copy())), np.int64)
    start, state, random = position.row.copy(), position.row.copy(), np.array([seed], np.int64)
    space = PlayoutSpace(start, state, work, order, begun, keys, first, game.repetition, random, tally)
    _playouts(game.rule_words, space, games, wins)
    signature = f"{int(tally[1]) & 0xFFFFFFFFFFFFFFFF:016x}"
    return Playouts(games, int(tally[0]), int(wins[0]), tuple(wins[1:].tolist()), signature)
