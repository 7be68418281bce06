"""Perft: counts the move sequences of a given length, the first test of any rules."""

from fourfold.core.position import Position
from fourfold.kernel.jit import CHANCE, Row, Rules, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.limit import Limit
from fourfold.search.repetition import begin_keys, forget_key, note_key
from fourfold.search.state import EARLIER, REPETITION, Space, begin_search


@compiled
def _count(
    rules: Rules, states: Table, work: Table, keys: Row, earlier: int, ply: int, depth: int, repetition: int, last: int
) -> int:
    state = states[ply]
    if depth == 0:
        return 1
    if rules.status(state) or rules.to_move(state) == CHANCE:
        return 0
    total = 0
    if not repetition or not note_key(keys, earlier + ply, rules.key(state), repetition):
        width = rules.count(state, work[ply])
        if depth == last:
            total = width
        else:
            for i in range(width):
                copy_row(state, states[ply + 1])
                rules.play(states[ply + 1], rules.nth(state, i, work[ply]))
                total += _count(rules, states, work, keys, earlier, ply + 1, depth - 1, repetition, last)
    if repetition:
        forget_key(keys, earlier + ply)
    return total


@compiled
def _perft(words: Row, space: Space, depth: int, last: int) -> int:
    earlier, repetition = space.control[EARLIER], space.control[REPETITION]
    return _count(rules_at(words), space.states, space.work, space.keys, earlier, 0, depth, repetition, last)


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
    with begin_search(Limit(nodes=0), game, position.row, rows=depth + 1, keys=keys, earlier=first) as space:
        return int(_perft(game.rule_words, space, depth, last))
