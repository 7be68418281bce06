"""Counts the move sequences of a given length: the first test of any rules."""

import numpy as np

from fourfold.core.position import Position
from fourfold.kernel.jit import CHANCE, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import begin_keys, forget_key, note_key


@compiled
def _count(
    rules: Rules, states: Table, work: Table, keys: Row, first: int, ply: int, depth: int, repetition: int, last: int
) -> int:
    state = states[ply]
    if depth == 0:
        return 1
    if rules.status(state) or rules.to_move(state) == CHANCE:
        return 0
    total = 0
    if not repetition or not note_key(keys, first + ply, rules.key(state), repetition):
        width = rules.count(state, work[ply])
        if depth == last:
            total = width
        else:
            after = states[ply + 1]
            for i in range(width):
                copy_row(state, after)
                rules.play(after, rules.nth(state, i, work[ply]))
                total += _count(rules, states, work, keys, first, ply + 1, depth - 1, repetition, last)
    if repetition:
        forget_key(keys, first + ply)
    return total


@compiled
def _perft(
    words: Row,
    states: Table, work: Table, keys: Row, first: int, depth: int, repetition: int, last: int,
) -> int:  # fmt: skip
    rules = rules_at(words)
    return _count(rules, states, work, keys, first, 0, depth, repetition, last)


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` moves; a game that is over, or before a deal, has none.

    >>> import fourfold
    >>> [perft(fourfold.game("qawale").start(), depth) for depth in (1, 2, 3)]
    [40, 2176, 143712]
    """
    return _count_moves(position, depth, 1)


def walk(position: Position, depth: int) -> int:
    """Count the same as perft, but play the last moves too instead of only counting them: for comparisons of speed."""
    return _count_moves(position, depth, 0)


def _count_moves(position: Position, depth: int, last: int) -> int:
    if depth < 1:
        return 1
    game = position.game
    keys, first = begin_keys(position, depth + 1)
    states = np.zeros((depth + 1, len(position.row)), np.int64)
    states[0] = position.row
    work = np.zeros((depth + 1, game.work_words), np.int64)
    return int(_perft(game.rule_words, states, work, keys, first, depth, game.repetition, last))
