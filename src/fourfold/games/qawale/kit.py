"""Print and play of Qawale: the board, and the pebbles as discs."""

from fourfold.games.qawale import FACTS, board
from fourfold.games.qawale.symbols import COLOUR
from fourfold.picture.kit import Counter, Kit, PrintedBoard
from fourfold.picture.paths import ellipse

BOARD_UNIT = 0.4  # millimetres: a square is 40 wide
UNIT = 2.0
RADIUS = 6.5  # of a disc, in the units of its drawing: 26 millimetres across
NEUTRAL_PEBBLES = 8  # two on each corner (Qawale F1)


def kit() -> Kit:
    """One board, the pebbles of both players and the neutral ones (Qawale F1)."""
    own = next(option for option in FACTS.options if option.name == "pebbles").default(2)
    numbers = {"x": own, "o": own, "n": NEUTRAL_PEBBLES}
    counters = tuple(Counter(f"qawale-{COLOUR[letter]}-bead", number) for letter, number in numbers.items())
    return Kit(counters, ellipse((0, 0), RADIUS), 2 * RADIUS + 1, UNIT, (PrintedBoard(board.FRAME),), BOARD_UNIT)
