"""The print-and-play kit of a game that has no own: its board, and the pieces of the first position, on discs."""

from collections import Counter as Tally
from typing import TYPE_CHECKING

from fourfold.picture.kit import Counter, Kit, PrintedBoard
from fourfold.picture.paths import ellipse

if TYPE_CHECKING:
    from fourfold.core.game import Game

RADIUS = 44.0  # of a disc
UNIT = 0.2  # millimetres: a disc is 18 wide


def make_kit(game: "Game") -> Kit:
    """Make the kit for the highest number of seats, with the usual options."""
    start = game.start(seats=game.facts.seats[-1], seed=0)
    row = start.row.copy()
    hands = game.look.hands(row)
    counts = Tally(item.symbol for item in game.look.pieces(row, None).items)
    for items in (hands.shared, *(hand.items for hand in hands.hands)):
        counts.update(item.symbol for item in items)
    counters = tuple(Counter(symbol, count) for symbol, count in counts.items())
    boards = (PrintedBoard(game.look.frame(row)),)
    return Kit(counters, ellipse((0, 0), RADIUS), 2 * RADIUS, UNIT, boards, UNIT)
