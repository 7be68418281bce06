"""What the reference opponent knows of Exago: the potential of the lines through a cell, wins and threats."""

import numpy as np
from numpy.typing import NDArray

from fourfold.games.exago import kernel
from fourfold.games.exago.rules.cells import cells_of, has, lowest, only
from fourfold.games.exago.rules.layout import BOARD, MOVER, NO_CELL, SEATS, SIDE, TILES
from fourfold.games.exago.rules.tables import AXES, GRIDS, LINE_LENGTH, words
from fourfold.kernel.bitboard import EMPTY, Bitboard, difference, has_any, intersection, load, size, union
from fourfold.kernel.jit import Row, compiled
from fourfold.kernel.rows import copy_row

SEARCH = "puct"

LENGTHS = (4, 5)
SMALL_SIDE = min(GRIDS)
# What one more tile makes of a line without other tiles, by the tiles in it so far: of one's own, and of another seat.
ATTACK = np.array([1, 4, 16, 64, 1000, 0])
DEFENCE = np.array([0, 2, 10, 48, 400, 0])


def _lines() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All lines that win: low and high words, and for each board, length and cell which of them lead through it."""
    sets: list[tuple[int, int]] = []
    through = np.full((len(GRIDS) * len(LENGTHS), max(grid.cells for grid in GRIDS.values()), AXES * max(LENGTHS)), -1)
    for board, grid in enumerate(GRIDS.values()):
        number = {place: cell for cell, place in enumerate(grid.axial)}
        for kind, length in enumerate(LENGTHS, board * len(LENGTHS)):
            for q, r in grid.axial:
                for x, y in grid.DIRECTIONS[:AXES]:
                    cells = [number[place] for i in range(length) if (place := (q + i * x, r + i * y)) in number]
                    if len(cells) == length:
                        for cell in cells:
                            through[kind, cell, np.argmin(through[kind, cell])] = len(sets)
                        sets.append(words(cells))
    table = np.array(sets)
    return table[:, 0].copy(), table[:, 1].copy(), through


LOW, HIGH, THROUGH = _lines()


@compiled
def _kind(state: Row) -> int:
    """Which board and length the state has, in the table of lines."""
    return 2 * (state[SIDE] != SMALL_SIDE) + (LINE_LENGTH[state[SEATS]] == LENGTHS[1])


@compiled
def prefer(state: Row, move: int) -> int:
    """The potential of the lines through the target: one's own that grow, and others' that are blocked."""
    target, source, _ = cells_of(move)
    mover, kind = state[MOVER], _kind(state)
    board, own = load(state, BOARD), load(state, TILES + 2 * mover)
    if source != NO_CELL:
        board, own = difference(board, only(source)), difference(own, only(source))
    total = 0
    for place in range(THROUGH.shape[2]):
        line = THROUGH[kind, target, place]
        if line < 0:
            break
        cells = (LOW[line], HIGH[line])
        tiles, ours = size(intersection(board, cells)), size(intersection(own, cells))
        if tiles == ours:
            total += ATTACK[ours]
        elif ours == 0:
            for seat in range(state[SEATS]):
                if size(intersection(load(state, TILES + 2 * seat), cells)) == tiles:
                    total += DEFENCE[tiles]
    return total


@compiled
def _gaps(state: Row, seat: int) -> Bitboard:
    """The empty cells that a seat lacks for a line."""
    kind, length = _kind(state), LINE_LENGTH[state[SEATS]]
    board, own = load(state, BOARD), load(state, TILES + 2 * seat)
    gaps = EMPTY
    left = own
    while has_any(left):  # each line is seen from its tiles
        cell = lowest(left)
        left = difference(left, only(cell))
        for place in range(THROUGH.shape[2]):
            line = THROUGH[kind, cell, place]
            if line < 0:
                break
            cells = (LOW[line], HIGH[line])
            if size(intersection(own, cells)) == length - 1:
                gaps = union(gaps, difference(cells, board))
    return gaps


@compiled
def _find_target(state: Row, work: Row, width: int, cells: Bitboard, after: Row, winner: int) -> int:
    """The number of a move that puts a tile on one of these cells, and wins where a winner is asked for; or -1."""
    for index in range(width):
        move = kernel.nth(state, index, work)
        if has(cells, cells_of(move)[0]):
            if winner == 0:
                return index
            copy_row(state, after)
            kernel.play(after, move)
            if kernel.status(after) == winner:
                return index
    return -1


@compiled
def urge(state: Row, work: Row, width: int, after: Row) -> int:
    """A move that completes a line, or else one that takes the gap of the first seat that would complete one."""
    mover, seats = state[MOVER], state[SEATS]
    gaps = _gaps(state, mover)
    if has_any(gaps):
        found = _find_target(state, work, width, gaps, after, mover + 1)
        if found >= 0:
            return found
    for distance in range(1, seats):
        gaps = _gaps(state, (mover + distance) % seats)
        if has_any(gaps):
            return _find_target(state, work, width, gaps, after, 0)
    return -1
