"""The tiles of Quad-Ominos, and which of them fit where.

A tile is a number: first the 70 without a 5, in the order of their names, which are the
beginners' set, then the 55 with one. A set of tiles is two words: tile t is bit t % 64 of word t // 64.

A *code* holds the numbers at the four corners of a cell, three bits a corner, clockwise from the
north-west one in the lowest bits: the number + 1, or 0 where no tile on the table has that corner.
Turn t of a tile shows the t-th number of its name in the north-west.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

MISSING = (0, 2, 4, 5)  # the one set of four numbers that has no tile (Quad-Ominos F1)
CODE_BITS = 12
CODE_MASK = (1 << CODE_BITS) - 1

Words = NDArray[np.int64]


def _numbers() -> tuple[tuple[int, int, int, int], ...]:
    every = [four for four in combinations_with_replacement(range(6), 4) if four != MISSING]
    return tuple(sorted(every, key=lambda four: (5 in four, four)))


NUMBERS = _numbers()  # of each tile, ascending, which is clockwise too (Quad-Ominos R1)
NAMES = tuple("".join(map(str, four)) for four in NUMBERS)
TILES = len(NUMBERS)
BEGINNER_TILES = sum(5 not in four for four in NUMBERS)


def _set(members: list[int]) -> tuple[int, int]:
    """Write a set of tiles as two signed words."""
    bits = sum(1 << tile for tile in members)
    return tuple(int(np.uint64(word).astype(np.int64)) for word in (bits & (1 << 64) - 1, bits >> 64))  # type: ignore[return-value]


def _faces() -> Words:
    return np.array([sum((n + 1) << 3 * i for i, n in enumerate(four)) for four in NUMBERS], np.int64)


def _ranks() -> Words:
    """Order the tiles by their right to start: quads first, then totals, then the numbers from the highest down."""
    order = sorted(range(TILES), key=lambda t: (len(set(NUMBERS[t])) == 1, sum(NUMBERS[t]), NUMBERS[t][::-1]))
    ranks = np.zeros(TILES, np.int64)
    ranks[order] = np.arange(TILES)
    return ranks


def _fits() -> Words:
    """List for every code the tiles that fit in turn 0."""
    members: list[list[int]] = [[] for _ in range(1 << CODE_BITS)]
    for tile, face in enumerate(FACE.tolist()):
        for corners in range(16):
            mask = sum(7 << 3 * i for i in range(4) if corners >> i & 1)
            members[face & mask].append(tile)
    return np.array([_set(tiles) for tiles in members], np.int64)


def _fits_any() -> Words:
    """List for every code the tiles that fit in some turn."""
    codes = np.arange(1 << CODE_BITS)
    turns = [(codes << 3 * t | codes >> (CODE_BITS - 3 * t)) & CODE_MASK for t in range(4)]
    sets: Words = FITS[turns[0]] | FITS[turns[1]] | FITS[turns[2]] | FITS[turns[3]]
    return sets


def _shared() -> Words:
    """For each neighbour of a tile, rows from the south: the corners of its code that are those of the tile.

    The first are those that have the tile's numbers turned back by one corner, then by two, then by three.
    """
    corners = ((0, 1), (1, 1), (1, 0), (0, 0))
    masks = np.zeros((3, 3, 3), np.int64)
    for (column, row), place in zip(corners, range(4), strict=True):
        for east in (-1, 0, 1):
            for north in (-1, 0, 1):
                met = (column + east, row + north)
                if (east or north) and met in corners:
                    masks[north + 1, east + 1, (place - corners.index(met)) % 4 - 1] |= 7 << 3 * place
    return masks


FACE = _faces()  # the code of each tile in turn 0
TOTAL = np.array([sum(four) for four in NUMBERS], np.int64)
RANK = _ranks()  # the tile that starts a round is the highest of all hands (Quad-Ominos F3, F4, R3)
OUTRANKING = np.array([_set([u for u in range(TILES) if RANK[u] > RANK[t]]) for t in range(TILES)], np.int64)
FITS = _fits()  # turn t of a tile fits a code if turn 0 fits the code turned back by t corners
FITS_ANY = _fits_any()
SHARED = _shared()
QUADS = _set([t for t in range(TILES) if len(set(NUMBERS[t])) == 1])
ZEROS = 0  # the tile 0000
DECKS = np.array([_set(list(range(TILES))), _set(list(range(BEGINNER_TILES)))], np.int64)
HAND_SIZE = np.array([0, 0, 15, 10, 8, 7, 6, 6, 6], np.int64)  # by the number of seats (Quad-Ominos F2)
# A bonus is earned where at least three corners are met (Quad-Ominos R5).
EARNS_BONUS = np.array([sum(code >> 3 * i & 7 != 0 for i in range(4)) >= 3 for code in range(1 << CODE_BITS)], np.int64)
