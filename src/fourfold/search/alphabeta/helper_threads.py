"""Helper threads (lazy SMP): they solve the same position in another order, and share nothing but the table.

What they find there, the search that is helped need not find itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import Row
from fourfold.search.alphabeta.root import SOLVED_BETWEEN, RootMoves, search_root
from fourfold.search.alphabeta.state import CONTROL_WORDS, ROWS, SOLVING, make_workspace
from fourfold.search.limit import ENDLESS
from fourfold.search.state import ALARM, NODES_LEFT, make_space


@contextmanager
def helping(game: Game, row: Row, moves: Row, table: Row, depth: int, helpers: int) -> Iterator[list[Row]]:
    """Let so many threads solve a row until the search that they help is done; given are their control words.

    The first begins with the last move, the others in between.
    """
    controls = [np.zeros(CONTROL_WORDS, np.int64) for _ in range(helpers)]
    threads = []
    for place, control in enumerate(controls):
        control[[NODES_LEFT, SOLVING]] = ENDLESS, 1
        order = np.roll(moves, place * len(moves) // (helpers + 1))[::-1].copy()
        threads.append(
            Thread(target=_help, args=(game, row, order, table, depth, control), name="fourfold-help", daemon=True)
        )
    try:
        for thread in threads:
            thread.start()
        yield controls
    finally:
        for control in controls:
            control[ALARM] = 1
        for thread in threads:
            if thread.ident is not None:  # it was started
                thread.join()


def _help(game: Game, row: Row, moves: Row, table: Row, depth: int, control: Row) -> None:
    top, stop = np.zeros((2, 1), np.int64)
    workspace = make_workspace(make_space(game, row, control, stop, rows=ROWS), table)
    search_root(game.search_words, workspace, RootMoves.of(moves), top, depth, *SOLVED_BETWEEN)
