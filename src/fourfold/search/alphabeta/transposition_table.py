"""Transposition table: what was found about positions that were searched before.

A bucket is one cache line: two entries of a key, a move and data each. The first entry keeps what was searched deepest,
the second what came last. The data hold the value, the depth below it, the bound type, and whether the value is proved.

Hashing is lock-free (Hyatt): threads share a table without waiting. The key is kept mixed with a hash of the other two
words, so an entry that two threads wrote parts of belongs to no position.
"""

import numpy as np

from fourfold.kernel.hashes import FIRST, GOLDEN
from fourfold.kernel.jit import Row, compiled, fetch, word
from fourfold.search.alphabeta.state import DECISIVE, UNKNOWN
from fourfold.search.state import NO_MOVE

BUCKET, ENTRY = 8, 4  # words
KEY, MOVE, DATA = 0, 1, 2
EXACT, LOWER, UPPER = 1, 2, 3  # bound types: the position is worth as much as the value, at least, or at most
DEPTH_BITS = 7
FOREVER = (1 << DEPTH_BITS) - 1  # the depth of what is proved


def make_table(nodes: int, most_bits: int = 18) -> Row:
    """Make an empty table that suits a search of so many nodes; 2 to the power of `most_bits` buckets at most."""
    bits = min(max(nodes // 8, 1).bit_length(), most_bits)
    return np.zeros(BUCKET << max(bits, 6), np.int64)


@compiled
def bucket_of(table: Row, key: int) -> int:
    """Where the bucket of a key begins."""
    return (key & (len(table) // BUCKET - 1)) * BUCKET


@compiled
def prefetch(table: Row, key: int) -> None:
    """Bring the bucket of a key into the processor's cache: to read main memory takes as long as many moves."""
    fetch(table, bucket_of(table, key))


@compiled
def seal(move: int, data: int) -> int:
    """A hash of both words; their bits alone are too much alike from entry to entry."""
    mixed = (move ^ data * word(GOLDEN)) * word(FIRST)
    return mixed ^ (mixed >> 29)


@compiled
def probe(table: Row, key: int) -> tuple[int, int]:
    """The move and the data of a key; NO_MOVE and 0 where there is no entry."""
    at = bucket_of(table, key)
    for place in range(at, at + BUCKET, ENTRY):
        move, data = table[place + MOVE], table[place + DATA]
        if data and table[place + KEY] ^ seal(move, data) == key:
            return move, data
    return NO_MOVE, 0


@compiled
def depth_of(data: int) -> int:
    """How deep the search was."""
    return (data >> 3) & FOREVER


@compiled
def bound_of(data: int) -> int:
    """The bound type of the value."""
    return (data >> 1) & 3


@compiled
def value_of(data: int) -> int:
    """The value, as it was kept."""
    return data >> (DEPTH_BITS + 3)


@compiled
def is_proved(data: int) -> bool:
    """Whether the value does not depend on any estimate."""
    return data & 1 != 0


@compiled
def cutoff_value(data: int, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value that an entry has at a ply, if it makes a search of this depth needless; else UNKNOWN."""
    value, bound = value_of(data), bound_of(data)
    if value >= DECISIVE:  # plies to a win are kept from the position on, and counted from the root on
        value -= ply
    elif value <= -DECISIVE:
        value += ply
    is_enough = is_proved(data) or depth_of(data) >= depth
    fits = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    return value if is_enough and fits else UNKNOWN


@compiled
def store(table: Row, key: int, move: int, value: int, ply: int, depth: int, bound: int, proved: int) -> None:
    """Keep the value that a search found at a ply."""
    if value >= DECISIVE:
        value += ply
    elif value <= -DECISIVE:
        value -= ply
    at = bucket_of(table, key)
    held = table[at + DATA]
    if not held or table[at + KEY] ^ seal(table[at + MOVE], held) != key:
        if held and depth_of(held) > depth:
            at += ENTRY
        else:
            for place in range(ENTRY):
                table[at + ENTRY + place] = table[at + place]
    data = word(value) << (DEPTH_BITS + 3) | depth << 3 | bound << 1 | proved
    table[at + KEY] = key ^ seal(move, data)
    table[at + MOVE] = move
    table[at + DATA] = data
