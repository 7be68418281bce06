"""Features of the evaluation functions as numbers: those of seat 0 minus those of seat 1.

They are in the order of the weights in `games/GAME/evaluation.py`.
"""

from collections.abc import Callable

import numpy as np

from fourfold import Position

Features = Callable[[Position], list[float]]
WORD = (1 << 64) - 1


def _words(position: Position) -> list[int]:
    return [int(word) for word in position.row]


def read_qawale(position: Position) -> list[float]:
    """Lines with one, two and three tops, and who has just moved."""
    from fourfold.games.qawale.evaluation import LINE_CELLS
    from fourfold.games.qawale.kernel import FIRST_TOPS, PLY, SECOND_TOPS

    counts = np.zeros(5)
    for line in LINE_CELLS:
        counts[(int(position.row[FIRST_TOPS]) & line).bit_count()] += 1
        counts[(int(position.row[SECOND_TOPS]) & line).bit_count()] -= 1
    return [*counts[1:4].tolist(), 1.0 if position.row[PLY] & 1 else -1.0]


def read_quads(position: Position) -> list[float]:
    """Squares that only one seat can fill, orientations on the others, and the parity of the shared ones."""
    from fourfold.games.quads.kernel import DEMANDS, EMPTY, FITS, HANDS, PLY

    own = ways = both = 0
    row = _words(position)
    for square in range(36):
        if row[EMPTY] >> square & 1:
            light, dark = (
                (int(FITS[player, row[square] & DEMANDS]) & row[HANDS + player] & WORD).bit_count()
                for player in range(2)
            )
            both += bool(light and dark)
            own += bool(light and not dark) - bool(dark and not light)
            ways += light - dark if light and dark else 0
    parity = 1.0 if both & 1 else -1.0
    return [float(own), ways / 2, parity if row[PLY] % 2 == 0 else -parity]


def read_exago(position: Position) -> list[float]:
    """Open windows with two to four tiles, and the seat to move; for two seats."""
    from fourfold.games.exago.evaluation import BEGINS, HIGH, LOW
    from fourfold.games.exago.rules.layout import MOVER, SIDE, TILES

    row = _words(position)
    kind = 2 * (row[SIDE] == 6) + 1
    counts = np.zeros(6)
    for window in range(BEGINS[kind], BEGINS[kind + 1]):
        low, high = int(LOW[window]), int(HIGH[window])
        tiles = [
            (row[TILES + 2 * seat] & low & WORD).bit_count() + (row[TILES + 2 * seat + 1] & high & WORD).bit_count()
            for seat in range(2)
        ]
        if not (tiles[0] and tiles[1]):
            counts[tiles[0]] += 1
            counts[tiles[1]] -= 1
    return [*counts[2:5].tolist(), 1.0 if row[MOVER] == 0 else -1.0]


def read_quadominos(position: Position) -> list[float]:
    """Tiles and numbers in hand, tiles that fit, whether none fits, whether one earns a bonus, and the seat to move."""
    from fourfold.games.quadominos.evaluation import MOST_FITTING
    from fourfold.games.quadominos.rules.layout import FRONTIER, HANDS, HELD, MOVER, SPOTS
    from fourfold.games.quadominos.rules.tables import CODE_MASK, EARNS_BONUS, FITS_ANY, NUMBERS

    row = _words(position)
    fitting = earning = 0
    for spot in row[FRONTIER : FRONTIER + row[SPOTS]]:
        fits = _tiles(*FITS_ANY[spot & CODE_MASK])
        fitting |= fits
        earning |= fits if EARNS_BONUS[spot & CODE_MASK] else 0
    sides = []
    for seat in range(2):
        hand = _tiles(*row[HANDS + 2 * seat : HANDS + 2 * seat + 2])
        fits = (hand & fitting).bit_count()
        numbers = sum(sum(four) for tile, four in enumerate(NUMBERS) if hand >> tile & 1)
        sides.append([row[HELD + seat], numbers, min(fits, MOST_FITTING), fits == 0, bool(hand & earning)])
    return [*(float(one - other) for one, other in zip(*sides, strict=True)), 1.0 if row[MOVER] == 0 else -1.0]


def _tiles(low: int, high: int) -> int:
    return (int(low) & WORD) | (int(high) & WORD) << 64


FEATURES: dict[str, Features] = {
    "qawale": read_qawale,
    "quads": read_quads,
    "exago": read_exago,
    "quadominos": read_quadominos,
}
