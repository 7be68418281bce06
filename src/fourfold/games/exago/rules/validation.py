"""Validation of parsed positions of Exago; it also finds the winner of a finished game."""

from fourfold.core.errors import BadPosition
from fourfold.core.grids import HexGrid
from fourfold.games.exago.kernel import PLIES_A_SEAT, makes_line
from fourfold.games.exago.rules.cells import has
from fourfold.games.exago.rules.layout import BOARD, EARLY, HAND, MOVER, PLY, SEATS, SIDE, TILES, WINNER
from fourfold.games.exago.rules.tables import GRIDS
from fourfold.kernel.bitboard import load
from fourfold.kernel.jit import Row


def check(row: Row) -> None:
    """Raise BadPosition if a row cannot occur; write the winner if there is a line."""
    grid = GRIDS[int(row[SIDE])]
    _check_ply(row)
    _check_joined(row, grid)
    _check_tiles(row, grid)
    _find_winner(row, grid)


def _check_ply(row: Row) -> None:
    seats, ply, mover = int(row[SEATS]), int(row[PLY]), int(row[MOVER])
    if ply > PLIES_A_SEAT * seats:
        raise BadPosition("exago.position.ply", ply=ply, last=PLIES_A_SEAT * seats)
    if mover != ply % seats:
        raise BadPosition("exago.position.mover", seat=mover, ply=ply, wanted=ply % seats)


def _check_joined(row: Row, grid: HexGrid) -> None:
    tiles = _cells(row, BOARD, grid)
    joined = set(tiles[:1])
    edge = list(joined)
    while edge:
        near = {int(cell) for cell in grid.neighbours[edge.pop()]} & set(tiles) - joined
        joined |= near
        edge += near
    for cell in tiles:
        if cell not in joined:
            raise BadPosition("exago.position.apart", cell=grid.name(cell), other=grid.name(tiles[0]))


def _check_tiles(row: Row, grid: HexGrid) -> None:
    """Compare the tiles with the turns: before the first lift every turn adds a tile, the first on the centre."""
    seats, ply = int(row[SEATS]), int(row[PLY])
    owned = [len(_cells(row, TILES + 2 * seat, grid)) for seat in range(seats)]
    turns = [(ply - seat + seats - 1) // seats for seat in range(seats)]
    puts = [1 if row[EARLY] else owned[seat] + int(row[HAND + seat]) for seat in range(seats)]
    nobody_lifted = ply <= min(seat + seats * puts[seat] for seat in range(seats))
    for seat in range(seats):
        if owned[seat] > turns[seat] or (nobody_lifted and owned[seat] < turns[seat]):
            raise BadPosition("exago.position.turns", seat=str(seat), ply=ply, found=owned[seat], turns=turns[seat])
    if ply >= 2 and sum(owned) < 2:
        raise BadPosition("exago.position.few", ply=ply)
    if ply and nobody_lifted and not has(load(row, TILES), grid.centre):
        raise BadPosition("exago.position.centre", centre=grid.name(grid.centre), ply=ply)


def _find_winner(row: Row, grid: HexGrid) -> None:
    """Only the last mover can have a line: it ended the game."""
    last = (int(row[PLY]) - 1) % int(row[SEATS])
    for seat in range(row[SEATS]):
        if any(makes_line(row, seat, cell) for cell in _cells(row, TILES + 2 * seat, grid)):
            if seat != last:
                raise BadPosition("exago.position.line", seat=str(seat))
            row[WINNER] = seat + 1


def _cells(row: Row, word: int, grid: HexGrid) -> list[int]:
    return [cell for cell in range(grid.cells) if has(load(row, word), cell)]
