"""Print and play of Exago: the usual board, and the tiles of all colours."""

from fourfold.games.exago import FACTS, board, tiles_of_seat
from fourfold.games.exago.notation import COLOURS
from fourfold.games.exago.symbols import CENTRE, RADIUS
from fourfold.picture.kit import Counter, Kit, PrintedBoard
from fourfold.picture.paths import hexagon, polygon
from fourfold.picture.shapes import Item

UNIT = 0.2  # millimetres: a cell is 17 wide
PLAY = 2.0  # how much smaller a paper tile is than its cell


def kit() -> Kit:
    """One board, and for each colour the most tiles that it can need (Exago F1)."""
    side = next(option for option in FACTS.options if option.name == "side").default(2)
    most = [max(tiles_of_seat(seats) for seats in FACTS.seats if seats > seat) for seat in range(len(COLOURS))]
    counters = tuple(Counter(f"exago-{seat}", number) for seat, number in enumerate(most))
    printed = PrintedBoard(board.board_of(side).frame, (Item(CENTRE.id, (0, 0)),))  # where the game starts (Exago F3)
    cut = RADIUS - PLAY
    return Kit(counters, polygon(hexagon((0, 0), cut)), 2 * cut + PLAY, UNIT, (printed,), UNIT)
