"""Tunes the weights of the evaluations by self-play: `python tuning/tune.py GAME [GAMES] [NODES]`.

The current evaluation plays games against itself from random openings. What it looks at (the *features*) is read off
every position that follows, and a logistic regression finds the weights by which they tell best how the games ended.
The same command prints the same weights. Copy them into `games/GAME/evaluate.py`, and measure the new weights
against the old ones before you keep them.
"""

import random
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import fourfold
from fourfold import Position
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit

OPENING = 4  # plies by chance
OPTIONS = {"quads": {"border": True}}
STEPS, CAUTION = 30, 5.0  # of the fit: Newton's steps, and how much it mistrusts large weights

Features = Callable[[Position], list[float]]


def qawale_features(position: Position) -> list[float]:
    """Lines with one, two and three tops, and who has just sown."""
    from fourfold.games.qawale.evaluate import LINE_CELLS
    from fourfold.games.qawale.kernel import FIRST_TOPS, PLY, SECOND_TOPS

    counts = np.zeros(5)
    for line in LINE_CELLS:
        counts[(int(position.row[FIRST_TOPS]) & line).bit_count()] += 1
        counts[(int(position.row[SECOND_TOPS]) & line).bit_count()] -= 1
    return [*counts[1:4].tolist(), 1.0 if position.row[PLY] & 1 else -1.0]


def quads_features(position: Position) -> list[float]:
    """Squares that only one can fill, ways to lie on the others, and who gets the last shared one."""
    from fourfold.games.quads.kernel import DEMANDS, EMPTY, FITS, HANDS, PLY

    own = ways = both = 0
    row = [int(word) for word in position.row]
    for square in range(36):
        if row[EMPTY] >> square & 1:
            light, dark = (
                (int(FITS[player, row[square] & DEMANDS]) & row[HANDS + player] & (1 << 64) - 1).bit_count()
                for player in range(2)
            )
            both += bool(light and dark)
            own += bool(light and not dark) - bool(dark and not light)
            ways += light - dark if light and dark else 0
    parity = 1.0 if both & 1 else -1.0
    return [float(own), ways / 2, parity if row[PLY] % 2 == 0 else -parity]


def exago_features(position: Position) -> list[float]:
    """Open windows with one to four tiles, and whose turn it is; for two seats."""
    from fourfold.games.exago.evaluate import BEGINS, HIGH, LOW
    from fourfold.games.exago.layout import MOVER, SIDE, TILES

    row = [int(word) for word in position.row]
    kind = 2 * (row[SIDE] == 6) + 1
    counts = np.zeros(6)
    for window in range(BEGINS[kind], BEGINS[kind + 1]):
        tiles = [
            (row[TILES + 2 * seat] & int(LOW[window])).bit_count()
            + (row[TILES + 2 * seat + 1] & int(HIGH[window])).bit_count()
            for seat in range(2)
        ]
        if not (tiles[0] and tiles[1]):
            counts[tiles[0]] += 1
            counts[tiles[1]] -= 1
    return [*counts[1:5].tolist(), 1.0 if row[MOVER] == 0 else -1.0]


FEATURES: dict[str, Features] = {"qawale": qawale_features, "quads": quads_features, "exago": exago_features}


def play(game: str, seed: int, nodes: int) -> tuple[list[Position], float]:
    """One game of the evaluation against itself: its positions, and what seat 0 got."""
    chance = random.Random(seed)
    position = fourfold.game(game).start(**OPTIONS.get(game, {}))
    positions = []
    while position.outcome is None:
        if position.ply < OPENING:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        else:
            positions.append(position)
            best = analyse(position, Limit(nodes=nodes, seed=seed), lines=1, to_the_end=False).best
            position = position.play(best.move)
    winner = position.outcome.winner
    return positions, 0.5 if winner is None else float(winner == 0)


def fit(features: NDArray[np.float64], results: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights of a logistic regression without a constant, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (results - expected) - CAUTION * weights
        curve = (features * (expected * (1 - expected))[:, None]).T @ features + CAUTION * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    """Play, fit, print."""
    game, *numbers = sys.argv[1:]
    games, nodes = [*map(int, numbers), 200, 2000][:2] if len(numbers) < 2 else map(int, numbers[:2])
    rows, results = [], []
    for seed in range(games):
        positions, result = play(game, seed, nodes)
        rows += [FEATURES[game](position) for position in positions]
        results += [result] * len(positions)
    weights = fit(np.array(rows), np.array(results))
    print(game, len(rows), "positions; in thousandths:", *(round(1000 * weight) for weight in weights))


if __name__ == "__main__":
    main()
