"""Print and play of Quad-Ominos: all tiles; those of the beginners' set come first."""

from fourfold.games.quadominos.rules.tables import NAMES
from fourfold.games.quadominos.symbols import tile
from fourfold.picture.kit import Counter, Kit
from fourfold.picture.paths import polygon, square_at

UNIT = 0.24  # millimetres: a tile is 24 wide
HALF = 50.0


def kit() -> Kit:
    """Every tile once (Quad-Ominos F1); the table needs no board."""
    counters = tuple(Counter(tile(name).id, 1) for name in NAMES)
    return Kit(counters, polygon(square_at((0, 0), HALF)), 2 * HALF, UNIT)
