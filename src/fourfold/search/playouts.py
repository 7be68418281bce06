"""Plays games to their end by chance: what benchmarks and statistics are made of."""

from dataclasses import dataclass

import numpy as np

from fourfold.core.position import Position
from fourfold.kernel.hashes import GOLDEN, random_below, shuffle
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, Row, Rules, compiled, rules_at, word
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import BUCKETS, begin_keys, note_key

LONGEST = 1024  # more than the plies of any game that looks for repetitions


@compiled
def _finish(
    rules: Rules, state: Row, work: Row, order: Row, keys: Row, first: int, repetition: int, random: Row, tally: Row
) -> int:
    """Play one game to its end; return its status, and add to the tally of moves and of what they were."""
    ply = first
    status = rules.status(state)
    while status == RUNNING:
        if rules.to_move(state) == CHANCE:
            shuffle(order, random)
            rules.deal(state, order)
        else:
            if repetition and note_key(keys, ply, rules.key(state), repetition):
                return DRAWN
            move = rules.nth(state, random_below(random, rules.count(state, work)), work)
            rules.play(state, move)
            tally[0] += 1
            tally[1] = (tally[1] ^ move) * word(GOLDEN)
            ply += 1
        status = rules.status(state)
    return status


@compiled
def _playouts(
    words: Row,
    start: Row, state: Row, work: Row, order: Row, begun: Row, keys: Row, first: int, repetition: int, games: int,
    random: Row, wins: Row, tally: Row,
) -> None:  # fmt: skip
    rules = rules_at(words)
    for _ in range(games):
        copy_row(start, state)
        copy_row(begun, keys)
        result = _finish(rules, state, work, order, keys, first, repetition, random, tally)
        wins[max(result, 0)] += 1


@dataclass(frozen=True)
class Playouts:
    """What came out of a number of random games: draws, each seat's wins, and moves in all.

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
    _playouts(
        game.rule_words, position.row.copy(), position.row.copy(), np.zeros(game.work_words, np.int64),
        np.zeros(int(game.rules.deck(position.row.copy())), np.int64), begun, keys, first, game.repetition, games,
        np.array([seed], np.int64), wins, tally,
    )  # fmt: skip
    signature = f"{int(tally[1]) & 0xFFFFFFFFFFFFFFFF:016x}"
    return Playouts(games, int(tally[0]), int(wins[0]), tuple(wins[1:].tolist()), signature)
