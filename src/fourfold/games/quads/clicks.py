"""Clicks of Quads: the tile, the square, the orientation."""

from collections.abc import Sequence

from fourfold.core.clicks import Click, MoveClicks, cell, item, way
from fourfold.core.errors import IllegalMove
from fourfold.games.quads import board, kernel, notation, words
from fourfold.kernel.bits import lowest_bit
from fourfold.kernel.jit import Row


def clicks(row: Row, move: int) -> tuple[Click, ...]:
    """All clicks of a move."""
    square, _, edges = notation.format_move(row, move).partition("=")
    return item(notation.tile_name(move >> kernel.SQUARE_BITS)), cell(square), way(edges)


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """A missing tile, square or orientation stands for any.

    Refuse a tile that fits nowhere, and a place for no tile.
    """
    squares = [click for click in clicked if len(click) == 2]
    tiles = [click for click in clicked if len(click) == 4]
    if len(clicked) == 1:
        _refuse_alone(row, *clicked)
        somewhere = int(row[kernel.FRONTIER] or row[kernel.EMPTY] or 1)
        squares = squares or [kernel.GRID.name(int(lowest_bit(somewhere)))]
    if len(squares) != 1 or len(tiles) > 2 or any(len(click) not in (2, 4) for click in clicked):
        return []
    neutrals = [notation.format_edges(edges) for edges in board.neutrals_left(row)]
    names = tiles[:1] or neutrals or board.hand(row, int(kernel.to_move(row)))
    ways = tiles[1:] or [name[turn:] + name[:turn] for name in names for turn in range(4)]
    return [f"{squares[0]}={edges}" for edges in ways]


def _refuse_alone(row: Row, click: str) -> None:
    """Say why a tile of the mover's, or a free place beside a tile, begins no move."""
    mover = int(kernel.to_move(row))
    if row[kernel.PLY] < words.NEUTRALS:
        return
    if click in board.hand(row, mover):
        raise IllegalMove("quads.refuse.fits_nowhere", move=click, tile=click)
    if len(click) == 2 and int(row[kernel.FRONTIER]) >> kernel.GRID.cell(click) & 1:
        raise IllegalMove("quads.refuse.nothing_fits", move=click, cell=click)


CLICKS = MoveClicks(clicks, texts)
