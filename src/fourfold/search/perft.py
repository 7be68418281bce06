"""Perft: counts the move sequences of a given length, the first test of any rules."""

from typing import NamedTuple

import numpy as np

from fourfold.core.position import Position
from fourfold.kernel.jit import CHANCE, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import begin_keys, forget_key, note_key


class Walk(NamedTuple):
    """The rows of a walk, one a ply; keys of earlier positions, how many, and how often one may occur."""

    states: Table
    work: Table
    keys: Row
    earlier: int
    repetition: int


@compiled
def _count(rules: Rules, walk: Walk, ply: int, depth: int, last: int) -> int:
    state, work = walk.states[ply], walk.work[ply]
    if depth == 0:
        return 1
    if rules.status(state) or rules.to_move(state) == CHANCE:
        return 0
    total = 0
    if not walk.repetition or not note_key(walk.keys, walk.earlier + ply, rules.key(state), walk.repetition):
        width = rules.count(state, work)
        if depth == last:
            total = width
        else:
            after = walk.states[ply + 1]
            for i in range(width):
                copy_row(state, after)
                rules.play(after, rules.nth(state, i, work))
                total += _count(rules, walk, ply + 1, depth - 1, last)
    if walk.repetition:
        forget_key(walk.keys, walk.earlier + ply)
    return total


@compiled
def _perft(words: Row, walk: Walk, depth: int, last: int) -> int:
    return _count(rules_at(words), walk, 0, depth, last)


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` moves; a game that is over, or before a deal, has none.

    >>> import fourfold
    >>> [perft(fourfold.game("qawale").start(), depth) for depth in (1, 2, 3)]
    [40, 2176, 143712]
    """
    return _count_moves(position, depth, 1)


def walk(position: Position, depth: int) -> int:
    """Count the same as perft, but play the last moves too: for comparisons of speed."""
    return _count_moves(position, depth, 0)


def _count_moves(position: Position, depth: int, last: int) -> int:
    if depth < 1:
        return 1
    game = position.game
    keys, first = begin_keys(position, depth + 1)
    states = np.zeros((depth + 1, len(position.row)), np.int64)
    states[0] = position.row
    work = np.zeros((depth + 1, game.work_words), np.int64)
    return int(_perft(game.rule_words, Walk(states, work, keys, first, game.repetition), depth, last))
