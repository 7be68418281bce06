"""Clicks of Quads: the tile, the square, the orientation."""

from collections.abc import Sequence

from fourfold.core.clicks import Click, MoveClicks, cell, item, way
from fourfold.games.quads import board, kernel, notation
from fourfold.kernel.jit import Row


def clicks(row: Row, move: int) -> tuple[Click, ...]:
    """All clicks of a move."""
    square, _, edges = notation.format_move(row, move).partition("=")
    return item(notation.tile_name(move >> kernel.SQUARE_BITS)), cell(square), way(edges)


def texts(row: Row, clicked: Sequence[str]) -> list[str]:
    """There must be one square; a missing tile or orientation stands for any."""
    squares = [click for click in clicked if len(click) == 2]
    tiles = [click for click in clicked if len(click) == 4]
    if len(squares) != 1 or len(squares) + len(tiles) != len(clicked) or len(tiles) > 2:
        return []
    neutrals = [notation.format_edges(edges) for edges in board.neutrals_left(row)]
    names = tiles[:1] or neutrals or board.hand(row, int(kernel.to_move(row)))
    ways = tiles[1:] or [name[turn:] + name[:turn] for name in names for turn in range(4)]
    return [f"{squares[0]}={edges}" for edges in ways]


CLICKS = MoveClicks(clicks, texts)
