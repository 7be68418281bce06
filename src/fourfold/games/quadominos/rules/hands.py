"""Hands of Quad-Ominos: their total, who starts a round, and with which tile."""

from fourfold.games.quadominos.rules.layout import HANDS, MOVER, ORIGIN, PLUS_2, PLUS_25, SEATS
from fourfold.games.quadominos.rules.placement import leaves_two, turned
from fourfold.games.quadominos.rules.tables import FACE, RANK, TOTAL, ZEROS
from fourfold.kernel.bitboard import load
from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.jit import Row, compiled, local_row


@compiled
def is_quad(tile: int) -> bool:
    """Tell whether the four numbers of a tile are equal."""
    return bool(FACE[tile] == turned(FACE[tile], 1))


@compiled
def highest_tile(state: Row, seat: int) -> int:
    """The tile of a hand with the highest rank for starting."""
    best = -1
    for half in range(2):
        left = state[HANDS + 2 * seat + half]
        while left:
            tile = lowest_bit(left) + 64 * half
            left &= left - 1
            if best < 0 or RANK[tile] > RANK[best]:
                best = tile
    return best


@compiled
def find_starter(state: Row) -> int:
    """The seat that starts: it holds the highest tile."""
    starter = 0
    for seat in range(1, state[SEATS]):
        if RANK[highest_tile(state, seat)] > RANK[highest_tile(state, starter)]:
            starter = seat
    return starter


@compiled
def hand_total(state: Row, seat: int) -> int:
    """Add up the numbers in a hand."""
    total = 0
    for half in range(2):
        left = state[HANDS + 2 * seat + half]
        while left:
            total += TOTAL[lowest_bit(left) + 64 * half]
            left &= left - 1
    return int(total)


@compiled
def opening_signs(state: Row, tile: int) -> int:
    """The signs that a tile may start with, as a set: bit s for sign s (Quad-Ominos F3, F4, R2)."""
    if not is_quad(tile):
        return 1
    spots = local_row(1)
    spots[0] = 0  # the table is empty
    two = leaves_two(state, load(state, HANDS + 2 * state[MOVER]), spots, ORIGIN, tile << 2)
    if tile == ZEROS:
        return 1 << (PLUS_25 | PLUS_2) if two else 1 << PLUS_25
    return 1 << PLUS_25 | 1 << PLUS_2 if two else 1 << PLUS_25
