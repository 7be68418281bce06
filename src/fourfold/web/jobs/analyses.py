"""Analyses of positions for people: an LRU cache before the search, which a worker process does."""

from typing import TYPE_CHECKING

from fourfold.core.position import Position, View
from fourfold.search.limit import Limit
from fourfold.web.bounded import Client, LruCache, Shares
from fourfold.web.jobs.pool import WorkerPool

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis

SECONDS = 0.8  # for one analysis
LINES = 3
MOST_ASKED = (64, 12, 4)  # analyses at once: of all, of one network, of one player
MOST_KEPT = 500


class Analyses:
    """Analyses positions, in turn with all other slow work."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self.shares = Shares(*MOST_ASKED)
        self._kept: LruCache[bytes, Analysis] = LruCache(MOST_KEPT)

    async def analyse(self, client: Client, table: Position | View) -> "Analysis":
        """Analyse what the seat to move may know; NothingToChoose where there is none."""
        view = table.view(table.to_move) if isinstance(table, Position) else table
        key = bytes(view)
        found = self._kept.get(key)
        if found is None:
            with self.shares.of(client):
                found = self._kept[key] = await self.pool.do(client, analyse, view, SECONDS, LINES, price=SECONDS)
        return found


def analyse(table: Position | View, seconds: float, lines: int) -> "Analysis":
    """Analyse a position or a view; called in a worker."""
    from fourfold.search import analysis  # compiles kernels where the cache lacks them

    return analysis.analyse(table, Limit(seconds=seconds), lines=lines)
