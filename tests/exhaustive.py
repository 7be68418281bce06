"""Plain exhaustive search, slow and simple: what everything that calls itself proved is checked against.

Two seats, no estimates, no windows, no tables but a memory of whole rows.
"""

import numpy as np

from fourfold import Position
from fourfold.core.game import Game
from fourfold.kernel.jit import DRAWN, RUNNING, Row


def value(position: Position) -> int:
    """1, 0 or -1: a win, a draw or a loss of the seat to move."""
    return value_of_row(position.game, position.row)


def value_of_row(game: Game, row: Row) -> int:
    """The same of a row."""
    return _value(game, row.copy(), {})


def _value(game: Game, row: Row, known: dict[bytes, int]) -> int:
    own = row.tobytes()
    if own not in known:
        seat = game.rules.to_move(row)
        best = -1
        for after in followers(game, row):
            status = game.rules.status(after)
            if status != RUNNING:
                worth = 0 if status == DRAWN else 1 if status == seat + 1 else -1
            else:
                worth = _value(game, after, known) * (1 if game.rules.to_move(after) == seat else -1)
            best = max(best, worth)
            if best == 1:
                break
        known[own] = best
    return known[own]


def followers(game: Game, row: Row) -> list[Row]:
    """What a row becomes by each of its moves."""
    work = np.zeros(game.work_words, np.int64)
    rows = []
    for index in range(game.rules.count(row, work)):
        after = row.copy()
        game.rules.play(after, game.rules.nth(row, index, work))
        rows.append(after)
    return rows


def wins_within(position: Position, plies: int) -> bool:
    """Whether the seat to move wins by force in at most so many plies."""
    return _wins(position.game, position.row.copy(), plies)


def _wins(game: Game, row: Row, plies: int) -> bool:
    seat = game.rules.to_move(row)
    for after in followers(game, row):
        status = game.rules.status(after)
        if status == seat + 1:
            return True
        if (
            status == RUNNING
            and plies > 2
            and all(_falls(game, later, seat, plies) for later in followers(game, after))
        ):
            return True
    return False


def _falls(game: Game, row: Row, seat: int, plies: int) -> bool:
    status = game.rules.status(row)
    return bool(status == seat + 1) if status != RUNNING else _wins(game, row, plies - 2)
