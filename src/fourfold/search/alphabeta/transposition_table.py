"""The table of positions that were searched before.

A bucket is one line of the processor's cache: two entries of a key, a move and a finding each. The first entry keeps
what was searched deepest, the second what came last. A finding holds the value, the depth below it, what kind of
bound the value is, and whether it is proved.

Threads may share a table without waiting for each other: the key is kept mixed with a hash of the two other words, so
an entry of which one wrote a part and another the rest is nobody's.
"""

import numpy as np

from fourfold.kernel.hashes import FIRST, GOLDEN
from fourfold.kernel.jit import Row, compiled, fetch, word

BUCKET, ENTRY = 8, 4  # words
KEY, MOVE, FINDING = 0, 1, 2
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
DEPTH_BITS = 7
FOREVER = (1 << DEPTH_BITS) - 1  # the depth of what is proved
NO_ENTRY = -1


def make_table(nodes: int, most_bits: int = 18) -> Row:
    """Make an empty table that suits a search of so many nodes; 2 to the power of `most_bits` buckets at most."""
    bits = min(max(nodes // 8, 1).bit_length(), most_bits)
    return np.zeros(BUCKET << max(bits, 6), np.int64)


@compiled
def bucket_of(table: Row, key: int) -> int:
    """Where the bucket of a key begins."""
    return (key & (len(table) // BUCKET - 1)) * BUCKET


@compiled
def fetch_entry(table: Row, key: int) -> None:
    """Bring the bucket of a key nearer: from far memory it takes as long as many moves."""
    fetch(table, bucket_of(table, key))


@compiled
def seal(move: int, finding: int) -> int:
    """A hash of both words; their bits alone are too much alike from entry to entry."""
    mixed = (move ^ finding * word(GOLDEN)) * word(FIRST)
    return mixed ^ (mixed >> 29)


@compiled
def is_entry_of(table: Row, at: int, key: int, move: int, finding: int) -> bool:
    """Tell whether a move and a finding that were read at a place are those of a key."""
    return table[at + KEY] ^ seal(move, finding) == key


@compiled
def find_entry(table: Row, key: int) -> int:
    """Where the entry of a key begins, or NO_ENTRY."""
    at = bucket_of(table, key)
    if table[at + FINDING] and is_entry_of(table, at, key, table[at + MOVE], table[at + FINDING]):
        return at
    at += ENTRY
    if table[at + FINDING] and is_entry_of(table, at, key, table[at + MOVE], table[at + FINDING]):
        return at
    return NO_ENTRY


@compiled
def value_of(finding: int) -> int:
    """The value that was found."""
    return finding >> (DEPTH_BITS + 3)


@compiled
def depth_of(finding: int) -> int:
    """How deep the search was that found it."""
    return (finding >> 3) & FOREVER


@compiled
def bound_of(finding: int) -> int:
    """Whether the value is EXACT, AT_LEAST or AT_MOST what is there."""
    return (finding >> 1) & 3


@compiled
def is_proved(finding: int) -> bool:
    """Whether the value does not depend on any estimate."""
    return finding & 1 != 0


@compiled
def keep_entry(table: Row, key: int, move: int, value: int, depth: int, bound: int, proved: int) -> None:
    """Write down what was found."""
    at = bucket_of(table, key)
    held = table[at + FINDING]
    if not held or not is_entry_of(table, at, key, table[at + MOVE], held):
        if held and depth_of(held) > depth:
            at += ENTRY
        else:
            for place in range(ENTRY):
                table[at + ENTRY + place] = table[at + place]
    finding = word(value) << (DEPTH_BITS + 3) | depth << 3 | bound << 1 | proved
    table[at + KEY] = key ^ seal(move, finding)
    table[at + MOVE] = move
    table[at + FINDING] = finding
