"""Threads that help to solve: they search the same moves in another order, and share nothing but the table.

What they find there, the search that is helped need not find itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import Row
from fourfold.search.alphabeta.root import SOLVED_BETWEEN
from fourfold.search.alphabeta.state import ALARM, DESK_WORDS, LEFT, MOST_PLIES, NO_MOVE, SOLVING
from fourfold.search.alphabeta.workspace import Layout
from fourfold.search.limit import ENDLESS


@contextmanager
def helping(game: Game, row: Row, moves: Row, table: Row, depth: int, helpers: int) -> Iterator[list[Row]]:
    """So many threads solve the row until what they help is done; given are their desks.

    The first begins with the last move, the others in between.
    """
    desks = [np.zeros(DESK_WORDS, np.int64) for _ in range(helpers)]
    threads = []
    for place, desk in enumerate(desks):
        desk[[LEFT, SOLVING]] = ENDLESS, 1
        order = np.roll(moves, place * len(moves) // (helpers + 1))[::-1].copy()
        threads.append(
            Thread(target=_help, args=(game, row, order, table, depth, desk), name="fourfold-help", daemon=True)
        )
    try:
        for thread in threads:
            thread.start()
        yield desks
    finally:
        for desk in desks:
            desk[ALARM] = 1
        for thread in threads:
            if thread.ident is not None:  # it was started
                thread.join()


def _help(game: Game, row: Row, moves: Row, table: Row, depth: int, desk: Row) -> None:
    values, firms, tops, stop = (np.zeros(size, np.int64) for size in (len(moves), len(moves), 1, 1))
    lines = np.full((len(moves), MOST_PLIES + 2), NO_MOVE)
    Layout(game, table, desk).search(row, moves, values, firms, lines, tops, depth, *SOLVED_BETWEEN, stop=stop)
