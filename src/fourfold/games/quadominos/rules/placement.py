"""Placement of tiles in Quad-Ominos: where they fit, and how the table changes."""

from fourfold.games.quadominos.rules import layout
from fourfold.games.quadominos.rules.tables import CODE_BITS, CODE_MASK, FACE, FITS, FITS_ANY, QUADS, SHARED
from fourfold.games.quadominos.rules.tile_sets import add_tile, without
from fourfold.kernel.bitboard import Bitboard, difference, has_any, intersection, size
from fourfold.kernel.bits import bit, nth_bit
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row, compiled, local_row, popcount
from fourfold.kernel.rows import first_above


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
    near = apart + layout.NORTH + layout.EAST
    if near < 0 or near > 2 * (layout.NORTH + layout.EAST) or near & 255 > 2:
        return 0
    column, row = near & 255, near >> 8
    kept = turned_back(face, 1) & SHARED[row, column, 0] | turned_back(face, 2) & SHARED[row, column, 1]
    return kept | turned(face, 1) & SHARED[row, column, 2]


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
    fresh, count = local_row(4), 0  # the sides that were not in the frontier
    end = layout.FRONTIER + state[layout.SPOTS]
    at = first_above(state, layout.FRONTIER, end, (cell - layout.NORTH - layout.EAST << CODE_BITS) - 1)
    gone = 0  # 1 once the cell itself is taken out
    for row in range(-layout.NORTH, layout.NORTH + 1, layout.NORTH):
        first = cell + row - layout.EAST
        while at < end and state[at] >> CODE_BITS < first:
            state[at - gone] = state[at]
            at += 1
        for near in range(first, first + 3):
            apart = near - cell
            if at < end and state[at] >> CODE_BITS == near:
                if apart == 0:
                    gone = 1
                else:
                    state[at - gone] = state[at] | shared(apart, face)
                at += 1
            elif apart in layout.SIDES and not is_taken(state, near):
                fresh[count] = near << CODE_BITS | code_at(state, near)
                count += 1
    if count > gone:
        for place in range(end - 1, at - 1, -1):
            state[place + count - gone] = state[place]
    elif count < gone:
        for place in range(at, end):
            state[place - 1] = state[place]
        state[end - 1] = 0
    state[layout.SPOTS] += count - gone
    at -= gone
    while count:  # the largest first, each behind what is smaller
        if at > layout.FRONTIER and state[at - 1] > fresh[count - 1]:
            state[at + count - 1] = state[at - 1]
            at -= 1
        else:
            count -= 1
            state[at + count] = fresh[count]


@compiled
def clear_table(state: Row) -> None:
    """Take all tiles off the lattice, which spans no more rows than the frontier, and empty the frontier."""
    spots = state[layout.SPOTS]
    if spots:
        south, north = state[layout.FRONTIER] >> CODE_BITS + 8, state[layout.FRONTIER + spots - 1] >> CODE_BITS + 8
        for y in range(south, north + 1):
            corners, taken = layout.CORNERS + (corner_place(0, y) >> 4), layout.TAKEN + (corner_place(0, y) >> 6)
            state[corners : corners + 8] = 0
            state[taken : taken + 2] = 0
    state[layout.FRONTIER : layout.FRONTIER + spots] = 0
    state[layout.SPOTS] = 0


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
def list_open(state: Row, tiles: Bitboard, spots: Row) -> None:
    """List the open spots: those of the frontier that take one of these tiles in some turn.

    No tile that is laid opens one of the others: a spot only ever demands more.
    """
    count = 0
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        spots[1 + count] = state[at]
        count += fits_any(state[at] & CODE_MASK, tiles)
    spots[0] = count


@compiled
def can_place(state: Row, tiles: Bitboard) -> bool:
    """Tell whether one of these tiles can be placed."""
    for at in range(layout.FRONTIER, layout.FRONTIER + state[layout.SPOTS]):
        if fits_any(state[at] & CODE_MASK, tiles):
            return True
    return False


@compiled
def can_place_at(state: Row, tiles: Bitboard, cell: int, first: int, second: int) -> bool:
    """Tell whether one of these tiles fits a cell that shares a side with a tile, once two more tiles lie as given."""
    first_cell, second_cell = first >> CODE_BITS, second >> CODE_BITS
    if cell in (first_cell, second_cell) or is_taken(state, cell):
        return False
    code = code_at(state, cell) | shared(cell - first_cell, first & CODE_MASK)
    return fits_any(code | shared(cell - second_cell, second & CODE_MASK), tiles)


@compiled
def can_place_after(state: Row, tiles: Bitboard, spots: Row, first: int, second: int) -> bool:
    """Tell whether one of these tiles can be placed once two more tiles, or NOTHING, lie on the table as given.

    The open spots are those of the same tiles, or of more.
    """
    first_cell, second_cell = first >> CODE_BITS, second >> CODE_BITS
    first_face, second_face = first & CODE_MASK, second & CODE_MASK
    for place in range(1, 1 + spots[0]):
        cell, code = spots[place] >> CODE_BITS, spots[place] & CODE_MASK
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
def leaves_place(state: Row, tiles: Bitboard, spots: Row, first: int, cell: int, way: int) -> bool:
    """Tell whether another of these tiles can be placed after `first` and this one."""
    return can_place_after(state, without(tiles, way >> 2), spots, first, spot_of(cell, way))


@compiled
def can_place_two(state: Row, tiles: Bitboard, spots: Row, first: int) -> bool:
    """Tell whether two of these tiles can be placed one after the other, once `first`, or NOTHING, lies there."""
    if size(tiles) < 2:
        return False
    first_cell, first_face = first >> CODE_BITS, first & CODE_MASK
    for place in range(spots[0] + 4):
        if place < spots[0]:
            cell = spots[1 + place] >> CODE_BITS
            if cell == first_cell:
                continue
            code = spots[1 + place] & CODE_MASK
        else:
            cell = first_cell + layout.SIDES[place - spots[0]]
            if first == layout.NOTHING or is_taken(state, cell):
                continue
            code = code_at(state, cell)
        code |= shared(cell - first_cell, first_face)
        if fits_any(code, tiles):
            for index in range(count_ways(code, tiles)):
                if leaves_place(state, tiles, spots, first, cell, nth_way(code, tiles, index)):
                    return True
    return False


@compiled
def leaves_two(state: Row, tiles: Bitboard, spots: Row, cell: int, way: int) -> bool:
    """Tell whether two others of these tiles can be placed after this one."""
    return can_place_two(state, without(tiles, way >> 2), spots, spot_of(cell, way))
