"""Print and play of Quads: all tiles, and the board with its printed rim, which serves with and without `border`."""

from fourfold.games.quads import board, kernel
from fourfold.games.quads.notation import format_edges
from fourfold.games.quads.symbols import NEUTRAL_TILES, OWNERS
from fourfold.picture.kit import Counter, Kit, PrintedBoard
from fourfold.picture.paths import polygon, square_at

UNIT = 0.25  # millimetres: a square is 25 wide
HALF = 49.0  # of a paper tile, a little smaller than its square


def kit() -> Kit:
    """One board, 17 tiles of each player, 2 neutral ones (Quads F1)."""
    names = [
        f"quads-{OWNERS[owner]}-{name}"
        for owner in (kernel.LIGHT, kernel.DARK)
        for name in board.names_of(kernel.FULL_HAND)
    ]
    names += [f"quads-neutral-{format_edges(edges)}" for edges in NEUTRAL_TILES]
    counters = tuple(Counter(name, 1) for name in names)
    printed = PrintedBoard(board.frame_of(has_border=True))
    return Kit(counters, polygon(square_at((0, 0), HALF)), 2 * HALF, UNIT, (printed,), UNIT)
