"""Where tiles fit on the table of Quad-Ominos, and how the table changes when one is laid."""

from fourfold.games.quadominos.rules.layout import (
    CORNERS,
    EAST,
    FRONTIER,
    LYING,
    NORTH,
    NOTHING,
    SIDES,
    SPOTS,
    TABLE,
    TABLE_HASH,
    TAKEN,
)
from fourfold.games.quadominos.rules.tables import CODE_BITS, CODE_MASK, FACE, FITS, FITS_ANY, QUADS_HIGH, QUADS_LOW
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row, compiled, popcount


@compiled
def turned(face: int, turn: int) -> int:
    """The code of a tile in this turn."""
    return (face >> 3 * turn | face << (CODE_BITS - 3 * turn)) & CODE_MASK


@compiled
def turned_back(code: int, turn: int) -> int:
    """The code that a tile in turn 0 must fit for the tile in this turn to fit the given one."""
    return (code << 3 * turn | code >> (CODE_BITS - 3 * turn)) & CODE_MASK


@compiled
def shared(apart: int, face: int) -> int:
    """The part of its code that a cell takes from a tile with this code, lying so far back."""
    if apart < -NORTH - EAST or apart > NORTH + EAST:
        return 0
    north_west, north_east, south_east, south_west = face & 7, face >> 3 & 7, face >> 6 & 7, face >> 9 & 7
    if apart == NORTH:
        return north_east << 6 | north_west << 9
    if apart == EAST:
        return north_east | south_east << 9
    if apart == -NORTH:
        return south_west | south_east << 3
    if apart == -EAST:
        return north_west << 3 | south_west << 6
    if apart == NORTH + EAST:
        return north_east << 9
    if apart == NORTH - EAST:
        return north_west << 6
    if apart == EAST - NORTH:
        return south_east
    if apart == -NORTH - EAST:
        return south_west << 3
    return 0


@compiled
def corner_place(x: int, y: int) -> int:
    """The number of a corner, or of a cell by its south-west corner, on the torus."""
    return (y & 127) << 7 | x & 127


@compiled
def is_taken(state: Row, cell: int) -> bool:
    """Tell whether a tile lies there."""
    place = corner_place(cell, cell >> 8)
    return bool(state[TAKEN + (place >> 6)] >> (place & 63) & 1)


@compiled
def code_at(state: Row, cell: int) -> int:
    """Read the code of a cell off the lattice."""
    x, y = cell & 127, cell >> 8
    code = 0
    for i in range(4):
        place = corner_place(x + (i == 1 or i == 2), y + (i < 2))
        code |= (state[CORNERS + (place >> 4)] >> 4 * (place & 15) & 7) << 3 * i
    return int(code)


@compiled
def lay(state: Row, cell: int, face: int) -> None:
    """Put a tile on the table: the lattice, the taken cells and the frontier."""
    x, y = cell & 127, cell >> 8
    for i in range(4):
        place = corner_place(x + (i == 1 or i == 2), y + (i < 2))
        state[CORNERS + (place >> 4)] |= (face >> 3 * i & 7) << 4 * (place & 15)
    place = corner_place(x, y)
    state[TAKEN + (place >> 6)] |= bit(place & 63)
    end = FRONTIER + state[SPOTS]
    at = FRONTIER
    for row in range(-NORTH, NORTH + 1, NORTH):
        first = cell + row - EAST
        while at < end and state[at] >> CODE_BITS < first:
            at += 1
        for near in range(first, first + 3):
            apart = near - cell
            if at < end and state[at] >> CODE_BITS == near:
                if apart == 0:
                    end -= 1
                    for i in range(at, end):
                        state[i] = state[i + 1]
                    state[end] = 0
                else:
                    state[at] |= shared(apart, face)
                    at += 1
            elif apart in SIDES and not is_taken(state, near):
                for i in range(end, at, -1):
                    state[i] = state[i - 1]
                state[at] = near << CODE_BITS | code_at(state, near)
                end += 1
                at += 1
    state[SPOTS] = end - FRONTIER


@compiled
def put_tile(state: Row, move: int) -> None:
    """Put the tile of a move on the table, wherever it came from."""
    tile = move >> 4 & 127
    state[TABLE + (tile >> 6)] |= bit(tile & 63)
    state[LYING] += 1
    state[TABLE_HASH] ^= scramble(move >> 2)
    lay(state, move >> 11, turned(FACE[tile], move >> 2 & 3))


@compiled
def count_ways(code: int, low: int, high: int) -> int:
    """Count the ways to lay one of these tiles where a code is demanded; a quad has one turn only."""
    ways = popcount(FITS[code, 0] & low) + popcount(FITS[code, 1] & high)
    low &= ~QUADS_LOW
    high &= ~QUADS_HIGH
    for turn in range(1, 4):
        back = turned_back(code, turn)
        ways += popcount(FITS[back, 0] & low) + popcount(FITS[back, 1] & high)
    return ways


@compiled
def nth_way(code: int, low: int, high: int, index: int) -> int:
    """The index-th of the ways just counted: tile * 4 + turn."""
    for turn in range(4):
        back = turned_back(code, turn)
        lows = FITS[back, 0] & low
        ways = popcount(lows)
        if index < ways:
            return nth_bit(lows, index) << 2 | turn
        index -= ways
        highs = FITS[back, 1] & high
        ways = popcount(highs)
        if index < ways:
            return (nth_bit(highs, index) + 64) << 2 | turn
        index -= ways
        if turn == 0:
            low &= ~QUADS_LOW
            high &= ~QUADS_HIGH
    return 0


@compiled
def can_place_at(state: Row, low: int, high: int, cell: int, first: int, second: int) -> bool:
    """Tell whether one of these tiles fits a cell that shares a side with a tile, once two more tiles lie as given."""
    first_cell, second_cell = first >> CODE_BITS, second >> CODE_BITS
    if cell in (first_cell, second_cell) or is_taken(state, cell):
        return False
    code = code_at(state, cell) | shared(cell - first_cell, first & CODE_MASK)
    code |= shared(cell - second_cell, second & CODE_MASK)
    return bool(FITS_ANY[code, 0] & low | FITS_ANY[code, 1] & high)


@compiled
def can_place(state: Row, low: int, high: int, first: int, second: int) -> bool:
    """Tell whether one of these tiles can be placed once two more tiles, or NOTHING, lie on the table as given."""
    first_cell, second_cell = first >> CODE_BITS, second >> CODE_BITS
    first_face, second_face = first & CODE_MASK, second & CODE_MASK
    for i in range(FRONTIER, FRONTIER + state[SPOTS]):
        cell, code = state[i] >> CODE_BITS, state[i] & CODE_MASK
        if cell != first_cell and cell != second_cell:
            code |= shared(cell - first_cell, first_face) | shared(cell - second_cell, second_face)
            if FITS_ANY[code, 0] & low | FITS_ANY[code, 1] & high:
                return True
    for spot in (first, second):  # cells that are no part of the frontier yet
        if spot != NOTHING:
            for side in SIDES:
                if can_place_at(state, low, high, (spot >> CODE_BITS) + side, first, second):
                    return True
    return False


@compiled
def leaves_place(state: Row, low: int, high: int, first: int, cell: int, way: int) -> bool:
    """Tell whether another of these tiles can be placed after `first` and this one."""
    tile = way >> 2
    if tile < 64:
        low &= ~bit(tile)
    else:
        high &= ~bit(tile - 64)
    return can_place(state, low, high, first, cell << CODE_BITS | turned(FACE[tile], way & 3))


@compiled
def can_place_two(state: Row, low: int, high: int, first: int) -> bool:
    """Tell whether two of these tiles can be placed one after the other, once `first`, or NOTHING, lies there."""
    if popcount(low) + popcount(high) < 2:
        return False
    spots = state[SPOTS]
    first_cell, first_face = first >> CODE_BITS, first & CODE_MASK
    for i in range(spots + 4):
        if i < spots:
            cell = state[FRONTIER + i] >> CODE_BITS
            if cell == first_cell:
                continue
            code = state[FRONTIER + i] & CODE_MASK
        else:
            cell = first_cell + SIDES[i - spots]
            if first == NOTHING or is_taken(state, cell):
                continue
            code = code_at(state, cell)
        code |= shared(cell - first_cell, first_face)
        for index in range(count_ways(code, low, high)):
            way = nth_way(code, low, high, index)
            if leaves_place(state, low, high, first, cell, way):
                return True
    return False


@compiled
def leaves_two(state: Row, low: int, high: int, cell: int, way: int) -> bool:
    """Tell whether two others of these tiles can be placed after this one."""
    tile = way >> 2
    if tile < 64:
        low &= ~bit(tile)
    else:
        high &= ~bit(tile - 64)
    return can_place_two(state, low, high, cell << CODE_BITS | turned(FACE[tile], way & 3))
