"""Bitboards of two words: sets of up to 128 cells or tiles. The game says which of them the high word holds."""

from fourfold.kernel.jit import Row, compiled, popcount

Bitboard = tuple[int, int]  # the low word, the high word
EMPTY: Bitboard = (0, 0)


@compiled
def load(row: Row, at: int) -> Bitboard:
    """Read the set in two words of a row."""
    return row[at], row[at + 1]


@compiled
def store(row: Row, at: int, bits: Bitboard) -> None:
    """Write a set to two words of a row."""
    row[at] = bits[0]
    row[at + 1] = bits[1]


@compiled
def union(one: Bitboard, other: Bitboard) -> Bitboard:
    """The members of either set."""
    return one[0] | other[0], one[1] | other[1]


@compiled
def intersection(one: Bitboard, other: Bitboard) -> Bitboard:
    """The members of both sets."""
    return one[0] & other[0], one[1] & other[1]


@compiled
def difference(one: Bitboard, other: Bitboard) -> Bitboard:
    """The members of the first set that are not in the second."""
    return one[0] & ~other[0], one[1] & ~other[1]


@compiled
def has_any(bits: Bitboard) -> bool:
    """Tell whether a set has members."""
    return (bits[0] | bits[1]) != 0


@compiled
def size(bits: Bitboard) -> int:
    """Count the members."""
    return popcount(bits[0]) + popcount(bits[1])
