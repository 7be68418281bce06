"""Static evaluation of Quads: who will run out of places first."""

from fourfold.games.quads.kernel import DEMANDS, EMPTY, FITS, HANDS, PLY, SQUARES
from fourfold.kernel.bitboard import size
from fourfold.kernel.evaluation import CERTAIN, chances_of
from fourfold.kernel.jit import Row, compiled, popcount, trailing_zeros

OWN_SQUARE = 715  # for a square that only this player can still fill
WAYS = 58  # for a way to place one of his tiles
PARITY = 24  # for the mover, if the number of squares that both can fill is odd

# For each limited level its nodes, and how many of 1024 moves it overlooks.
GRADES = ((20, 800), (40, 650), (80, 500), (200, 350), (500, 220), (2_400, 80), (15_000, 20))


@compiled
def evaluate(state: Row, work: Row, out: Row) -> None:
    """Compare the squares that only one player can fill, the ways to place, and who gets the last shared square."""
    light, dark = state[HANDS], state[HANDS + 1]
    advantage = 0
    both = 0
    left = state[EMPTY]
    while left:
        demands = state[trailing_zeros(left)] & DEMANDS
        left &= left - 1
        lights, darks = FITS[0, demands] & light, FITS[1, demands] & dark
        if lights and darks:
            both += 1
            advantage += WAYS * (popcount(lights) - popcount(darks)) >> 1
        elif lights:
            advantage += OWN_SQUARE
        elif darks:
            advantage -= OWN_SQUARE
    parity = PARITY if both & 1 else -PARITY
    advantage += parity if state[PLY] & 1 == 0 else -parity
    chances = chances_of(advantage)
    out[0] = chances
    out[1] = CERTAIN - chances


TUNING = {"options": {"border": True}}


def features(row: Row) -> list[float]:
    """Squares that only one seat can fill, orientations on the others, and the parity of the shared ones."""
    own = ways = both = 0
    for square in range(SQUARES):
        if row[EMPTY] >> square & 1:
            light, dark = (size((FITS[player, row[square] & DEMANDS] & row[HANDS + player], 0)) for player in range(2))
            both += bool(light and dark)
            own += bool(light and not dark) - bool(dark and not light)
            ways += light - dark if light and dark else 0
    parity = 1.0 if both & 1 else -1.0
    return [float(own), ways / 2, parity if row[PLY] % 2 == 0 else -parity]
