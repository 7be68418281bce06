"""Bitboards of tiles, and the tiles of the well in their order."""

from fourfold.games.quadominos.rules.layout import BEGINNER, WELL
from fourfold.games.quadominos.rules.tables import DECKS
from fourfold.kernel.bitboard import Bitboard
from fourfold.kernel.bits import bit
from fourfold.kernel.jit import Row, compiled


@compiled
def deck_of(state: Row) -> Bitboard:
    """All tiles that are dealt."""
    return DECKS[state[BEGINNER], 0], DECKS[state[BEGINNER], 1]


@compiled
def has(tiles: Bitboard, tile: int) -> bool:
    """Tell whether a tile is in a set."""
    return ((tiles[0] >> tile if tile < 64 else tiles[1] >> (tile - 64)) & 1) != 0


@compiled
def only(tile: int) -> Bitboard:
    """The set of one tile."""
    return (bit(tile), 0) if tile < 64 else (0, bit(tile - 64))


@compiled
def without(tiles: Bitboard, tile: int) -> Bitboard:
    """A set without a tile."""
    low, high = tiles
    return (low & ~bit(tile), high) if tile < 64 else (low, high & ~bit(tile - 64))


@compiled
def add_tile(state: Row, at: int, tile: int) -> None:
    """Add a tile to the set in two words of a row."""
    state[at + (tile >> 6)] |= bit(tile & 63)


@compiled
def remove_tile(state: Row, at: int, tile: int) -> None:
    """Take a tile out of the set in two words of a row."""
    state[at + (tile >> 6)] &= ~bit(tile & 63)


@compiled
def put_in_well(state: Row, place: int, tile: int) -> None:
    """Write a tile to an empty place of the well; the one at the last place is drawn next."""
    state[WELL + (place >> 3)] |= (tile + 1) << 8 * (place & 7)


@compiled
def fill_well(state: Row, order: Row) -> None:
    """Write tiles to an empty well, in drawing order."""
    tiles = 0
    for drawn in range(len(order)):
        place = len(order) - 1 - drawn
        tiles = tiles << 8 | order[drawn] + 1
        if place & 7 == 0:
            state[WELL + (place >> 3)] = tiles
            tiles = 0
