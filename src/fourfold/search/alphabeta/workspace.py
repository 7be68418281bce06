"""All that an alpha-beta search writes on, laid out before it begins."""

import numpy as np

from fourfold.core.game import Game
from fourfold.kernel.jit import Row
from fourfold.search.alphabeta.root import search_root
from fourfold.search.alphabeta.state import MOST_SOLVED, NO_MOVE, NOTE_WORDS, ROWS

NO_KEYS = np.zeros(0, np.int64)


class Layout:
    """Sheets for one search after the other, each from a row on; the table may be shared with others."""

    def __init__(self, game: Game, table: Row, desk: Row) -> None:
        self.game = game
        self.table = table
        self.desk = desk
        self.work = np.zeros((ROWS, game.work_words), np.int64)
        self._lists, self._ranks = (np.zeros((ROWS, MOST_SOLVED), np.int64) for _ in range(2))
        self._notes = np.full((ROWS, NOTE_WORDS), NO_MOVE)
        self._out = np.zeros(2, np.int64)

    def search(
        self, row: Row, moves: Row, values: Row, firms: Row, lines: Row, tops: Row, depth: int, floor: int,
        ceiling: int, *, stop: Row, keys: Row = NO_KEYS,
    ) -> int:  # fmt: skip
        """Search the moves of a row, as `search_root` does; tell how many were done before a halt."""
        game = self.game
        states = np.zeros((ROWS, len(row)), np.int64)
        states[0] = row
        return int(
            search_root(
                game.rule_words, game.evaluate, game.judge, game.symmetric_key, states, self.work, self._lists,
                self._ranks, self._out, self.table, keys, self._notes, self.desk, stop, moves, values, firms, lines,
                tops, depth, floor, ceiling,
            )
        )  # fmt: skip
