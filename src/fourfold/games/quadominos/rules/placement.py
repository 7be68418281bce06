"""Placement of tiles in Quad-Ominos: where they fit, and how the table changes."""

from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.tables import CODE_BITS, CODE_MASK, FACE, FITS, FITS_ANY, QUADS
from fourfold.games.quadominos.rules.tile_sets import add_tile, without
from fourfold.kernel.bitboard import Bitboard, difference, has_any, intersection, size
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row, compiled, popcount


@compiled
def turned(face: int, turn: int) -> int:
    """The code of a tile in this turn."""
    return (face >> 3 * turn | face << (CODE_BITS - 3 * turn)) & CODE_MASK


@compiled
def turned_back(code: int, turn: int) -> int:
    """The code that turn 0 of a tile must fit so that this turn fits the given code."""
    return (code << 3 * turn | code >> (CODE_BITS - 3 * turn)) & CODE_MASK


@compiled
def shared(apart: int, face: int) -> int:
    """The part of its code that a cell gets from a tile with this code; `apart` is cell minus cell."""
    if apart < -layout.NORTH - layout.EAST or apart > layout.NORTH + layout.EAST:
        return 0
    north_west, north_east, south_east, south_west = face & 7, face >> 3 & 7, face >> 6 & 7, face >> 9 & 7
    if apart == layout.NORTH:
        return north_east << 6 | north_west << 9
    if apart == layout.EAST:
        return north_east | south_east << 9
    if apart == -layout.NORTH:
        return south_west | south_east << 3
    if apart == -layout.EAST:
        return north_west << 3 | south_west << 6
    if apart == layout.NORTH + layout.EAST:
        return north_east << 9
    if apart == layout.NORTH - layout.EAST:
        return north_west << 6
    if apart == layout.EAST - layout.NORTH:
        return south_east
    if apart == -layout.NORTH - layout.EAST:
        return south_west << 3
    return 0


@compiled
def corner_place(x: int, y: int) -> int:
    """The number of a corner, or of a cell by its south-west corner, on the torus."""
    return (y & 127) << 7 | x & 127


@compiled
def is_taken(state: Row, cell: int) -> bool:
    """Tell whether a tile lies in a cell."""
    place = corner_place(cell, cell >> 8)
    return bool(state[layout.TAKEN + (place >> 6)] >> (place & 63) & 1)


@compiled
def code_at(state: Row, cell: int) -> int:
    """Read the code of a cell from the lattice."""
    x, y = cell & 127, cell >> 8
    code = 0
    for i in range(4):
        place = corner_place(x + (i == 1 or i == 2), y + (i < 2))
        code |= (state[layout.CORNERS + (place >> 4)] >> 4 * (place & 15) & 7) << 3 * i
    return int(code)


@compiled
def lay(state: Row, cell: int, face: int) -> None:
    """Update the lattice, the taken cells and the frontier for a new tile."""
    x, y = cell & 127, cell >> 8
    for i in range(4):
        place = corner_place(x + (i == 1 or i == 2), y + (i < 2))
        state[layout.CORNERS + (place >> 4)] |= (face >> 3 * i & 7) << 4 * (place & 15)
    place = corner_place(x, y)
    state[layout.TAKEN + (place >> 6)] |= bit(place & 63)
    end = layout.FRONTIER + state[layout.SPOTS]
    at = layout.FRONTIER
    for row in range(-layout.NORTH, layout.NORTH + 1, layout.NORTH):
        first = cell + row - layout.EAST
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
            elif apart in layout.SIDES and not is_taken(state, near):
                for i in range(end, at, -1):
                    state[i] = state[i - 1]
                state[at] = near << CODE_BITS | code_at(state, near)
                end += 1
                at += 1
    state[layout.SPOTS] = end - layout.FRONTIER


@compiled
def put_tile(state: Row, move: int) -> None:
    """Place the tile of a move on the table, wherever it came from."""
    tile = move >> 4 & 127
    add_tile(state, layout.TABLE, tile)
    state[layout.LYING] += 1
    state[layout.TABLE_HASH] ^= scramble(move >> 2)
    lay(state, move >> 11, turned(FACE[tile], move >> 2 & 3))


@compiled
def spot_of(cell: int, way: int) -> int:
    """The spot of a tile in a cell, lying this way."""
    return cell << CODE_BITS | turned(FACE[way >> 2], way & 3)


@compiled
def fitting(code: int, turn: int) -> Bitboard:
    """The tiles that fit a code in this turn."""
    back = turned_back(code, turn)
    return FITS[back, 0], FITS[back, 1]


@compiled
def fitting_any(code: int) -> Bitboard:
    """The tiles that fit a code in some turn."""
    return FITS_ANY[code, 0], FITS_ANY[code, 1]


@compiled
def fits_any(code: int, tiles: Bitboard) -> bool:
    """Tell whether one of these tiles fits a code in some turn."""
    return has_any(intersection(fitting_any(code), tiles))


@compiled
def count_ways(code: int, tiles: Bitboard) -> int:
    """Count the ways to lay one of these tiles where a code is demanded; a quad has one turn only."""
    ways = size(intersection(fitting(code, 0), tiles))
    tiles = difference(tiles, QUADS)
    for turn in range(1, 4):
        ways += size(intersection(fitting(code, turn), tiles))
    return ways


@compiled
def nth_way(code: int, tiles: Bitboard, index: int) -> int:
    """The index-th of the ways just counted: tile * 4 + turn."""
    for turn in range(4):
        low, high = intersection(fitting(code, turn), tiles)
        ways = popcount(low)
        if index < ways:
            return nth_bit(low, index) << 2 | turn
        index -= ways
        ways = popcount(high)
        if index < ways:
            return (nth_bit(high, index) + 64) << 2 | turn
        index -= ways
        if turn == 0:
            tiles = difference(tiles, QUADS)
    return 0


@compiled
def can_place_at(state: Row, tiles: Bitboard, cell: int, first: int, second: int) -> bool:
    """Tell whether one of these tiles fits a cell that shares a side with a tile, once two more tiles lie as given."""
    first_cell, second_cell = first >> CODE_BITS, second >> CODE_BITS
    if cell in (first_cell, second_cell) or is_taken(state, cell):
        return False
    code = code_at(state, cell) | shared(cell - first_cell, first & CODE_MASK)
    return fits_any(code | shared(cell - second_cell, second & CODE_MASK), tiles)


@compiled
def can_place(state: Row, tiles: Bitboard, first: int, second: int) -> bool:
    """Tell whether one of these tiles can be placed once two more tiles, or NOTHING, lie on the table as given."""
    first_cell, second_cell = first >> CODE_BITS, second >> CODE_BITS
    first_face, second_face = first & CODE_MASK, second & CODE_MASK
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        cell, code = state[at] >> CODE_BITS, state[at] & CODE_MASK
        if cell != first_cell and cell != second_cell:
            code |= shared(cell - first_cell, first_face) | shared(cell - second_cell, second_face)
            if fits_any(code, tiles):
                return True
    for spot in (first, second):  # cells that are no part of the frontier yet
        if spot != layout.NOTHING:
            for side in layout.SIDES:
                if can_place_at(state, tiles, (spot >> CODE_BITS) + side, first, second):
                    return True
    return False


@compiled
def leaves_place(state: Row, tiles: Bitboard, first: int, cell: int, way: int) -> bool:
    """Tell whether another of these tiles can be placed after `first` and this one."""
    return can_place(state, without(tiles, way >> 2), first, spot_of(cell, way))


@compiled
def can_place_two(state: Row, tiles: Bitboard, first: int) -> bool:
    """Tell whether two of these tiles can be placed one after the other, once `first`, or NOTHING, lies there."""
    if size(tiles) < 2:
        return False
    spots = state[layout.SPOTS]
    first_cell, first_face = first >> CODE_BITS, first & CODE_MASK
    for place in range(spots + 4):
        if place < spots:
            cell = state[layout.FRONTIER + place] >> CODE_BITS
            if cell == first_cell:
                continue
            code = state[layout.FRONTIER + place] & CODE_MASK
        else:
            cell = first_cell + layout.SIDES[place - spots]
            if first == layout.NOTHING or is_taken(state, cell):
                continue
            code = code_at(state, cell)
        code |= shared(cell - first_cell, first_face)
        for index in range(count_ways(code, tiles)):
            if leaves_place(state, tiles, first, cell, nth_way(code, tiles, index)):
                return True
    return False


@compiled
def leaves_two(state: Row, tiles: Bitboard, cell: int, way: int) -> bool:
    """Tell whether two others of these tiles can be placed after this one."""
    return can_place_two(state, without(tiles, way >> 2), spot_of(cell, way))
